// A browser without a screen, for `npm run smoke` and `npm run load:failover`: it keeps cookies, and follows redirects and forms that submit themselves.
import { CookieJar } from 'tough-cookie'
import { formIn } from '../../conformance/form.ts'

/** The contract's request timeout. */
const MOST_MS = 10_000
const MOST_HOPS = 12

export type Reply = { status: number; headers: Headers; text: string }

/** Where something happened. The query of an address has codes and tokens, so no message may have it. */
const placeOf = ({ origin, pathname }: URL): string => `${origin}${pathname}`

/** @param call makes one call */
export function newVisitor(call: (url: URL, init: RequestInit) => Promise<Response> = fetch) {
  const jar = new CookieJar()

  async function send(url: URL, init: RequestInit = {}): Promise<Reply> {
    const headers = new Headers(init.headers)
    const cookies = await jar.getCookieString(url.href)
    if (cookies) headers.set('cookie', cookies)
    const options = { ...init, headers, redirect: 'manual' as const, signal: AbortSignal.timeout(MOST_MS) }
    const response = await call(url, options)
    for (const line of response.headers.getSetCookie()) await jar.setCookie(line, url.href)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  /** Visits addresses from one to the next. @returns the first one that is the end, without visiting it */
  async function go(from: URL, isEnd: (url: URL) => boolean): Promise<URL> {
    let [url, init]: [URL, RequestInit] = [from, {}]
    for (let hops = 0; hops < MOST_HOPS; hops += 1) {
      if (isEnd(url)) return url
      const { status, headers, text } = await send(url, init)
      const location = headers.get('location')
      const form = status === 200 ? formIn(text, url) : null
      const next = location
        ? { url: new URL(location, url), init: {} }
        : form && { url: form.url, init: { method: 'POST', body: form.body, headers: { origin: url.origin } } }
      if (!next) throw new Error(`${status} at ${placeOf(url)}`)
      ;({ url, init } = next)
    }
    throw new Error(`too many redirects, the last one at ${placeOf(url)}`)
  }

  return { send, go }
}
export type Visitor = ReturnType<typeof newVisitor>
