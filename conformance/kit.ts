// The hands of the kit: visits in browsers of their own, the calls of the contract in them, members and codes.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ZodMiniType } from 'zod/mini'
import { InitUrlAnswer } from '../contract/shapes/auth.ts'
import type { Pending } from '../contract/shapes/pending.ts'
import { Expiry, Proof } from '../contract/shapes/service.ts'
import { Welcome } from '../contract/shapes/welcome.ts'
import { Browser } from './browser.ts'
import { callNamed, type CallName } from '../contract/calls.ts'
import { answered, fitting, locationOf } from './expect.ts'
import { type Exchange, Mismatch, need, Skipped } from './mismatch.ts'
import { seal } from './seal.ts'
import {
  type Addresses,
  callHook,
  filled,
  memberFrom,
  newestCode,
  type Member,
  type MembersFile,
  type Role,
} from './settings.ts'

export type Given = {
  values?: Record<string, string>
  query?: Record<string, string>
  body?: object
  /** The parts of a multipart call, beside its JSON `payload`. */
  form?: { payload: object; file: File }
  token?: string
  /** Leaves out what names the visit, as an older client does. */
  nameless?: boolean
  headers?: Record<string, string>
}

const CODE_WAIT_MS = 10_000
const CODE_LOOK_MS = 150

export class Kit {
  readonly exchanges: { name: string; exchange: Exchange }[] = []
  private current = ''

  readonly addresses: Addresses
  readonly file: MembersFile
  constructor(addresses: Addresses, file: MembersFile) {
    this.addresses = addresses
    this.file = file
  }

  /** What the exchanges from now on belong to. */
  at(row: string): void {
    this.current = row
  }

  browser = (origin = this.file.app_origin): Browser =>
    new Browser(origin, (exchange) => this.exchanges.push({ name: this.current, exchange }))

  /** Begins a visit as a partner service does. */
  async begin(kind: keyof MembersFile['entries'] = 'sign_in', browser = this.browser()): Promise<Visit> {
    const entry = this.file.entries[kind]
    if (entry === undefined) throw new Skipped(`entries.${kind} is not in the members file`)
    const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url')
    return this.enter(browser, filled(entry, { challenge }))
  }

  /** Follows an address to the app, where it begins a visit. */
  async enter(browser: Browser, address: string): Promise<Visit> {
    const landed = await browser.open(address, ({ origin }) => origin === this.file.app_origin)
    const transaction_id = landed.searchParams.get('transaction_id')
    const state = landed.searchParams.get('state')
    if (landed.origin !== this.file.app_origin || transaction_id === null || state === null)
      throw new Mismatch('the app with transaction_id and state', landed.href, null)
    return new Visit(this, browser, { transaction_id, state }, landed)
  }

  /** Follows a location until the issuer sends the browser back to the service. */
  leave = (browser: Browser, location: string): Promise<URL> =>
    browser.open(new URL(location, this.file.app_origin).href, ({ searchParams }) => searchParams.has('code'))

  async member(role: Role): Promise<Member> {
    const source = this.file.members[role]
    if (!source) throw new Skipped(`members.${role} is not in the members file`)
    return memberFrom(source)
  }

  /** Comes back when every session and proof is older than five minutes. */
  async later(): Promise<void> {
    const { later } = this.file
    if (later === undefined) throw new Skipped('later is not in the members file')
    if ('wait_s' in later) await sleep(later.wait_s * 1000)
    else await callHook(later.post, { method: 'POST' })
  }

  /** A phone that no member has: E.164, and its form in a body. */
  freshPhone(): { to: string; body: object } {
    const { phone = '0104{digits}', nation_tel_no = '82' } = this.file.join ?? {}
    const phone_number = filled(phone)
    return { to: `+${nation_tel_no}${phone_number.replace(/^0/, '')}`, body: { phone_number, nation_tel_no } }
  }

  newestCode = (to: string): Promise<string | null> => newestCode(this.file.codes, to)

  /** The code that is sent by `send`. */
  async codeBy(to: string, send: () => Promise<unknown>): Promise<string> {
    const before = await this.newestCode(to)
    await send()
    for (let waited = 0; waited < CODE_WAIT_MS; waited += CODE_LOOK_MS) {
      const code = await this.newestCode(to)
      if (code !== null && code !== before) return code
      await sleep(CODE_LOOK_MS)
    }
    throw new Mismatch(`a code for ${to} within 10 s`, 'none', null)
  }
}

/** The calls of one browser. A visit adds the two values by which its calls name it. */
export class Calls {
  readonly kit: Kit
  readonly browser: Browser
  protected readonly name: { transaction_id: string; state: string } | null
  constructor(kit: Kit, browser: Browser, name: { transaction_id: string; state: string } | null = null) {
    this.kit = kit
    this.browser = browser
    this.name = name
  }

