// Contract, "Passkeys", and security E9: finds the member of a passkey that has signed a challenge of this visit.
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { PASSKEY_UNKNOWN, type AuthenticationResponse, type RequestOptions } from '../../../contract/shapes/passkeys.ts'
import type { Ctx } from '../../context.ts'
import type { PasskeySettings } from '../../settings/passkeys.ts'
import { record } from '../audit/events.ts'
import { refuse } from '../refusal.ts'
import { clientDataOf, passkeyFailed, problemOf, type PasskeyProblem } from './answer.ts'
import { CHALLENGE_SECONDS, keepChallenge, takeChallenge } from './challenges.ts'
import { noteUse, passkeyOf } from './rows.ts'

/** `synced`: the key is not bound to one device. */
type VerifiedPasskey = { member_id: string; password_changed_at: Date; synced: boolean }
type Visit = { id: string; client_id: string }
type Passkey = NonNullable<Awaited<ReturnType<typeof passkeyOf>>>

/** The options of one sign-in. The browser offers whatever passkey it has for the RP ID. */
export async function askForPasskey(ctx: Ctx, { rp_id }: PasskeySettings, visit: Visit): Promise<RequestOptions> {
  const { challenge } = await generateAuthenticationOptions({ rpID: rp_id })
  await keepChallenge(ctx, challenge, { transaction_id: visit.id, member_id: null })
  return { challenge, timeout: CHALLENGE_SECONDS * 1000, rpId: rp_id, userVerification: 'required' }
}

/** The signature, and what stands around it. */
async function checked(
  settings: PasskeySettings,
  { public_key, credential_id }: Passkey,
  given: AuthenticationResponse,
  challenge: string,
) {
  const { clientDataJSON, authenticatorData, signature } = given.response
  const response = { clientDataJSON, authenticatorData, signature }
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id: given.id, rawId: given.rawId, type: given.type, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...settings.origins],
      expectedRPID: settings.rp_id,
      requireUserVerification: true,
      // The counters are compared when the use is noted: here, two uses at once would both pass.
      credential: { id: credential_id, publicKey: Uint8Array.from(public_key), counter: 0 },
    })
    return verified ? authenticationInfo : null
  } catch {
    return null
  }
}

/**
 * @returns the member of the passkey
 * @throws Refused 400 PASSKEY_UNKNOWN if no member has it (any more), PASSKEY_FAILED for everything else
 */
export async function verifyPasskey(
  ctx: Ctx,
  settings: PasskeySettings,
  visit: Visit,
  given: AuthenticationResponse,
  ip: string,
): Promise<VerifiedPasskey> {
  const fail = async (reason: PasskeyProblem, member_id: string | null = null) => {
    await record(ctx, 'passkey.failed', { member_id, client_id: visit.client_id, ip }, { reason })
    return reason === 'unknown' ? refuse(400, PASSKEY_UNKNOWN, undefined, 'no such passkey') : passkeyFailed()
  }
  const client = clientDataOf(given.response.clientDataJSON)
  if (!client) throw await fail('malformed')
  const bound = { transaction_id: visit.id, member_id: null }
  if (!(await takeChallenge(ctx, client.challenge, bound))) throw await fail('challenge')
  const passkey = await passkeyOf(ctx, given.id)
  if (!passkey) throw await fail('unknown')
  const { id, member_id, user_handle, backup_eligible: before, password_changed_at } = passkey
  if (given.response.userHandle !== user_handle) throw await fail('user_handle')
  const authData = Buffer.from(given.response.authenticatorData, 'base64url')
  const problem = await problemOf(client, authData, { ...settings, type: 'webauthn.get' })
  if (problem) throw await fail(problem)
  const info = await checked(settings, passkey, given, client.challenge)
  if (!info) throw await fail('signature')
  // From here on, the caller has the key.
  const synced = info.credentialDeviceType === 'multiDevice'
  // WebAuthn Level 3 §7.2: it never changes. Null: an import did not say, and the first use does.
  if (before !== null && before !== synced) throw await fail('backup', member_id)
  const used = { counter: info.newCounter, backup_eligible: synced, backed_up: info.credentialBackedUp }
  if (!(await noteUse(ctx, id, used))) throw await fail('counter', member_id)
  await record(ctx, 'passkey.used', { member_id, client_id: visit.client_id, ip })
  return { member_id, password_changed_at, synced }
}
