// Spec §7, sign-up privacy payload: the whole body for each member type, in both forms.
import { describe, expect, test } from 'vitest'
import {
  birthdateOf,
  type Collected,
  invitedPayload,
  joinPayload,
  studentProfile,
} from '../../../src/rules/join/signUpPayload.ts'
import { choicesOf } from '../../../src/rules/join/codes.ts'
import { joinMatcherType, joinPathOf, joinRoute, kindOf } from '../../../src/rules/join/member.ts'
import type { MemberType } from '../../../src/rules/visit/facts.ts'
import { MEMBER_TYPES } from '../../../contract/codes.ts'
import { type JoinProfile, SignUpPayload, StudentProfile, VerifyJoin } from '../../../contract/shapes/join.ts'
import { emptyJoin } from '../../../src/stores/join.ts'

const collected = (change: Partial<Collected> = {}): Collected => ({
  ...emptyJoin,
  login_id: ' hana@mail.test ',
  password: 'c2VhbGVk',
  nickName: ' 하나  둘 ',
  fullName: '김하나'.normalize('NFD'),
  birthday: '1999-01-31',
  gender: 'F',
  nationalCode: 'KR',
  mobileNumber: '010-1234-5678',
  auth_code: 'proof-of-the-phone',
  consentedTerms: ['SERVICE', 'CUSTOM', 'PRIVACY', 'MARKETING', 'AD_SMS'],
  serviceTerms: ['RP_SERVICE', 'RP_PRIVACY'],
  isSmsDelivery: true,
  // Typed for another member type before the change: none of it is sent.
  affiliationCode: 'PC_ETC',
  affiliationName: '가람전자',
  affiliationPhone: '02-1234-5678',
  affiliationEmail: ' office@garam.test',
  jobTitle: 'JOB_TYP_02',
  jobTitleEtc: '남은 글',
  jobRank: 'JOB_LEV_01',
  recommenderMbrNo: '20000001',
  relationship: 'FAM_REL_ETC',
  relationshipEtc: ' 사촌 ',
  familyJob: 'FAM_JOB_01',
  familyJobEtc: '남은 글',
  schoolCourse: 'SCH_CURS_02',
  schoolStatus: 'SCH_GRAD_01',
  majors: [
    { majorCode: '03', majorName: ' 전기공학 ' },
    { majorCode: '', majorName: '' },
  ],
  doubleMajors: [{ majorCode: '00', majorName: '철학' }],
  completeSemester: '32',
  empNo: ' T20311 ',
  ...change,
})

const general = {
  name: '김하나',
  password: 'c2VhbGVk',
  login_id: 'hana@mail.test',
  nickname: '하나 둘',
  belong_sk: false,
  email_alarm: false,
  sms_alarm: true,
  is_under_age: false,
  gender: 'F',
  birthdate: '19990131',
  mbr_no: '',
  amr: 'SMS',
  skip_services: false,
  display_method: 'web',
  matcher_type: 'JOIN',
  credential: { auth_code: 'proof-of-the-phone', amr: 'SMS' },
  consents: ['SERVICE', 'CUSTOM', 'PRIVACY', 'MARKETING', 'AD_SMS', 'RP_SERVICE', 'RP_PRIVACY'],
}
const profiles = {
  BSNS: {
    member_type_code: 'BSNS',
    affiliation_code: 'PC_ETC',
    affiliation_name: '가람전자',
    affiliation_phone: '0212345678',
    affiliation_email: 'office@garam.test',
    job_title: 'JOB_TYP_02',
    job_rank: 'JOB_LEV_01',
  },
  SOCIAL: {
    member_type_code: 'SOCIAL',
    affiliation_code: 'PC_ETC',
    affiliation_name: '가람전자',
    job_title: 'JOB_TYP_02',
    job_rank: 'JOB_LEV_01',
  },
  FAMILY: {
    member_type_code: 'FAMILY',
    recommender_mbr_no: '20000001',
    relationship: 'FAM_REL_ETC',
    relationship_etc: '사촌',
    family_job: 'FAM_JOB_01',
  },
  STUDENT: {
    member_type_code: 'STUDENT',
    affiliation_code: 'PC_ETC',
    affiliation_name: '가람전자',
    school_course: 'SCH_CURS_02',
    school_status: 'SCH_GRAD_01',
    majors: [{ major_code: '03', major_name: '전기공학' }],
    double_majors: [{ major_code: '00', major_name: '철학' }],
    complete_semester: '32',
  },
} as const satisfies Record<MemberType, JoinProfile>

