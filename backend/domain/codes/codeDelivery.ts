// Spec §4 and §7, sending, extending and checking the one-time code of a challenge.
import * as detail from '../../../contract/detailCodes.ts'
import type { Locale } from '../../../contract/locale.ts'
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { newSecret, secondsFrom, type Ctx } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'
import { recentSecrets, secretAt } from '../../db/secrets.ts'
import { countCodeMail } from '../../jobs/mailLimit.ts'
import { refuse } from '../refusal.ts'
import { sendEmail, sendSms } from '../../outbox.ts'
import { issueProof, prolongFor, unusedProof, type Challenge } from './challenge.ts'
import { record, type SecurityEvent } from '../audit/events.ts'
import {
  askedBy,
  countedOf,
  forgiveGuess,
  noteCompleted,
  takeGuess,
  takeSend,
  type Caller,
  type Counted,
} from './limits.ts'
import { loginIdKey } from '../members/loginId.ts'
import { notifyById } from '../notices/notices.ts'
import { codeEmail, codeSms } from '../notices/messageTexts.ts'
import { CODE_LIFE, codeMatches, hashCode, newCode, type CodeKind } from './otp.ts'
import { countryOf } from '../members/phone.ts'

type OneTimeCode = Selectable<Schema['one_time_codes']>
export type Recipient = { kind: CodeKind; to: string }

const tooMany = () => refuse(400, 'TOO_MANY_ATTEMPTS', detail.TOO_MANY_ATTEMPTS, 'too many attempts')
const expired = () => refuse(400, 'CODE_EXPIRED', detail.CODE_EXPIRED, 'the code has expired')
const hashingOf = (ctx: Ctx) => ({
  pepper: secretAt(ctx.keys.secrets.codes, ctx.now()),
  cost: ctx.settings.limits.code_hash_cost,
})
/** Whether this is the code. Within an hour after a rotation it may have been made with the former secret. */
async function isCode(ctx: Ctx, typed: string, code_hash: string): Promise<boolean> {
  for (const pepper of recentSecrets(ctx.keys.secrets.codes, ctx.now()))
    if (await codeMatches({ ...hashingOf(ctx), pepper }, typed, code_hash)) return true
  return false
}
const kindOf = (recipient: string): CodeKind => (recipient.includes('@') ? 'email' : 'sms')

/** The country of a phone, which events name in place of the number. */
function countryIn(recipient: string): { country?: string } {
  const country = recipient.startsWith('+') ? countryOf(recipient) : ''
  return country ? { country } : {}
}

/** An address that is to become a login ID finds the events of its codes, although it has no member yet. */
const subjectOf = ({ member_id }: Challenge, recipient: string, { ip }: Caller) => ({
  member_id,
  ip,
  ...(kindOf(recipient) === 'email' && { login_id: loginIdKey(recipient) }),
})

