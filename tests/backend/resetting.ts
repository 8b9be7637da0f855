// A member who has forgotten the password, up to the right to set another one.
import type { RunningBackend } from '../../backend/main.ts'
import { data, seal, type Browser, type Reply } from './browser.ts'
import { codesTo, codeTo } from './inbox.ts'

/** By SMS or by e-mail, and to which phone or address. */
export type Channel = readonly [by: 'sms' | 'email', to: string]

/** Proves the member by the codes of these channels, in the browser's visit. @returns the last answer: the right to a reset, or what else it needs (`also`) */
export async function allowedBy(
  backend: RunningBackend,
  browser: Browser,
  login_id: string,
  channels: readonly Channel[],
): Promise<Record<string, unknown>> {
  let last: Record<string, unknown> = {}
  for (const [by, to] of channels) {
    const { auth_token } = data(await browser.post('/v1/init/search/pwd', { login_id }))
    const token = { 'x-authenticator': `Token ${String(auth_token)}` }
    const before = (await codesTo(backend, to)).length
    await browser.post(`/authenticator/v1/issue/${by}`, {}, token)
    const verify_code = await codeTo(backend, to, before)
    const verify = by === 'sms' ? 'verify/mobile' : 'verify/email'
    const { auth_code } = data(await browser.post(`/authenticator/v1/${verify}`, { verify_code }, token))
    last = data(await browser.post('/v1/search/pwd', { login_id, credential: { auth_code, amr: by.toUpperCase() } }))
  }
  return last
}

/** Sets a new password by the right that `allowedBy` got. */
export const setPassword = (
  browser: Browser,
  login_id: string,
  allowed: Record<string, unknown>,
  password: string,
): Promise<Reply> =>
  browser.call('PUT', '/v1/profile/search/password', {
    reset_token: allowed.reset_token,
    login_id,
    password: seal(password, allowed),
  })
