// The tables of the member's own account: passkeys, proofs, browsers and changes.
import type { ProofMethod } from '../../../contract/signInMethods.ts'
import type { Maybe, MaybeTime, Time } from './columns.ts'

/**
 * `user_handle`: base64url. `backup_eligible`: the key may be copied between devices; null until the first use of an imported one. `counter`: 0 where the
 * authenticator does not count.
 */
type Passkeys = {
  id: string
  member_id: string
  credential_id: string
  /** COSE. */
  public_key: Uint8Array
  counter: number
  transports: string[]
  backup_eligible: Maybe<boolean>
  backed_up: boolean
  aaguid: string
  name: string
  user_handle: string
  created_at: Time
  last_used_at: MaybeTime
}

/** What the authenticators of a visit are to sign; `member_id`: whose passkey is created, or null for a sign-in. */
type PasskeyChallenges = {
  challenge_hash: string
  transaction_id: string
  member_id: Maybe<string>
  expires_at: Time
}

/** When a member last put off to create a passkey. */
type PasskeySkips = { member_id: string; at: Time }

/** The passkey that a notice is about. */
type PasskeyNotices = { secret_hash: string; passkey_id: string }

/** How the member of a session (`hashOf` its uid) has proved to be there, and when. */
type AccountProofs = { session_hash: string; member_id: string; method: ProofMethod; at: Time }

/**
 * Another phone or login ID, which a link undoes for seven days. `was`, `became`: E.164, or the login ID. `proof_hash`: SHA-256 of the auth_code
 * that proved the new one, by which a repeated call is known.
 */
type ChannelChanges = {
  id: string
  member_id: string
  channel: 'phone' | 'email'
  was: Maybe<string>
  became: string
  proof_hash: string
  undo_hash: string
  at: Time
  undone_at: MaybeTime
}

/** A new password, and the call that set it: SHA-256 of the session's cookie and the sealed password. */
type PasswordChanges = {
  call_hash: string
  member_id: string
  /** The uid of the session that stayed, and its browser. */
  session_uid: string
  browser_hash: string
  ended_sessions: number
  at: Time
}

/** Which browser a row of `browser_sessions` with this ID is, and roughly where: ISO 3166-1 code and the English name of the city. */
type Devices = {
  id: string
  member_id: string
  browser: Maybe<string>
  system: Maybe<string>
  country: Maybe<string>
  city: Maybe<string>
}

/** The issuer's sessions (`hashOf` the uid) that a browser's session stands for. */
type DeviceSessions = { uid_hash: string; device_id: string; member_id: string }

export type AccountTables = {
  passkeys: Passkeys
  passkey_challenges: PasskeyChallenges
  passkey_skips: PasskeySkips
  passkey_notices: PasskeyNotices
  account_proofs: AccountProofs
  channel_changes: ChannelChanges
  password_changes: PasswordChanges
  devices: Devices
  device_sessions: DeviceSessions
}
