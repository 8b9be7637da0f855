// Security A8: one-time codes. Six digits from a cryptographic source; only a salted, deliberately slow hash is kept.
import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { hmac } from '../db/keys.ts'
import type { Locale } from '../../src/wire/locale.ts'
import type { Purpose } from '../db/schema.ts'

export type CodeKind = 'sms' | 'email'
/** How long a code lives, in seconds, and at most with all its extensions. An e-mail takes longer to arrive than an SMS. */
export const CODE_LIFE = { sms: { seconds: 180, most: 600 }, email: { seconds: 600, most: 1800 } } as const

const HASH_BYTES = 32

export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, '0')

/** What a code is hashed with. `pepper` is an HMAC key that is kept apart from the hashes; `cost` is scrypt's N. */
type CodeHashing = { pepper: string; cost: number }

// The pepper protects a stolen table: a million codes are quickly tried, but not without the key, which the table does not contain.
const derive = ({ pepper, cost }: CodeHashing, code: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(hmac(pepper, code), salt, HASH_BYTES, { N: cost, r: 8, p: 1 }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    )
  })

/** `salt.hash`, both base64url. */
export async function hashCode(hashing: CodeHashing, code: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await derive(hashing, code, salt)).toString('base64url')}`
}

export async function codeMatches(hashing: CodeHashing, code: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.')
  const expected = Buffer.from(hash, 'base64url')
  const actual = await derive(hashing, code, Buffer.from(salt, 'base64url'))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

type Words = {
  sms: (code: string, minutes: number) => string
  /** What a code of this purpose gives away, which a member learns who is asked to read the code to a caller. */
  allows: Partial<Record<Purpose, string>>
  secret: string
  /** Between two sentences. */
  space: ' ' | ''
  subject: string
  email: (code: string, minutes: number) => string
}

const WORDS: Record<Locale, Words> = {
  ko: {
    sms: (code, minutes) => `[대문] 인증번호는 ${code}입니다. ${minutes}분 안에 입력해 주세요.`,
    allows: { SEARCH_IDS: '이 번호로 아이디를 찾고 그 비밀번호까지 바꿀 수 있어요.' },
    secret: '다른 사람에게 알려 주지 마세요.',
    space: ' ',
    subject: '[대문] 이메일 인증번호',
    email: (code, minutes) =>
      `인증번호는 ${code}입니다.\n${minutes}분 안에 입력해 주세요. 직접 요청하지 않았다면 이 메일을 지워도 괜찮아요.`,
  },
  en: {
    sms: (code, minutes) => `[Daemun] Your code is ${code}. Enter it within ${minutes} minutes.`,
    allows: { SEARCH_IDS: 'It shows your IDs and lets their passwords be changed.' },
    secret: 'Never tell it to anyone.',
    space: ' ',
    subject: '[Daemun] Your verification code',
    email: (code, minutes) =>
      `Your code is ${code}.\nEnter it within ${minutes} minutes. If you did not ask for it, you can delete this email.`,
  },
  zh: {
    sms: (code, minutes) => `[大门] 您的验证码是 ${code}，请在 ${minutes} 分钟内输入。`,
    allows: { SEARCH_IDS: '凭此验证码可以查找账号并更改密码。' },
    secret: '请勿告诉他人。',
    space: '',
    subject: '[大门] 邮箱验证码',
    email: (code, minutes) =>
      `您的验证码是 ${code}。\n请在 ${minutes} 分钟内输入。如果不是您本人申请，可以删除此邮件。`,
  },
  ja: {
    sms: (code, minutes) => `[テムン] 認証コードは ${code} です。${minutes}分以内に入力してください。`,
    allows: { SEARCH_IDS: 'このコードでIDを確認し、パスワードも変更できます。' },
    secret: '他人に教えないでください。',
    space: '',
    subject: '[テムン] メール認証コード',
    email: (code, minutes) =>
      `認証コードは ${code} です。\n${minutes}分以内に入力してください。お心当たりがない場合は、このメールを削除してください。`,
  },
}

const minutesOf = (kind: CodeKind): number => CODE_LIFE[kind].seconds / 60

/** The SMS. Its last line lets a browser fill the code in for this app's host and no other (WebOTP). */
export function codeSms(code: string, purpose: Purpose, locale: Locale, appUrl: string): string {
  const { sms, allows, secret, space } = WORDS[locale]
  const said = [sms(code, minutesOf('sms')), allows[purpose], secret].filter(Boolean).join(space)
  return `${said}\n\n@${new URL(appUrl).hostname} #${code}`
}

export function codeEmail(code: string, locale: Locale): { subject: string; text: string } {
  const { subject, email } = WORDS[locale]
  return { subject, text: email(code, minutesOf('email')) }
}
