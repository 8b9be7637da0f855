// RFC 8176: what a sign-in has proved, by the names in `amr`. The one place that knows them.
import { PROOF_METHODS, type ProofMethod } from '../../../contract/shapes/account.ts'

/** A passkey is a key in hardware, or one that is copied between devices. It also says that its member was verified: two factors. */
const NAMES: Readonly<Record<ProofMethod, readonly string[]>> = {
  PASSKEY: ['hwk', 'swk'],
  PWD: ['pwd'],
  SMS: ['sms'],
  EMAIL: [],
}
const TWO_FACTORS = 'mfa'

export const BY_PASSWORD = ['pwd']
export const BY_PHONE = ['sms']
export const byPasskey = (synced: boolean): string[] => [synced ? 'swk' : 'hwk', 'user', TWO_FACTORS]

/** The methods of a sign-in, the strongest first. */
export const methodsIn = (amr: readonly string[]): ProofMethod[] =>
  PROOF_METHODS.filter((method) => NAMES[method].some((name) => amr.includes(name)))

export const provesPhone = (amr: readonly string[]): boolean => methodsIn(amr).includes('SMS')

/** Besides the password, the phone; or a passkey, which is two factors by itself. */
export const hasTwoFactors = (amr: readonly string[]): boolean => provesPhone(amr) || amr.includes(TWO_FACTORS)
