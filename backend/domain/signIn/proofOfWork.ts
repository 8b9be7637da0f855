// Security A5: a puzzle that costs a browser a second and a stranger with a list of passwords a lot. One solution serves one attempt of one visit.
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod'
import { Challenge, WORK_ALGORITHM } from '../../../contract/shapes/work.ts'
import { hashOf, type Ctx } from '../../context.ts'
import { hmac, recentSecrets, secretAt } from '../../db/secrets.ts'
import { refuse, type Refused } from '../refusal.ts'

/** Iterations of PBKDF2 in each round. */
const ITERATIONS = 5000

const Solved = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int().min(0).max(0xffff), derivedKey: z.string().regex(/^[0-9a-f]{64}$/) }),
})

const secretsOf = (key: string) => ({
  hmacSignatureSecret: hmac(key, 'proof of work').toString('hex'),
  hmacKeySignatureSecret: hmac(key, 'solution of a proof of work').toString('hex'),
})

/**
 * A puzzle for this visit. An earlier one counts no more.
 * @returns the refusal that asks for it (contract, "Proof of work")
 */
export async function askForWork(ctx: Ctx, transaction_id: string, rounds: number): Promise<Refused> {
  const challenge = await createChallenge({
    algorithm: WORK_ALGORITHM,
    cost: ITERATIONS,
    // Random, so that nobody can tell how far the solution is.
    counter: randomInt(rounds, 2 * rounds),
    deriveKey,
    ...secretsOf(secretAt(ctx.keys.secrets.state, ctx.now())),
  })
  const hash = hashOf(challenge.signature ?? '')
  await ctx.db
    .insertInto('puzzles')
    .columns(['transaction_id', 'hash'])
    // No row for a visit that the sweep has deleted meanwhile.
    .expression((eb) =>
      eb
        .selectFrom('transactions')
        .select(['id', eb.val(hash).as('hash')])
        .where('id', '=', transaction_id),
    )
    .onConflict((conflict) => conflict.column('transaction_id').doUpdateSet({ hash }))
    .execute()
  return refuse(428, 'PROOF_OF_WORK', undefined, undefined, { data: { challenge } })
}

function parsed(proof: string): z.infer<typeof Solved> | null {
  try {
    return Solved.safeParse(JSON.parse(Buffer.from(proof, 'base64').toString())).data ?? null
  } catch {
    return null
  }
}

/** Whether this solves the puzzle of this visit. A puzzle is answered once, right or wrong. */
export async function isWorkDone(ctx: Ctx, transaction_id: string, proof: string | undefined): Promise<boolean> {
  const solved = proof === undefined ? null : parsed(proof)
  if (!solved) return false
  const taken = await ctx.db
    .deleteFrom('puzzles')
    .where('transaction_id', '=', transaction_id)
    .where('hash', '=', hashOf(solved.challenge.signature))
    .returning('transaction_id')
    .executeTakeFirst()
  if (!taken) return false
  for (const key of recentSecrets(ctx.keys.secrets.state, ctx.now()))
    if ((await verifySolution({ ...solved, deriveKey, ...secretsOf(key) })).verified) return true
  return false
}
