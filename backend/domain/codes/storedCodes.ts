// Spec §4 and §7, the one-time code of a challenge as it is stored: kept, found and given more time.
import * as detail from '../../../contract/detailCodes.ts'
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { secondsFrom, type Ctx } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'
import { secretAt } from '../../db/secrets.ts'
import { refuse } from '../refusal.ts'
import { prolongFor, type Challenge } from './challenge.ts'
import { askedBy, type Counted } from './limits.ts'
import { CODE_LIFE, type CodeKind } from './otp.ts'

type OneTimeCode = Selectable<Schema['one_time_codes']>
export type Recipient = { kind: CodeKind; to: string }

/** @param wait seconds until another code can be sent and entered; 0: now */
export const tooMany = (wait = 0) =>
  refuse(
    400,
    'TOO_MANY_ATTEMPTS',
    detail.TOO_MANY_ATTEMPTS,
    'too many attempts',
    wait > 0 ? { headers: { 'retry-after': String(wait) } } : {},
  )
export const expired = () => refuse(400, 'CODE_EXPIRED', detail.CODE_EXPIRED, 'the code has expired')
export const hashingOf = (ctx: Ctx) => ({
  pepper: secretAt(ctx.keys.secrets.codes, ctx.now()),
  cost: ctx.settings.limits.code_hash_cost,
})

/** The last valid code of this challenge for this channel. */
export async function liveCode(ctx: Ctx, challenge: Challenge, kind: CodeKind): Promise<OneTimeCode | null> {
  const row = await ctx.db
    .selectFrom('one_time_codes')
    .selectAll()
    .where('challenge_id', '=', challenge.token_hash)
    .where('recipient', kind === 'email' ? 'like' : 'not like', '%@%')
    .orderBy('issued_at', 'desc')
    .executeTakeFirst()
  return row ?? null
}

/**
 * The recipient of a resend, which names none: that of the last code, or the phone or address that the challenge knows. A code that another
 * visit of the member sent since then has deleted this challenge's code.
 */
export async function lastRecipient(ctx: Ctx, challenge: Challenge, kind: CodeKind): Promise<Recipient | null> {
  const last = await liveCode(ctx, challenge, kind)
  const to = last?.recipient ?? (kind === 'sms' ? challenge.phone : challenge.email)
  return to === null ? null : { kind, to }
}

/** When the code ends, and when it ends at the latest. */
async function endsOf(ctx: Ctx, challenge: Challenge, kind: CodeKind, now: Date): Promise<[Date, Date]> {
  const until = secondsFrom(now, CODE_LIFE[kind].seconds)
  return [kind === 'email' ? await prolongFor(ctx, challenge, until) : until, secondsFrom(now, CODE_LIFE[kind].most)]
}

const secondsUntil = (end: Date, now: Date): number => Math.max(1, Math.floor((end.getTime() - now.getTime()) / 1000))

/**
 * Replaces the earlier codes of this caller. A stranger's code for the same recipient does not end the owner's code.
 * @returns the seconds that the code lives
 */
export async function keepCode(
  ctx: Ctx,
  challenge: Challenge,
  { kind, to: recipient }: Recipient,
  counted: Counted,
  code_hash: string,
): Promise<number> {
  const now = ctx.now()
  const asked_by = askedBy(counted)
  const [expires_at, hard_expires_at] = await endsOf(ctx, challenge, kind, now)
  await ctx.db.transaction().execute(async (trx) => {
    const samePurpose = trx.selectFrom('challenges').select('token_hash').where('purpose', '=', challenge.purpose)
    await trx
      .deleteFrom('one_time_codes')
      .where((eb) =>
        eb.or([
          eb.and([
            eb('challenge_id', '=', challenge.token_hash),
            eb('recipient', kind === 'email' ? 'like' : 'not like', '%@%'),
          ]),
          eb.and([
            eb('recipient', '=', recipient),
            eb('asked_by', '=', asked_by),
            eb('challenge_id', 'in', samePurpose),
          ]),
        ]),
      )
      .execute()
    await trx
      .insertInto('one_time_codes')
      .values({
        id: randomUUID(),
        challenge_id: challenge.token_hash,
        recipient,
        asked_by,
        code_hash,
        issued_at: now,
        expires_at,
        hard_expires_at,
      })
      .execute()
  })
  return secondsUntil(expires_at, now)
}

/** Extends the code to its full lifetime again, up to the maximum. Sends nothing. @returns the seconds left */
export async function extendCode(ctx: Ctx, challenge: Challenge, kind: CodeKind): Promise<number> {
  const live = await liveCode(ctx, challenge, kind)
  const now = ctx.now()
  if (!live || live.used_at || live.expires_at <= now) throw expired()
  if (live.attempts >= ctx.settings.limits.guesses_per_code) throw tooMany()
  const [asked] = await endsOf(ctx, challenge, kind, now)
  const until = asked < live.hard_expires_at ? asked : live.hard_expires_at
  await ctx.db.updateTable('one_time_codes').set({ expires_at: until }).where('id', '=', live.id).execute()
  return secondsUntil(until, now)
}
