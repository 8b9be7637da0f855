// Spec §5, account password: one table for the validator, the checklist and the tests.
import type { MessageKey } from './messages'

export const LEAST_WITH_THREE_KINDS = 8
export const LEAST_WITH_TWO_KINDS = 10
export const MOST = 16

/** For password managers: what a generated password must be to pass the rules below. */
export const PASSWORD_RULES_ATTRIBUTE =
  'minlength: 12; maxlength: 16; required: lower; required: upper; required: digit; required: [@$!%*#?&~]; max-consecutive: 2;'

const KINDS = [/[a-z]/i, /\d/, /[@$!%*#?&~]/]
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', '0123456789']

const triples = (row: string) => Array.from({ length: row.length - 2 }, (_, at) => row.slice(at, at + 3))
const backwards = (text: string) => Array.from(text).reduceRight((all, one) => all + one, '')
/** Every three neighbours of a keyboard row or of counting, both ways. */
const RUNS = new Set(ROWS.flatMap(triples).flatMap((run) => [run, backwards(run)]))

/** How many of letters, digits and special characters a password has. */
export const kindsIn = (value: string): number => KINDS.filter((kind) => kind.test(value)).length

export const hasOnlyAllowed = (value: string): boolean => /^[a-z\d@$!%*#?&~]*$/i.test(value)

/** Three neighbours in a row, such as qwe, 321 or 890; capitals count as their small letters. */
export function isSequential(value: string): boolean {
  const small = value.slice(0, 1000).toLowerCase()
  return Array.from(small, (_, at) => small.slice(at, at + 3)).some((run) => RUNS.has(run))
}

/** One character three times in a row, as it was typed; or null. */
export const repeatedCharacter = (value: string): string | null => /(.)\1\1/su.exec(value)?.[1] ?? null

const leastFor = (value: string) => (kindsIn(value) === 3 ? LEAST_WITH_THREE_KINDS : LEAST_WITH_TWO_KINDS)

export type PasswordRule = {
  /** What the checklist says. */
  text: MessageKey
  holds: (value: string) => boolean
  /** Typing on cannot mend it: something has to go. */
  isBroken: (value: string) => boolean
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

export const passwordRules: readonly PasswordRule[] = [kindsRule, lengthRule, repeatedRule, sequentialRule]

/** The key of the first problem, or null. */
export function passwordProblem(value: string): MessageKey | null {
  if (repeatedRule.isBroken(value)) return 'password.repeated'
  if (sequentialRule.isBroken(value)) return 'password.message1'
  if (!hasOnlyAllowed(value)) return 'password.characters'
  if (value.length > MOST) return 'password.most16'
  if (kindsIn(value) < 2) return value === '' ? 'password.least8' : 'password.kinds'
  if (lengthRule.holds(value)) return null
  return kindsIn(value) === 3 ? 'password.least8' : 'password.message7'
}
