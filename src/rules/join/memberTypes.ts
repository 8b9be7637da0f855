// Spec §1 and Screens, "Join": what each kind of member is asked for, screen by screen, and how a member type is presented.
import type { MemberType } from '../visit/facts.ts'
import type { FormField, JoinField } from './joinFields.ts'
import type { MemberKind } from './member.ts'
import type { MessageKey } from '../texts/messages.ts'

/** The company, organisation or school of a member. */
export type Affiliation = {
  /** The code group of the list. */
  group: string
  label: MessageKey
  /** The text field that the choice 'other' opens: its label, and the message if it is left empty. */
  other?: { label: MessageKey; empty: MessageKey }
  empty: MessageKey
}
/** The screens that only this kind of member sees. `step`: the short name beside the step counter. */
type OwnScreen = {
  name: OwnScreenName
  title: MessageKey
  step: MessageKey
  fields: readonly JoinField[]
  /** Every field is a choice, so the press that makes the last one goes on. */
  goesOn?: true
}
/** `letter`: an enrollment letter may follow the join. */
type Asked = { screens: readonly OwnScreen[]; affiliation?: Affiliation; letter?: true }

/** A screen of the privacy page: one form with its own button, at most five fields at first. */
export type Screen = Omit<OwnScreen, 'name' | 'fields'> & { name: ScreenName; fields: readonly FormField[] }
export type OwnScreenName = 'bsns' | 'social' | 'family' | 'student' | 'majors' | 'group'
export type ScreenName = 'type' | 'email' | 'account' | 'person' | 'phone' | OwnScreenName

/** The card of a member type. `needs`: what the visitor should have at hand, and what follows the join. */
type Card = { title: MessageKey; text: MessageKey; needs: MessageKey }

/** The member types of the general join. */
export const memberTypes = {
  BSNS: {
    card: { title: 'join.business_partner', text: 'join.typeBsnsText', needs: 'join.typeBsnsNeeds' },
    screens: [
      {
        name: 'bsns',
        title: 'join.screenBsns',
        step: 'join.groupBsns',
        fields: [
          'affiliationCode',
          'affiliationName',
          'jobTitle',
          'jobTitleEtc',
          'jobRank',
          'affiliationPhone',
          'affiliationEmail',
        ],
      },
    ],
    affiliation: {
      group: 'PARTNER_COM_GRP',
      label: 'join.company',
      other: { label: 'join.companyEtc', empty: 'join.companyEtcEmpty' },
      empty: 'join.companyEmpty',
    },
  },
  SOCIAL: {
    card: { title: 'join.social_entertainer', text: 'join.typeSocialText', needs: 'join.typeSocialNeeds' },
    screens: [
      {
        name: 'social',
        title: 'join.screenSocial',
        step: 'join.groupSocial',
        fields: ['affiliationCode', 'affiliationName', 'jobTitle', 'jobTitleEtc', 'jobRank'],
        goesOn: true,
      },
    ],
    affiliation: {
      group: 'SOCIAL_COM_GRP',
      label: 'join.organisation',
      other: { label: 'join.organisationEtc', empty: 'join.organisationEtcEmpty' },
      empty: 'join.organisationEmpty',
    },
  },
  FAMILY: {
    card: { title: 'join.sk_family', text: 'join.typeFamilyText', needs: 'join.typeFamilyNeeds' },
    screens: [
      {
        name: 'family',
        title: 'join.screenFamily',
        step: 'join.groupFamily',
        fields: ['recommenderMbrNo', 'relationship', 'relationshipEtc', 'familyJob', 'familyJobEtc'],
      },
    ],
  },
  STUDENT: {
    card: { title: 'join.university', text: 'join.typeStudentText', needs: 'join.typeStudentNeeds' },
    screens: [
      {
        name: 'student',
        title: 'join.screenStudent',
        step: 'join.groupStudent',
        fields: ['affiliationCode', 'affiliationName', 'schoolCourse', 'schoolStatus', 'completeSemester'],
        goesOn: true,
      },
      { name: 'majors', title: 'join.screenMajors', step: 'join.majors', fields: ['majors', 'doubleMajors'] },
    ],
    affiliation: {
      group: 'SCH_GRP',
      label: 'join.school',
      other: { label: 'join.schoolEtc', empty: 'join.schoolEtcEmpty' },
      empty: 'join.schoolEmpty',
    },
    letter: true,
  },
} as const satisfies Record<MemberType, Asked & { card: Card }>

/** Group members have no type. Both payloads send their company in the profile; the employee number is sent where the form needs it. */
export const groupMember = {
  screens: [{ name: 'group', title: 'join.screenSk', step: 'join.groupSk', fields: ['affiliationCode', 'empNo'] }],
  profile: ['affiliationCode', 'affiliationName'],
  affiliation: { group: 'SK_COM_GRP', label: 'join.skCompany', empty: 'join.companyEmpty' },
} as const satisfies Asked & { profile: readonly JoinField[] }

/** The fields of a member type, on whichever screen. */
export const fieldsOf = (type: MemberType): JoinField[] =>
  memberTypes[type].screens.flatMap(({ fields }): readonly JoinField[] => fields)

export type JoinAs = { kind: MemberKind; memberTypeCode: MemberType | null }

/** What this member is asked beyond account and person. Null until a type is chosen. */
export const screensFor = ({ kind, memberTypeCode }: JoinAs): Asked | null =>
  kind === 'SK' ? groupMember : memberTypeCode && memberTypes[memberTypeCode]

/** Whether this member may send an enrollment letter. */
export const sendsLetter = (joinAs: JoinAs): boolean => screensFor(joinAs)?.letter === true

export type ScreenFacts = JoinAs & {
  isInvited: boolean
  /** No page before this one has asked for the member type. */
  asksType: boolean
  /** The address is known and proved, so that no screen asks for it: it stands above the password. */
  isEmailKnown: boolean
}

/** The screens of the privacy page in their order. */
export function screensOf(facts: ScreenFacts): Screen[] {
  const { kind, isInvited, asksType, isEmailKnown } = facts
  const isGroup = kind === 'SK'
  const isOffered: Partial<Record<ScreenName, boolean>> = {
    type: !isGroup && asksType,
    email: !isEmailKnown,
    phone: !isGroup,
  }
  const screens: Screen[] = [
    { name: 'type', title: 'join.typesTitle', step: 'join.stepType', fields: ['memberTypeCode'] },
    { name: 'email', title: 'join.screenEmail', step: 'join.stepEmail', fields: ['login_id'] },
    {
      name: 'account',
      title: 'join.screenAccount',
      step: 'join.groupAccount',
      fields: [...(isEmailKnown ? (['login_id'] as const) : []), 'password', 'passwordComparison', 'nickName'],
    },
    {
      name: 'person',
      title: 'join.screenPerson',
      step: 'join.groupPerson',
      fields: [
        'fullName',
        'birthday',
        ...(isGroup ? [] : (['gender'] as const)),
        ...(isGroup && !isInvited ? [] : (['nationalCode'] as const)),
      ],
    },
    { name: 'phone', title: 'join.screenPhone', step: 'join.stepPhone', fields: ['nationTelNo', 'mobileNumber'] },
    ...(screensFor(facts)?.screens ?? []),
  ]
  return screens.filter(({ name }) => isOffered[name] ?? true)
}
