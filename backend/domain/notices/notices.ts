// Security A16: messages about what a thief might have done, with a link for a member who did not do it.
import { hashOf, secondsFrom, type Ctx } from '../../context.ts'
import { hmac, secretAt } from '../../db/secrets.ts'
import type { Member } from '../../db/schema.ts'
import type { Payload } from '../../jobs/kinds.ts'
import { addJob, addLater, type Job } from '../../jobs/queue.ts'
import { sendEmail, sendSms } from '../../outbox.ts'
import { undoUrl } from '../account/channelChanges.ts'
import { protectIn } from '../sessions/protect.ts'
import { canonicalEmail } from '../members/email.ts'
import { record } from '../audit/events.ts'
import { dayText, type Mail, noticeEmail, noticeSms } from './messageTexts.ts'
import { howOf, type Kind } from './noticeKinds.ts'
import { noteTold, toldIn } from '../passkeys/toldPasskey.ts'
import { serviceName } from '../sessions/serviceName.ts'

/** Seven days: a member on a journey still reads the e-mail in time. */
const NOTICE_SECONDS = 7 * 86_400

const DAY_SECONDS = 86_400

const noticePath = (secret: string): string => `/not-me/${secret}`

/** Whom a notice reaches. Null: not by this channel. */
export type Told = Pick<Member, 'id' | 'phone' | 'locale'> & { login_id: string | null }

/** What the link of a notice is about: a passkey that it removes, or a changed phone or address that it undoes. */
export type Causes = Pick<ToldNotice, 'passkey_id' | 'change_id'>

/** What a message of a notice needs to know. `to`: an address, or a number in E.164. */
type ToldNotice = Payload<'notice.mail'>

/** Each try of a job sends the same link, and no row of the database contains its secret. */
const secretOf = ({ keys }: Ctx, { id, created_at }: Job): string =>
  hmac(secretAt(keys.secrets.codes, created_at), `notice ${id}`).toString('base64url')

/** Whether another notice of this kind was sent within a day. */
async function wasToldToday(ctx: Ctx, { notice, member_id }: ToldNotice, job: Job): Promise<boolean> {
  const told = await ctx.db
    .selectFrom('notices')
    .select('at')
    .where('member_id', '=', member_id)
    .where('kind', '=', notice)
    .where('at', '>', secondsFrom(ctx.now(), -DAY_SECONDS))
    .where('secret_hash', '!=', hashOf(secretOf(ctx, job)))
    .limit(1)
    .executeTakeFirst()
  return told !== undefined
}

/** The time of the notice is that of its cause, however late the mail leaves. @returns the address of the link */
async function linkOf(
  ctx: Ctx,
  { notice: kind, member_id, client_id, passkey_id }: ToldNotice,
  job: Job,
): Promise<string> {
  const secret = secretOf(ctx, job)
  const at = job.created_at
  const expires_at = secondsFrom(at, NOTICE_SECONDS)
  await ctx.db
    .insertInto('notices')
    .values({ secret_hash: hashOf(secret), member_id, client_id, expires_at, kind, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (passkey_id !== undefined) await noteTold(ctx, hashOf(secret), passkey_id)
  return ctx.settings.url + noticePath(secret)
}

async function leavingDay({ db }: Ctx, member_id: string): Promise<Date | null> {
  const row = db.selectFrom('member_leavings').select('effective_at').where('member_id', '=', member_id)
  return (await row.executeTakeFirst())?.effective_at ?? null
}

/** @param leaving when the member is erased, for the notice that says so */
async function emailOf(ctx: Ctx, told: ToldNotice, job: Job, leaving?: Date): Promise<Mail> {
  const { notice, locale, client_id } = told
  const how = howOf(notice)
  return noticeEmail(notice, locale, {
    account: `${ctx.settings.app_origin}/account`,
    ...(leaving && { day: dayText(leaving, locale) }),
    page: `${ctx.settings.app_origin}/account/services`,
    contact: ctx.settings.support_contact,
    ...(how.service && client_id !== null && { service: await serviceName(ctx, client_id, locale) }),
    ...(how.link && told.change_id === undefined && { link: await linkOf(ctx, told, job) }),
    ...(told.change_id !== undefined && { undo: undoUrl(ctx, told.change_id) }),
  })
}

/** The job of a notice. Resolves when the gateway has accepted it. */
export async function sendNotice(ctx: Ctx, by: 'mail' | 'sms', told: ToldNotice, job: Job): Promise<void> {
  const member = ctx.db.selectFrom('members').select('id').where('id', '=', told.member_id)
  if (!(await member.executeTakeFirst())) return
  if (howOf(told.notice).daily && (await wasToldToday(ctx, told, job))) return
  const leaving = told.notice === 'leaving' ? await leavingDay(ctx, told.member_id) : undefined
  // The member has come back before the message left.
  if (leaving === null) return
  if (by === 'sms') {
    const undo = told.change_id === undefined ? undefined : undoUrl(ctx, told.change_id)
    return sendSms(ctx, told.to, noticeSms(told.notice, told.locale, undo))
  }
  const { subject, text } = await emailOf(ctx, told, job, leaving)
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

/** The job that `notifyById` adds. */
export async function notifyMember(
  ctx: Ctx,
  { notice, member_id, client_id }: Payload<'notice.member'>,
): Promise<void> {
  if (member_id === null) return
  const member = await memberToTell(ctx, member_id)
  if (!member) return
  await notify(ctx, notice, member, client_id)
  ctx.jobs.wake()
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
 * @returns at which service the member starts the reset; null when the link was used or has expired, or after a newer password
 */
export async function answerNotMe(ctx: Ctx, secret: string, ip: string): Promise<{ client_id: string | null } | null> {
  const done = await ctx.db.transaction().execute(async (db) => {
    const passkey_id = await toldIn({ db }, hashOf(secret))
    const notice = await db
      .deleteFrom('notices')
      .where('secret_hash', '=', hashOf(secret))
      .where('expires_at', '>', ctx.now())
      .returning(['member_id', 'client_id', 'expires_at'])
      .executeTakeFirst()
    if (!notice) return null
    // The lock waits for a password change in progress.
    const member = await db
      .selectFrom('members')
      .select('password_changed_at')
      .where('id', '=', notice.member_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!member || (passkey_id === undefined && !isCurrent(notice, member))) return null
    if (passkey_id !== undefined) await db.deleteFrom('passkeys').where('id', '=', passkey_id).execute()
    const stays = await protectIn({ ...ctx, db }, notice.member_id)
    if (stays) await notifyWithin({ ...ctx, db }, 'stayed', notice.member_id, null)
    return { ...notice, passkey_id, stays }
  })
  if (!done) return null
  ctx.jobs.wake()
  const { member_id, client_id, passkey_id, stays } = done
  if (passkey_id !== undefined) await record(ctx, 'passkey.removed', { member_id, client_id, ip })
  await record(ctx, 'notice.not_me', { member_id, client_id, ip })
  if (stays) await record(ctx, 'account.stayed', { member_id, client_id, ip })
  return { client_id }
}
