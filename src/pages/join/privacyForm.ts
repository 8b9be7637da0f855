// Screens, "Join": the fields of the privacy page, the fields of each member type, and their rules.
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { asZod } from '../../rules/asZod'
import { birthdayProblem, birthYearProblem } from '../../rules/birthday'
import { otherProblem } from '../../rules/codes'
import { emailProblem } from '../../rules/email'
import type { MemberType } from '../../rules/facts'
import { majorsProblem } from '../../rules/majors'
import type { MessageKey } from '../../rules/messages'
import { comparisonProblem, newPasswordProblem } from '../../rules/newPassword'
import { nicknameProblem } from '../../rules/nickname'
import { phoneProblem } from '../../rules/mobileNumber'
import { recommenderProblem } from '../../rules/recommender'
import { cleanText, landlineProblem, nameProblem } from '../../rules/textFields'
import type { SignUpState } from '../../stores/shapes'

/** Typed or chosen, and kept in the sign-up store under the same names. */
export const KEPT = [
  'login_id',
  'nickName',
  'fullName',
  'birthday',
  'gender',
  'nationalCode',
  'nationTelNo',
  'mobileNumber',
  'empNo',
  'affiliationCode',
  'affiliationName',
  'affiliationPhone',
  'affiliationEmail',
  'jobTitle',
  'jobTitleEtc',
  'jobRank',
  'recommenderMbrNo',
  'relationship',
  'relationshipEtc',
  'familyJob',
  'familyJobEtc',
  'schoolCourse',
  'schoolStatus',
  'completeSemester',
] as const satisfies readonly (keyof SignUpState)[]
export type KeptField = (typeof KEPT)[number]

export type PrivacyValues = Record<KeptField, string> &
  Pick<SignUpState, 'memberTypeCode' | 'majors' | 'doubleMajors'> & {
    /** Only in the fields: sealed when the step is completed. */
    password: string
    passwordComparison: string
  }
export type PrivacyForm = UseFormReturn<PrivacyValues>

export type FormFacts = {
  isSkFamily: boolean
  isInvited: boolean
  /** A password is set and sealed, and the member is not changing it. */
  isPasswordSet: boolean
  /** The nickname of a converted account. It stays valid, even if it breaks a rule or is taken. */
  ownNickname: string
  now: number
}

export const valuesOf = (signUp: SignUpState): PrivacyValues => ({
  ...(Object.fromEntries(KEPT.map((name) => [name, signUp[name]])) as Record<KeptField, string>),
  memberTypeCode: signUp.memberTypeCode,
  majors: signUp.majors,
  doubleMajors: signUp.doubleMajors,
  password: '',
  passwordComparison: '',
})

const anything = z.string()
const chosen = (text: MessageKey) => asZod((code) => (code === '' ? text : null))
const written = (text: MessageKey) => asZod((typed) => (cleanText(typed) === '' ? text : null))
const other = (code: string) => asZod((text) => otherProblem(code, text))

const byType = (values: PrivacyValues): Record<MemberType, Partial<Record<keyof PrivacyValues, z.ZodMiniType>>> => ({
  BSNS: {
    affiliationCode: chosen('join.companyEmpty'),
    affiliationName: other(values.affiliationCode),
    jobTitle: chosen('join.jobTitleEmpty'),
    jobTitleEtc: other(values.jobTitle),
    jobRank: chosen('join.jobRankEmpty'),
    affiliationPhone: asZod(landlineProblem),
    affiliationEmail: asZod(emailProblem),
  },
  SOCIAL: {
    affiliationCode: chosen('join.organisationEmpty'),
    affiliationName: other(values.affiliationCode),
    jobTitle: chosen('join.jobTitleEmpty'),
    jobTitleEtc: other(values.jobTitle),
    jobRank: chosen('join.jobRankEmpty'),
  },
  FAMILY: {
    recommenderMbrNo: asZod(recommenderProblem),
    relationship: chosen('join.relationshipEmpty'),
    relationshipEtc: other(values.relationship),
    familyJob: chosen('join.familyJobEmpty'),
    familyJobEtc: other(values.familyJob),
  },
  STUDENT: {
    affiliationCode: chosen('join.schoolEmpty'),
    affiliationName: other(values.affiliationCode),
    schoolCourse: chosen('join.courseEmpty'),
    schoolStatus: chosen('join.statusEmpty'),
    majors: z.array(z.object({ majorCode: z.string(), majorName: z.string() })).check((context) => {
      if (majorsProblem(context.value))
        context.issues.push({ code: 'custom', input: context.value, message: 'join.majorsEmpty' })
    }),
    completeSemester: chosen('join.semesterEmpty'),
  },
})

/** The visible fields in the order of the page, which is the order of the error summary. Fields of other member types are not included. */
export function schemaOf(values: PrivacyValues, { isSkFamily, isInvited, isPasswordSet, ownNickname, now }: FormFacts) {
  const { memberTypeCode, password, login_id, mobileNumber } = values
  return z.looseObject({
    ...(!isSkFamily && {
      memberTypeCode: z.any().check((context) => {
        if (!context.value) context.issues.push({ code: 'custom', input: context.value, message: 'join.typeEmpty' })
      }),
    }),
    login_id: asZod(emailProblem),
    ...(!isPasswordSet && {
      password: asZod((value) =>
        value === '' ? 'login.enterPassword' : newPasswordProblem(value, { login_id, phone_number: mobileNumber }),
      ),
      passwordComparison: asZod((value) => comparisonProblem(password, value)),
    }),
    nickName: asZod((typed) => nicknameProblem(typed, ownNickname)),
    fullName: asZod(nameProblem),
    birthday: asZod((value) => (isSkFamily ? birthYearProblem(value, now) : birthdayProblem(value, now))),
    ...(isSkFamily
      ? {
          ...(isInvited && { nationalCode: chosen('join.nationalEmpty') }),
          affiliationCode: chosen('join.companyEmpty'),
          affiliationName: anything,
          empNo: written('join.empNoEmpty'),
        }
      : {
          gender: chosen('join.genderEmpty'),
          nationalCode: chosen('join.nationalEmpty'),
          mobileNumber: asZod((phone_number) => phoneProblem({ nation_tel_no: values.nationTelNo, phone_number })),
          ...(memberTypeCode && byType(values)[memberTypeCode]),
        }),
  })
}

/** The fields of a form in the order of the error summary. */
export const fieldOrder = (values: PrivacyValues, facts: FormFacts): string[] =>
  Object.keys(schemaOf(values, { ...facts, isPasswordSet: false }).shape)
