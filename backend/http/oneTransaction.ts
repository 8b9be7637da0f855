// A call whose reads and writes are one transaction, which is committed before the caller has its answer.
import type { MiddlewareHandler } from 'hono'
import { together } from '../db/oneTransaction.ts'
import { staysAfter } from '../domain/refusal.ts'

/** NOTE: the router has turned an error below into an answer already, and keeps it in the context. */
export const inOneTransaction: MiddlewareHandler = async (c, next) => {
  try {
    await together(next, () => staysAfter(c.error))
  } catch (error) {
    // The cookies of an answer that is not given.
    c.res.headers.delete('Set-Cookie')
    throw error
  }
}