  async call(name: CallName, given: Given = {}): Promise<Exchange> {
    const { backend, method, path, visit } = callNamed(name)
    const isNamed = (visit === 'beside' || visit === 'payload') && given.nameless !== true
    const named = isNamed ? this.name : null
    const inQuery = method === 'GET' || method === 'DELETE'
    const url = new URL(
      this.kit.addresses[backend] +
        path.replace(/\{(\w+)\}/g, (_, value: string) => {
          const text = given.values?.[value]
          if (text === undefined) throw new Error(`${name} is asked without ${value}`)
          return encodeURIComponent(text)
        }),
    )
    const query = { ...given.query, ...(inQuery && named) }
    for (const [field, value] of Object.entries(query)) url.searchParams.set(field, value)
    const token: Record<string, string> = given.token === undefined ? {} : { 'x-authenticator': `Token ${given.token}` }
    const sent = { method, url: url.href }
    if (given.form) {
      const body = new FormData()
      for (const [field, value] of Object.entries(named ?? {})) body.set(field, value)
      body.set('payload', JSON.stringify(given.form.payload))
      body.set('enrollment_letter', given.form.file)
      const headers = this.browser.headers({ 'idempotency-key': randomBytes(8).toString('hex'), ...given.headers })
      return this.browser.send({ ...sent, headers, body })
    }
    if (inQuery) return this.browser.send({ ...sent, headers: this.browser.headers(given.headers) })
    const body = JSON.stringify({ ...given.body, ...named })
    const headers = this.browser.headers({ 'content-type': 'application/json', ...token, ...given.headers })
    return this.browser.send({ ...sent, headers, body })
  }

  /** The data of a call that leads to the question of a row. */
  async data<T>(name: CallName, shape: ZodMiniType<T>, given: Given = {}): Promise<T> {
    return need(this.call(name, given).then((exchange) => answered(exchange, name, shape)))
  }

  /** The token of a step: in its field, in the query of its `authorization_uri`, or behind its `init_url`. */
  async tokenOf({ auth_token, authorization_uri, init_url, params }: Pending): Promise<string> {
    if (auth_token) return auth_token
    const { auth } = this.kit.addresses
    let [uri, exchange]: [string | undefined, Exchange | null] = [authorization_uri, null]
    if (init_url !== undefined) {
      const url = new URL(init_url.startsWith(`${auth}/`) ? init_url : auth + init_url)
      for (const [field, value] of Object.entries({ ...params, ...this.name })) url.searchParams.set(field, value)
      exchange = await this.browser.send({ method: 'GET', url: url.href, headers: this.browser.headers() })
      uri = fitting(exchange, InitUrlAnswer, 'an authorization_uri behind init_url').authorization_uri
    }
    const token = new URLSearchParams(uri?.split('?')[1]).get('auth_token')
    if (!token) throw new Mismatch('an auth_token: a field, in authorization_uri or behind init_url', 'none', exchange)
    return token
  }

  /** Sends a code and proves it. @returns the `auth_code` */
  async prove(kind: 'sms' | 'email', token: string, to: string, body: object): Promise<string> {
    const [issue, verify] =
      kind === 'sms' ? (['issueSms', 'verifySms'] as const) : (['issueEmail', 'verifyEmail'] as const)
    const verify_code = await this.kit.codeBy(to, () => this.data(issue, Expiry, { token, body }))
    const { auth_code } = await this.data(verify, Proof, { token, body: { verify_code } })
    return auth_code
  }
}

/** One visit: a browser, and the two values by which its calls name it. */
export class Visit extends Calls {
  private known: Welcome | null = null

  readonly named: { transaction_id: string; state: string }
  /** The address at which the browser came to the app. */
  readonly entry: URL
  constructor(kit: Kit, browser: Browser, named: { transaction_id: string; state: string }, entry: URL) {
    super(kit, browser, named)
    this.named = named
    this.entry = entry
  }

  /** The same visit as another browser would present it. */
  elsewhere = (browser = this.kit.browser()): Visit => new Visit(this.kit, browser, this.named, this.entry)

  async welcome(): Promise<Welcome> {
    this.known ??= await this.data('initLogin', Welcome)
    return this.known
  }

  seal = async (password: string): Promise<string> => seal(password, await this.welcome())

  async signIn({ login_id, password }: Pick<Member, 'login_id' | 'password'>): Promise<Exchange> {
    const sealed = await this.seal(password)
    return this.call('verifyPwd', { body: { login_id, password: sealed, stay_session: false } })
  }

  /** Signs in and goes back to the service. */
  async finish(member: Member): Promise<void> {
    const location = await need(this.signIn(member).then(locationOf))
    await need(this.kit.leave(this.browser, location))
  }
}
