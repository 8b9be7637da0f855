// What a call to a backend consists of: its row of the contract, and what this call gives to it.
import type * as z from 'zod/mini'
import type { Locale } from '../../contract/locale.ts'
import type { Backend, Fields, Row, Shape } from '../../contract/row.ts'
import type { Offer } from '../state/waits.ts'
import type { Answer, Failure } from '../../contract/shapes/answer.ts'
import type { Transaction } from '../../contract/shapes/welcome.ts'

/**
 * `onFailure` hears of every failed call, unless the call is quiet (Spec §8, HTTP layer).
 * `onCodeLost` runs if the code of a call cannot be loaded, and returns only if there is no connection. `readVisit` returns the visit of this
 * tab, and `readLocale` the language of the page. `traces`: calls name a trace (docs/operators.md, "Traces").
 */
export type Connected = {
  bases: Record<Backend, string> | null
  onFailure: (failure: Failure, where: string) => void
  onCodeLost: (error: unknown) => Promise<void>
  readVisit: () => Transaction | null
  readLocale: () => Locale
  traces: boolean
}

/** What the app reads of a row. */
export type Asked = Pick<Row, 'backend' | 'method' | 'path' | 'visit' | 'answer' | 'pending'> & {
  /** The name of the path in reports, where a server has named the path and its query. */
  template?: string
}

type Options = {
  /** Receives the sent part of the form, from 0 to 1. */
  onProgress?: ((sent: number) => void) | undefined
  /** Aborts the call when the member leaves the page. */
  signal?: AbortSignal | undefined
  /** What a member who waits long for this call can do, if it is not to make the call again. Null: nothing. */
  offer?: Offer | null
  /** Spec §8: any status of this call that has no meaning of its own says "service unavailable". */
  unavailable?: true
  /** Show no toast for a failure (health polls, error reports). A contract error is reported even so. */
  quiet?: boolean
}

export type Given = Options & {
  /** The values of the path. */
  values?: Record<string, string>
  query?: Record<string, string>
  body?: object
  /** A multipart call, instead of `body`. Each piece that gets through restarts its timeout. */
  form?: FormData
  /** Sent as `Idempotency-Key`, the same for a repeated call. A form of another page cannot send this header. */
  key?: string
  /** Sent as `X-Authenticator: Token …`. */
  token?: string
  /** Sent as `X-Account-Session`: the session that the page was loaded with. */
  session?: string | undefined
}

type Payload<R> = (R extends { values: infer V } ? { values: Record<keyof V & string, string> } : unknown) &
  (R extends { query: infer Q extends Fields } ? { query: z.input<Q> } : unknown) &
  (R extends { body: infer B extends Shape } ? { body: z.input<B> } : unknown) &
  (R extends { form: Fields } ? { form: FormData; key: string } : unknown) &
  (R extends { template: string } ? { query: Record<string, string> } : unknown) &
  (R extends { visit: 'token' } ? { token: string } : unknown) &
  (R extends { visit: 'session' } ? { session: string | undefined } : unknown) &
  (R extends { once: true } ? { offer: Exclude<Offer, 'again'> | null } : unknown)

/** What a call of this row must give. A row that must not be repeated needs another offer than to make the call again. */
export type GivenTo<R> = Options & Payload<R>

export type AnswerOf<R extends Asked> = Answer<z.output<R['answer']>>
