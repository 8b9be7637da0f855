// Security A11: a reset of a protected account by one channel alone. It takes effect a day later, unless a link to the other channel
// cancels it.
import type { ExpressionBuilder } from 'kysely'
import { hashOf, secondsFrom, type Ctx } from '../../context.ts'
import { hmac, secretAt } from '../../db/secrets.ts'
import { DatabaseUnavailable } from '../../db/unavailable.ts'
import type { Member, Schema } from '../../db/schema.ts'
import type { Payload } from '../../jobs/kinds.ts'
import { addJob, type Job } from '../../jobs/queue.ts'
import { sendEmail, sendSms } from '../../outbox.ts'
import { formerChannels, youngChannels } from '../account/channelChanges.ts'
import { forgetAttempts } from '../signIn/attempts.ts'
import { type Channel, CHANNELS, channelsOf } from '../factors/channels.ts'
import { isProtected } from '../factors/factors.ts'
import { holdMember } from '../members/hold.ts'
import { record } from '../audit/events.ts'
import { hasPasskey } from '../passkeys/rows.ts'
import { notify, notifyWithin } from '../notices/notices.ts'
import { serviceOfClient } from '../sessions/serviceName.ts'
import { endEverythingOf, tellServices } from '../sessions/sessions.ts'
import { delayEmail, delaySms } from '../notices/messageTexts.ts'

/** The owner has a day to read the message. */
const DELAY_SECONDS = 24 * 3600

type Owner = Pick<Member, 'id' | 'phone' | 'login_id' | 'locale' | 'second_factor' | 'admin'>

/** Whom no member is. An unknown ID is answered by the same statements as a member's. */
export const NOBODY = { id: '00000000-0000-0000-0000-000000000000', second_factor: 'NONE', admin: false } as const

/** The channels of this member that a code has proved in this visit. */
async function provedChannels(ctx: Ctx, transaction_id: string, member: Owner): Promise<Channel[]> {
  const rows = await ctx.db
    .selectFrom('proofs')
    .select(['phone', 'email'])
    .where('purpose', '=', 'SEARCH_PWD')
    .where('transaction_id', '=', transaction_id)
    .where('member_id', '=', member.id)
    .where('uses', '>', 0)
    .where('expires_at', '>', ctx.now())
    .execute()
  return channelsOf(member).filter((channel) => rows.some((row) => row[channel] === CHANNELS[channel].of(member)))
}

/** The channels that the member still has to prove for a new password to take effect at once. Empty if all are proved, or if there is no other channel. */
async function missingChannels(ctx: Ctx, transaction_id: string, member: Owner): Promise<Channel[]> {
  const proved = await provedChannels(ctx, transaction_id, member)
  return channelsOf(member).filter((channel) => !proved.includes(channel))
}

/**
 * The channels that are missing for a new password to take effect at once; null if none is needed any more. A protected account needs both, any other
 * one. A phone or address that is younger than seven days does not count: whoever has changed it must not get in by it while the owner can
 * undo the change.
 */
export async function channelsToWaitFor(ctx: Ctx, transaction_id: string, member: Owner): Promise<Channel[] | null> {
  const young = await youngChannels(ctx, member.id)
  const isOfTwo = await isProtected(ctx, member)
  if (!isOfTwo && young.size === 0) return null
  const proved = await provedChannels(ctx, transaction_id, member)
  const counted = proved.filter((channel) => !young.has(channel))
  return counted.length >= (isOfTwo ? 2 : 1) ? null : missingChannels(ctx, transaction_id, member)
}

/** The link is made when it is sent, and no row of the database contains its secret. */
const cancelSecret = ({ keys }: Ctx, member_id: string, effective_at: Date): string =>
  hmac(
    secretAt(keys.secrets.codes, secondsFrom(effective_at, -DELAY_SECONDS)),
    `reset ${member_id} ${effective_at.toISOString()}`,
  ).toString('base64url')

