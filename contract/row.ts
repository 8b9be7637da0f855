// Contract: what one row of the call table says. `contract/calls/` has the rows, and `contract/calls.ts` the table.
import type * as z from 'zod/mini'
import type { RefusalName } from './refusals.ts'
import type { ProofMethod } from './signInMethods.ts'

export const BACKENDS = ['auth', 'service', 'portal', 'file', 'node'] as const
export type Backend = (typeof BACKENDS)[number]

/**
 * How a call names the visit that it belongs to, and so who may make it.
 * - `payload`: the browser of the visit; the fields are part of the call's own payload, and required
 * - `beside`: the browser of the visit; the app adds the fields to the payload. The backend serves a call without them while only one
 *   visit can be meant
 * - `token`: the browser of the visit, with the authenticator token that names it
 * - `session`: the member who is signed in in this browser; the header `X-Account-Session` names the session
 * - `none`: anybody; the call belongs to no visit
 */
export type Naming = 'payload' | 'beside' | 'token' | 'session' | 'none'

export type Shape = z.ZodMiniType
export type Fields = z.ZodMiniObject
/** A payload whose field `method` says which others it has. Only of a call that names no visit in its payload. */
type Kinds = z.ZodMiniDiscriminatedUnion

/** One call. */
export type Row = {
  backend: Backend
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With the names of its values in braces. */
  path: `/${string}`
  visit: Naming
  /** The data of a success; of a 204, which has no body, `z.undefined()`. */
  answer: Shape
  /** A 401 that names a pending step is an answer of this call. */
  pending?: true

  summary: string
  /** The values of the path. Where the refusals have `notFound`, a value that does not fit is one of it. */
  values?: Record<string, Shape>
  query?: Fields
  body?: Fields | Kinds
  /** The JSON part `payload` of a multipart call. */
  form?: Fields
  /** The status of a success; 200 if absent. */
  status?: 200 | 202 | 204
  /** A success may come without data, also as 204. */
  mayBeEmpty?: true
  /** Of a session: the call needs a proof of at most five minutes. A method: a proof of another kind than the one that is replaced. */
  fresh?: true | ProofMethod
  /** The same call again does more than the first one did, so the app never repeats it by itself. */
  once?: true
  refusals: readonly RefusalName[]
}

type Said = Omit<Row, 'backend' | 'method' | 'path' | 'visit'>

/**
 * A row of the table.
 * @param said the rest of the row, and nothing that no row has
 */
/* @__NO_SIDE_EFFECTS__ */
export const row = <
  const B extends Backend,
  const M extends Row['method'],
  const P extends Row['path'],
  const V extends Naming,
  const S extends Said,
>(
  backend: B,
  method: M,
  path: P,
  visit: V,
  said: S & Record<Exclude<keyof S, keyof Said>, never>,
) => ({ backend, method, path, visit, ...(said as S) })
