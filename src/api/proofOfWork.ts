// Contract, "Proof of work": solves the puzzle that a server asks for. Loaded when one does.
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { WorkAsked } from '../wire/work'
import type { RawResponse } from './answer'

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
 * @param tell makes the same call again with these fields besides
 * @returns its answer, or the first one if there is no proof
 */
export async function withProof(
  asked: RawResponse,
  tell: (more: object) => Promise<RawResponse>,
  signal: AbortSignal | undefined,
): Promise<RawResponse> {
  const proof_of_work = await workFor(asked.body, signal)
  return proof_of_work === null ? asked : tell({ proof_of_work })
}
