// Spec §7, sign-up privacy payload: both forms, from the data of the pages.
import type { JoinProfile, SignUpPayload, StudentProfile, VerifyJoin } from '../../../contract/shapes/join.ts'
import type { Person } from '../../../contract/shapes/service.ts'
import { isJobInfoValid, type InterestInfo, type JobInfo } from './jobInfo.ts'
import { type JoinValues, profileWith, sent } from './joinFields.ts'
import { joinMatcherType } from './member.ts'
import { fieldsOf, groupMember, type JoinAs } from './memberTypes.ts'
import { ofKind } from '../terms/termsList.ts'

/** The data of a join, by the names of Spec §3. `password` is sealed. */
export type Collected = JoinValues &
  JoinAs & {
    matcher_type: string
    isGroupConversion: boolean
    password: string
    auth_code: string
    consentedTerms: readonly string[]
    isEmailDelivery: boolean
    isSmsDelivery: boolean
    memberJobInfo: JobInfo
    interestInfo: InterestInfo
    serviceTerms: readonly string[]
    skipServices: boolean
  }

/** Digits only. For a group member the year, followed by 0000. */
export const birthdateOf = ({ kind, ...values }: Pick<Collected, 'birthday' | 'kind'>): string => {
  const digits = sent(values as JoinValues, 'birthday')
  return kind === 'SK' ? `${digits.slice(0, 4)}0000` : digits
}

/** Who joins, under the names of the payload, for a server that checks the person with the phone. Undefined until it can be known. */
export function personOf(c: Pick<Collected, 'kind'> & JoinValues & { checks_person: boolean }): Person | undefined {
  const person = { name: sent(c, 'fullName'), birthdate: birthdateOf(c) }
  return c.checks_person && person.name !== '' && person.birthdate.length === 8 ? person : undefined
}

/** The service page's fields: all four jobs or none, a category with its field or none. */
function wishes({ skipServices, memberJobInfo, interestInfo }: Collected): JoinProfile {
  if (skipServices) return {}
  const { interest_category, interest_field } = interestInfo
  return {
    ...(isJobInfoValid(memberJobInfo) && memberJobInfo),
    ...(interest_category !== '' && interest_field !== '' && { interest_category, interest_field }),
  }
}

/** Only the fields of this kind of member: what was typed for another one is left out. */
function profileOf(c: Collected): JoinProfile {
  if (c.kind === 'SK') return { ...profileWith(c, groupMember.profile), ...wishes(c) }
  const type = c.memberTypeCode
  return { ...(type && { member_type_code: type, ...profileWith(c, fieldsOf(type)) }), ...wishes(c) }
}

/** Answers to the general pages only: a group member may have given them before changing the path. */
const asked = (c: Collected, answer: string): string => (c.kind === 'SK' ? '' : answer)

const common = (c: Collected) => ({
  name: sent(c, 'fullName'),
  password: c.password,
  login_id: sent(c, 'login_id'),
  nickname: sent(c, 'nickName'),
  belong_sk: c.kind === 'SK',
  email_alarm: c.isEmailDelivery,
  sms_alarm: c.isSmsDelivery,
  is_under_age: false as const,
  gender: asked(c, sent(c, 'gender')),
  birthdate: birthdateOf(c),
  // No call tells it: only members have a number.
  mbr_no: '',
  amr: c.kind === 'SK' ? ('NONE' as const) : ('SMS' as const),
  skip_services: c.skipServices,
  display_method: 'web' as const,
  ...(c.kind !== 'SK' && c.auth_code !== '' && { credential: { auth_code: c.auth_code, amr: 'SMS' as const } }),
  consents: [...ofKind(c.consentedTerms, c.kind), ...(c.skipServices ? [] : c.serviceTerms)],
})

/** The first form: a join, or a conversion of a group account. */
export const joinPayload = (c: Collected): VerifyJoin => ({
  ...common(c),
  matcher_type: joinMatcherType(c.matcher_type, c.isGroupConversion),
  profile: { ...profileOf(c), ...profileWith(c, [c.kind === 'SK' ? 'empNo' : 'nationalCode']) },
})

/** The second form: an invited person. */
export const invitedPayload = (c: Collected): SignUpPayload => ({
  ...common(c),
  matcher_type: 'SIGN_UP',
  nation_tel_no: sent(c, 'nationTelNo'),
  phone_number: asked(c, sent(c, 'mobileNumber')),
  emp_no: sent(c, 'empNo'),
  national: sent(c, 'nationalCode'),
  profile: profileOf(c),
})

/** The profile that goes with the enrollment letter. */
export const studentProfile = (c: JoinValues): StudentProfile => profileWith(c, fieldsOf('STUDENT'))
