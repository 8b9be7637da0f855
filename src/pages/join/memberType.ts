// Spec §3, what choosing a kind of member changes: a company of one list is none of another, and a conversion is the group's.
import type { MemberType } from '../../rules/facts'
import { readSignUp, saveSignUp } from '../../stores/signUp'

const noAffiliation = { affiliationCode: '', affiliationName: '', affiliationPhone: '', affiliationEmail: '' }
/** A join that begins anew carries nothing over. */
const noConversion = { isGroupConversion: false }

/** The page itself says which of the two joins it belongs to, however it was reached. A group member's birthday is the year alone. */
export function beGroup(isSkFamily: boolean): void {
  const before = readSignUp()
  if (before.isSkFamily === isSkFamily) return
  const birthday = isSkFamily ? before.birthday.slice(0, 4) : ''
  saveSignUp({ isSkFamily, birthday, ...noAffiliation, ...noConversion })
}

/** @returns the fields that no longer hold, with their new values: a form that is open must take them over */
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
