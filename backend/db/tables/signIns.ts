// The tables of a sign-in: visits, passwords that were tried, and sessions of browsers.
import type { Generated } from 'kysely'
import type { Json, JsonDefault, Maybe, MaybeTime, Time } from './columns.ts'

export type TransactionKind = 'login' | 'session' | 'password' | 'join'

type Transactions = {
  /** The uid of the provider's interaction. */
  id: string
  client_id: string
  /** The scopes that the service asks for in this visit. */
  scopes: Generated<string[]>
  kind: TransactionKind
  /** The service requires a phone that is proved in this visit (contract, "Step-up"). */
  certification: Generated<boolean>
  /** When the member behind this visit last proved the phone. */
  phone_proved_at: MaybeTime
  /** SHA-256 of the cookie value that only the browser that began the transaction has. */
  binding_hash: string
  created_at: Time
  expires_at: Time
  /** Who has given the right password (or picked an account session); nothing is granted while `step` is not null. */
  member_id: Maybe<string>
  /** The pending step: the only one that may be resolved now. */
  step: Maybe<string>
  /** Whose invitation brought this visit about. */
  invited_member_id: Maybe<string>
  /** How many steps were resolved since the sign-in. */
  steps_done: Generated<number>
  /** The last resolved step and its time. A caller that repeats the step did not receive the answer. */
  resolved_step: Maybe<string>
  resolved_at: MaybeTime
  /** IDs of the keys that this visit was given to seal passwords with. */
  sealing_keys: Generated<string[]>
  signed_in_at: MaybeTime
  /** The member's session was there before; only steps are resolved. */
  session_stands: Generated<boolean>
  amr: JsonDefault<string[]>
  stay_session: Generated<boolean>
  finished_at: MaybeTime
}

/** The puzzle that a visit has been asked to solve (domain/signIn/proofOfWork.ts). */
type Puzzles = { transaction_id: string; hash: string }

/** Wrong passwords by canonical login id, whether or not it has a member. */
type LoginAttempts = {
  login_id_key: string
  /** The known browser that has this count to itself; empty: all others together. */
  device_hash: Generated<string>
  wrong_count: number
  locked_until: MaybeTime
  lock_times: number
  last_at: Time
}

/** Wrong passwords of unknown browsers, as a multiple of what an hour allows (domain/signIn/suspicion.ts). */
type WrongPasswords = {
  key: string
  score: number
  at: Date
}

/** Sealed passwords that were submitted, by SHA-256, and for which transaction; and each again as a guess at a login ID (domain/signIn/attempts.ts). */
type SealedSeen = { hash: string; transaction_id: string; at: Time }

/** An account signed in in one browser; `browser_hash` is the SHA-256 of that browser's cookie. */
type BrowserSessions = {
  id: string
  browser_hash: string
  member_id: string
  amr: JsonDefault<string[]>
  stay_session: boolean
  signed_in_at: Time
  last_used_at: Time
  expires_at: Time
  phone_proved_at: MaybeTime
}

/** A browser in which a member signed in before; `device_hash` is the SHA-256 of its cookie. */
type KnownBrowsers = { device_hash: string; member_id: string; last_used_at: Time }

type OidcPayloads = {
  model: string
  id: string
  payload: Json<Record<string, unknown>>
  grant_id: Maybe<string>
  user_code: Maybe<string>
  uid: Maybe<string>
  expires_at: MaybeTime
  consumed_at: MaybeTime
}

export type SignInsTables = {
  transactions: Transactions
  puzzles: Puzzles
  login_attempts: LoginAttempts
  wrong_passwords: WrongPasswords
  sealed_seen: SealedSeen
  browser_sessions: BrowserSessions
  known_browsers: KnownBrowsers
  oidc_payloads: OidcPayloads
}
