// Spec §7–8, what a call comes back with: data, or a failure as a value. Nothing here throws.
import * as z from 'zod/mini'

/** The one error envelope of all five backends (contract, "Conventions"). `detail_code` arrives as a number or as digits. */
export const Refusal = z.object({
  code: z.optional(z.string()),
  detail_code: z.optional(z.union([z.number(), z.string()])),
  description: z.optional(z.string()),
  data: z.optional(z.unknown()),
})

/**
 * Why there is no data.
 * - `noResponse`: network error or time-out. `offline`: the browser has no connection. `left`: the page that asked is gone; nobody wants to hear of it.
 * - `contract`: an answer came, but not in the shape of the contract; `field` is the path of the first misfit, never its value.
 * - `refused`: a status of 400 or more, with the `field` it is about where the server named it. Every 429 has its `retry_after`: whole
 *   seconds, a minute where the server gave none, a quarter of an hour at most. Nothing else has one.
 */
export type Failure = {
  reason: 'noResponse' | 'left' | 'contract' | 'refused'
  status: number
  /** The envelope's `code`; absent where the server sent none. */
  code?: string
  detail_code: number | null
  description: string
  offline?: boolean
  field?: string
  retry_after?: number
  /** A toast has told the member already (Spec §8, HTTP layer): the page that asked adds no second text. */
  told?: boolean
}

export type Answer<T> = { ok: true; data: T } | { ok: false; failure: Failure }

/** Contract, "Conventions": this answer alone says that a visit is over. Any other 403 may come from a firewall. */
export const isVisitOver = ({ reason, status, code }: Failure): boolean =>
  reason === 'refused' && status === 403 && code === 'VISIT_OVER'

export const succeeded = <T>(data: T): Answer<T> => ({ ok: true, data })

export const failed = (failure: Partial<Failure> & Pick<Failure, 'reason'>): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { status: 0, detail_code: null, description: '', ...failure },
})