describe('first form', () => {
  test.each(MEMBER_TYPES)('%s', (memberTypeCode) => {
    const body = joinPayload(collected({ memberTypeCode }))
    expect(body).toEqual({ ...general, profile: { ...profiles[memberTypeCode], national_code: 'KR' } })
    expect(VerifyJoin.safeParse(body).success).toBe(true)
  })

  test('sends a group member’s year and 0000, the employee number in the profile, and no credential or gender', () => {
    const consentedTerms = ['SK_SERVICE', 'SK_CUSTOM', 'SK_PRIVACY']
    const body = joinPayload(
      collected({
        kind: 'SK',
        birthday: '1988',
        // Looking at the general join has left agreements of its own.
        consentedTerms: [...consentedTerms, 'SERVICE', 'MARKETING'],
        serviceTerms: [],
        isSmsDelivery: false,
      }),
    )
    const { credential: _left, ...rest } = general
    expect(body).toEqual({
      ...rest,
      belong_sk: true,
      sms_alarm: false,
      gender: '',
      birthdate: '19880000',
      amr: 'NONE',
      consents: consentedTerms,
      profile: { affiliation_code: 'PC_ETC', affiliation_name: '가람전자', emp_no: 'T20311' },
    })
    expect(body).not.toHaveProperty('credential')
    expect(VerifyJoin.safeParse(body).success).toBe(true)
  })
})

describe('second form', () => {
  const added = { matcher_type: 'SIGN_UP', nation_tel_no: '82', emp_no: 'T20311', national: 'KR' }

  test.each(MEMBER_TYPES)('%s, invited', (memberTypeCode) => {
    const body = invitedPayload(collected({ memberTypeCode, nationTelNo: '+82' }))
    expect(body).toEqual({ ...general, ...added, phone_number: '01012345678', profile: profiles[memberTypeCode] })
    expect(SignUpPayload.safeParse(body).success).toBe(true)
  })

  test('sends an invited group member’s year and 0000, the employee number beside the profile, and no credential, gender or phone', () => {
    const body = invitedPayload(collected({ kind: 'SK', birthday: '1988', consentedTerms: ['SK_SERVICE'] }))
    const { credential: _left, ...rest } = general
    expect(body).toEqual({
      ...rest,
      ...added,
      belong_sk: true,
      gender: '',
      birthdate: '19880000',
      amr: 'NONE',
      phone_number: '',
      consents: ['SK_SERVICE', 'RP_SERVICE', 'RP_PRIVACY'],
      profile: { affiliation_code: 'PC_ETC', affiliation_name: '가람전자' },
    })
    expect(SignUpPayload.safeParse(body).success).toBe(true)
  })
})

