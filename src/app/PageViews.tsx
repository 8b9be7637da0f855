// Spec §7, page views: the first view is not sent, every later route change is, as the route's template.
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { currentLocale } from '../i18n/languages'
import { templateOf } from '../rules/paths'
import { getSettings } from '../stores/settings'

/** One after the other: of two that ask for the same code, the second may have it first. */
let sent: Promise<void> = Promise.resolve()

async function send(template: string): Promise<void> {
  const locale = currentLocale()
  await sent
  const code = await import('../effects/analytics').catch(() => null)
  code?.sendPageView(template, locale)
}

export function PageViews() {
  const template = templateOf(useLocation().pathname)
  const last = useRef(template)
  useEffect(() => {
    if (last.current === template) return
    last.current = template
    if (getSettings()?.VITE_TAG_MANAGER_ID) sent = send(template)
  }, [template])
  return null
}
