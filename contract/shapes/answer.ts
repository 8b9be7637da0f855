// Spec §7–8, the result of a call: data, or a failure as a value. Nothing here throws.
import * as z from 'zod/mini'
import type * as detail from '../detailCodes.ts'
import type { ProofMethod } from '../signInMethods.ts'
import type { CreationOptions } from './passkeys.ts'

export type DetailCode = (typeof detail)[keyof typeof detail]

/** The one error envelope of all five backends (contract, "Conventions"). `detail_code` arrives as a number or as digits. */
export const Refusal = z.object({
  code: z.optional(z.string()),
  detail_code: z.optional(z.union([z.number(), z.string()])),
  description: z.optional(z.string()),
  data: z.optional(z.unknown()),
})

/**
 * Why a call returned no data.
 * - `noResponse`: network error or timeout. `offline`: the browser has no connection. `left`: the member has left the page that made the
 * call.
 * - `contract`: the answer does not match the contract's schema. `field` is the path of the first mismatch, never its value.
 * - `refused`: a status of 400 or more, with the `field` that the server names, if any. Every 429 has a `retry_after` in seconds: 60 if the
 *   server names none, at most 900. Other statuses have none. `closed_for`: the seconds that the server names, of any status and in full.
 */
export type Failure = {
  reason: 'noResponse' | 'left' | 'contract' | 'refused'
  status: number
  /** The envelope's `code`; absent if the server sent none. */
  code?: string
  detail_code: number | null
  description: string
  offline?: boolean
  /** No response, because the member did not want to wait for it any longer. */
  givenUp?: true
  field?: string
  /** With PASSKEY_FAILED: the options of the next try to create a passkey. */
  options?: CreationOptions
  /** With PROOF_NEEDED: each method that is enough by itself, the strongest first. */
  methods?: ProofMethod[]
  retry_after?: number
  closed_for?: number
  /** Spec §8: any status of this call that has no meaning of its own says "service unavailable". */
  unavailable?: true
}

export type Answer<T> = { ok: true; data: T } | { ok: false; failure: Failure }

export const succeeded = <T>(data: T): Answer<T> => ({ ok: true, data })

export const failed = (failure: Partial<Failure> & Pick<Failure, 'reason'>): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { status: 0, detail_code: null, description: '', ...failure },
})
