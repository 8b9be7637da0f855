// Contract, "location": the only judge of where the browser may be sent.
import { paths } from './paths'
import type { Path } from './paths'
import { isLoopback } from './webAddress'

export type Exit = { kind: 'leave'; url: string } | { kind: 'inside'; path: Path; query: Record<string, string> }

const known: readonly string[] = Object.values(paths)
const isPath = (value: string): value is Path => known.includes(value)

function inside(url: URL, written: string): Exit | null {
  if (!isPath(url.pathname) || written !== url.pathname) return null
  const query: [string, string][] = [...url.searchParams]
  if (new Set(query.map(([name]) => name)).size !== query.length) return null
  return { kind: 'inside', path: url.pathname, query: Object.fromEntries(query) }
}

/**
 * A server's location, judged: an address of one of `origins`, one of this app's own paths, or null.
 * The text must already be what a browser would make of it; whatever a parser would have to mend is refused.
 */
export function safeLocation(raw: string, allowed: { origins: readonly string[]; appOrigin: string }): Exit | null {
  if (raw.length > 4096 || !/^[\x21-\x5b\x5d-\x7e]+$/.test(raw)) return null
  const isAbsolute = /^https?:\/\/[^/]/i.test(raw)
  if (!isAbsolute && (!raw.startsWith('/') || raw.startsWith('//'))) return null
  if (!URL.canParse(raw, allowed.appOrigin)) return null

  const url = new URL(raw, allowed.appOrigin)
  const [written = ''] = raw.split(/[?#]/, 1)
  if (!isAbsolute) return inside(url, written)
  const isPlain = written.toLowerCase().startsWith(url.origin)
  if (!isPlain || url.username !== '' || url.password !== '') return null
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) return null
  if (url.origin === allowed.appOrigin) return inside(url, `/${written.split('/').slice(3).join('/')}`)
  return allowed.origins.includes(url.origin) ? { kind: 'leave', url: url.href } : null
}
