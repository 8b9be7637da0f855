// RFC 8176: what a sign-in has proved, by the names in `amr`. The names are those of contract/signInMethods.ts.
import { PROOF_METHODS, type ProofMethod, proofRow, SIGN_IN_METHODS } from '../../../contract/signInMethods.ts'

/** The one value of `acr` that the issuer knows (contract, "Step-up"). */
export const PHONE = SIGN_IN_METHODS.SMS.acr

export const BY_PASSWORD: string[] = [...SIGN_IN_METHODS.PWD.amr]
export const BY_PHONE: string[] = [...SIGN_IN_METHODS.SMS.amr]

const { amr: KEYS, amrToo: VERIFIED } = SIGN_IN_METHODS.PASSKEY
/** @param synced whether the key may be copied between devices */
export const byPasskey = (synced: boolean): string[] => [KEYS[synced ? 1 : 0], ...VERIFIED]

/** The methods of a sign-in, the strongest first. */
export const methodsIn = (amr: readonly string[]): ProofMethod[] =>
  PROOF_METHODS.filter((method) => proofRow(method).amr.some((name) => amr.includes(name)))

export const provesPhone = (amr: readonly string[]): boolean =>
  methodsIn(amr).some((method) => proofRow(method).acr === PHONE)

export const hasTwoFactors = (amr: readonly string[]): boolean =>
  methodsIn(amr).some((method) => proofRow(method).twoFactors)
