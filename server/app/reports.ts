// Security H12: reports of policy violations. One line each, a limited number per minute, without anything that names a visit.
import * as z from 'zod/mini'

export const REPORT_PATH = '/csp-report'
export const MOST_REPORT_BYTES = 16 * 1024
const MOST_A_MINUTE = 60

const Report = z.object({
  'csp-report': z.object({
    'document-uri': z.optional(z.string()),
    'effective-directive': z.optional(z.string()),
    'violated-directive': z.optional(z.string()),
    'blocked-uri': z.optional(z.string()),
  }),
})

/** An address without query, fragment and user, or a keyword such as `inline`. Anything else is dropped. */
function place(text = ''): string {
  if (/^[a-z-]{1,32}$/.test(text)) return text
  if (!URL.canParse(text)) return '-'
  const { protocol, origin, pathname } = new URL(text)
  return /^(https?|wss?):$/.test(protocol) ? `${origin}${pathname}`.slice(0, 200) : protocol
}

const directive = (text = ''): string => /^[a-z-]{1,40}/.exec(text)?.[0] ?? '-'

/** @returns a function that takes one report and returns the status for its sender */
export function reportTaker(log: (line: string) => void, now: () => number = Date.now) {
  let minute = 0
  let count = 0
  return (type: string, body: Buffer): number => {
    if (!/^application\/csp-report\b/i.test(type)) return 415
    if (body.length > MOST_REPORT_BYTES) return 413
    let parsed
    try {
      parsed = Report.safeParse(JSON.parse(body.toString()))
    } catch {
      return 400
    }
    if (!parsed.success) return 400
    // Only what is written counts, so that junk does not hide reports.
    const current = Math.floor(now() / 60_000)
    if (current !== minute) [minute, count] = [current, 0]
    count += 1
    if (count > MOST_A_MINUTE) return 429
    const report = parsed.data['csp-report']
    const broken = directive(report['effective-directive'] ?? report['violated-directive'])
    log(`csp ${broken} blocked ${place(report['blocked-uri'])} at ${place(report['document-uri'])}`)
    return 204
  }
}
