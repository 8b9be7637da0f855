// Security E9: what an authenticator has answered, and why it is refused. The reasons are for the log and the metrics: a caller reads PASSKEY_FAILED,
// whatever it was. The library checks the same once more, and the signature.
import { parseAuthenticatorData, toHash } from '@simplewebauthn/server/helpers'
import * as z from 'zod/mini'
import { PASSKEY_FAILED } from '../../../contract/shapes/passkeys.ts'
import type { PasskeySettings } from '../../settings/passkeys.ts'
import { refuse } from '../refusal.ts'

/**
 * In the order in which they are looked for. `unknown`: no member has the passkey. `backup`: whether it may be copied between devices is not as before.
 * `counter`: another copy of it has counted further.
 */
export const PASSKEY_PROBLEMS = [
  'malformed',
  'challenge',
  'unknown',
  'user_handle',
  'type',
  'origin',
  'rp_id',
  'user_verification',
  'algorithm',
  'signature',
  'backup',
  'counter',
  'attestation',
  'exists',
  'limit',
] as const
export type PasskeyProblem = (typeof PASSKEY_PROBLEMS)[number]

/** What the browser says about the call. */
const ClientData = z.object({
  type: z.string(),
  challenge: z.string().check(z.minLength(1)),
  origin: z.string(),
  crossOrigin: z.optional(z.boolean()),
  topOrigin: z.optional(z.string()),
})
export type ClientData = z.infer<typeof ClientData>

/** @param clientDataJSON in base64url @returns null if it cannot be read */
export function clientDataOf(clientDataJSON: string): ClientData | null {
  try {
    const read = ClientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Whether a page of another origin has embedded the app's. The library lets this pass where the browser does not name that origin. */
const isEmbedded = ({ crossOrigin, topOrigin }: ClientData): boolean => crossOrigin === true || topOrigin !== undefined

/**
 * What is wrong with an answer, apart from its challenge, its key and its signature.
 * @param authData the bytes of the authenticator
 */
export async function problemOf(
  client: ClientData,
  authData: Uint8Array,
  wanted: PasskeySettings & { type: 'webauthn.get' | 'webauthn.create' },
): Promise<PasskeyProblem | null> {
  if (client.type !== wanted.type) return 'type'
  if (!wanted.origins.includes(client.origin) || isEmbedded(client)) return 'origin'
  try {
    const { rpIdHash, flags } = parseAuthenticatorData(Uint8Array.from(authData))
    if (!Buffer.from(rpIdHash).equals(await toHash(wanted.rp_id))) return 'rp_id'
    return flags.uv ? null : 'user_verification'
  } catch {
    return 'malformed'
  }
}

/** @param data what a page needs to try again */
export const passkeyFailed = (data?: object) =>
  refuse(400, PASSKEY_FAILED, undefined, 'this passkey is not valid here', data && { data })
