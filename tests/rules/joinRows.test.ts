// Spec §3 and §7, the rows of the join's fields: what is derived from them fits the wire and the records of the member types.
import { describe, expect, test } from 'vitest'
import type { MemberType } from '../../src/rules/visit/facts.ts'
import {
  emptyValues,
  type FormField,
  formFields,
  JOIN_FIELDS,
  joinFields,
  privacyField,
  profileWith,
} from '../../src/rules/join/joinFields.ts'
import { type ScreenFacts, type ScreenName, screensOf } from '../../src/rules/join/memberTypes.ts'
import { shapes } from '../../src/stores/shapes.ts'
import { emptyJoin } from '../../src/stores/join.ts'
import { JoinProfile, SignUpPayload } from '../../contract/shapes/join.ts'
import { MEMBER_TYPES } from '../../contract/codes.ts'

const general = (memberTypeCode: MemberType | null): ScreenFacts => ({
  kind: 'GEN',
  memberTypeCode,
  isInvited: false,
  asksType: false,
  isEmailKnown: false,
})
const group: ScreenFacts = { ...general(null), kind: 'SK' }
const JOINS = [...MEMBER_TYPES.map(general), group, { ...group, isInvited: true, isEmailKnown: true }]
const rowOf = (field: FormField): object => ({ ...joinFields, ...formFields })[field]

const filled = Object.fromEntries(
  JOIN_FIELDS.map((field) => [
    field,
    Array.isArray(emptyValues[field]) ? [{ majorCode: '03', majorName: '철학' }] : '12345678_ETC',
  ]),
) as unknown as typeof emptyValues

test('every field is asked of some member', () => {
  const asked = new Set(JOINS.flatMap((join) => screensOf(join).flatMap(({ fields }) => fields)))
  expect(JOIN_FIELDS.filter((field) => !asked.has(field))).toEqual([])
})

describe('the screens', () => {
  const names = (join: (typeof JOINS)[number]) => screensOf(join).map(({ name }) => name)
  test.each<[string, ScreenFacts, ScreenName[]]>([
    ['a student', general('STUDENT'), ['email', 'account', 'person', 'phone', 'student', 'majors']],
    ['a business partner', general('BSNS'), ['email', 'account', 'person', 'phone', 'bsns']],
    ['a visitor without a type', { ...general(null), asksType: true }, ['type', 'email', 'account', 'person', 'phone']],
    ['a member of the group', group, ['email', 'account', 'person', 'group']],
    [
      'an invited member',
      { ...general('SOCIAL'), isInvited: true, isEmailKnown: true },
      ['account', 'person', 'phone', 'social'],
    ],
  ])('of %s', (_, join, expected) => expect(names(join)).toEqual(expected))

  test('have at most five fields each, besides the text fields that the choice "other" opens', () => {
    for (const join of JOINS)
      for (const { name, fields } of screensOf(join)) {
        const inputs = fields.filter((field) => !('otherOf' in rowOf(field)) && field !== 'doubleMajors')
        expect(inputs.length, name).toBeLessThanOrEqual(5)
      }
  })
})

describe('the wire', () => {
  test('the fields of the profile fit the contract, all at once', () => {
    const profile = profileWith({ ...filled, affiliationPhone: '0212345678' }, JOIN_FIELDS)
    expect(JoinProfile.safeParse(profile).error).toBeUndefined()
    expect(profile).toMatchObject({ affiliation_name: '12345678_ETC', majors: [{ major_code: '03' }] })
  })
  test('every field that a member can correct has a place for the refusal of the server', () => {
    const wishes = /^(current|hope|interest)_/
    const set =
      /^(is_under_age|display_method|matcher_type|transaction_id|state|amr|mbr_no|belong_sk|consents|credential|profile|skip_services|email_alarm|sms_alarm)$/
    const names = [...Object.keys(JoinProfile.shape), ...Object.keys(SignUpPayload.shape)]
    const open = names.filter((name) => !wishes.test(name) && !set.test(name) && !privacyField(name))
    expect(open).toEqual([])
  })
})

test('what a join stores is accepted when it is loaded again, field by field', () => {
  const { auth_code: _code, letter: _letter, refused: _refused, ...stored } = { ...emptyJoin, ...filled }
  expect(shapes.signUp.safeParse(JSON.parse(JSON.stringify(stored))).data).toEqual(stored)
  for (const field of JOIN_FIELDS) expect(shapes.signUp.safeParse({ ...stored, [field]: 7 }).success, field).toBe(false)
})
