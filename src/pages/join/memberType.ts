// Spec §3: the changes that a choice of the member type makes. A company of one list is not valid in another, and only group members convert an account.
import type { MemberType } from '../../rules/facts'
import { readSignUp, saveSignUp } from '../../stores/signUp'

const noAffiliation = { affiliationCode: '', affiliationName: '', affiliationPhone: '', affiliationEmail: '' }
/** A new join does not convert an account. */
const noConversion = { isGroupConversion: false }

/** The page itself says which of the two joins it belongs to, however it was reached. A group member's birthday is the year alone. */
export function beGroup(isSkFamily: boolean): void {
  const before = readSignUp()
  if (before.isSkFamily === isSkFamily) return
  const birthday = isSkFamily ? before.birthday.slice(0, 4) : ''
  saveSignUp({ isSkFamily, birthday, ...noAffiliation, ...noConversion })
}

/** @returns the fields that are no longer valid, with their new values, which an open form must show */
export function chooseType(memberTypeCode: MemberType): Partial<typeof noAffiliation> {
  beGroup(false)
  const cleared = readSignUp().memberTypeCode === memberTypeCode ? {} : noAffiliation
  saveSignUp({ memberTypeCode, ...cleared, ...noConversion })
  return cleared
}

export function chooseGroup(): void {
  beGroup(true)
  saveSignUp(noConversion)
}
