// Spec §5: name, birthday and gender of the new member. The server computes the age by Korea's calendar and does not trust the browser's.
import * as detail from '../../../contract/detailCodes.ts'
import { isFullName, nameKey, normalizeText } from '../../../contract/names.ts'
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import { refuse } from '../refusal.ts'
import { isChild, todayInKorea } from '../members/age.ts'
import { isRealDay } from '../members/days.ts'
import { hashOf } from '../../context.ts'
import { badField } from './joinVisit.ts'

type Person = { name: string; birthdate: string | null; birth_year: string | null; gender: string | null }
type Given = { name: string; birthdate: string; gender: string }

const GENDERS = ['M', 'F']

/** A date of the calendar as yyyy-MM-dd, or null. */
export function realDay(digits: string): string | null {
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  return isRealDay(day) ? day : null
}

/**
 * The known data of an identity wins over the body.
 * @throws Refused CHILD under 14; 400 with the invalid field
 */
export function readPerson(ctx: Ctx, given: Given, isGroup: boolean, known: Member | null): Person {
  const now = ctx.now()
  const name = known?.name || normalizeText(given.name)
  if (!known?.name && !isFullName(name)) throw badField('name')
  const day = known?.birthdate ?? (isGroup ? `${given.birthdate.slice(0, 4)}-12-31` : realDay(given.birthdate))
  const isYear = isGroup && !known?.birthdate
  if (day === null || (isYear && !/^(19|20)\d\d0000$/.test(given.birthdate))) throw badField('birthdate')
  if (isYear ? day.slice(0, 4) > todayInKorea(now).slice(0, 4) : day > todayInKorea(now)) throw badField('birthdate')
  // A year of birth alone proves an age of fourteen only if everyone born in that year is fourteen.
  if (isChild(day, now)) throw refuse(400, 'CHILD', detail.CHILD, 'under 14')
  const gender = known?.gender ?? given.gender
  if (!isGroup && !GENDERS.includes(gender)) throw badField('gender')
  return {
    name,
    birthdate: isYear ? null : day,
    birth_year: isYear ? day.slice(0, 4) : null,
    gender: gender === '' ? null : gender,
  }
}

/** The key of a person, who may have one membership: the verified phone with name and birthday. Null if one of them is unknown. */
export const identityKey = (phone: string | null, { name, birthdate }: Person): string | null =>
  phone && birthdate ? hashOf(`${phone} ${nameKey(name)} ${birthdate}`) : null

/** Who joins, as told with the code of a phone. A birthday that is none is refused at the sign-up. */
export const isMemberAlready = (ctx: Ctx, phone: string, { name, birthdate }: Pick<Given, 'name' | 'birthdate'>) =>
  hasSameIdentity(ctx, phone, { name: normalizeText(name), birthdate: realDay(birthdate) }, '')

/** Members without an identity key (they joined before keys existed) are found by the same three values. */
export async function hasSameIdentity(
  ctx: Ctx,
  phone: string | null,
  person: Pick<Person, 'name' | 'birthdate'>,
  but: string,
): Promise<boolean> {
  if (phone === null || person.birthdate === null) return false
  const rows = await ctx.db
    .selectFrom('members')
    .select(['id', 'name'])
    .where('phone', '=', phone)
    .where('birthdate', '=', person.birthdate)
    .where('joined', '=', true)
    .execute()
  return rows.some(({ id, name }) => id !== but && nameKey(name) === nameKey(person.name))
}
