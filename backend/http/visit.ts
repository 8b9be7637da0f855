// Contract, "Every call that belongs to a visit names it", and Security A12, A21: the one place where a call finds its visit.
import type { Context, MiddlewareHandler } from 'hono'
import type { Provider } from 'oidc-provider'
import type * as z from 'zod/mini'
import { VisitQuery } from '../../contract/shapes/visit.ts'
import { noteVisit } from '../call.ts'
import type { Ctx } from '../context.ts'
import type { Transaction } from '../db/schema.ts'
import { namedVisit, onlyVisit, visitOver } from '../domain/signIn/transactions.ts'
import { secretsOf } from './cookies.ts'
import { fits, parseQuery } from './envelope.ts'

const VISIT = 'visit'

type Name = z.infer<typeof VisitQuery>

/** The names in the query, or in a JSON body. Null: the body cannot be read, and the route refuses it. */
async function nameIn(c: Context): Promise<Name | null> {
  const isInBody = c.req.method === 'POST' || c.req.method === 'PUT'
  if (!isInBody) return parseQuery(c, VisitQuery)
  const body: unknown = await c.req.json().catch(() => null)
  const read = fits(body) ? VisitQuery.safeParse(body) : null
  return read?.success ? read.data : null
}

/**
 * The visit of this name, if this browser began it. It may have ended if its location has not been followed yet: the answer that
 * ended it may have been lost.
 * @throws Refused 403 VISIT_OVER in the browser whose visit is over, or whose service an operator has removed; 403 for any other visit; 409 for a
 *   call that names no visit where several can be meant
 */
export async function findVisit(
  c: Context,
  ctx: Ctx,
  provider: Provider,
  { transaction_id, state }: Name,
): Promise<Transaction> {
  const isOpen = async ({ id, finished_at }: Transaction) =>
    finished_at === null || (await provider.Interaction.find(id)) !== undefined
  const isNamed = transaction_id !== undefined || state !== undefined
  const visit = isNamed
    ? await namedVisit(ctx, secretsOf(c, ctx), { transaction_id: transaction_id ?? '', state: state ?? '' })
    : await onlyVisit(ctx, secretsOf(c, ctx), isOpen)
  const isServed = ctx.clients.some(({ client_id }) => client_id === visit.client_id)
  if (!isServed || (isNamed && !(await isOpen(visit)))) throw visitOver()
  return visit
}

/** For a route that reads its visit's name from a form. */
export function setVisit(c: Context, visit: Transaction): void {
  noteVisit(visit)
  c.set(VISIT, visit)
}

/** Finds the visit of a call before its route runs. A route reads it with `visitOf`. */
export const visits = (ctx: Ctx, provider: Provider): MiddlewareHandler =>
  async function visit(c, next) {
    const name = await nameIn(c)
    if (name) setVisit(c, await findVisit(c, ctx, provider, name))
    await next()
  }

/** The visit of this call, which may have ended (see `findVisit`). */
export function visitOf(c: Context): Transaction {
  const visit = c.get(VISIT) as Transaction | undefined
  if (!visit) throw new Error(`${c.req.path} is not behind the visit middleware`)
  return visit
}

/** As `visitOf`. @throws Refused 403 VISIT_OVER for a visit that has ended */
export function liveVisitOf(c: Context): Transaction {
  const visit = visitOf(c)
  if (visit.finished_at !== null) throw visitOver()
  return visit
}
