// Security A16: e-mails about what a thief might have done, with a link for a member who did not do it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locale } from '../../src/wire/locale'
import { hashOf, newSecret, secondsFrom, type Ctx } from '../context'
import type { Member } from '../db/schema'
import { sendEmail, sendSms } from '../outbox'
import { record } from './events'
import { endEverythingOf } from './sessions'

/** Seven days: a member on a journey still reads the e-mail in time. */
const NOTICE_SECONDS = 7 * 86_400

/**
 * No call changes the phone of a member, so no notice tells of one. `supportReset`: an operator has set another password. `locked` and `codes`:
 * somebody in a browser that is not the member's has used up what such browsers may try.
 */
type Kind = 'browser' | 'password' | 'supportReset' | 'locked' | 'codes'
type Words = Record<Kind, { title: string; text: string }> & { notYou: string; support: string }

const WORDS: Record<Locale, Words> = {
  ko: {
    browser: {
      title: '[대문] 새 브라우저에서 로그인했어요',
      text: '처음 보는 브라우저에서 회원님의 계정으로 로그인했어요.',
    },
    password: {
      title: '[대문] 비밀번호가 바뀌었어요',
      text: '회원님의 비밀번호가 방금 바뀌었고, 로그인되어 있던 다른 기기에서 모두 로그아웃됐어요.',
    },
    supportReset: {
      title: '[대문] 고객지원이 비밀번호를 재설정했어요',
      text: '고객지원이 회원님의 비밀번호를 재설정했어요. 다음에 로그인할 때 새 비밀번호를 정해 주세요.',
    },
    locked: {
      title: '[대문] 회원님의 비밀번호가 다섯 번 틀렸어요',
      text: '처음 보는 브라우저에서 회원님의 비밀번호를 다섯 번 잘못 입력해서, 그런 브라우저에서는 당분간 로그인할 수 없어요. 전에 로그인한 브라우저에서는 그대로 로그인할 수 있어요.',
    },
    codes: {
      title: '[대문] 회원님의 인증번호 시도가 너무 많아요',
      text: '처음 보는 브라우저에서 회원님의 인증번호를 너무 여러 번 요청하거나 잘못 입력했어요. 그런 브라우저에서는 당분간 인증번호를 쓸 수 없어요.',
    },
    notYou:
      '직접 하지 않았다면 7일 안에 아래 링크를 열어 주세요. 모든 기기에서 로그아웃하고 비밀번호를 다시 정할 수 있어요.',
    support: '직접 하지 않았다면 바로 고객지원에 알려 주세요.',
  },
  en: {
    browser: {
      title: '[Daemun] Sign-in from a new browser',
      text: 'Someone signed in to your account from a browser that we have not seen before.',
    },
    password: {
      title: '[Daemun] Your password was changed',
      text: 'Your password was changed just now, and your other devices were signed out.',
    },
    supportReset: {
      title: '[Daemun] Support has reset your password',
      text: 'Support has reset your password. You choose a new one at your next sign-in.',
    },
    locked: {
      title: '[Daemun] Five wrong passwords for your account',
      text: 'Someone entered a wrong password for your account five times, from a browser that we have not seen before. Such browsers cannot sign in for a while. Browsers in which you signed in before still can.',
    },
    codes: {
      title: '[Daemun] Too many attempts with codes for your account',
      text: 'Someone asked for codes for your account, or entered wrong ones, too many times from a browser that we have not seen before. Such browsers cannot use codes for a while.',
    },
    notYou:
      'If this was not you, open the link below within 7 days. It signs out all devices and lets you set a new password.',
    support: 'If this was not you, please contact support at once.',
  },
  zh: {
    browser: { title: '[大门] 新浏览器登录', text: '有人通过一个新的浏览器登录了您的账号。' },
    password: { title: '[大门] 密码已更改', text: '您的密码刚刚被更改，其他设备已全部退出登录。' },
    supportReset: {
      title: '[大门] 客服已重置您的密码',
      text: '客服已重置您的密码。下次登录时请设置新密码。',
    },
    locked: {
      title: '[大门] 您的账号密码输错五次',
      text: '有人通过一个新的浏览器五次输错您的密码，此类浏览器暂时无法登录。您以前登录过的浏览器仍可登录。',
    },
    codes: {
      title: '[大门] 您的账号验证码尝试次数过多',
      text: '有人通过一个新的浏览器过多地请求或输错您的验证码，此类浏览器暂时无法使用验证码。',
    },
    notYou: '如果不是您本人操作，请在 7 天内打开以下链接，退出所有设备并重新设置密码。',
    support: '如果不是您本人操作，请立即联系客服。',
  },
  ja: {
    browser: {
      title: '[テムン] 新しいブラウザーでログインがありました',
      text: 'これまで使われていないブラウザーで、お客様のアカウントへのログインがありました。',
    },
    password: {
      title: '[テムン] パスワードが変更されました',
      text: 'お客様のパスワードが変更され、ほかの端末はすべてログアウトされました。',
    },
    supportReset: {
      title: '[テムン] サポートがパスワードをリセットしました',
      text: 'サポートがお客様のパスワードをリセットしました。次回のログイン時に新しいパスワードを設定してください。',
    },
    locked: {
      title: '[テムン] パスワードが5回間違えられました',
      text: 'これまで使われていないブラウザーで、お客様のパスワードが5回間違って入力されました。そのようなブラウザーではしばらくログインできません。以前ログインしたブラウザーでは引き続きログインできます。',
    },
    codes: {
      title: '[テムン] 認証番号の試行が多すぎます',
      text: 'これまで使われていないブラウザーで、お客様の認証番号が何度も要求されたか、間違って入力されました。そのようなブラウザーではしばらく認証番号を使えません。',
    },
    notYou:
      'お心当たりがない場合は、7日以内に下のリンクを開いてください。すべての端末からログアウトし、パスワードを再設定できます。',
    support: 'お心当たりがない場合は、すぐにサポートへご連絡ください。',
  },
}

