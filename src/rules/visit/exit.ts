// Contract, "location": the only place that decides where the browser may go.
import { urlOf } from '../../../contract/url.ts'
import { goError, report } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { isExact, wholeUrl, written } from './outside.ts'
import { pathOf } from './paths.ts'

/** `leave`: to a service. `inside`: to a path of this app. Both load a new page. */
export type Exit = { kind: 'leave' | 'inside'; url: string }

function inside({ pathname, search, searchParams }: URL, text: string): Exit | null {
  const names = [...searchParams.keys()]
  const isOurs = pathOf(pathname) !== undefined && text === pathname
  return isOurs && new Set(names).size === names.length ? { kind: 'inside', url: pathname + search } : null
}

/**
 * Checks a server's location: an address of one of `origins`, a path of this app, or null.
 * The text must already be what a browser would make of it. A text that a parser would correct is refused.
 */
export function safeLocation(raw: string, allowed: { origins: readonly string[]; appOrigin: string }): Exit | null {
  const whole = wholeUrl(raw)
  if (whole?.origin === allowed.appOrigin) return inside(whole, `/${written(raw).split('/').slice(3).join('/')}`)
  if (whole) return allowed.origins.includes(whole.origin) ? { kind: 'leave', url: whole.href } : null
  if (!isExact(raw) || !raw.startsWith('/') || raw.startsWith('//')) return null
  const url = urlOf(raw, allowed.appOrigin)
  return url && inside(url, written(raw))
}

/** A location that is refused. The report names the origin, because it may only be missing in the settings. The rest is secret. */
export const onBadLocation = (raw: string): Outcome => [
  report(`location not trusted: ${urlOf(raw)?.origin ?? 'no address'}`),
  goError('403', 'untrusted'),
]
