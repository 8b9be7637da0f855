// Contract, "Passkeys", and security E9: creates a passkey for a member, in the step of a visit.
import { randomUUID } from 'node:crypto'
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { COSEALG, decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { CreationOptions, RegistrationResponse } from '../../../contract/shapes/passkeys.ts'
import type { Ctx } from '../../context.ts'
import type { Member } from '../../db/schema.ts'
import type { PasskeySettings } from '../../settings/passkeys.ts'
import { record } from '../audit/events.ts'
import { holdMember } from '../members/hold.ts'
import { holdActive } from '../members/holdActive.ts'
import { notify } from '../notices/notices.ts'
import { clientDataOf, passkeyFailed, problemOf, type ClientData, type PasskeyProblem } from './answer.ts'
import { CHALLENGE_SECONDS, keepChallenge, takeChallenge } from './challenges.ts'
import { passkeyName } from './names.ts'
import { MOST_PASSKEYS, passkeyOf, passkeysOfMember, userHandleOf } from './rows.ts'

/** The algorithms that are offered and accepted. */
export const ALGORITHMS = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256]

type Visit = { id: string; client_id: string }

/** The options for a further passkey of this member. */
export async function creationOptions(
  ctx: Ctx,
  { rp_id }: PasskeySettings,
  visit: Visit,
  { id: member_id, login_id, name, locale }: Member,
): Promise<CreationOptions> {
  const known = await passkeysOfMember(ctx, member_id)
  const { challenge } = await generateRegistrationOptions({ rpName: rp_id, rpID: rp_id, userName: login_id })
  await keepChallenge(ctx, challenge, { transaction_id: visit.id, member_id })
  return {
    rp: { id: rp_id, name: ctx.settings.platform[locale] },
    user: { id: userHandleOf(member_id, known), name: login_id, displayName: name },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_SECONDS * 1000,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, type: 'public-key', transports })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    extensions: { credProps: true },
  }
}

/**
 * The authenticator's bytes, if nothing in them asks to be looked up elsewhere. A browser that is asked for no attestation sends none, or what the
 * authenticator has signed with the new key itself. NOTE: for a certificate, the library would load the list of revoked ones from an address of the caller's.
 */
function bareAuthData(attestationObject: string): Uint8Array | null {
  try {
    const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
    const fmt = decoded.get('fmt')
    const isBare = fmt === 'none' || (fmt === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
    return isBare ? decoded.get('authData') : null
  } catch {
    return null
  }
}

async function checked(
  settings: PasskeySettings,
  client: ClientData,
  { id, rawId, type, response }: RegistrationResponse,
) {
  const { clientDataJSON, attestationObject } = response
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: client.challenge,
      expectedOrigin: [...settings.origins],
      expectedRPID: settings.rp_id,
      // Nobody presses a button where the browser creates it without a question (WebAuthn Level 3 §7.1). Verified the member is all the same.
      requireUserPresence: false,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo?.credential.id === id ? registrationInfo : null
  } catch {
    return null
  }
}

/** Takes the challenge and keeps the passkey, in one transaction. @returns what is wrong; `repeated`: the same call has kept it already */
async function keep(
  ctx: Ctx,
  settings: PasskeySettings,
  visit: Visit,
  member: Member,
  passkey: RegistrationResponse,
): Promise<PasskeyProblem | 'repeated' | null> {
  const client = clientDataOf(passkey.response.clientDataJSON)
  if (!client) return 'malformed'
  // The lock lets two tabs add theirs one after the other. It comes before the challenge, because a sign-out takes the two in this order.
  await holdMember(ctx.db, member.id)
  if (!(await takeChallenge(ctx, client.challenge, { transaction_id: visit.id, member_id: member.id })))
    return (await passkeyOf(ctx, passkey.id))?.member_id === member.id ? 'repeated' : 'challenge'
  const authData = bareAuthData(passkey.response.attestationObject)
  if (!authData) return 'attestation'
  const problem = await problemOf(client, authData, { ...settings, type: 'webauthn.create' })
  if (problem) return problem
  const info = await checked(settings, client, passkey)
  if (!info) return 'algorithm'
  // Whoever was signed out meanwhile adds none, for a passkey outlives every password.
  if (!(await holdActive(ctx, member))) return 'challenge'
  const known = await passkeysOfMember(ctx, member.id)
  if (known.length >= MOST_PASSKEYS) return 'limit'
  const row = {
    id: randomUUID(),
    member_id: member.id,
    credential_id: info.credential.id,
    public_key: Buffer.from(info.credential.publicKey),
    counter: info.credential.counter,
    transports: passkey.response.transports ?? [],
    backup_eligible: info.credentialDeviceType === 'multiDevice',
    backed_up: info.credentialBackedUp,
    aaguid: info.aaguid,
    name: passkeyName(info.aaguid),
    user_handle: userHandleOf(member.id, known),
    created_at: ctx.now(),
  }
  const added = await ctx.db
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return 'exists'
  await notify(ctx, 'passkeyAdded', member, visit.client_id, { passkey_id: row.id })
  return null
}

/**
 * Keeps the passkey, and tells the member. A repeated call succeeds again, because its answer may have been lost.
 * @param given.conditional the browser has created it without a question
 * @throws Refused 400 PASSKEY_FAILED, with new `options` in its data
 */
export async function createPasskey(
  ctx: Ctx,
  settings: PasskeySettings,
  visit: Visit,
  member: Member,
  { passkey, conditional }: { passkey: RegistrationResponse; conditional: boolean },
): Promise<void> {
  const subject = { member_id: member.id, client_id: visit.client_id }
  const problem = await ctx.db.transaction().execute((db) => keep({ ...ctx, db }, settings, visit, member, passkey))
  if (problem === 'repeated') return
  if (problem !== null) {
    await record(ctx, 'passkey.failed', subject, { reason: problem })
    throw passkeyFailed({ options: await creationOptions(ctx, settings, visit, member) })
  }
  ctx.jobs.wake()
  await record(ctx, 'passkey.created', subject, { asked: !conditional })
}
