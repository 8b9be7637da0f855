// Screens, "Join": the form of one screen of the privacy page, from the rows of the join's fields.
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import type { MemberType } from '../../../rules/visit/facts.ts'
import {
  fieldProblem,
  type FormField,
  JOIN_FIELDS,
  type JoinValues,
  type RuleFacts,
} from '../../../rules/join/joinFields.ts'
import { phoneProblem } from '../../../rules/fields/mobileNumber.ts'
import { type Affiliation, screensFor, type Screen } from '../../../rules/join/memberTypes.ts'
import type { Join } from '../../../stores/join.ts'

export type PrivacyValues = JoinValues & {
  memberTypeCode: MemberType | null
  /** Only in the fields: sealed when their screen is completed. */
  password: string
  passwordComparison: string
}
export type PrivacyForm = UseFormReturn<PrivacyValues>

type FormFacts = Pick<RuleFacts, 'kind' | 'isPasswordSet' | 'ownNickname' | 'now'>

/** Of these fields, the values that the store keeps under the names of the form. */
export const keptOf = (values: JoinValues, fields: readonly FormField[]): Partial<JoinValues> =>
  Object.fromEntries(JOIN_FIELDS.filter((field) => fields.includes(field)).map((field) => [field, values[field]]))

export const valuesOf = (join: Join): PrivacyValues => ({
  ...(keptOf(join, JOIN_FIELDS) as JoinValues),
  memberTypeCode: join.memberTypeCode,
  password: '',
  passwordComparison: '',
})

/** A sealed password is in the store. */
export const hasPassword = ({ password, pendingPassword }: Join): boolean => password !== '' || pendingPassword !== ''

/** What is wrong with a field, or null. */
function problemOf(field: FormField, values: PrivacyValues, facts: FormFacts) {
  const { login_id, password, nationTelNo, mobileNumber, memberTypeCode } = values
  const { empty = 'join.companyEmpty', other }: Partial<Affiliation> =
    screensFor({ kind: facts.kind, memberTypeCode })?.affiliation ?? {}
  const all = {
    ...facts,
    login_id,
    password,
    nationTelNo,
    mobileNumber,
    affiliationEmpty: empty,
    affiliationNameEmpty: other?.empty ?? 'join.companyEtcEmpty',
    phoneProblem,
  }
  return fieldProblem(field, values, all)
}

/** The rules of the fields of this screen. */
export const schemaOf = ({ fields }: Screen, values: PrivacyValues, facts: FormFacts) =>
  z.looseObject(
    Object.fromEntries(
      fields.map((field) => [
        field,
        z.any().check((context) => {
          const message = problemOf(field, values, facts)
          if (message) context.issues.push({ code: 'custom', input: context.value, message })
        }),
      ]),
    ),
  )

/** The first screen that lacks something: a value, or the proof of the address or the phone. Undefined if the page is complete. */
export function firstOpen(screens: readonly Screen[], join: Join, facts: Omit<FormFacts, 'isPasswordSet'>) {
  const values = valuesOf(join)
  const isProved: Partial<Record<FormField, boolean>> = {
    login_id: join.emailVerified,
    mobileNumber: join.mobileVerified,
  }
  const all = { ...facts, isPasswordSet: hasPassword(join) }
  return screens.find(({ fields }) =>
    fields.some((field) => isProved[field] === false || problemOf(field, values, all) !== null),
  )
}
