// Spec §4 and §7: sends the login form and handles the answer. Loaded while the member types.
import { verifyPwd } from '../../api/auth.ts'
import { takeSignIn } from '../../api/handover.ts'
import { preloadTransport } from '../../api/http.ts'
import { type Fetching, fetchAll } from '../../api/warm.ts'
import { initLogin, serviceInfo } from '../../api/init.ts'
import { loadInTurn, whenIdle } from '../../effects/browser/idle.ts'
import { forgetUsername, rememberUsername } from '../../effects/session/remembered.ts'
import { preloadSealing, seal, whyNotSealed } from '../../effects/forms/seal.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { requirePhone } from '../../effects/start/enter.ts'
import { cleanEmail } from '../../rules/fields/email.ts'
import { onEntered } from '../../rules/visit/entry.ts'
import { onLoginRefused } from '../../rules/errors/login.ts'
import { needsPhone, onProgress } from '../../rules/visit/matcher.ts'
import { clear, focus, formError, leaves, type Outcome } from '../../rules/visit/outcome.ts'
import type { Path } from '../../rules/visit/paths.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { succeeded } from '../../../contract/shapes/answer.ts'
import type { Welcome } from '../../../contract/shapes/welcome.ts'
import { mobileStep } from './mobileStep.ts'

export type LoginForm = {
  login_id: string
  password: string
  remember: boolean
  /** The box was ticked for the remembered ID. If it no longer is, the member has unticked it. */
  forget: boolean
  stay_session: boolean
}

/** Gets the code that seals for the key of this visit. */
export const prepareSealing = (): Promise<void> => preloadSealing(useWelcome.getState().welcome)

/** The error page, which must be available without a connection, and the code form. They bring the texts and the code that all pages share. */
const preloadNext = () => Promise.all([mobileStep.load(), import('../info/ErrorRoute.tsx')])

/** Preloads what a submit needs, and what follows it. */
export const preload = (): void => loadInTurn([preloadTransport, prepareSealing, preloadNext])

export async function logIn(
  { login_id, password, remember, forget, stay_session }: LoginForm,
  welcome: Welcome,
  here: Path,
): Promise<Outcome> {
  const { transaction_id, state } = welcome
  const typed = { login_id: cleanEmail(login_id), password, stay_session }
  const early = await takeSignIn(transaction_id, typed)
  const sealed = early ? early.sealed : await seal(password, welcome)
  if (sealed === null) return [clear('password'), formError(whyNotSealed('refused.cannotSeal')), focus('password')]
  // While the server checks the password: what every next screen of this app needs. The request leaves first.
  let screen: Fetching | undefined
  const callOff = whenIdle(() => (screen = fetchAll(document.getElementById('root')?.dataset.screen ?? '', 'low')))
  const answer = await verifyPwd({ ...typed, password: sealed, transaction_id, state }, early?.response)
  requirePhone(here)
  if (!answer.ok) return onLoginRefused(answer.failure, { ...serviceFacts(), login_id })
  if (remember) rememberUsername(login_id)
  else if (forget) forgetUsername()
  // The code form takes the place of this one. Until its code is here, this one stays; React would show an outline for 300 ms.
  if (needsPhone(answer.data)) await mobileStep.load().catch(() => {})
  const outcome = onProgress(answer, { ...serviceFacts(), login_id, here })
  // The form stays as it was sent until the next page of this app is shown.
  if (outcome.every(({ do: step }) => step !== 'redirect' && step !== 'modal')) return [...outcome, clear('password')]
  // On a slow network it would hold up the page of the service.
  if (leaves(outcome)) {
    callOff()
    screen?.stop()
  }
  return [clear('password'), ...outcome]
}

/**
 * This browser has signed in in another tab, so the server is asked again which accounts this visit can continue as. The known service is
 * kept, because the call could return that of the newest tab.
 */
export async function continueElsewhere({ transaction_id, state }: Welcome, here: Path): Promise<Outcome> {
  requirePhone(here)
  const visit = { transaction_id, state }
  const { service_info, route_query } = useWelcome.getState()
  const [init, service] = await Promise.all([
    initLogin(visit),
    service_info ? succeeded(service_info) : serviceInfo(visit),
  ])
  return onEntered('login', init, service, { certification: route_query.certification === true })
}
