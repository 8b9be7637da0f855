// Security E9: the challenges of passkeys. Each belongs to one visit, can be used once, and ends after five minutes. They are rows, so that any
// instance can take what another one has asked.
import { sql } from 'kysely'
import { hashOf, secondsFrom, type Ctx } from '../../context.ts'

export const CHALLENGE_SECONDS = 300

/** `member_id`: who creates a passkey; null: a sign-in, by whomever. */
type Bound = { transaction_id: string; member_id: string | null }

/** @param challenge as the options name it, in base64url */
export async function keepChallenge(ctx: Ctx, challenge: string, bound: Bound): Promise<void> {
  const expires_at = secondsFrom(ctx.now(), CHALLENGE_SECONDS)
  await ctx.db
    .insertInto('passkey_challenges')
    .columns(['challenge_hash', 'transaction_id', 'member_id', 'expires_at'])
    // No row for a visit that a sign-out has ended meanwhile.
    .expression((eb) =>
      eb
        .selectFrom('transactions')
        .select([
          eb.val(hashOf(challenge)).as('challenge_hash'),
          'id',
          sql<string | null>`${bound.member_id}::uuid`.as('member_id'),
          sql<Date>`${expires_at}::timestamptz`.as('expires_at'),
        ])
        .where('id', '=', bound.transaction_id),
    )
    .execute()
}

/** Uses the challenge up. @returns false if it was not asked in this visit and for this purpose, was used before or has expired */
export async function takeChallenge(
  ctx: Ctx,
  challenge: string,
  { transaction_id, member_id }: Bound,
): Promise<boolean> {
  const taken = await ctx.db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashOf(challenge))
    .where('transaction_id', '=', transaction_id)
    .where('member_id', member_id === null ? 'is' : '=', member_id)
    .where('expires_at', '>', ctx.now())
    .returning('challenge_hash')
    .executeTakeFirst()
  return taken !== undefined
}
