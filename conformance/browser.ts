// A browser without a screen: it keeps cookies by host, sends what the app sends, and follows redirects of the issuer.
import { setTimeout as sleep } from 'node:timers/promises'
import { CookieJar, parse } from 'tough-cookie'
import { formIn } from './form.ts'
import { type Exchange, Mismatch, reasonOf, type Request } from './mismatch.ts'

export type Cookie = { host: string; name: string; line: string }

const HOPS = 15
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** The contract's time-out of a call, in milliseconds. */
const TIMEOUT_MS = 10_000
/** A backend that limits calls is waited for, this long at most. */
const LONGEST_WAIT_S = 65

export class Browser {
  private readonly jar = new CookieJar()
  /** Every cookie that was set here, as its header says it. */
  readonly set: Cookie[] = []

  private readonly origin: string
  private readonly heard: (exchange: Exchange) => void
  constructor(origin: string, heard: (exchange: Exchange) => void) {
    this.origin = origin
    this.heard = heard
  }

  private async keep(headers: Headers, { href, hostname }: URL): Promise<void> {
    for (const line of headers.getSetCookie()) {
      await this.jar.setCookie(line, href, { ignoreError: true })
      const cookie = parse(line)
      if (cookie && cookie.TTL() > 0) this.set.push({ host: hostname, name: cookie.key, line })
    }
  }

  /** @throws Mismatch when no answer comes within the contract's time-out */
  private async once(request: Request): Promise<Exchange> {
    const url = new URL(request.url)
    const cookie = await this.jar.getCookieString(url.href)
    const began = Date.now()
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { method, headers, body } = request
    const init = { method, headers: { ...headers, ...(cookie && { cookie }) }, redirect: 'manual', signal } as const
    let response: Response
    let text: string
    try {
      response = await fetch(url, { ...init, ...(body !== undefined && { body }) })
      text = await response.text()
    } catch (error) {
      throw new Mismatch('an answer within 10 s', reasonOf(error), { request })
    }
    await this.keep(response.headers, url)
    const exchange = {
      request,
      status: response.status,
      headers: response.headers,
      text,
      body: parsed(text),
      ms: Date.now() - began,
    }
    this.heard(exchange)
    return exchange
  }

  /** As the app sends it. A 429 is waited for, once. */
  async send(request: Request): Promise<Exchange> {
    const exchange = await this.once(request)
    const seconds = Number(exchange.headers.get('retry-after') ?? Infinity)
    if (exchange.status !== 429 || !(seconds <= LONGEST_WAIT_S)) return exchange
    await sleep(seconds * 1000)
    return this.once(request)
  }

  /** Opens a page and follows its redirects. @returns the first address that is an end, which is not asked for, or the page that comes */
  async open(address: string, isEnd: (url: URL) => boolean): Promise<URL> {
    let url = new URL(address)
    let request: Omit<Request, 'url'> = { method: 'GET', headers: { accept: 'text/html' } }
    for (let hop = 0; hop < HOPS; hop += 1) {
      if (isEnd(url)) return url
      const exchange = await this.send({ ...request, url: url.href })
      const location = exchange.headers.get('location')
      const form = /\.submit\(\)/.test(exchange.text) ? formIn(exchange.text, url) : null
      request = { method: 'GET', headers: { accept: 'text/html' } }
      if (location !== null && REDIRECTS.has(exchange.status)) url = new URL(location, url)
      else if (form && exchange.status === 200) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin }
        request = { method: 'POST', headers, body: form.body.toString() }
        url = form.url
      } else if (exchange.status === 200) return url
      else throw new Mismatch('a redirect that leads to the app or back to the service', `${exchange.status}`, exchange)
    }
    throw new Mismatch(`at most ${HOPS} redirects`, 'more of them', null)
  }

  /** The headers of a call of the app. */
  readonly headers = (more: Record<string, string> = {}): Record<string, string> => ({
    accept: 'application/json',
    origin: this.origin,
    ...more,
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
