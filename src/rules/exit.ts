// Contract, "location": the only judge of where the browser may be sent.
import { urlOf } from '../wire/url'
import { goError, report, toast } from './outcome'
import type { Outcome } from './outcome'
import { paths } from './paths'
import type { Path } from './paths'
import { isLoopback } from './webAddress'

export type Exit = { kind: 'leave'; url: string } | { kind: 'inside'; path: Path; query: Record<string, string> }

const known: readonly string[] = Object.values(paths)
const isPath = (value: string): value is Path => known.includes(value)

/** A path of the app; of `/error/{code}` the code is what `?code=` says as well. */
function appPath(pathname: string): { path: Path; code?: string } | null {
  const [, code] = /^\/error\/(\w+)$/.exec(pathname) ?? []
  if (code) return { path: paths.error, code }
  return isPath(pathname) ? { path: pathname } : null
}

function inside(url: URL, written: string): Exit | null {
  const to = appPath(url.pathname)
  if (!to || written !== url.pathname) return null
  const query: [string, string][] = [...url.searchParams]
  if (new Set(query.map(([name]) => name)).size !== query.length) return null
  const { path, ...code } = to
  return { kind: 'inside', path, query: { ...Object.fromEntries(query), ...code } }
}

/**
 * A server's location, judged: an address of one of `origins`, one of this app's own paths, or null.
 * The text must already be what a browser would make of it; whatever a parser would have to mend is refused.
 */
export function safeLocation(raw: string, allowed: { origins: readonly string[]; appOrigin: string }): Exit | null {
  if (raw.length > 4096 || !/^[\x21-\x5b\x5d-\x7e]+$/.test(raw)) return null
  const isAbsolute = /^https?:\/\/[^/]/i.test(raw)
  if (!isAbsolute && (!raw.startsWith('/') || raw.startsWith('//'))) return null
  const url = urlOf(raw, allowed.appOrigin)
  if (!url) return null

  const [written = ''] = raw.split(/[?#]/, 1)
  if (!isAbsolute) return inside(url, written)
  const isPlain = written.toLowerCase().startsWith(url.origin)
  if (!isPlain || url.username !== '' || url.password !== '') return null
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) return null
  if (url.origin === allowed.appOrigin) return inside(url, `/${written.split('/').slice(3).join('/')}`)
  return allowed.origins.includes(url.origin) ? { kind: 'leave', url: url.href } : null
}

/** A location that is not followed. Its operator hears of the origin, which may only be missing in the settings; the rest of it is secret. */
export const onBadLocation = (raw: string): Outcome => [
  report(`location not trusted: ${urlOf(raw)?.origin ?? 'no address'}`),
  toast('errors.badLocation'),
  goError('403'),
]
