// Spec §3, login data.
import { persisted } from './persisted.ts'
import type { LoginState } from './shapes.ts'
import { isLive } from './token.ts'

const empty: LoginState = {
  login_id: '',
  auth_required: false,
  auth_token: '',
  auth_state: '',
  matcher_type: '',
  phone_number: '',
  step_login_id: '',
  identity: null,
  step: null,
  draft: { consent_terms: [], nickname: '', profile: {} },
  auth_at: 0,
  code_mark: '',
}

/** The input of a step that is void (`dropStep`) is on the open page only. */
export const useLogin = persisted('login', empty, (login) =>
  login.auth_at ? login : { ...empty, login_id: login.login_id },
)
export const saveLogin = (patch: Partial<LoginState>): void => useLogin.setState(patch)

/** Another step is pending. Input for the earlier step is dropped, because it may belong to another member. */
export const beginStep = (patch: Partial<LoginState>): void =>
  useLogin.setState({ ...patch, auth_at: Date.now(), draft: empty.draft, identity: null })

export const saveDraft = (patch: Partial<LoginState['draft']>): void =>
  useLogin.setState(({ draft }) => ({ draft: { ...draft, ...patch } }))

/** The member leaves the step, with all that was given for it. Only the ID stays. */
export const forgetStep = (): void => useLogin.setState(({ login_id }) => ({ ...empty, login_id }), true)

/** The server no longer knows the member, so the step is void. Its input stays while the page is open; the next step begins without it. */
export const dropStep = (): void =>
  useLogin.setState(({ login_id, step, draft, identity }) => ({ ...empty, login_id, step, draft, identity }), true)

/** Whether the stored token can still request a code. */
export function secondStepPending(now = Date.now()): boolean {
  const { auth_required, auth_token, auth_at } = useLogin.getState()
  return auth_required && auth_token !== '' && isLive(auth_at, now)
}
