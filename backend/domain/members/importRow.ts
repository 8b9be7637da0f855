// Operations: one member of another system, as a row of an import names it (docs/operators.md, "Import"), by the names of the wire.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { JOIN_STATUSES, MEMBER_TYPES } from '../../../contract/codes.ts'
import { LOCALES } from '../../../contract/locale.ts'
import { isFullName, normalizeText } from '../../../contract/names.ts'
import { timeIn } from './days.ts'
import { canonicalEmail } from './email.ts'
import { isNation, type CodeLists } from '../lists/codes.ts'
import { identityKey, realDay } from '../join/joinPerson.ts'
import { loginIdKey } from './loginId.ts'
import { nicknameColumns, readNickname } from '../join/nicknames.ts'
import { readHash } from '../passwords/passwordHashes.ts'
import { canonicalPhone } from './phone.ts'

const MOST_LENGTH = 512

/** A text that `convert` turns into a value, or for which it returns null. */
const read = <T>(convert: (text: string) => T | null, wanted: string) =>
  z.pipe(
    z.string().check(z.maxLength(MOST_LENGTH)),
    z.transform((text, context) => {
      const value = convert(text)
      if (value !== null) return value
      context.issues.push({ code: 'custom', message: wanted, input: text })
      return z.NEVER
    }),
  )

/** Most numbers of an import have this form already. */
const KOREAN = /^\+8210\d{8}$/

function pastTime(text: string): string | null {
  const time = timeIn(text)
  return time && time.getTime() <= Date.now() ? time.toISOString() : null
}

function fullName(text: string): string | null {
  const name = normalizeText(text)
  return isFullName(name) ? name : null
}

function pastDay(text: string): string | null {
  const digits = text.replaceAll('-', '')
  const day = /^\d{8}$/.test(digits) ? realDay(digits) : null
  return day !== null && Date.parse(day) <= Date.now() ? day : null
}

const time = read(pastTime, 'a time of the past, such as 2024-05-01 or 2024-05-01T09:00:00+09:00')
const isTrue = z.union(
  [
    z.boolean(),
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((text) => text === 'true'),
    ),
  ],
  'true or false',
)
const oneOf = <const T extends readonly string[]>(values: T) => z.enum(values, `one of ${values.join(', ')}`)
const code = z.string().check(z.regex(/^[\w-]{1,64}$/, 'letters, digits, _ and -'))

/** A field that is empty or null counts as left out. */
const fields = {
  login_id: read(canonicalEmail, 'an e-mail address'),
  password_hash: read(
    (text) => (readHash(text) ? text : null),
    'argon2, bcrypt, scrypt or PBKDF2 of a form and a cost that the documentation lists',
  ),
  name: read(fullName, 'a name as the join takes it'),
  phone: z.optional(
    read((text) => (KOREAN.test(text) ? text : canonicalPhone(text)), 'a mobile number, proved by the former system'),
  ),
  birthdate: z.optional(read(pastDay, 'a day of the past as yyyyMMdd or yyyy-MM-dd')),
  gender: z.optional(oneOf(['M', 'F'])),
  nickname: z.optional(read(readNickname, 'a nickname as the join takes it')),
  member_kind: z.optional(oneOf(['GEN', 'SK'])),
  belong_sk: z.optional(isTrue),
  member_type_code: z.optional(oneOf(MEMBER_TYPES)),
  emp_no: z.optional(code),
  national: z.optional(code),
  status: z.optional(oneOf(['ACTIVE', 'SUSPENDED', 'INCUMBENT', 'PROTECTED'])),
  join_status: z.optional(oneOf(JOIN_STATUSES)),
  second_factor: z.optional(oneOf(['NONE', 'SMS'])),
  email_verified: z.optional(isTrue),
  must_change_password: z.optional(isTrue),
  locale: z.optional(oneOf(LOCALES)),
  password_changed_at: z.optional(time),
  created_at: z.optional(time),
}

/** The columns that a file may have. */
export const IMPORT_FIELDS: readonly string[] = Object.keys(fields)

const ImportRow = z.strictObject(fields).check(
  z.refine(({ second_factor, phone }) => second_factor !== 'SMS' || phone !== undefined, {
    path: ['second_factor'],
    message: 'SMS needs a phone',
  }),
)

/** `field`: empty for a problem of the whole row. Never has a value of the row. */
type RowProblem = { field: string; problem: string }

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** The columns of `members` that an import writes. */
export type ImportColumns = ReturnType<typeof columnsOf>

/** @returns the row of `members`, or everything that is wrong */
export function readRow(value: unknown, lists: CodeLists, now: Date): ImportColumns | RowProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ field: '', problem: 'not an object' }]
  const given = Object.fromEntries(Object.entries(value).filter(([, one]) => isGiven(one)))
  const parsed = ImportRow.safeParse(given)
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message, code: kind }) => ({
      field: path.join('.'),
      problem: kind === 'unrecognized_keys' ? 'a field that no import has' : message,
    }))
  const { national, member_kind = 'GEN' } = parsed.data
  if (national !== undefined && !isNation(lists, national, member_kind === 'SK'))
    return [{ field: 'national', problem: `a code of NATIONAL_CD_${member_kind}_GRP` }]
  return columnsOf(parsed.data, now.toISOString())
}

function columnsOf(given: z.infer<typeof ImportRow>, importedAt: string) {
  const { nickname, member_kind = 'GEN', phone = null, birthdate = null, gender = null, ...row } = given
  return {
    id: randomUUID(),
    login_id: row.login_id,
    login_id_key: loginIdKey(row.login_id),
    password_hash: row.password_hash,
    password_changed_at: row.password_changed_at ?? importedAt,
    must_change_password: row.must_change_password ?? false,
    name: row.name,
    ...(nickname === undefined ? { nickname: null, nickname_key: null } : nicknameColumns(nickname)),
    birthdate,
    gender,
    phone,
    belong_sk: row.belong_sk ?? member_kind === 'SK',
    member_kind,
    member_type_code: row.member_type_code ?? null,
    emp_no: row.emp_no ?? null,
    national: row.national ?? null,
    status: row.status ?? 'ACTIVE',
    join_status: row.join_status ?? 'JOINED',
    second_factor: row.second_factor ?? 'NONE',
    email_verified: row.email_verified ?? false,
    locale: row.locale ?? 'ko',
    identity_key: identityKey(phone, { name: row.name, birthdate, birth_year: null, gender }),
    created_at: row.created_at ?? importedAt,
  }
}
