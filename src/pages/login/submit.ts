// Spec §4 and §7, what the login form sends and what comes of it. Fetched while the member types.
import { verifyPwd } from '../../api/auth'
import { preloadTransport } from '../../api/http'
import { initLogin, serviceInfo } from '../../api/init'
import { loadInTurn } from '../../effects/idle'
import { forgetUsername, rememberUsername } from '../../effects/remembered'
import { preloadSealing, seal, whyNotSealed } from '../../effects/seal'
import { serviceFacts } from '../../effects/serviceFacts'
import { loadLaterTexts } from '../../i18n/languages'
import { cleanEmail } from '../../rules/email'
import { onEntered } from '../../rules/entry'
import { onLoginRefused } from '../../rules/errors/login'
import { onProgress } from '../../rules/matcher'
import { clear, focus, formError, type Outcome } from '../../rules/outcome'
import { type Path, paths } from '../../rules/paths'
import { saveToWelcome, useWelcome } from '../../stores/welcome'
import { succeeded } from '../../wire/answer'
import type { Welcome } from '../../wire/welcome'

export type LoginForm = { login_id: string; password: string; remember: boolean; stay_session: boolean }

/** What has run once runs faster: nothing is sealed, so that the password itself does not wait for the compiler. */
async function rehearseSealing(): Promise<void> {
  const { welcome } = useWelcome.getState()
  // Without its code there is nothing to rehearse, and the page must not reload for that.
  await preloadSealing()
  if (welcome) await seal('', welcome)
}

/** The code and the texts that a submit will need, ahead of it; and the page that says so where there is no connection any more. */
export const preload = (): void =>
  loadInTurn([preloadTransport, preloadSealing, rehearseSealing, loadLaterTexts, () => import('../info/ErrorRoute')])

export async function logIn(
  { login_id, password, remember, stay_session }: LoginForm,
  welcome: Welcome,
  here: Path,
): Promise<Outcome> {
  const sealed = await seal(password, welcome)
  if (sealed === null) return [clear('password'), formError(whyNotSealed('refused.cannotSeal')), focus('password')]
  const { transaction_id, state } = welcome
  const answer = await verifyPwd({
    login_id: cleanEmail(login_id),
    password: sealed,
    transaction_id,
    state,
    stay_session,
  })
  // The address of the certification asks for the proof by itself, also where no entry has named it.
  if (here === paths.certification) {
    const { route_query } = useWelcome.getState()
    saveToWelcome({ route_query: { ...route_query, certification: true } })
  }
  if (answer.ok) {
    if (remember) rememberUsername(login_id)
    else forgetUsername()
    return [clear('password'), ...onProgress(answer, { ...serviceFacts(), login_id, here })]
  }
  return onLoginRefused(answer.failure, { ...serviceFacts(), login_id })
}

/**
 * This browser has signed in in another tab: the server is asked anew whom this visit may go on as. Not for the service, which
 * the call would name by the newest tab.
 */
export async function continueElsewhere({ transaction_id, state }: Welcome): Promise<Outcome> {
  const visit = { transaction_id, state }
  const { service_info } = useWelcome.getState()
  const [init, service] = await Promise.all([
    initLogin(visit),
    service_info ? succeeded(service_info) : serviceInfo(visit),
  ])
  return onEntered('login', init, service)
}
