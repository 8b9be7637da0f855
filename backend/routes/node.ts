// Contract, node API: client errors come in, health goes out.
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { health, reportClientError } from '../../contract/calls/node.ts'
import type { Ctx } from '../context.ts'
import { recordClientError } from '../domain/audit/events.ts'
import { levelsOf } from '../domain/limits/networks.ts'
import { sharedLimit } from '../domain/limits/sharedLimits.ts'
import { clientIp } from '../http/clientIp.ts'
import { refuse } from '../domain/refusal.ts'
import { printable } from '../printable.ts'
import { serving } from '../http/serve.ts'
import { DATABASE_TIMEOUT_MS, databaseProblem } from '../http/probes.ts'

const MOST_BYTES = 16 * 1024
const REQUEST_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** What a careless message may hold: addresses, long digits, queries and tokens. */
const SECRETS: [RegExp, string][] = [
  [/%(?:25)*40/gi, '@'],
  [/[^\s@]{1,64}@[^\s@]{1,255}/g, '[email]'],
  [/[?#][^\s)'"]*/g, '[query]'],
  [/\b[\w-]{24,}\b/g, '[token]'],
  [/\+?\d[\d -]{4,}\d/g, '[digits]'],
]

/** One line, without what must not be kept, nor what the operator's terminal would obey. */
const masked = (text: string): string =>
  printable(
    SECRETS.reduce((rest, [pattern, name]) => rest.replace(pattern, name), text)
      .replaceAll('\r', '\\r')
      .replaceAll('\n', '\\n'),
  )

/** The request ID of a failed call stays as it is: the member's reference leads to it. Any other long ID may be a secret. */
const referenceIn = (id: string): string => (REQUEST_ID.test(id) ? id : masked(id))

/** The node API, at the full paths of the contract. Health answers 503 when the database takes longer than `health_ms`. */
export function nodeRoutes(ctx: Ctx, health_ms = DATABASE_TIMEOUT_MS): Hono {
  const app = new Hono()
  const waitFor = sharedLimit(ctx, 'reports', { most: ctx.settings.limits.error_reports_per_minute, seconds: 60 })
  const tooLarge = () => {
    throw refuse(413, 'PAYLOAD_TOO_LARGE')
  }
  const limited: MiddlewareHandler = async (c, next) => {
    const wait = await waitFor(levelsOf(clientIp(c, ctx)).map(({ network, weight }) => ({ key: network, weight })))
    if (wait > 0)
      throw refuse(429, 'TOO_MANY_REQUESTS', undefined, undefined, { headers: { 'retry-after': String(wait) } })
    return next()
  }
  const serve = serving(app)
  serve(
    reportClientError,
    async ({ c, body }) => {
      const fields = Object.entries(body).map(([name, text]) => [name, masked(text)])
      await recordClientError(ctx, clientIp(c, ctx), { ...Object.fromEntries(fields), id: referenceIn(body.id) })
      return { accepted: true }
    },
    bodyLimit({ maxSize: MOST_BYTES, onError: tooLarge }),
    limited,
  )
  serve(health, async () => {
    if ((await databaseProblem(ctx, health_ms)) !== null) throw refuse(503, 'SERVICE_UNAVAILABLE')
    return { status: 'ok' as const }
  })
  return app
}