/** Stores the new password until it takes effect. A newer one replaces it. @returns when it takes effect, and the secret that cancels it */
export async function keepForLater(ctx: Ctx, member_id: string, password_hash: string) {
  const effective_at = secondsFrom(ctx.now(), DELAY_SECONDS)
  const secret = cancelSecret(ctx, member_id, effective_at)
  const row = { password_hash, effective_at, cancel_hash: hashOf(secret) }
  await ctx.db
    .insertInto('pending_passwords')
    .values({ member_id, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute()
  return { effective_at, secret }
}

const cancelPath = (secret: string): string => `/reset-cancel/${secret}`

/**
 * Adds messages with the cancellation link to the channels that were not proved, or to the proved one if there is no other. A member with a passkey is
 * told by every channel. Who has changed a channel within seven days may be a thief, so the former one is told in its place. Call `ctx.jobs.wake()` after the commit.
 */
export async function tellOfDelay(
  ctx: Ctx,
  member: Owner,
  missing: readonly Channel[],
  client_id: string | null,
): Promise<void> {
  const { id: member_id, phone, login_id, locale } = member
  const isByAll = missing.length === 0 || (await hasPasskey(ctx, member_id))
  const channels = isByAll ? channelsOf(member) : missing
  const young = await youngChannels(ctx, member_id)
  const now = { phone, email: login_id }
  const current = channels.filter((channel) => !young.has(channel)).map((channel) => ({ channel, to: now[channel] }))
  const former = (await formerChannels(ctx, member_id)).map(({ channel, was }) => ({ channel, to: was }))
  for (const { channel, to } of [...current, ...former])
    if (to !== null)
      await addJob(ctx, channel === 'phone' ? 'reset.sms' : 'reset.mail', { member_id, to, locale, client_id })
}

/** The job of such a message. Nothing is sent when there is nothing left to cancel. */
export async function sendDelay(
  ctx: Ctx,
  by: 'mail' | 'sms',
  { member_id, to, locale, client_id = null }: Payload<'reset.mail'>,
  { id }: Job,
): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('pending_passwords')
    .select('effective_at')
    .where('member_id', '=', member_id)
    .where('effective_at', '>', ctx.now())
    .executeTakeFirst()
  if (!waiting) return
  const url = ctx.settings.url + cancelPath(cancelSecret(ctx, member_id, waiting.effective_at))
  const service = client_id === null ? null : await serviceOfClient(ctx, client_id, locale)
  const from = service ?? ctx.settings.platform[locale]
  if (by === 'sms') return sendSms(ctx, to, delaySms(from, locale, url))
  const { subject, text } = delayEmail(from, locale, url)
  return sendEmail(ctx, to, subject, text, id)
}

/** Whether this link still has something to cancel. */
export async function mayCancel(ctx: Ctx, secret: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('pending_passwords')
    .select('member_id')
    .where('cancel_hash', '=', hashOf(secret))
    .where('effective_at', '>', ctx.now())
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether this link cancelled a reset */
export async function cancelReset(ctx: Ctx, secret: string, ip: string): Promise<boolean> {
  const gone = await ctx.db.transaction().execute(async (db) => {
    const row = await db
      .deleteFrom('pending_passwords')
      .where('cancel_hash', '=', hashOf(secret))
      .where('effective_at', '>', ctx.now())
      .returning('member_id')
      .executeTakeFirst()
    if (row) await notifyWithin({ ...ctx, db }, 'resetCancelled', row.member_id, null)
    return row
  })
  if (!gone) return false
  ctx.jobs.wake()
  await record(ctx, 'reset.cancelled', { member_id: gone.member_id, ip })
  return true
}

/** The columns of a member whose reset takes effect. A new password through a proved channel makes a protected account usable again. */
export const withNewPassword =
  (password_hash: string, password_changed_at: Date) => (eb: ExpressionBuilder<Schema, 'members'>) => ({
    password_hash,
    password_changed_at,
    must_change_password: false,
    status: eb
      .case()
      .when('status', '=', 'PROTECTED')
      .then('ACTIVE' as const)
      .else(eb.ref('status'))
      .end(),
  })

/** Sets a password that is due, and ends everything that the old one had created. */
async function applyDueReset(ctx: Ctx, member_id: string, now: Date): Promise<void> {
  const done = await ctx.db.transaction().execute(async (db) => {
    await holdMember(db, member_id)
    const taken = await db
      .deleteFrom('pending_passwords')
      .where('member_id', '=', member_id)
      .where('effective_at', '<=', now)
      .returning('password_hash')
      .executeTakeFirst()
    if (!taken) return null
    const member = await db
      .updateTable('members')
      .set(withNewPassword(taken.password_hash, now))
      .where('id', '=', member_id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const within = { ...ctx, db }
    await tellServices(within, await endEverythingOf(db, member_id))
    await forgetAttempts(within, member.login_id_key, null)
    await notify(within, 'password', member, null)
    return member
  })
  if (!done) return
  ctx.jobs.wake()
  await record(ctx, 'password.reset', { member_id })
}

/** Does so for each that is due. The sweep calls this every five minutes. One that fails is logged, and the next sweep tries it again. */
export async function applyDueResets(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  const due = await ctx.db
    .selectFrom('pending_passwords')
    .select('member_id')
    .where('effective_at', '<=', now)
    .execute()
  for (const { member_id } of due)
    try {
      await applyDueReset(ctx, member_id, now)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      ctx.log('sweep.failed', { member_id, message: String(error) })
    }
}
