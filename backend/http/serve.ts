// Contract: registers a route by its row of the call table. Method, path, guard, the shapes of what arrives and of what is answered come from
// the row.
import type { Context, Hono, MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import type { Fields, Row, Shape } from '../../contract/row.ts'
import type { Pending } from '../../contract/shapes/pending.ts'
import { visitName } from '../../contract/shapes/visit.ts'
import { refuse } from '../domain/refusal.ts'
import { answer, parseBody, parseQuery } from './envelope.ts'

/** What a handler returns for a step that is still pending (contract, "A pending step"). */
export class StepAnswer {
  readonly data: Pending
  constructor(data: Pending) {
    this.data = data
  }
}

type NameOfVisit = keyof typeof visitName

/** What arrived, checked against the row. The guard has read the name of the visit. */
type Arrived<R extends Row> = {
  c: Context
  values: R extends { values: infer V extends Record<string, Shape> } ? { [Name in keyof V]: z.output<V[Name]> } : null
  query: R extends { query: infer Q extends Fields } ? Omit<z.output<Q>, NameOfVisit> : null
  body: R extends { body: infer B extends Shape } ? z.output<B> : null
}

/** The data of a success, or the whole answer (streamed.ts); nothing for a 204. */
type Data<R extends Row> =
  | z.input<R['answer']>
  | Response
  | (R extends { status: 204 } ? void : never)
  | (R extends { pending: true } ? StepAnswer : never)

type Handler<R extends Row> = (arrived: Arrived<R>) => Data<R> | Promise<Data<R>>

/** `/v1/challenge/join/{login_id}` as Hono writes it. */
export const routeOf = ({ path }: Pick<Row, 'path'>): string => path.replace(/\{(\w+)\}/g, ':$1')

/** @throws Refused 404 for a value that names nothing, where the row knows that refusal; 400 for any other that does not fit */
function valuesIn(c: Context, { values = {}, refusals }: Row): Record<string, unknown> {
  const parsed = Object.entries(values).map(([name, shape]) => {
    const { success, data } = shape.safeParse(c.req.param(name))
    if (success) return [name, data] as const
    if (refusals.includes('notFound')) throw refuse(404, 'NOT_FOUND')
    throw refuse(400, 'BAD_REQUEST', undefined, name, { data: { field: name } })
  })
  return Object.fromEntries(parsed)
}

/** The query of a row without the name of the visit. A server takes further names, because links and newer clients may have some. */
const queryOf = (query: Fields): Fields =>
  z.object(
    Object.fromEntries(Object.entries(query.shape as Record<string, Shape>).filter(([name]) => !(name in visitName))),
  )

/**
 * @param around run before a call that belongs to a visit; the last one finds its visit, or its token. A multipart call finds its visit itself,
 *   because the form names it
 * @returns a function that registers the route of a row. `before` runs before the body is read
 */
export const serving =
  (app: Hono, ...around: MiddlewareHandler[]) =>
  <R extends Row>(row: R, handler: Handler<R>, ...before: MiddlewareHandler[]): void => {
    const { method, query, body, status = 200 }: Row = row
    const isOpen = row.visit === 'none' || 'form' in row
    if (!isOpen && around.length === 0) throw new Error(`${row.path} is served without a guard`)
    const guards = isOpen ? before : [...around, ...before]
    const fields = query && queryOf(query)
    const serve = async (c: Context) => {
      const values = valuesIn(c, row)
      const arrived = { c, values, query: fields && parseQuery(c, fields), body: body && (await parseBody(c, body)) }
      const data = await handler(arrived as unknown as Arrived<R>)
      if (data instanceof StepAnswer) return c.json({ code: 'PENDING_STEP', data: data.data }, 401)
      if (data instanceof Response) return data
      return status === 204 ? c.body(null, 204) : c.json(answer(data as object), status)
    }
    app.on(method, [routeOf(row)], ...guards, serve)
  }
