// Spec §7, sign-up privacy payload: the complete payloads for the input of joining.ts.
import { expect, type Page } from '@playwright/test'
import { backend } from './addresses.ts'
import type { Type, Visitor } from './joining.ts'

const PLATFORM = ['SERVICE', 'CUSTOM', 'PRIVACY', 'MARKETING', 'AD_EMAIL', 'AD_SMS']
const SERVICE = ['RP_SERVICE', 'RP_PRIVACY']

const job = { job_title: 'JOB_TYP_ETC', job_title_etc: '연구원', job_rank: 'JOB_LEV_02' }
const profiles: Record<Type, object> = {
  BSNS: {
    member_type_code: 'BSNS',
    affiliation_code: 'PC_ETC',
    affiliation_name: '우리 회사',
    affiliation_phone: '0212345678',
    affiliation_email: 'office@company.test',
    ...job,
    national_code: 'KR',
  },
  SOCIAL: {
    member_type_code: 'SOCIAL',
    affiliation_code: 'SC_ETC',
    affiliation_name: '우리 회사',
    ...job,
    national_code: 'KR',
  },
  FAMILY: {
    member_type_code: 'FAMILY',
    recommender_mbr_no: expect.stringMatching(/^\d{8}$/),
    relationship: '00',
    family_job: 'FAM_JOB_ETC',
    family_job_etc: '작가',
    national_code: 'KR',
  },
  STUDENT: {
    member_type_code: 'STUDENT',
    affiliation_code: 'SCH003',
    school_course: 'SCH_CURS_02',
    school_status: 'SCH_GRAD_01',
    majors: [{ major_code: '03', major_name: '컴퓨터공학' }],
    complete_semester: '31',
    national_code: 'KR',
  },
  SK: { affiliation_code: 'SK002', emp_no: 'E12345' },
}

type Body = Record<string, unknown>

/** The body of the join call. */
export async function sentBy(page: Page, press: () => Promise<void>): Promise<Body> {
  const isJoin = (url: string) => url === `${backend}/v1/verify/join`
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'POST' && isJoin(one.url())),
    press(),
  ])
  const { transaction_id, state, ...payload } = request.postDataJSON() as Body
  expect([transaction_id, state], 'the call names its visit').toEqual([
    expect.stringMatching(/./),
    expect.stringMatching(/./),
  ])
  return payload
}

/** The first form: group family without gender and credential, the year followed by 0000. */
export function bodyOf(type: Type, { name, login_id, nickname }: Visitor, more: Body = {}): Body {
  const isGroup = type === 'SK'
  return {
    name,
    // The sealed password: as long as the RSA key, in base64.
    password: expect.stringMatching(/^[\w+/]{340,}={0,2}$/),
    login_id,
    nickname,
    belong_sk: isGroup,
    email_alarm: true,
    sms_alarm: true,
    is_under_age: false,
    gender: isGroup ? '' : 'F',
    birthdate: isGroup ? '19900000' : '19990131',
    mbr_no: '',
    amr: isGroup ? 'NONE' : 'SMS',
    skip_services: false,
    display_method: 'web',
    matcher_type: 'JOIN',
    ...(!isGroup && { credential: { auth_code: expect.stringMatching(/^[\w-]{20,}$/), amr: 'SMS' } }),
    consents: consents(type, [...PLATFORM, ...SERVICE]),
    profile: profiles[type],
    ...more,
  }
}

/** The group's terms have their own codes. */
const consents = (type: Type, codes: readonly string[]) => codes.map((code) => (type === 'SK' ? `SK_${code}` : code))

/** No advertising by SMS, and an interest. After a reload only the server knows the proofs. */
export const withWishes = (type: Type): Body => ({
  sms_alarm: false,
  credential: undefined,
  consents: consents(
    type,
    [...PLATFORM, ...SERVICE].filter((code) => code !== 'AD_SMS'),
  ),
  profile: { ...profiles[type], interest_category: 'IC01', interest_field: 'IC0101' },
})
