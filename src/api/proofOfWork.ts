// Contract, "Proof of work": solves the puzzle that a server asks for. Loaded when one does.
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { WorkAsked } from '../../contract/shapes/work.ts'
import type { RawResponse } from './answer.ts'
import type { Given } from './call.ts'

/** The slowest phones take a few seconds. */
const MOST_MS = 60_000

/** @returns the value of the field `proof_of_work`; null if the answer has no puzzle, or one that is too hard */
async function workFor(body: unknown, signal: AbortSignal | undefined): Promise<string | null> {
  const asked = WorkAsked.safeParse(body)
  if (!asked.success) return null
  const { challenge } = asked.data.data
  const controller = new AbortController()
  signal?.addEventListener('abort', () => controller.abort())
  const solution = await solveChallenge({ challenge, deriveKey, controller, timeout: MOST_MS })
  return solution && btoa(JSON.stringify({ challenge, solution }))
}

/**
 * @param asked the answer that asks for a proof
 * @param given what the call gave
 * @param tell makes the call again
 * @returns its answer, or the first one if there is no proof, or if the call had one
 */
export async function withProof(
  asked: RawResponse,
  given: Given,
  tell: (proved: Given) => Promise<RawResponse>,
): Promise<RawResponse> {
  if (!given.body || 'proof_of_work' in given.body) return asked
  const proof_of_work = await workFor(asked.body, given.signal)
  return proof_of_work === null ? asked : tell({ ...given, body: { ...given.body, proof_of_work } })
}
