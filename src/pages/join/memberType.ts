// Spec §3: the changes that a choice of the member type makes. A company of one list is not valid in another, and only group members convert an account.
import type { MemberType } from '../../rules/visit/facts.ts'
import type { MemberKind } from '../../rules/join/member.ts'
import { readJoin } from '../../stores/join.ts'
import { saveSignUp } from '../../stores/signUp.ts'

const noAffiliation = { affiliationCode: '', affiliationName: '', affiliationPhone: '', affiliationEmail: '' }
/** A new join does not convert an account. */
const noConversion = { isGroupConversion: false }

/** The page itself says which of the two joins it belongs to, however it was reached. A group member's birthday is the year alone. */
export function setMemberKind(kind: MemberKind): void {
  const before = readJoin()
  if (before.kind === kind) return
  const birthday = kind === 'SK' ? before.birthday.slice(0, 4) : ''
  saveSignUp({ kind, birthday, ...noAffiliation, ...noConversion })
}

/** A company of one list is not valid in another. */
export function chooseType(memberTypeCode: MemberType): void {
  setMemberKind('GEN')
  const cleared = readJoin().memberTypeCode === memberTypeCode ? {} : noAffiliation
  saveSignUp({ memberTypeCode, ...cleared, ...noConversion })
}

/** The server has not said of an address that was proved in a general join whether it is one of the group, so the address is proved again. */
export function chooseGroup(): void {
  const { kind, emailVerified, fixed } = readJoin()
  setMemberKind('SK')
  saveSignUp({ emailVerified: emailVerified && (kind === 'SK' || fixed.includes('login_id')), ...noConversion })
}
