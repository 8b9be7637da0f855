// Spec §5, account password: one table for validator, checklist and tests.
import type { MessageKey } from '../texts/messages.ts'

export const LEAST_WITH_THREE_KINDS = 8
export const LEAST_WITH_TWO_KINDS = 10
const MOST = 16

/** Tells password managers how to generate a password that passes the rules below. */
export const PASSWORD_RULES_ATTRIBUTE =
  'minlength: 12; maxlength: 16; required: lower; required: upper; required: digit; required: [@$!%*#?&~]; max-consecutive: 2;'

const KINDS = [/[a-z]/i, /\d/, /[@$!%*#?&~]/]
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', '0123456789']

const triples = (row: string) => Array.from({ length: row.length - 2 }, (_, at) => row.slice(at, at + 3))
const backwards = (text: string) => Array.from(text).reduceRight((all, one) => all + one, '')
/** All triples of neighbours on a keyboard row or in counting, in both directions. */
const RUNS = new Set(ROWS.flatMap(triples).flatMap((run) => [run, backwards(run)]))

/** How many of the kinds letter, digit and special character a password has. */
export const kindsIn = (value: string): number => KINDS.filter((kind) => kind.test(value)).length

export const hasOnlyAllowed = (value: string): boolean => /^[a-z\d@$!%*#?&~]*$/i.test(value)

/** The first character that no password may have, or null. */
export const foreignIn = (value: string): string | null => Array.from(value).find((one) => !hasOnlyAllowed(one)) ?? null

/** The first three neighbours in a row, such as qwe, 321 or 890, or null. Ignores case. */
export function sequenceIn(value: string): string | null {
  const typed = value.slice(0, 1000)
  return Array.from(typed, (_, at) => typed.slice(at, at + 3)).find((run) => RUNS.has(run.toLowerCase())) ?? null
}
export const isSequential = (value: string): boolean => sequenceIn(value) !== null

/** A character that appears three times in a row (case-sensitive), or null. */
export const repeatedCharacter = (value: string): string | null => /(.)\1\1/su.exec(value)?.[1] ?? null

/** The owner of the password. Empty: not known here. `phone_number` in digits. */
export type PasswordOwner = { login_id?: string; phone_number?: string }

/** A password must not contain a part of an ID that is at least this long. Shorter parts occur by chance. */
const LEAST_ID_PART = 4
/** The last digits of a phone number, without the prefix of the operator or the country. */
const LEAST_PHONE_PART = 8

/** The refusals PASSWORD_SAME_AS_ID and PASSWORD_SAME_AS_PHONE, checked before the server does. */
export function sameAsOwner(
  value: string,
  { login_id = '', phone_number = '' }: PasswordOwner = {},
): MessageKey | null {
  const small = value.toLowerCase()
  const [id = ''] = login_id.toLowerCase().split('@')
  if (id !== '' && (small === id || (id.length >= LEAST_ID_PART && small.includes(id))))
    return 'refused.passwordSameAsId'
  const phone = phone_number.slice(-LEAST_PHONE_PART)
  const isInside = phone.length === LEAST_PHONE_PART && value.replace(/\D/g, '').includes(phone)
  return isInside ? 'refused.passwordSameAsPhone' : null
}

const leastFor = (value: string) => (kindsIn(value) === 3 ? LEAST_WITH_THREE_KINDS : LEAST_WITH_TWO_KINDS)

export type PasswordRule = {
  /** The text of the checklist. */
  text: MessageKey
  holds: (value: string, owner?: PasswordOwner) => boolean
  /** Whether further typing cannot fix the problem: a character must be removed. */
  isBroken: (value: string, owner?: PasswordOwner) => boolean
}

const kindsRule: PasswordRule = {
  text: 'password.ruleKinds',
  holds: (value) => kindsIn(value) >= 2 && hasOnlyAllowed(value),
  isBroken: (value) => !hasOnlyAllowed(value),
}
const lengthRule: PasswordRule = {
  text: 'password.ruleLength',
  holds: (value) => value.length >= leastFor(value) && value.length <= MOST,
  isBroken: (value) => value.length > MOST,
}
const repeatedRule: PasswordRule = {
  text: 'password.ruleRepeated',
  holds: (value) => value !== '' && repeatedCharacter(value) === null,
  isBroken: (value) => repeatedCharacter(value) !== null,
}
const sequentialRule: PasswordRule = {
  text: 'password.ruleSequential',
  holds: (value) => value !== '' && !isSequential(value),
  isBroken: isSequential,
}
const ownerRule: PasswordRule = {
  text: 'password.ruleOwner',
  holds: (value, owner) => value !== '' && sameAsOwner(value, owner) === null,
  isBroken: (value, owner) => sameAsOwner(value, owner) !== null,
}

export const passwordRules: readonly PasswordRule[] = [kindsRule, lengthRule, repeatedRule, sequentialRule, ownerRule]

/** The key of the first problem that does not depend on the owner, or null. */
export function passwordProblem(value: string): MessageKey | null {
  if (repeatedRule.isBroken(value)) return 'password.repeated'
  if (sequentialRule.isBroken(value)) return 'password.message1'
  if (!hasOnlyAllowed(value)) return 'password.characters'
  if (value.length > MOST) return 'password.most16'
  if (kindsIn(value) < 2) return value === '' ? 'password.least8' : 'password.kinds'
  if (lengthRule.holds(value)) return null
  return kindsIn(value) === 3 ? 'password.least8' : 'password.message7'
}
