// Spec §7, the shapes of a join: requests refuse unknown fields, and answers tolerate them.
import { describe, expect, test } from 'vitest'
import {
  ChallengeJoin,
  JoinResult,
  SignUpInfo,
  SignUpPayload,
  StudentProfile,
  TermsAnswer,
  ValidNickname,
  VerifyJoin,
} from '../../contract/shapes/join.ts'
import { JOIN_FORM } from '../../conformance/joinForm.ts'

const first = {
  ...JOIN_FORM,
  name: '김하나',
  password: 'c2VhbGVk',
  login_id: 'hana@mail.test',
  nickname: '하나',
  matcher_type: 'JOIN',
  consents: ['SERVICE'],
}
const second = {
  ...first,
  matcher_type: 'SIGN_UP',
  nation_tel_no: '82',
  phone_number: '01012345678',
  emp_no: '',
  national: '',
}

test('both forms fit, and each is refused as the other', () => {
  expect(VerifyJoin.safeParse(first).success).toBe(true)
  expect(SignUpPayload.safeParse(second).success).toBe(true)
  expect(VerifyJoin.safeParse(second).success).toBe(false)
  expect(SignUpPayload.safeParse(first).success).toBe(false)
})

describe('the first form', () => {
  test.each(Object.keys(first))('needs %s', (field) => {
    const { [field as keyof typeof first]: _left, ...rest } = first
    expect(VerifyJoin.safeParse(rest).success).toBe(false)
  })
  test.each([
    ['a member who calls themselves under age', { is_under_age: true }],
    ['a field nobody knows', { roles: ['ADMIN'] }],
    ['a list where a text belongs', { login_id: ['a@b.kr'] }],
    ['an object where a text belongs', { name: { $ne: '' } }],
    ['a birthdate with hyphens', { birthdate: '1999-01-31' }],
    ['another credential', { credential: { auth_code: 'x', amr: 'EMAIL' } }],
    ['a credential with more in it', { credential: { auth_code: 'x', amr: 'SMS', phone: '010' } }],
    ['four majors', { profile: { majors: Array.from({ length: 4 }, () => ({ major_code: '00', major_name: 'a' })) } }],
    ['a profile field nobody knows', { profile: { status: 'ACTIVE' } }],
    ['a step that is no join', { matcher_type: 'SUSPENDED_STATE' }],
    ['fifty-one consents', { consents: Array.from({ length: 51 }, () => 'A') }],
    ['a name of a thousand and one letters', { name: 'a'.repeat(1001) }],
  ])('refuses %s', (_, change) => expect(VerifyJoin.safeParse({ ...first, ...change }).success).toBe(false))
})

test('answers may have new fields, and must have the required ones', () => {
  const challenge = { join_type: 'NEW', belong_sk: false, auth_token: 't' }
  expect(ChallengeJoin.parse({ ...challenge, new_field: 1 })).toEqual(challenge)
  expect(ChallengeJoin.safeParse({ ...challenge, auth_token: undefined }).success).toBe(false)
  expect(ValidNickname.safeParse({ available: 'yes' }).success).toBe(false)
  expect(JoinResult.safeParse({ join_status: 'JOINED', location: 'https://a.kr', x: 1 }).success).toBe(true)
  expect(JoinResult.safeParse({ location: 'https://a.kr' }).success).toBe(false)
  expect(SignUpInfo.parse({ login_id: 'a@b.kr', belong_sk: true, join_type: 'INVITATION' })).toMatchObject({
    name: null,
    member_type_code: null,
    emp_no: null,
  })
  expect(TermsAnswer.safeParse({ terms: [{ terms_code: 'A', name: 'a', url: '', required: true }] }).success).toBe(true)
  expect(StudentProfile.safeParse({ member_type_code: 'STUDENT' }).success).toBe(false)
})
