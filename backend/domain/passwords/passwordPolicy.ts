// Spec §5 and security A3, A4: whether a password may be set. The server repeats every check of the app.
import type { DetailCode } from '../../../contract/shapes/answer.ts'
import * as detail from '../../../contract/detailCodes.ts'
import { commonWords } from './commonWords.ts'

/** The member who sets the password. `phone` is in E.164 format; `current_hash` is null if there is no password yet. */
export type PasswordOwner = {
  login_id: string
  phone: string | null
  current_hash: string | null
  /** Names that are as easy to guess as a common word (contextWords.ts). */
  words: readonly string[]
}
type PasswordRefusal = { detail_code: DetailCode; code: string }

const RUN = 3
const ROWS = ['1234567890', '0123456789', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const LEAST_ID_PART = 4
const LEAST_WORD = 5
const PHONE_DIGITS = 8

const reversed = (text: string): string => Array.from(text).toReversed().join('')
const tracks = ROWS.flatMap((row) => [row, reversed(row)])

function hasRun(password: string): boolean {
  const small = password.toLowerCase()
  for (let at = 0; at + RUN <= small.length; at++) {
    const three = small.slice(at, at + RUN)
    if (tracks.some((track) => track.includes(three))) return true
  }
  return false
}

function followsRules(password: string): boolean {
  if (!/^[A-Za-z0-9@$!%*#?&~]+$/.test(password)) return false
  if (/(.)\1{2}/.test(password) || hasRun(password)) return false
  const kinds =
    Number(/[A-Za-z]/.test(password)) + Number(/[0-9]/.test(password)) + Number(/[^A-Za-z0-9]/.test(password))
  const least = kinds === 3 ? 8 : 10
  return kinds >= 2 && password.length >= least && password.length <= 16
}

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
/** The keys of a text, without regard to Shift. */
const WITHOUT_SHIFT: Record<string, string> = { '!': '1', '@': '2', '#': '3', $: '4', '%': '5', '&': '7', '*': '8' }

/** The spellings of a password that are compared: as typed, with look-alike characters read as letters, and as keys. */
const readings = (password: string): string[] =>
  [{}, LOOKALIKES, WITHOUT_SHIFT].map((signs: Record<string, string>) =>
    Array.from(password.toLowerCase(), (one) => signs[one] ?? one).join(''),
  )

/** Whether a common word makes up at least half of the password. The rest is then easy to guess. */
export async function isCommon(password: string, ofOwner: readonly string[]): Promise<boolean> {
  const words = [await commonWords(), new Set(ofOwner)]
  const least = Math.max(LEAST_WORD, Math.ceil(password.length / 2))
  for (const reading of readings(password))
    for (let from = 0; from + least <= reading.length; from += 1)
      for (let to = from + least; to <= reading.length; to += 1)
        if (words.some((known) => known.has(reading.slice(from, to)))) return true
  return false
}

function holdsId(password: string, login_id: string): boolean {
  const id = login_id.normalize('NFKC').toLowerCase()
  const local = id.slice(0, Math.max(0, id.lastIndexOf('@'))) || id
  const small = password.toLowerCase()
  return small === id || small === local || (local.length >= LEAST_ID_PART && small.includes(local))
}

const holdsPhone = (password: string, phone: string | null): boolean =>
  phone !== null && password.replace(/\D/g, '').includes(phone.slice(-PHONE_DIGITS))

/**
 * The reason why this password cannot be set, or null.
 * @param matches compares the password with a hash. It is slow on purpose, so it runs only if no other check has failed.
 */
export async function passwordRefusal(
  password: string,
  owner: PasswordOwner,
  matches: (password: string, password_hash: string) => Promise<boolean>,
): Promise<PasswordRefusal | null> {
  if (holdsId(password, owner.login_id)) return { detail_code: detail.PASSWORD_SAME_AS_ID, code: 'PASSWORD_SAME_AS_ID' }
  if (holdsPhone(password, owner.phone))
    return { detail_code: detail.PASSWORD_SAME_AS_PHONE, code: 'PASSWORD_SAME_AS_PHONE' }
  if (!followsRules(password) || (await isCommon(password, owner.words)))
    return { detail_code: detail.PASSWORD_NOT_ALLOWED, code: 'PASSWORD_NOT_ALLOWED' }
  const isSame = owner.current_hash !== null && (await matches(password, owner.current_hash))
  return isSame ? { detail_code: detail.PASSWORD_SAME_AS_BEFORE, code: 'PASSWORD_SAME_AS_BEFORE' } : null
}
