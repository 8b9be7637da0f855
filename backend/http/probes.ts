// The addresses that an orchestrator or a load balancer asks, which needs to know neither the backend's name nor a client's rate limit.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { schemaState } from '../db/migrate.ts'
import { DatabaseUnavailable, RETRY_AFTER } from '../db/unavailable.ts'
import { RELEASE } from '../../server/release.ts'
import { answerHeaders } from './headers.ts'

/** A database that takes longer than this counts as unavailable, in milliseconds. */
export const DATABASE_TIMEOUT_MS = 2_000
const NO_DATABASE = 'no database'

type Problem = string | null

export const PROBES = ['/livez', '/readyz'] as const

/** Takes two megabytes of the disk for a moment: the rows have no room in this memory. */
const takeSpace = ({ db }: Ctx) =>
  db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx)
    await sql`select count(*) from generate_series(1, 100000)`.execute(trx)
  })

async function askDatabase(ctx: Ctx): Promise<Problem> {
  const { db } = ctx
  try {
    // Changes no row. A server that takes no writes refuses it all the same, and the pool then drops its connections.
    await sql`delete from send_counts where false`.execute(db)
    if (ctx.isDiskFull) await takeSpace(ctx)
    ctx.isDiskFull = false
    const { missing, tooNew } = await schemaState(db)
    return missing.length + tooNew.length > 0 ? 'tables of another release' : null
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) return NO_DATABASE
    return error.isReadOnly ? 'read-only database' : error.isDiskFull ? 'full disk' : NO_DATABASE
  }
}

/** Calls that arrive while one question is under way wait for its answer, so that a flood of them keeps one connection busy and not all. */
const underWay = new WeakMap<Ctx, Promise<Problem>>()

/** @returns what keeps the database from doing the work, or null. It takes no longer than `timeout_ms` */
export function databaseProblem(ctx: Ctx, timeout_ms = DATABASE_TIMEOUT_MS): Promise<Problem> {
  const asked = underWay.get(ctx) ?? askDatabase(ctx).finally(() => underWay.delete(ctx))
  underWay.set(ctx, asked)
  return Promise.race([asked, sleep(timeout_ms, NO_DATABASE, { ref: false })])
}

/**
 * Answers `/livez` (200 while the process runs) and `/readyz` (503 while the server shuts down or the database cannot do the work).
 * Both name the release.
 * NOTE: a probe calls the instance by its address, so these two answer before the Host header is checked.
 * @returns a function that says whether it has answered the request
 */
export function answerProbes(ctx: Ctx, isDraining: () => boolean) {
  const say = (req: IncomingMessage, res: ServerResponse, problem: string | null) => {
    const body = JSON.stringify({ status: problem ?? 'ok', release: RELEASE })
    res.writeHead(problem === null ? 200 : 503, {
      ...answerHeaders(ctx.settings),
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      ...(problem !== null && { 'Retry-After': String(RETRY_AFTER) }),
    })
    res.end(req.method === 'HEAD' ? undefined : body)
  }
  const readiness = async () => (isDraining() ? 'stopping' : databaseProblem(ctx))
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false
    if (req.url === '/livez') say(req, res, null)
    else if (req.url === '/readyz') void readiness().then((problem) => say(req, res, problem))
    else return false
    return true
  }
}
