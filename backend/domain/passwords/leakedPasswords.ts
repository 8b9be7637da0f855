// Security A4: asks a service whether a password is in a published leak, where the operator allows it. A failure of the service is none of the member's.
import { createHash } from 'node:crypto'
import { pwnedPasswordRange } from 'hibp'
import * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { summedUp } from '../../log.ts'
import { traced } from '../../tracing/spans.ts'

/** 500 ms: the longest that a member waits for the answer. */
const TIMEOUT_MS = 500
const MINUTE_MS = 60_000
/** Characters of the SHA-1 hash, in hex, that leave the server. Every prefix belongs to hundreds of published passwords. */
const PREFIX = 5
/** The rest of each hash, and how often leaks have it. Padding has 0. */
const Range = z.record(z.string().check(z.regex(/^[0-9A-F]{35}$/)), z.int().check(z.minimum(0)))

/**
 * @param url the base address of a service that speaks the range protocol of Pwned Passwords; null: nobody is asked
 * @returns whether a leak has published a password; false if the service does not answer in time, fails or answers nonsense. Never rejects.
 */
export function leakLookup(url: string | null, { log, now }: Pick<Ctx, 'log' | 'now'>): Ctx['isLeaked'] {
  if (url === null) return () => Promise.resolve(false)
  const noteFailure = summedUp('leaks.failed', MINUTE_MS, log, now)
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const options = { baseUrl: url, addPadding: true, userAgent: 'Daemun', signal }
    try {
      const ask = () => pwnedPasswordRange(hash.slice(0, PREFIX), options)
      const range = Range.safeParse(await traced('client', 'leaked passwords', {}, ask))
      if (range.success) return (range.data[hash.slice(PREFIX)] ?? 0) > 0
      noteFailure('malformed answer')
    } catch {
      // The text of the error may come from the service, so it does not belong in the log.
      noteFailure(signal.aborted ? `no answer within ${TIMEOUT_MS} ms` : 'no answer, or a failure')
    }
    return false
  }
}
