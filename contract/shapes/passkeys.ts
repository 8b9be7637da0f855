// Contract, "Passkeys": the JSON shapes of WebAuthn Level 3, and the two calls of a sign-in by passkey.
import * as z from 'zod/mini'
import { Transaction } from './welcome.ts'

const short = z.string().check(z.maxLength(512))
/** Bytes in base64url, without padding. A credential ID has at most 1023 bytes. */
const bytes = z.string().check(z.maxLength(16_384), z.regex(/^[\w-]*$/))
const credentialId = z.string().check(z.minLength(1), z.maxLength(1364), z.regex(/^[\w-]+$/))
const extensions = z.record(short, z.unknown())
const transports = z.array(short).check(z.maxLength(10))

/** A refusal of POST /v1/verify/passkey: the server has no such passkey (any more), and the app tells the authenticator so. */
export const PASSKEY_UNKNOWN = 'PASSKEY_UNKNOWN'

/** A refusal of a passkey that was used or created: its answer is not valid here. */
export const PASSKEY_FAILED = 'PASSKEY_FAILED'

const Descriptor = z.object({ id: credentialId, type: z.literal('public-key'), transports: z.optional(transports) })

/** `PublicKeyCredentialRequestOptionsJSON`. `timeout` in milliseconds. */
export const RequestOptions = z.object({
  challenge: bytes,
  timeout: z.optional(z.number()),
  rpId: short,
  userVerification: z.literal('required'),
  hints: z.optional(transports),
  extensions: z.optional(extensions),
})
export type RequestOptions = z.infer<typeof RequestOptions>

/** `PublicKeyCredentialCreationOptionsJSON`. `timeout` in milliseconds; `user.id` is the user handle of all of the member's passkeys. */
export const CreationOptions = z.object({
  rp: z.object({ id: short, name: short }),
  user: z.object({ id: bytes, name: short, displayName: z.string().check(z.maxLength(512)) }),
  challenge: bytes,
  pubKeyCredParams: z
    .array(z.object({ alg: z.number(), type: z.literal('public-key') }))
    .check(z.minLength(1), z.maxLength(20)),
  timeout: z.optional(z.number()),
  excludeCredentials: z.optional(z.array(Descriptor).check(z.maxLength(50))),
  authenticatorSelection: z.object({
    authenticatorAttachment: z.optional(short),
    residentKey: z.literal('required'),
    requireResidentKey: z.optional(z.boolean()),
    userVerification: z.literal('required'),
  }),
  hints: z.optional(transports),
  attestation: z.optional(z.literal('none')),
  extensions: z.optional(extensions),
})
export type CreationOptions = z.infer<typeof CreationOptions>

/** `AuthenticationResponseJSON`: what `navigator.credentials.get` returned. */
export const AuthenticationResponse = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(z.nullable(bytes)),
  }),
  authenticatorAttachment: z.optional(z.nullable(short)),
  clientExtensionResults: z.optional(extensions),
})
export type AuthenticationResponse = z.infer<typeof AuthenticationResponse>

/** `RegistrationResponseJSON`: what `navigator.credentials.create` returned. */
export const RegistrationResponse = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    authenticatorData: z.optional(bytes),
    transports: z.optional(transports),
    publicKeyAlgorithm: z.optional(z.number()),
    publicKey: z.optional(z.nullable(bytes)),
  }),
  authenticatorAttachment: z.optional(z.nullable(short)),
  clientExtensionResults: z.optional(extensions),
})
export type RegistrationResponse = z.infer<typeof RegistrationResponse>

/** POST /v1/init/passkey: the options for one sign-in. The challenge is of this visit, can be used once, and ends after five minutes. */
export const InitPasskey = Transaction
export const PasskeyAsked = z.object({ options: RequestOptions })
export type PasskeyAsked = z.infer<typeof PasskeyAsked>

/** POST /v1/verify/passkey. */
export const VerifyPasskey = z.extend(Transaction, { credential: AuthenticationResponse, stay_session: z.boolean() })
export type VerifyPasskey = z.infer<typeof VerifyPasskey>
