// Contract, "Conventions": the envelope of an answer, and how a body is parsed.
import type { Context, MiddlewareHandler } from 'hono'
import type * as z from 'zod/mini'
import { refuse } from '../domain/refusal.ts'

/** `return c.json(answer(data))`. */
export const answer = <T>(data: T): { data: T } => ({ data })

const MOST_BYTES = 64 * 1024
const MOST_DEPTH = 8
const MOST_ITEMS = 50

/**
 * Whether a body may be parsed further: not too deeply nested, no long lists, and no text that the database refuses (U+0000, or half of a
 * surrogate pair).
 */
export function fits(value: unknown, depth = MOST_DEPTH): boolean {
  if (typeof value === 'string') return !value.includes('\0') && !/\p{Surrogate}/u.test(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  const items: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return items.length <= MOST_ITEMS && items.every((item) => fits(item, depth - 1))
}

/**
 * The JSON body of a call, checked against its shape.
 * @throws Refused 415 for another content type, 413 above 64 KB, 400 for anything that does not fit (unknown keys too:
 *   the shapes of requests are strict objects).
 */
export async function parseBody<T>(c: Context, shape: z.ZodMiniType<T>): Promise<T> {
  // An exact text and not a pattern: a spelling that another parser could read differently is refused.
  if (!/^application\/json(; ?charset=utf-8)?$/i.test(c.req.header('content-type') ?? ''))
    throw refuse(415, 'UNSUPPORTED_MEDIA_TYPE', undefined, 'application/json only')
  const text = await c.req.text()
  if (Buffer.byteLength(text) > MOST_BYTES) throw refuse(413, 'PAYLOAD_TOO_LARGE')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse(400, 'BAD_REQUEST', undefined, 'the body is not JSON')
  }
  const parsed = fits(value) ? shape.safeParse(value) : null
  if (!parsed)
    throw refuse(
      400,
      'BAD_REQUEST',
      undefined,
      'the body is nested too deep, has too many items, U+0000 or half a surrogate pair',
    )
  if (!parsed.success)
    throw refuse(400, 'BAD_REQUEST', undefined, whatIsWrong(parsed.error), { data: wrongField(parsed.error) })
  return parsed.data
}

/** Like `fits`, for every path and every query. */
export const fittingAddress: MiddlewareHandler = (c, next) => {
  if (c.req.url.includes('%00')) throw refuse(400, 'BAD_REQUEST', undefined, 'U+0000 in the address')
  return next()
}

/** The query of a call, checked against its shape; a name given twice is refused. */
export function parseQuery<T>(c: Context, shape: z.ZodMiniType<T>): T {
  const all = Object.entries(c.req.queries())
  if (all.some(([, values]) => values.length > 1)) throw refuse(400, 'BAD_REQUEST', undefined, 'a name stands twice')
  const parsed = shape.safeParse(Object.fromEntries(all.map(([name, values]) => [name, values[0]])))
  if (!parsed.success) throw refuse(400, 'BAD_REQUEST', undefined, whatIsWrong(parsed.error))
  return parsed.data
}

/** The name of the invalid field, if it is a direct property of the body. */
function wrongField({ issues }: z.core.$ZodError): { field: string } | undefined {
  const [field, ...below] = issues[0]?.path ?? []
  return typeof field === 'string' && below.length === 0 ? { field } : undefined
}

/** The field and the expected value. Never contains the given value. */
function whatIsWrong(error: z.core.$ZodError): string {
  const [issue] = error.issues
  return issue ? `${issue.path.join('.') || 'body'}: ${issue.code}` : 'invalid'
}
