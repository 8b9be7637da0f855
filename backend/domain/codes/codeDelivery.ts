// Spec §4 and §7, sending the one-time code of a challenge.
import { setImmediate } from 'node:timers/promises'
import * as detail from '../../../contract/detailCodes.ts'
import type { Locale } from '../../../contract/locale.ts'
import { newSecret, secondsFrom, type Ctx } from '../../context.ts'
import { countCodeMail } from '../../jobs/mailLimit.ts'
import { refuse } from '../refusal.ts'
import { sendEmail, sendSms, willNotArrive } from '../../outbox.ts'
import type { Challenge } from './challenge.ts'
import { record } from '../audit/events.ts'
import { countedOf, forgiveSend, guessWait, takeSend, type Caller } from './limits.ts'
import { codeEmail, codeSms } from '../notices/messageTexts.ts'
import { hashCode, newCode } from './otp.ts'
import { countryOf } from '../members/phone.ts'
import { serviceOfVisit } from '../sessions/serviceName.ts'
import { hashingOf, keepCode, type Recipient } from './storedCodes.ts'
import { countryIn, subjectOf, tellOfStranger } from './codeEvents.ts'

/**
 * Sends a new code. It ends the earlier codes that this challenge sent the same way, and those that the same kind of caller had
 * sent there for the same purpose. `locale`: the language of the message.
 * @returns the seconds it lives
 * @throws Refused 429 with Retry-After past a limit (detail_code SEND_LIMIT: of sends; TOO_MANY_ATTEMPTS: of guesses, so that the code could not be
 * entered); 503 when the message could not be handed over. One that will not arrive does not count for the recipient
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
  const closed = await guessWait(ctx, counted)
  if (closed > 0) {
    await record(ctx, 'code.limited', subject, { ...seen, wait: closed })
    throw refuse(429, 'TOO_MANY_ATTEMPTS', detail.TOO_MANY_ATTEMPTS, 'too many attempts', {
      headers: { 'retry-after': String(closed) },
    })
  }
  const counted_at = ctx.now()
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
    const from = (await serviceOfVisit(ctx, challenge.transaction_id, locale)) ?? ctx.settings.platform[locale]
    if (kind === 'sms') return sendSms(ctx, to, codeSms(from, code, challenge.purpose, locale, ctx.settings.app_origin))
    await countCodeMail(ctx)
    const { subject: title, text } = codeEmail(from, code, locale)
    return sendEmail(ctx, to, title, text)
  }
  const undelivered = (error: unknown) =>
    record(ctx, 'code.undelivered', subject, { ...seen, reason: error instanceof Error ? error.name : 'unknown' })
  // The response time must not show whether a login ID has a member, neither through the gateway nor through the database.
  if (challenge.purpose === 'SEARCH_PWD') {
    await record(ctx, 'code.sent', subject, seen)
    // In the next turn of the event loop, when the answer has been written. A shutdown waits for it.
    if (!challenge.decoy) ctx.background.run('code.undelivered', setImmediate().then(handOver).catch(undelivered))
    return lives
  }
  try {
    await handOver()
  } catch (error) {
    await undelivered(error)
    // NOTE: not above, where an unknown ID would tell by its limit that it is none.
    if (willNotArrive(error)) await forgiveSend(ctx, counted, counted_at)
    throw refuse(503, 'SERVICE_UNAVAILABLE', undefined, 'the code could not be sent')
  }
  await record(ctx, 'code.sent', subject, seen)
  return lives
}
