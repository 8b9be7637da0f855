// Security D12, what the record of events and the member learn of one-time codes.
import type { Ctx } from '../../context.ts'
import type { Challenge } from './challenge.ts'
import type { Caller, Counted } from './limits.ts'
import { loginIdKey } from '../members/loginId.ts'
import { notifyById } from '../notices/notices.ts'
import type { CodeKind } from './otp.ts'
import { countryOf } from '../members/phone.ts'

export const kindOf = (recipient: string): CodeKind => (recipient.includes('@') ? 'email' : 'sms')

/** The country of a phone, which events name in place of the number. */
export function countryIn(recipient: string): { country?: string } {
  const country = recipient.startsWith('+') ? countryOf(recipient) : ''
  return country ? { country } : {}
}

/** An address that is to become a login ID finds the events of its codes, although it has no member yet. */
export const subjectOf = ({ member_id }: Challenge, recipient: string, { ip }: Caller) => ({
  member_id,
  ip,
  ...(kindOf(recipient) === 'email' && { login_id: loginIdKey(recipient) }),
})

/** Tells the member that somebody in a browser that is not the member's has used up the attempts with codes. */
export async function tellOfStranger(ctx: Ctx, { member_id, decoy }: Challenge, { budget }: Counted): Promise<void> {
  if (budget === 'proved' || budget === 'recovery') await notifyById(ctx, 'codes', decoy ? null : member_id, null)
}