describe('optional answers', () => {
  const jobs = { current_job_group: 'JG01', current_job: 'JG0101', hope_job_group: 'JG02', hope_job: 'JG0201' }
  const interests = { interest_category: 'IC01', interest_field: 'IC0101' }

  test('sends four jobs, and a category with its field', () => {
    const body = joinPayload(collected({ memberTypeCode: 'SOCIAL', memberJobInfo: jobs, interestInfo: interests }))
    expect(body.profile).toMatchObject({ ...jobs, ...interests })
  })
  test('sends no job if one of four is missing', () => {
    const body = joinPayload(collected({ memberTypeCode: 'SOCIAL', memberJobInfo: { ...jobs, hope_job: '' } }))
    expect(body.profile).not.toHaveProperty('current_job')
  })
  test('sends no category without a field', () => {
    const interestInfo = { ...interests, interest_field: '' }
    expect(joinPayload(collected({ interestInfo })).profile).not.toHaveProperty('interest_category')
  })
  test('sends nothing for a skipped service', () => {
    const body = joinPayload(collected({ skipServices: true, memberJobInfo: jobs, interestInfo: interests }))
    expect(body).toMatchObject({ skip_services: true, consents: general.consents.slice(0, 5) })
    expect(body.profile).not.toHaveProperty('current_job')
    expect(body.profile).not.toHaveProperty('interest_category')
  })
  test('leaves out a credential that a reload has lost', () =>
    expect(joinPayload(collected({ auth_code: '' }))).not.toHaveProperty('credential'))
  test('sends no empty value', () =>
    expect(joinPayload(collected({ memberTypeCode: 'BSNS', jobRank: '', affiliationPhone: '' })).profile).toEqual({
      member_type_code: 'BSNS',
      national_code: 'KR',
      affiliation_code: 'PC_ETC',
      affiliation_name: '가람전자',
      affiliation_email: 'office@garam.test',
      job_title: 'JOB_TYP_02',
    }))
  test('drops a typed company name once a company is chosen from the list', () => {
    const { profile } = joinPayload(collected({ memberTypeCode: 'SOCIAL', affiliationCode: 'SC002' }))
    expect(profile).toMatchObject({ affiliation_code: 'SC002' })
    expect(profile).not.toHaveProperty('affiliation_name')
  })
  test.each([
    ['a child', 1, {}],
    ['another relationship', 2, { relationship_etc: '사촌' }],
  ])('relationships that share a code: %s', (_, at, text) => {
    const rows = [{ code: '02' }, { code: '02' }, { code: '02', code_add: 'FAM_REL_ETC' }]
    const relationship = choicesOf(rows)[at]?.choice ?? ''
    const { relationship_etc: _etc, ...family } = profiles.FAMILY
    expect(joinPayload(collected({ memberTypeCode: 'FAMILY', relationship })).profile).toEqual({
      ...family,
      relationship: '02',
      ...text,
      national_code: 'KR',
    })
  })
  test('sends the text of "other"', () =>
    expect(
      joinPayload(collected({ memberTypeCode: 'SOCIAL', jobTitle: 'JOB_TYP_ETC', jobTitleEtc: ' 연구원 ' })).profile,
    ).toMatchObject({ job_title: 'JOB_TYP_ETC', job_title_etc: '연구원' }))
})

test('sends the school with the letter', () => {
  const { member_type_code: _type, ...school } = profiles.STUDENT
  expect(studentProfile(collected())).toEqual(school)
  expect(StudentProfile.safeParse(studentProfile(collected())).success).toBe(true)
})

test.each([
  ['digits only', '1999-01-31', 'GEN', '19990131'],
  ['group family: the year and 0000', '1988', 'SK', '19880000'],
  ['group family: the year of a whole date', '1988-05-05', 'SK', '19880000'],
] as const)('birthdate: %s', (_, birthday, kind, sent) => expect(birthdateOf({ birthday, kind })).toBe(sent))

test.each([
  ['the stored value', 'CONVERSION_JOIN', false, 'CONVERSION_JOIN'],
  ['the stored value before a conversion', 'JOIN', true, 'JOIN'],
  ['else CONVERSION_JOIN if group conversion is done', '', true, 'CONVERSION_JOIN'],
  ['else JOIN', '', false, 'JOIN'],
  ['a step that is no join', 'ADD_TERMS_AGREEMENT', false, 'JOIN'],
] as const)('matcher type: %s', (_, stored, done, type) => expect(joinMatcherType(stored, done)).toBe(type))

test.each([
  ['terms', 'GEN', false, '/join/terms/gen'],
  ['terms', 'SK', false, '/join/terms'],
  ['terms', 'GEN', true, '/sign-up/terms/gen'],
  ['terms', 'SK', true, '/sign-up/terms'],
  ['privacy', 'GEN', false, '/join/privacy/gen'],
  ['privacy', 'SK', false, '/join/privacy'],
  ['privacy', 'GEN', true, '/sign-up/privacy/gen'],
  ['privacy', 'SK', true, '/sign-up/privacy'],
  ['completed', 'GEN', true, '/join/completed/gen'],
  ['completed', 'SK', false, '/join/completed'],
] as const)('%s, group %s, invited %s: %s', (step, kind, isInvited, path) =>
  expect(joinRoute(step, { kind, isInvited })).toBe(path),
)

test('recognises a group member by either field', () => {
  expect(kindOf({ belong_sk: true })).toBe('SK')
  expect(kindOf({ member_kind: 'SK' })).toBe('SK')
  expect(kindOf({ belong_sk: false, member_kind: 'GEN' })).toBe('GEN')
  expect([joinPathOf('SK'), joinPathOf('GEN')]).toEqual(['sk', 'general'])
})
