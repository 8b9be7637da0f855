// Security A16: messages about what a thief might have done, with a link for a member who did not do it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locale } from '../../src/wire/locale'
import { hashOf, newSecret, secondsFrom, type Ctx } from '../context'
import type { Member } from '../db/schema'
import { sendEmail, sendSms } from '../outbox'
import { canonicalEmail } from './email'
import { record } from './events'
import { howOf, type Kind } from './noticeKinds'
import { filled, WORDS } from './noticeWords/words'
import { serviceName } from './serviceName'
import { endEverythingOf } from './sessions'

/** Seven days: a member on a journey still reads the e-mail in time. */
const NOTICE_SECONDS = 7 * 86_400

const DAY_SECONDS = 86_400

const noticePath = (secret: string): string => `/not-me/${secret}`

/** Whom a notice reaches. Null: not by this channel. */
export type Told = Pick<Member, 'id' | 'phone' | 'locale'> & { login_id: string | null }

async function wasToldToday(ctx: Ctx, kind: Kind, member_id: string): Promise<boolean> {
  const told = await ctx.db
    .selectFrom('notices')
    .select('at')
    .where('member_id', '=', member_id)
    .where('kind', '=', kind)
    .where('at', '>', secondsFrom(ctx.now(), -DAY_SECONDS))
    .limit(1)
    .executeTakeFirst()
  return told !== undefined
}

/** @returns the address of a new link */
async function newLink(ctx: Ctx, kind: Kind, member_id: string, client_id: string | null): Promise<string> {
  const secret = newSecret()
  const at = ctx.now()
  const expires_at = secondsFrom(at, NOTICE_SECONDS)
  await ctx.db
    .insertInto('notices')
    .values({ secret_hash: hashOf(secret), member_id, client_id, expires_at, kind, at })
    .execute()
  return ctx.settings.url + noticePath(secret)
}

async function textOf(ctx: Ctx, kind: Kind, locale: Locale, client_id: string | null): Promise<string> {
  const { text } = WORDS[locale].notices[kind]
  return filled(text, {
    page: `${ctx.settings.url}/connected-services`,
    contact: ctx.settings.support_contact,
    ...(client_id !== null && text.includes('{service}') && { service: await serviceName(ctx, client_id, locale) }),
  })
}

/** Sends the notice by its channels. Resolves when the gateways have accepted it. */
export async function tell(ctx: Ctx, kind: Kind, member: Told, client_id: string | null): Promise<void> {
  const { sms = false, link = false, daily = false } = howOf(kind)
  const address = canonicalEmail(member.login_id ?? '') === null ? null : member.login_id
  const phone = sms ? member.phone : null
  if (address === null && phone === null) return
  if (daily && (await wasToldToday(ctx, kind, member.id))) return
  const { notices, notYou, support } = WORDS[member.locale]
  const { title } = notices[kind]
  const mail = async (to: string) => {
    const end = link ? `\n${notYou}\n\n${await newLink(ctx, kind, member.id, client_id)}` : sms ? `\n${support}` : ''
    return sendEmail(ctx, to, title, `${await textOf(ctx, kind, member.locale, client_id)}${end}`)
  }
  await Promise.all([
    address === null ? null : mail(address),
    phone === null ? null : sendSms(ctx, phone, `${title}. ${support}`),
  ])
}

/** Sends the notice. The caller does not wait, because a slow gateway must not delay the member; the log names a failure. */
export const notify = (ctx: Ctx, kind: Kind, member: Told, client_id: string | null): void =>
  ctx.background.run('notice.failed', tell(ctx, kind, member, client_id), { kind })

/** Longer than an answer takes. Only a known ID has a notice, and the time of the answer must not tell (Security A7). */
const LATER_MS = 1000

/** Sends the notice to the member of this id, if there is one. */
export function notifyById(ctx: Ctx, kind: Kind, member_id: string | null, client_id: string | null): void {
  if (member_id === null) return
  const later = async () => {
    await sleep(LATER_MS)
    const member = await ctx.db
      .selectFrom('members')
      .select(['id', 'login_id', 'phone', 'locale'])
      .where('id', '=', member_id)
      .where('joined', '=', true)
      .executeTakeFirst()
    if (member) await tell(ctx, kind, member, client_id)
  }
  ctx.background.run('notice.failed', later(), { kind })
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
  return row !== undefined && isCurrent(row, row)
}

/**
 * Ends all sessions, tokens and visits of the member, and protects the account until a reset sets a new password.
 * @returns at which service the member starts the reset; null when the link was used or has expired, or after a newer password
 */
export async function answerNotMe(ctx: Ctx, secret: string, ip: string): Promise<{ client_id: string | null } | null> {
  const done = await ctx.db.transaction().execute(async (db) => {
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
    if (!member || !isCurrent(notice, member)) return null
    await db
      .updateTable('members')
      .set({ status: 'PROTECTED' })
      .where('id', '=', notice.member_id)
      .where('status', '=', 'ACTIVE')
      .execute()
    return { ...notice, ended: await endEverythingOf(db, notice.member_id) }
  })
  if (!done) return null
  ctx.sessionsEnded(done.ended)
  const { member_id, client_id } = done
  await record(ctx, 'notice.not_me', { member_id, client_id, ip })
  return { client_id }
}
