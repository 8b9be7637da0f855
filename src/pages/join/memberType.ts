// Spec §3: the changes that a choice of the member type makes. A company of one list is not valid in another, and only group members convert an
// account. Each kind of member keeps its own answers, so that a way back finds them.
import type { MemberType } from '../../rules/visit/facts.ts'
import type { MemberKind } from '../../rules/join/member.ts'
import { deliveries, ofKind } from '../../rules/terms/termsList.ts'
import { readJoin } from '../../stores/join.ts'
import { saveSignUp } from '../../stores/signUp.ts'

const noAffiliation = { affiliationCode: '', affiliationName: '', affiliationPhone: '', affiliationEmail: '' }
/** A new join does not convert an account. */
const noConversion = { isGroupConversion: false }

/**
 * The page itself says which of the two joins it belongs to, however it was reached. A group member's birthday is the year alone. The address
 * is proved again if the server has not said of it what this join must know: that the group has it, or that no group account has it.
 */
export function setMemberKind(kind: MemberKind): void {
  const before = readJoin()
  if (before.kind === kind) return
  const { birthday, affiliationCode, affiliationName, affiliationPhone, affiliationEmail } = before
  const isJudged = kind === 'GEN' && !before.isGroupConversion
  saveSignUp({
    kind,
    ...noAffiliation,
    ...before.ofOtherKind,
    birthday: before.ofOtherKind?.birthday || (kind === 'SK' ? birthday.slice(0, 4) : ''),
    ofOtherKind: { birthday, affiliationCode, affiliationName, affiliationPhone, affiliationEmail },
    emailVerified: before.emailVerified && (isJudged || before.fixed.includes('login_id')),
    ...deliveries(ofKind(before.consentedTerms, kind)),
    ...noConversion,
  })
}

/** A company of one list is not valid in another. */
export function chooseType(memberTypeCode: MemberType): void {
  setMemberKind('GEN')
  const cleared = readJoin().memberTypeCode === memberTypeCode ? {} : noAffiliation
  saveSignUp({ memberTypeCode, ...cleared, ...noConversion })
}

export function chooseGroup(): void {
  setMemberKind('SK')
  saveSignUp(noConversion)
}
