// A browser without a screen: a cookie jar that follows redirects, speaks to the backend as the app does, and seals passwords.
import { formIn } from '../../conformance/form.ts'
import { Key, seal as sealFor } from '../../conformance/seal.ts'

export const APP = 'http://localhost:3000'

type Cookie = { value: string; path: string; expires: number }
export type Reply = { status: number; headers: Headers; body: unknown; text: string }

export const data = (reply: Reply): Record<string, unknown> => field(reply.body, 'data')

export function field(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || !(name in value))
    throw new Error(`no ${name} in ${JSON.stringify(value)}`)
  return (value as Record<string, Record<string, unknown>>)[name] ?? {}
}

/** The name of a visit in the address of its entry. */
export function visitIn({ searchParams }: URL): { transaction_id: string; state: string } {
  return { transaction_id: searchParams.get('transaction_id') ?? '', state: searchParams.get('state') ?? '' }
}

/** An address with the name of a visit in its query, unless it brings its own. */
function withName(path: string, name: { transaction_id: string; state: string }): string {
  if (path.includes('transaction_id=')) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(name)}`
}

export const seal = (password: string, key: unknown): string =>
  sealFor(password, { ...Key.parse(key), enc_alg: 'RSA-OAEP-256' })

/** The calls that belong to a visit, without the authenticator calls (contract, "Conventions"). */
const OF_VISITS = /^\/v1\/(?!interests|health|client-errors|account|init\/account)/

export class Browser {
  readonly jar = new Map<string, Cookie>()
  readonly base: string
  private readonly headers: Record<string, string>
  /** The visit that calls name, as in the app: the last one that this browser entered. Null: an older client, which names no visit. */
  visit: { transaction_id: string; state: string } | null = null

  /** @param headers of each call: what a proxy says of this browser, or a language */
  constructor(base: string, headers: Record<string, string> = {}) {
    this.base = base
    this.headers = headers
  }

  private keep(headers: Headers, from: URL): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const at = pair.indexOf('=')
      const read = (name: string) =>
        attributes.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
      const age = read('max-age')
      const expires = age ? Date.now() + Number(age) * 1000 : Date.parse(read('expires') ?? '') || Infinity
      const path = read('path') ?? from.pathname
      const key = `${pair.slice(0, at)} ${path}`
      if (expires <= Date.now()) this.jar.delete(key)
      else this.jar.set(key, { value: pair.slice(at + 1), path, expires })
    }
  }

  cookiesFor(url: URL): string {
    const fits = ({ path }: Cookie) =>
      url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
    return [...this.jar]
      .filter(([, cookie]) => fits(cookie))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ')
  }

  async send(target: string, init: RequestInit = {}): Promise<Reply> {
    const url = new URL(target, this.base)
    const headers = new Headers(init.headers)
    for (const [name, value] of Object.entries(this.headers)) headers.set(name, value)
    const cookies = this.cookiesFor(url)
    if (cookies && !headers.has('cookie')) headers.set('cookie', cookies)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    this.keep(response.headers, url)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
  }

  get = (path: string) => this.call('GET', path)

  call = (method: string, path: string, given?: unknown, headers: Record<string, string> = {}) => {
    const name = OF_VISITS.test(path) ? this.visit : null
    const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
    const body = isObject && name ? { ...name, ...given } : given
    return this.send(body === undefined && name ? withName(path, name) : path, {
      method,
      headers: { origin: APP, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  /** The visit of an entry, for the calls that follow. */
  enter(entry: URL): URL {
    const [transaction_id, state] = [entry.searchParams.get('transaction_id'), entry.searchParams.get('state')]
    if (transaction_id && state) this.visit = { transaction_id, state }
    return entry
  }

  post = (path: string, body: unknown, headers?: Record<string, string>) => this.call('POST', path, body, headers)

  /** Follows redirects, and the provider's form that submits itself, as long as they stay with the backend. @returns the first address elsewhere */
  async go(target: string): Promise<URL> {
    let url = new URL(target, this.base)
    let init: RequestInit = {}
    for (let hops = 0; hops < 12; hops += 1) {
      if (url.origin !== new URL(this.base).origin) return this.enter(url)
      const reply = await this.send(url.href, init)
      init = {}
      const location = reply.headers.get('location')
      const form = reply.status === 200 ? formIn(reply.text, url) : null
      if (location) url = new URL(location, url)
      else if (form) {
        url = form.url
        init = { method: 'POST', body: form.body, headers: { origin: this.base } }
      } else throw new Error(`${reply.status} at ${url.pathname}: ${reply.text.slice(0, 2000)}`)
    }
    throw new Error('too many redirects')
  }

  /** Signs in through the app's calls, from the link that the issuer gave. @returns the answer of verify/pwd */
  async signIn(entry: URL, member: { login_id: string; password: string }, stay_session = false): Promise<Reply> {
    const press = await this.readyToSignIn(entry, member, stay_session)
    return press()
  }

  /** The sign-in as far as the press of its button, which sends the password with the cookies of that moment. */
  async readyToSignIn(
    entry: URL,
    member: { login_id: string; password: string },
    stay_session = false,
  ): Promise<() => Promise<Reply>> {
    const welcome = await this.get(`/v1/init/login${entry.search}`)
    if (welcome.status !== 200) return () => Promise.resolve(welcome)
    const password = seal(member.password, data(welcome))
    const given = { login_id: member.login_id, password, ...visitIn(entry), stay_session }
    return () => this.post('/v1/verify/pwd', given)
  }
}
