// Spec §5 and security A3, A4: whether a password may be set. The server repeats every check of the app.
import type { DetailCode } from '../../../contract/shapes/answer.ts'
import * as detail from '../../../contract/detailCodes.ts'
import { isGuessable, everydayWords, MOST_FREQUENT } from '../../../contract/guessable.ts'

/** Security A4: the words of contract/guessable.ts, with the most frequent passwords of a public list. */
let loaded: Promise<ReadonlySet<string>> | undefined

/** Loaded when the first password is set, because loading takes a moment and a sign-in does not need it. */
const commonWords = (): Promise<ReadonlySet<string>> => (loaded ??= load())

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return everydayWords(dictionary['passwords-common'].slice(0, MOST_FREQUENT))
}

/** The member who sets the password. `phone` is in E.164 format. */
export type PasswordOwner = {
  login_id: string
  phone: string | null
  /** Names that are as easy to guess as a common word (newPassword.ts). */
  words: readonly string[]
}
type PasswordRefusal = { detail_code: DetailCode; code: string }

const RUN = 3
const ROWS = ['1234567890', '0123456789', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const LEAST_ID_PART = 4
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

/** As the app's check (contract/guessable.ts), with the same list of frequent passwords. */
export const isCommon = async (password: string, ofOwner: readonly string[]): Promise<boolean> =>
  isGuessable(password, [await commonWords(), new Set(ofOwner)])

function holdsId(password: string, login_id: string): boolean {
  const id = login_id.normalize('NFKC').toLowerCase()
  const local = id.slice(0, Math.max(0, id.lastIndexOf('@'))) || id
  const small = password.toLowerCase()
  return small === id || small === local || (local.length >= LEAST_ID_PART && small.includes(local))
}

const holdsPhone = (password: string, phone: string | null): boolean =>
  phone !== null && password.replace(/\D/g, '').includes(phone.slice(-PHONE_DIGITS))

/** The reason why this password cannot be set, or null. Whether it is the current password is not checked here, because that hashes. */
export async function passwordRefusal(password: string, owner: PasswordOwner): Promise<PasswordRefusal | null> {
  if (holdsId(password, owner.login_id)) return { detail_code: detail.PASSWORD_SAME_AS_ID, code: 'PASSWORD_SAME_AS_ID' }
  if (holdsPhone(password, owner.phone))
    return { detail_code: detail.PASSWORD_SAME_AS_PHONE, code: 'PASSWORD_SAME_AS_PHONE' }
  if (!followsRules(password) || (await isCommon(password, owner.words)))
    return { detail_code: detail.PASSWORD_NOT_ALLOWED, code: 'PASSWORD_NOT_ALLOWED' }
  return null
}