/** Whoever can set a password may read the e-mail as well. */
const BY_SMS: ReadonlySet<Kind> = new Set(['password', 'supportReset'])

/** A stranger can cause these as often as it likes, so a member gets one of each kind a day. */
const DAILY: ReadonlySet<Kind> = new Set(['locked', 'codes'])
const DAY_SECONDS = 86_400

const noticePath = (secret: string): string => `/not-me/${secret}`

type Told = Pick<Member, 'id' | 'login_id' | 'phone' | 'locale'>

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

/** Sends the notice. The caller does not wait, because a slow gateway must not delay the member; the log names a failure. */
export function notify(ctx: Ctx, kind: Kind, member: Told, client_id: string | null): void {
  const send = async () => {
    if (DAILY.has(kind) && (await wasToldToday(ctx, kind, member.id))) return
    const secret = newSecret()
    const at = ctx.now()
    const expires_at = secondsFrom(at, NOTICE_SECONDS)
    await ctx.db
      .insertInto('notices')
      .values({ secret_hash: hashOf(secret), member_id: member.id, client_id, expires_at, kind, at })
      .execute()
    const words = WORDS[member.locale]
    const { title, text } = words[kind]
    const url = ctx.settings.url + noticePath(secret)
    await Promise.all([
      sendEmail(ctx, member.login_id, title, `${text}\n${words.notYou}\n\n${url}`),
      BY_SMS.has(kind) && member.phone !== null ? sendSms(ctx, member.phone, `${title}. ${words.support}`) : null,
    ])
  }
  ctx.background.run('notice.failed', send(), { kind })
}

/** Longer than an answer takes. Only a known ID has a notice, and the time of the answer must not tell (Security A7). */
const LATER_MS = 1000

/** Sends the notice to the member of this id, if there is one. */
export function notifyById(ctx: Ctx, kind: Kind, member_id: string | null, client_id: string | null): void {
  if (member_id === null) return
  const tell = async () => {
    await sleep(LATER_MS)
    const member = await ctx.db
      .selectFrom('members')
      .select(['id', 'login_id', 'phone', 'locale'])
      .where('id', '=', member_id)
      .where('joined', '=', true)
      .executeTakeFirst()
    if (member) notify(ctx, kind, member, client_id)
  }
  ctx.background.run('notice.failed', tell(), { kind })
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
      .forUpdate()
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
