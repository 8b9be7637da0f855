// What tests of passkeys have in common: a member who creates one in the recommended step, and a sign-in with it.
import type { RunningBackend } from '../../../backend/main.ts'
import type { CreationOptions, RequestOptions } from '../../../contract/shapes/passkeys.ts'
import { Authenticator, type Changed, type How, type Kept } from '../../../conformance/authenticator.ts'
import { APP, Browser, data, type Reply } from '../browser.ts'
import { arrive, copyOf, type Member } from '../start.ts'

/** The step, in the form of the test's requests. */
export const STEP = 'RECOMMENDED_PASSKEY'
export const isStep = { status: 401, body: { data: { matcher_type: STEP } } }

export const optionsOf = (step: Reply) => data(step).options as CreationOptions

/** A visit of this browser. */
export const visit = (
  backend: RunningBackend,
  browser: Browser,
  parameters: Record<string, string> = {},
  client_id?: string,
) => arrive(backend, parameters, { client_id, browser })

/** A sign-in by password, in a browser that stays signed in. @returns the answer, which is the recommended step where nothing keeps it away */
export async function byPassword(
  backend: RunningBackend,
  browser: Browser,
  member: Member,
  stay = true,
): Promise<Reply> {
  const { entry } = await visit(backend, browser, { prompt: 'login' })
  return browser.signIn(entry, member, stay)
}

export const resolve = (browser: Browser, given: Record<string, unknown>) =>
  browser.post('/v1/matcher/resolve', { matcher_type: STEP, consent_terms: [], ...given })

/** A member with a passkey, which the recommended step has created. */
export async function owner(backend: RunningBackend, from = 'member', how: How = {}) {
  const member = await copyOf(backend, from)
  const [browser, authenticator] = [new Browser(backend.url), new Authenticator(APP, how)]
  const step = await byPassword(backend, browser, member)
  const created = await resolve(browser, { passkey: authenticator.create(optionsOf(step)) })
  if (created.status !== 200) throw new Error(`no passkey: ${step.text} ${created.text}`)
  return { member, browser, authenticator }
}

/** The options of a sign-in in the browser's visit. */
export async function ask(browser: Browser): Promise<RequestOptions> {
  const asked = await browser.post('/v1/init/passkey', {})
  return data(asked).options as RequestOptions
}

export const give = (browser: Browser, credential: unknown, stay_session = false) =>
  browser.post('/v1/verify/passkey', { credential, stay_session })

/** A sign-in by passkey in the browser's visit. */
export async function byPasskey(
  browser: Browser,
  authenticator: Authenticator,
  changed: Changed = {},
  kept?: Kept,
): Promise<Reply> {
  return give(browser, authenticator.get(await ask(browser), changed, kept ?? authenticator.kept))
}
