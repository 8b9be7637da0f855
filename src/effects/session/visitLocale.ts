// Faults, two tabs and lost storage: a cookie carries the language of the visit and ends with the visit. Not in the first load, because
// there the tab's own storage has the language.
import { useWelcome } from '../../stores/welcome.ts'
import { setVisitLocaleCookie } from '../browser/cookies.ts'

/** From now on the cookie follows the visit of this tab. @returns a function that stops it */
export function keepVisitLocale(): () => void {
  const keep = ({ locale, welcome_expiry }: ReturnType<typeof useWelcome.getState>) => {
    if (!locale || welcome_expiry <= Date.now()) return
    setVisitLocaleCookie(locale, new Date(welcome_expiry))
  }
  keep(useWelcome.getState())
  return useWelcome.subscribe((now, before) => {
    if (now.locale !== before.locale || now.welcome_expiry !== before.welcome_expiry) keep(now)
  })
}
