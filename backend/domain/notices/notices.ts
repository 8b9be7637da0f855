// Security A16: messages about what a thief might have done, with a link for a member who did not do it.
import { hashOf, secondsFrom, type Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import type { Payload } from '../../jobs/kinds.ts'
import { addJob, addLater, type Job } from '../../jobs/queue.ts'
import { sendEmail, sendSms } from '../../outbox.ts'
import { undoUrl } from '../account/channelChanges.ts'
import { protectIn } from '../sessions/protect.ts'
import { canonicalEmail } from '../members/email.ts'
import { holdMember } from '../members/hold.ts'
import { record } from '../audit/events.ts'
import { dayText, noticeEmail, noticeSms } from './messageTexts.ts'
import { howOf, type Kind } from './noticeKinds.ts'
import { NOTICE_SECONDS, prepareNotice, type ToldNotice } from './prepareNotice.ts'
import { takePasskey, toldIn } from '../passkeys/toldPasskey.ts'

/** Whom a notice reaches. Null: not by this channel. */
export type Told = Pick<Member, 'id' | 'phone' | 'locale'> & { login_id: string | null }

/** What the link of a notice is about: a passkey that it removes, or a changed phone or address that it undoes. */
export type Causes = Pick<ToldNotice, 'passkey_id' | 'change_id'>

/** The job of a notice. Resolves when the gateway has accepted it. */
export async function sendNotice(ctx: Ctx, by: 'mail' | 'sms', told: ToldNotice, job: Job): Promise<void> {
  const { notice, locale, change_id } = told
  const prepared = await prepareNotice(ctx, by, told, job)
  if (!prepared) return
  const undo = change_id === undefined ? undefined : await undoUrl(ctx, change_id)
  const { platform, support_contact: contact } = ctx.settings
  const reach = { from: platform[locale], contact, ...(undo !== undefined && { undo }) }
  if (by === 'sms') return sendSms(ctx, told.to, noticeSms(notice, locale, reach))
  const { leaving, ...places } = prepared
  const { subject, text } = noticeEmail(notice, locale, {
    account: `${ctx.settings.app_origin}/account`,
    ...(leaving && { day: dayText(leaving, locale) }),
    page: `${ctx.settings.app_origin}/account/services`,
    ...places,
    ...reach,
  })
  return sendEmail(ctx, told.to, subject, text, job.id)
}

/**
 * Adds the messages of a notice to the jobs, in the transaction of its cause. Call `ctx.jobs.wake()` after the commit.
 */
export async function notify(
  ctx: Ctx,
  notice: Kind,
  member: Told,
  client_id: string | null,
  causes: Causes = {},
): Promise<void> {
  const told = { notice, member_id: member.id, client_id, locale: member.locale, ...causes }
  if (member.login_id !== null && canonicalEmail(member.login_id) !== null)
    await addJob(ctx, 'notice.mail', { ...told, to: member.login_id })
  if (howOf(notice).sms && member.phone !== null) await addJob(ctx, 'notice.sms', { ...told, to: member.phone })
}

/** Adds a notice for this member, who is looked up when the job runs, in the transaction of its cause. Call `ctx.jobs.wake()` after the commit. */
export const notifyWithin = (
  ctx: Pick<Ctx, 'db' | 'now'>,
  notice: Kind,
  member_id: string,
  client_id: string | null,
): Promise<string> => addJob(ctx, 'notice.member', { notice, member_id, client_id })

/**
 * Adds a notice for the member of this ID. The member is looked up after the answer. Not in a transaction: its job may begin before the commit.
 * @param member_id null if nobody has the ID that the caller named. Then the same statement adds a job that does nothing
 */
export const notifyById = (ctx: Ctx, notice: Kind, member_id: string | null, client_id: string | null): Promise<void> =>
  addLater(ctx, 'notice.member', { notice, member_id, client_id })

/** Whom a notice reaches, by which channels and in which language. Undefined: nobody has joined under this ID. */
export const memberToTell = ({ db }: Pick<Ctx, 'db'>, member_id: string) =>
  db
    .selectFrom('members')
    .select(['id', 'login_id', 'phone', 'locale'])
    .where('id', '=', member_id)
    .where('joined', '=', true)
    .executeTakeFirst()

/** The job of `notifyWithin` and `notifyById`, in one transaction with its end. */
export async function notifyMember(
  ctx: Ctx,
  { notice, member_id, client_id }: Payload<'notice.member'>,
): Promise<void> {
  if (member_id === null) return
  const member = await memberToTell(ctx, member_id)
  if (!member) return
  await notify(ctx, notice, member, client_id)
}

/** A link speaks of the password of its time. A newer password has ended what the notice told of, and has a notice of its own. */
const isCurrent = (
  notice: { expires_at: Date },
  { password_changed_at }: Pick<Member, 'password_changed_at'>,
): boolean => password_changed_at <= secondsFrom(notice.expires_at, -NOTICE_SECONDS)

/** Whether the link with this secret can still be used. */
export async function isNoticeOpen(ctx: Ctx, secret: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('notices as n')
    .innerJoin('members as m', 'm.id', 'n.member_id')
    .select(['n.expires_at', 'm.password_changed_at'])
    .where('n.secret_hash', '=', hashOf(secret))
    .where('n.expires_at', '>', ctx.now())
    .executeTakeFirst()
  return row !== undefined && (isCurrent(row, row) || (await toldIn(ctx, hashOf(secret))) !== undefined)
}

/**
 * Ends all sessions, tokens and visits of the member, and protects the account until a reset sets a new password. Removes the passkey that the notice is about.
 * @returns false when the link was used or has expired, or after a newer password
 */
export async function answerNotMe(ctx: Ctx, secret: string, ip: string): Promise<boolean> {
  const done = await ctx.db.transaction().execute(async (db) => {
    const named = db.selectFrom('notices').select('member_id').where('secret_hash', '=', hashOf(secret))
    const whose = await named.executeTakeFirst()
    // The lock waits for a password change in progress. It comes before the rows of the member, as everywhere.
    if (whose) await holdMember(db, whose.member_id)
    const passkey_id = await toldIn({ db }, hashOf(secret))
    const notice = await db
      .deleteFrom('notices')
      .where('secret_hash', '=', hashOf(secret))
      .where('expires_at', '>', ctx.now())
      .returning(['member_id', 'client_id', 'expires_at'])
      .executeTakeFirst()
    if (!notice) return null
    const member = await db
      .selectFrom('members')
      .select('password_changed_at')
      .where('id', '=', notice.member_id)
      .executeTakeFirst()
    if (!member || (passkey_id === undefined && !isCurrent(notice, member))) return null
    if (passkey_id !== undefined) await takePasskey({ ...ctx, db }, { id: passkey_id, member_id: notice.member_id })
    const stays = await protectIn({ ...ctx, db }, notice.member_id)
    if (stays) await notifyWithin({ ...ctx, db }, 'stayed', notice.member_id, null)
    return { ...notice, passkey_id, stays }
  })
  if (!done) return false
  ctx.jobs.wake()
  const { member_id, client_id, passkey_id, stays } = done
  if (passkey_id !== undefined) await record(ctx, 'passkey.removed', { member_id, client_id, ip })
  await record(ctx, 'notice.not_me', { member_id, client_id, ip })
  if (stays) await record(ctx, 'account.stayed', { member_id, client_id, ip })
  return true
}
