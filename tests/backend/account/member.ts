// A member who is signed in at the pages of the account, by the real sign-in of the built-in service.
import { randomInt, randomUUID } from 'node:crypto'
import type { RunningBackend } from '../../../backend/main.ts'
import type { ProofMethod } from '../../../contract/signInMethods.ts'
import type { CreationOptions, RequestOptions } from '../../../contract/shapes/passkeys.ts'
import { Authenticator } from '../../../conformance/authenticator.ts'
import { APP, data, Browser, seal, type Reply } from '../browser.ts'
import { newestCodeTo } from '../inbox.ts'
import { copyOf, type Member } from '../start.ts'

/** The address at the issuer from which a sign-in of the account begins. */
export async function accountAddress(browser: Browser, return_to = '/account'): Promise<string> {
  return String(data(await browser.post('/v1/init/account', { return_to })).location)
}

type HowSignedIn = { browser?: Browser; stay?: boolean; return_to?: string }

/** Signs the member in. @returns the browser, and the page of the app that it is led to */
export async function enterAccount(
  backend: RunningBackend,
  member: Member,
  { browser = new Browser(backend.url), stay = false, return_to = '/account' }: HowSignedIn = {},
): Promise<{ browser: Browser; page: URL }> {
  const entry = await browser.go(await accountAddress(browser, return_to))
  const signed = await browser.signIn(entry, member, stay)
  if (signed.status !== 200) throw new Error(`not signed in: ${signed.text}`)
  const page = await browser.go(String(data(signed).location))
  return { browser, page }
}

/** One member in one browser, with the calls of the account. */
export class AccountMember {
  readonly backend: RunningBackend
  readonly member: Member
  readonly browser: Browser
  /** The session that calls name, as in the app. Null: none. */
  session: string | null = null

  constructor(backend: RunningBackend, member: Member, browser: Browser) {
    this.backend = backend
    this.member = member
    this.browser = browser
  }

  call = (method: string, path = '', body?: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    this.browser.call(method, `/v1/account${path}`, body, {
      ...(this.session !== null && { 'x-account-session': this.session }),
      ...headers,
    })

  read = async (): Promise<Record<string, unknown>> => data(await this.call('GET'))

  /** The row of the member now. */
  async row() {
    const { login_id } = this.member
    return this.backend.ctx.db
      .selectFrom('members')
      .selectAll()
      .where('login_id', '=', login_id)
      .executeTakeFirstOrThrow()
  }

  /** A password, sealed with the key of the session. */
  seal = async (password = this.member.password): Promise<string> => seal(password, await this.read())

  /** A code by the service API, for the member, or for a new phone (E.164) or address. @returns its auth_code */
  async code(method: 'SMS' | 'EMAIL', change?: string): Promise<string> {
    const purpose = change === undefined ? 'PROOF' : 'CHANGE'
    const { auth_token } = data(await this.call('POST', '/proof/token', { method, purpose }))
    const headers = { 'x-authenticator': `Token ${String(auth_token)}` }
    const kind = method === 'SMS' ? 'sms' : 'email'
    const named =
      method === 'SMS' ? { phone_number: change?.replace('+82', '0'), nation_tel_no: '82' } : { email: change }
    const issued = await this.browser.post(
      `/authenticator/v1/issue/${kind}`,
      change === undefined ? {} : named,
      headers,
    )
    if (issued.status !== 200) throw new Error(`${kind}: ${issued.text}`)
    const to = change ?? (method === 'SMS' ? this.member.phone : this.member.login_id)
    const verify_code = await newestCodeTo(this.backend, to.toLowerCase())
    return String(data(await this.browser.post(`/authenticator/v1/verify/${kind}`, { verify_code }, headers)).auth_code)
  }

  /** Proves the member by a password or a code. */
  async prove(method: Exclude<ProofMethod, 'PASSKEY'>): Promise<Reply> {
    const given = method === 'PWD' ? { password: await this.seal() } : { auth_code: await this.code(method) }
    return this.call('POST', '/proof', { method, ...given })
  }

  /** Adds a passkey. @throws Error without a fresh proof */
  async addPasskey(authenticator = new Authenticator(APP)): Promise<Authenticator> {
    const asked = await this.call('POST', '/passkeys/options')
    const credential = authenticator.create(data(asked).options as CreationOptions)
    const added = await this.call('POST', '/passkeys', { credential })
    if (added.status !== 200) throw new Error(`no passkey: ${added.text}`)
    return authenticator
  }

  async proveByPasskey(authenticator: Authenticator): Promise<Reply> {
    const { options } = data(await this.call('POST', '/proof/passkey'))
    const credential = authenticator.get(options as RequestOptions)
    return this.call('POST', '/proof', { method: 'PASSKEY', credential })
  }

  /** As if the sign-in and all proofs were ten minutes old. */
  async age(): Promise<void> {
    const { ctx } = this.backend
    const { id } = await this.row()
    await ctx.db.deleteFrom('account_proofs').where('member_id', '=', id).execute()
    const rows = await ctx.db.selectFrom('oidc_payloads').selectAll().where('model', '=', 'Session').execute()
    for (const { id: session, payload } of rows)
      if (payload.accountId === id)
        await ctx.db
          .updateTable('oidc_payloads')
          .set({ payload: JSON.stringify({ ...payload, loginTs: Number(payload.loginTs) - 600 }) })
          .where('model', '=', 'Session')
          .where('id', '=', session)
          .execute()
  }
}

/** In E.164. */
export const newPhone = (): string => `+82104${String(randomInt(10_000_000)).padStart(7, '0')}`
export const newEmail = (): string => `n${randomUUID().slice(0, 8)}@mail.test`

/** Another phone or address, which a code proves. */
export async function change(me: AccountMember, kind: 'phone' | 'email', to: string) {
  const auth_code = await me.code(kind === 'phone' ? 'SMS' : 'EMAIL', to)
  return { auth_code, reply: await me.call('PUT', `/${kind}`, { auth_code }) }
}

/** A fresh copy of a demo member, signed in at the account. */
export async function accountMember(
  backend: RunningBackend,
  from: string | Member = 'member',
  how: HowSignedIn = {},
): Promise<AccountMember> {
  const member = typeof from === 'string' ? await copyOf(backend, from) : from
  const { browser } = await enterAccount(backend, member, how)
  return new AccountMember(backend, member, browser)
}
