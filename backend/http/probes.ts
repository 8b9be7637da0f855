// The addresses that an orchestrator or a load balancer asks, which needs to know neither the backend's name nor a client's rate limit.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ctx } from '../context'
import { answerHeaders } from './headers'

/** A database that takes longer than this counts as unavailable, in milliseconds. */
export const DATABASE_TIMEOUT_MS = 2_000

/** Sends an empty query to the database. @returns false if it fails or takes longer than `timeout_ms` */
export function databaseAnswers(ctx: Ctx, timeout_ms = DATABASE_TIMEOUT_MS): Promise<boolean> {
  const answered = sql`select 1`.execute(ctx.db).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, sleep(timeout_ms, false, { ref: false })])
}

/**
 * Answers `/livez` (200 while the process runs) and `/readyz` (503 while the server shuts down or the database does not answer).
 * NOTE: a probe calls the instance by its address, so these two answer before the Host header is checked.
 * @returns a function that says whether it has answered the request
 */
export function answerProbes(ctx: Ctx, isDraining: () => boolean) {
  const say = (req: IncomingMessage, res: ServerResponse, problem: string | null) => {
    const body = JSON.stringify(problem === null ? { status: 'ok' } : { status: problem })
    res.writeHead(problem === null ? 200 : 503, {
      ...answerHeaders(ctx.settings),
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      ...(problem !== null && { 'Retry-After': '2' }),
    })
    res.end(req.method === 'HEAD' ? undefined : body)
  }
  const readiness = async () => {
    if (isDraining()) return 'stopping'
    return (await databaseAnswers(ctx)) ? null : 'no database'
  }
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false
    if (req.url === '/livez') say(req, res, null)
    else if (req.url === '/readyz') void readiness().then((problem) => say(req, res, problem))
    else return false
    return true
  }
}
