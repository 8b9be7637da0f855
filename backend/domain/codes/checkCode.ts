// Spec §4 and §7, checking the one-time code of a challenge.
import * as detail from '../../../contract/detailCodes.ts'
import type { Ctx } from '../../context.ts'
import { recentSecrets } from '../../db/secrets.ts'
import { refuse } from '../refusal.ts'
import { issueProof, unusedProof, type Challenge } from './challenge.ts'
import type { SecurityEvent } from '../audit/eventNames.ts'
import { record } from '../audit/events.ts'
import { countedOf, forgiveGuess, guessWait, noteCompleted, takeGuess, type Caller } from './limits.ts'
import { codeMatches, type CodeKind } from './otp.ts'
import { expired, hashingOf, liveCode, tooMany } from './storedCodes.ts'
import { countryIn, kindOf, subjectOf, tellOfStranger } from './codeEvents.ts'

/** Whether this is the code. Within an hour after a rotation it may have been made with the former secret. */
async function isCode(ctx: Ctx, typed: string, code_hash: string): Promise<boolean> {
  for (const pepper of recentSecrets(ctx.keys.secrets.codes, ctx.now()))
    if (await codeMatches({ ...hashingOf(ctx), pepper }, typed, code_hash)) return true
  return false
}

/** A member whose first call is slow presses again. The code is right, and a second later it gets the proof of that call. */
const inParallel = () =>
  refuse(429, 'TOO_MANY_REQUESTS', undefined, 'another call has this code checked', { headers: { 'retry-after': '1' } })

const proves = (recipient: string) =>
  kindOf(recipient) === 'sms' ? { phone: recipient, email: null } : { phone: null, email: recipient }

/**
 * Checks the code that the member typed. The attempt is counted before the comparison, and the last attempt says that it was the last. A correct
 * code may be sent again if its answer was lost: it succeeds again until its auth_code is used.
 * @returns the auth_code
 * @throws Refused 400 with NO_MATCH (wrong), TOO_MANY_ATTEMPTS (no tries left; Retry-After if no other code can be sent before) or CODE_EXPIRED (expired, used, or never
 * sent); 429 while another call has the same code checked
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
  // Of parallel requests with the correct code only one succeeds. A later request is a repetition.
  if (live.used_at && live.used_at >= asked) throw inParallel()
  const earned = live.used_at && (await unusedProof(ctx, live.id))
  if (live.used_at && !earned) throw await isOver()
  const counted = countedOf(challenge, live.recipient, caller)
  const guess = await takeGuess(ctx, live.id, counted)
  // A newer code may replace this one at any moment, and it has its own attempts.
  const isReplaced = async () => (await liveCode(ctx, challenge, kind))?.id !== live.id
  if (!guess) {
    if (await isReplaced()) throw await isOver()
    await note('code.blocked')
    await tellOfStranger(ctx, challenge, counted)
    throw tooMany(await guessWait(ctx, counted))
  }
  if (!(await isCode(ctx, typed, guess.code_hash))) {
    await note('code.wrong')
    if (guess.attempts >= ctx.settings.limits.guesses_per_code) {
      await tellOfStranger(ctx, challenge, counted)
      throw tooMany(await guessWait(ctx, counted))
    }
    throw refuse(400, 'CODE_MISMATCH', detail.NO_MATCH, 'the code does not match')
  }
  if (earned) {
    await forgiveGuess(ctx, guess)
    await note('code.repeated')
    return { auth_code: earned, isRepeated: true }
  }
  const auth_code = await ctx.db.transaction().execute(async (db) => {
    const used = await db
      .updateTable('one_time_codes')
      .set({ used_at: ctx.now() })
      .where('id', '=', live.id)
      .where('used_at', 'is', null)
      .returning('recipient')
      .executeTakeFirst()
    return used && issueProof({ ...ctx, db }, challenge, live.id, proves(used.recipient))
  })
  await forgiveGuess(ctx, guess)
  if (!auth_code) throw (await isReplaced()) ? await isOver() : inParallel()
  await noteCompleted(ctx, counted, live.issued_at)
  await note('code.verified')
  return { auth_code, isRepeated: false }
}
