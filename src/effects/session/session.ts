// Spec §4, the welcome cookie and the session data that depends on it.
import type { ServiceInfo, Welcome } from '../../../contract/shapes/welcome.ts'
import { forgetStored } from '../../stores/encrypted.ts'
import { useIdentify } from '../../stores/identify.ts'
import { keepId, keptId } from '../../stores/expiredVisit.ts'
import { useLogin } from '../../stores/login.ts'
import { resetStores } from '../../stores/persisted.ts'
import { useScreen } from '../../stores/screen.ts'
import { readSignUp } from '../../stores/signUp.ts'
import { saveToWelcome, useWelcome, WELCOME_EXPIRY_MINUTES } from '../../stores/welcome.ts'
import { removeWelcomeCookie, setWelcomeCookie } from '../browser/cookies.ts'
import { serviceFacts } from './serviceFacts.ts'
import { pageState } from '../../state/pageState.ts'

const page = pageState(() => ({ visitEnded: false }))

/** The visible page belongs to a visit that has ended, and the browser is leaving it. */
export const visitEnded = (): boolean => page.visitEnded

/** A successful init starts afresh and deletes the data of an earlier visit in this tab. Visible messages stay, and so does the page that says that code is lost. */
export function enter(welcome: Welcome): void {
  const { route_params, route_query, init_password, locale } = useWelcome.getState()
  const { toasts, lostLocale, broken } = useScreen.getState()
  page.visitEnded = false
  resetStores()
  useScreen.setState({ toasts, lostLocale, broken })
  saveToWelcome({
    welcome,
    route_params: { action: route_params.action },
    route_query,
    init_password,
    locale,
    welcome_expiry: Date.now() + WELCOME_EXPIRY_MINUTES * 60_000,
  })
  setWelcomeCookie()
}

export const saveService = (service_info: ServiceInfo): void => saveToWelcome({ service_info })

/**
 * Ends the visit: removes the welcome cookie and the session data. After a sign-in, the fact of it stays, so that its pages remain closed.
 * The page does not change, because it is visible while the browser leaves. The ID of an expired visit stays for the next one.
 */
export function endVisit({ signedIn }: { signedIn: boolean }): void {
  forgetStored('expiredVisit')
  removeWelcomeCookie()
  if (signedIn) saveToWelcome({ signed_in: true })
  page.visitEnded = true
}

/** Goes back to the service: ends the visit and deletes what this tab knows of it. */
export const leaveVisit = (): void => endVisit({ signedIn: false })

/** The ID that was typed in this visit, on any page. */
export const typedId = (): string =>
  useIdentify.getState().login_id || useLogin.getState().login_id || (readSignUp().login_id ?? '')

/**
 * Ends an expired visit. Clears what it knows of the member. The ID stays for the next visit, and the error page keeps the way back to the
 * service. Each page of the ended visit ends it again, when nothing typed is left. `welcome_expiry` must lie in the past: without a welcome no
 * form can be sent, so no guard may open one.
 */
export function expireVisit(): void {
  const { service_info, locale, welcome_expiry } = useWelcome.getState()
  const login_id = typedId() || keptId()
  const domain = serviceFacts().serviceUrl
  resetStores()
  removeWelcomeCookie()
  keepId(login_id)
  saveToWelcome({
    service_info: service_info && { ...service_info, domain },
    locale,
    welcome_expiry: Math.min(welcome_expiry, Date.now()),
  })
}
