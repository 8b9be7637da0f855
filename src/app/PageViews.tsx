// Spec §7, page views: not the first view, but every later route change, as the route's template. Two error pages are two views of one template.
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { currentLocale } from '../i18n/languages.ts'
import { templateOf } from '../rules/visit/paths.ts'
import { getSettings } from '../stores/settings.ts'
import { pageState } from '../state/pageState.ts'

/** Sends views one after the other, because two parallel requests for the same code can resolve in any order. */
const page = pageState(() => ({ sent: Promise.resolve() }))

async function send(template: string): Promise<void> {
  const locale = currentLocale()
  await page.sent
  const code = await import('../effects/browser/analytics.ts').catch(() => null)
  code?.sendPageView(template, locale)
}

export function PageViews() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (getSettings()?.VITE_TAG_MANAGER_ID) page.sent = send(templateOf(pathname))
  }, [pathname])
  return null
}
