// Spec §3, what choosing a kind of member changes: a company of one list is none of another.
import type { MemberType } from '../../rules/facts'
import { readSignUp, saveSignUp } from '../../stores/signUp'

const noAffiliation = { affiliationCode: '', affiliationName: '', affiliationPhone: '', affiliationEmail: '' }

export function chooseType(memberTypeCode: MemberType): void {
  const { memberTypeCode: before, isSkFamily } = readSignUp()
  saveSignUp({ memberTypeCode, isSkFamily: false, ...((before !== memberTypeCode || isSkFamily) && noAffiliation) })
}

/** A group member's birthday is the year alone, and there is no phone to prove. */
export function chooseGroup(): void {
  const { isSkFamily, birthday } = readSignUp()
  if (!isSkFamily) saveSignUp({ isSkFamily: true, birthday: birthday.slice(0, 4), ...noAffiliation })
}

/** The page itself says which of the two joins it belongs to, however it was reached. */
export function beGroup(isSkFamily: boolean): void {
  if (isSkFamily) chooseGroup()
  else if (readSignUp().isSkFamily) saveSignUp({ isSkFamily: false, birthday: '', ...noAffiliation })
}