/** The last valid code of this challenge for this channel. */
async function liveCode(ctx: Ctx, challenge: Challenge, kind: CodeKind): Promise<OneTimeCode | null> {
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

/**
 * Sends a new code. It ends the earlier codes that this challenge sent the same way, and those that the same kind of caller had
 * sent there for the same purpose. `locale`: the language of the message.
 * @returns the seconds it lives
 * @throws Refused 429 (detail_code SEND_LIMIT, Retry-After) past a send limit; 503 when the message could not be handed over
 */
export async function sendCode(
  ctx: Ctx,
  challenge: Challenge,
  { kind, to }: Recipient,
  caller: Caller,
  locale: Locale,
): Promise<number> {
  const subject = subjectOf(challenge, to, caller)
  const seen = { purpose: challenge.purpose, kind, ...countryIn(to) }
  const counted = countedOf(challenge, to, caller)
  const wait = await takeSend(ctx, counted, kind === 'sms' ? countryOf(to) : null)
  if (wait > 0) {
    await record(ctx, 'code.limited', subject, { ...seen, wait })
    // A shorter wait is that between two codes.
    if (wait > ctx.settings.limits.send_gap_seconds) await tellOfStranger(ctx, challenge, counted)
    throw refuse(429, 'TOO_MANY_REQUESTS', detail.SEND_LIMIT, 'too many codes were sent', {
      headers: { 'retry-after': String(wait) },
    })
  }
  // A decoy gets a code that nobody can enter. Creating and storing it takes as long as for a real member.
  const code = challenge.decoy ? newSecret() : newCode()
  const asked = ctx.now()
  const lives = await keepCode(ctx, challenge, { kind, to }, counted, await hashCode(hashingOf(ctx), code))
  const until = secondsFrom(asked, lives)
  const handOver = async () => {
    // A code never waits in a queue, and one whose time has passed is not sent.
    if (ctx.now() >= until) throw new Error('the code has expired')
    if (kind === 'sms') return sendSms(ctx, to, codeSms(code, challenge.purpose, locale, ctx.settings.app_origin))
    await countCodeMail(ctx)
    const { subject: title, text } = codeEmail(code, locale)
    return sendEmail(ctx, to, title, text)
  }
  const undelivered = (error: unknown) =>
    record(ctx, 'code.undelivered', subject, { ...seen, reason: error instanceof Error ? error.name : 'unknown' })
  // The response time must not show whether a login ID has a member, neither through the gateway nor through the database.
  if (challenge.purpose === 'SEARCH_PWD') {
    await record(ctx, 'code.sent', subject, seen)
    if (!challenge.decoy) afterTheAnswer(() => handOver().catch(undelivered))
    return lives
  }
  try {
    await handOver()
  } catch (error) {
    await undelivered(error)
    throw refuse(503, 'SERVICE_UNAVAILABLE', undefined, 'the code could not be sent')
  }
  await record(ctx, 'code.sent', subject, seen)
  return lives
}

/** Tells the member that somebody in a browser that is not the member's has used up the attempts with codes. */
async function tellOfStranger(ctx: Ctx, { member_id, decoy }: Challenge, { budget }: Counted): Promise<void> {
  if (budget === 'proved' || budget === 'recovery') await notifyById(ctx, 'codes', decoy ? null : member_id, null)
}

/** Starts the work after the answer has been written, in the next turn of the event loop. */
const afterTheAnswer = (work: () => Promise<void>): void => void setImmediate(() => void work().catch(() => {}))

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
async function keepCode(
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

/**
 * Checks the code that the member typed. The attempt is counted before the comparison, and the last attempt says that it was the last. A correct
 * code may be sent again if its answer was lost: it succeeds again until its auth_code is used.
 * @returns the auth_code
 * @throws Refused 400 with NO_MATCH (wrong), TOO_MANY_ATTEMPTS (no tries left) or CODE_EXPIRED (expired, used, or never
 * sent)
 */
export async function checkCode(
  ctx: Ctx,
  challenge: Challenge,
  kind: CodeKind,
  typed: string,
  caller: Caller,
): Promise<{ auth_code: string; isRepeated: boolean }> {
  const asked = ctx.now()
  const live = await liveCode(ctx, challenge, kind)
  const note = (event: SecurityEvent) =>
    record(ctx, event, subjectOf(challenge, live?.recipient ?? '', caller), {
      purpose: challenge.purpose,
      kind,
      ...countryIn(live?.recipient ?? ''),
    })
  const isOver = async () => {
    await note('code.expired')
    return expired()
  }
  if (!live || live.expires_at <= asked) throw await isOver()
  // Of parallel requests with the correct code only one creates the proof. A later request is a repetition.
  const earned = live.used_at && live.used_at < asked ? await unusedProof(ctx, live.id) : null
  if (live.used_at && !earned) throw await isOver()
  const counted = countedOf(challenge, live.recipient, caller)
  const guess = await takeGuess(ctx, live.id, counted)
  if (!guess) {
    // A newer code has replaced this one since the lookup, and it has its own attempts.
    if ((await liveCode(ctx, challenge, kind))?.id !== live.id) throw await isOver()
    await note('code.blocked')
    await tellOfStranger(ctx, challenge, counted)
    throw tooMany()
  }
  if (!(await isCode(ctx, typed, guess.code_hash))) {
    await note('code.wrong')
    if (guess.attempts >= ctx.settings.limits.guesses_per_code) {
      await tellOfStranger(ctx, challenge, counted)
      throw tooMany()
    }
    throw refuse(400, 'CODE_MISMATCH', detail.NO_MATCH, 'the code does not match')
  }
  if (earned) {
    await forgiveGuess(ctx, guess)
    await note('code.repeated')
    return { auth_code: earned, isRepeated: true }
  }
  const used = await ctx.db
    .updateTable('one_time_codes')
    .set({ used_at: ctx.now() })
    .where('id', '=', live.id)
    .where('used_at', 'is', null)
    .returning('recipient')
    .executeTakeFirst()
  if (!used) throw await isOver()
  await forgiveGuess(ctx, guess)
  await noteCompleted(ctx, counted, live.issued_at)
  await note('code.verified')
  const proved =
    kindOf(used.recipient) === 'sms' ? { phone: used.recipient, email: null } : { phone: null, email: used.recipient }
  return { auth_code: await issueProof(ctx, challenge, live.id, proved), isRepeated: false }
}
