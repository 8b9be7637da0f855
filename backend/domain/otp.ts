// Security A8: one-time codes. Six digits from a cryptographic source; only a salted, deliberately slow hash is kept.
import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { hmac } from '../db/keys'
import type { Purpose } from '../db/schema'

export const CODE_SECONDS = 180
/** The maximum lifetime of a code, including extensions. */
export const CODE_CAP_SECONDS = 600

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

/** What a code allows, in the words of its SMS. A member who is asked to read the code to a caller learns what it would give away. */
const allowedBy: Partial<Record<Purpose, string>> = {
  SEARCH_IDS: '이 번호로 아이디를 찾고 그 비밀번호까지 바꿀 수 있어요. ',
}

/** The SMS. Its last line lets a browser fill the code in for this app's host and no other (WebOTP). */
export const codeSms = (code: string, purpose: Purpose, appUrl: string): string =>
  `[대문] 인증번호는 ${code}입니다. ${allowedBy[purpose] ?? ''}3분 안에 입력해 주세요. 다른 사람에게 알려 주지 마세요.\n\n` +
  `@${new URL(appUrl).hostname} #${code}`

export const codeEmail = (code: string) => ({
  subject: '[대문] 이메일 인증번호',
  text: `인증번호는 ${code}입니다.\n3분 안에 입력해 주세요. 직접 요청하지 않았다면 이 메일을 지워도 괜찮아요.`,
})
