// Spec §7, page views: the first view is not sent, every later route change is, as the route's template.
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { currentLocale } from '../i18n/languages'
import { templateOf } from '../rules/paths'
import { getSettings } from '../stores/settings'

export function PageViews() {
  const template = templateOf(useLocation().pathname)
  const last = useRef(template)
  useEffect(() => {
    if (last.current === template) return
    last.current = template
    if (getSettings()?.VITE_TAG_MANAGER_ID)
      void import('../effects/analytics').then(
        ({ sendPageView }) => sendPageView(template, currentLocale()),
        () => {},
      )
  }, [template])
  return null
}
