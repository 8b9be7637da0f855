// Contract, "location": the only place that decides where the browser may go.
import { isSafeUrl, urlOf } from '../../../contract/url.ts'
import { goError, report } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { pathOf } from './paths.ts'

/** `leave`: to a service. `inside`: to a path of this app. Both load a new page. */
export type Exit = { kind: 'leave' | 'inside'; url: string }

function inside({ pathname, search, searchParams }: URL, written: string): Exit | null {
  const names = [...searchParams.keys()]
  const isOurs = pathOf(pathname) !== undefined && written === pathname
  return isOurs && new Set(names).size === names.length ? { kind: 'inside', url: pathname + search } : null
}

/**
 * Checks a server's location: an address of one of `origins`, a path of this app, or null.
 * The text must already be what a browser would make of it. A text that a parser would correct is refused.
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
  if (!isSafeUrl(url)) return null
  if (url.origin === allowed.appOrigin) return inside(url, `/${written.split('/').slice(3).join('/')}`)
  return allowed.origins.includes(url.origin) ? { kind: 'leave', url: url.href } : null
}

/** A location that is refused. The report names the origin, because it may only be missing in the settings. The rest is secret. */
export const onBadLocation = (raw: string): Outcome => [
  report(`location not trusted: ${urlOf(raw)?.origin ?? 'no address'}`),
  goError('403', 'untrusted'),
]
