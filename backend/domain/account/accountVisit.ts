// Contract, "Account": what the member does in the account belongs to the session and to no visit at a service. Codes, passkey challenges
// and sealed passwords are rows of a transaction, so a session has one of its own, which no cookie of a visit opens.
import { randomUUID } from 'node:crypto'
import { hashOf, secondsFrom, type Ctx } from '../../context.ts'
import type { Transaction } from '../../db/schema.ts'
import { clientDataOf } from '../passkeys/answer.ts'
import { JOIN_SECONDS } from '../signIn/transactions.ts'
import { ACCOUNT_CLIENT } from '../../settings/clients.ts'

/** In seconds: an older one is replaced, so that a code that is sent now has its whole life. */
const FRESH_SECONDS = 20 * 60

/** A text that is no secret of a visit: those are random. */
export const bindingOf = (uid: string): string => hashOf(`account ${uid}`)

const liveRows = (ctx: Ctx, uid: string, member_id: string) =>
  ctx.db
    .selectFrom('transactions')
    .selectAll()
    .where('binding_hash', '=', bindingOf(uid))
    .where('member_id', '=', member_id)
    .where('expires_at', '>', ctx.now())

type Of = { uid: string; member_id: string }

/** The transaction of this session, which begins here if there is none. @param of.uid the uid of the provider's session */
export async function accountVisit(ctx: Ctx, { uid, member_id }: Of): Promise<Transaction> {
  const now = ctx.now()
  const known = await liveRows(ctx, uid, member_id)
    .where('created_at', '>', secondsFrom(now, -FRESH_SECONDS))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (known) return known
  return ctx.db
    .insertInto('transactions')
    .values({
      id: randomUUID(),
      client_id: ACCOUNT_CLIENT,
      kind: 'session',
      binding_hash: bindingOf(uid),
      // The page may have sealed with the key that an earlier visit of this session was given.
      sealing_keys: [ctx.keys.sealing, ...ctx.keys.otherSealing].map(({ id: key }) => key),
      member_id,
      session_stands: true,
      created_at: now,
      expires_at: secondsFrom(now, JOIN_SECONDS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The transaction with this ID if it is one of this session. */
export const isVisitOf = async (ctx: Ctx, { uid, member_id }: Of, id: string): Promise<Transaction | null> =>
  (await liveRows(ctx, uid, member_id).where('id', '=', id).executeTakeFirst()) ?? null

/** The IDs of the transactions of this session, the newest first: a code may belong to one that was replaced since. */
export const liveVisitIds = async (ctx: Ctx, { uid, member_id }: Of): Promise<string[]> =>
  (await liveRows(ctx, uid, member_id).orderBy('created_at', 'desc').execute()).map(({ id }) => id)

/** The transaction of this session in which a passkey was asked to sign: the present one, if the challenge is of none. @param clientDataJSON in base64url */
export async function visitOfChallenge(ctx: Ctx, of: Of, clientDataJSON: string): Promise<Transaction> {
  const challenge = clientDataOf(clientDataJSON)?.challenge ?? ''
  const asked = await ctx.db
    .selectFrom('passkey_challenges')
    .select('transaction_id')
    .where('challenge_hash', '=', hashOf(challenge))
    .executeTakeFirst()
  return (asked && (await isVisitOf(ctx, of, asked.transaction_id))) ?? accountVisit(ctx, of)
}
