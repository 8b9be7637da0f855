// The tables of the backend, as Kysely types. Times are timestamptz (Date in code); a calendar day is text, yyyy-MM-dd.
import type { MEMBER_TYPES } from '../../contract/codes.ts'
import type { Locale } from '../../contract/locale.ts'
import type { ProofMethod } from '../../contract/signInMethods.ts'
import type { Major } from '../../contract/shapes/join.ts'
import type { WebhookEvent } from '../../contract/shapes/webhooks.ts'
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'

/** A jsonb column: read as a value, written as JSON text (the one form that both drivers take alike). */
type Json<T> = ColumnType<T, string, string>
type JsonDefault<T> = ColumnType<T, string | undefined, string>
type Time = ColumnType<Date, Date, Date>
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>

/** `MOVED`: the account lives on under another login id. */
type MemberStatus = 'ACTIVE' | 'SUSPENDED' | 'INCUMBENT' | 'PROTECTED' | 'MOVED'
type JoinStatus = 'JOINED' | 'WAITING' | 'UNAPPROVED'
/** What a proof of a phone or an e-mail address may be used for. */
export type Purpose =
  | 'SECOND_FACTOR'
  | 'ADMIN'
  | 'SEARCH_IDS'
  | 'SEARCH_PWD'
  | 'JOIN'
  /** A fresh proof of a session, and the phone or address that is to replace the member's. */
  | 'ACCOUNT'
  | 'NEW_PHONE'
  | 'NEW_EMAIL'
export type Names = { KR: string; EN: string; CN: string }

type Members = {
  id: string
  login_id: string
  /** `login_id` in its one canonical spelling; see domain/members/loginId.ts. */
  login_id_key: string
  /** Whether the member has proved the address of the login id, by a code or by the link of an invitation. */
  email_verified: Generated<boolean>
  /** The language of the last sign-in, for e-mails. */
  locale: Generated<Locale>
  password_hash: string
  password_changed_at: Time
  must_change_password: Generated<boolean>
  name: string
  nickname: Maybe<string>
  /** `nicknameKey` of the nickname; null where an older member has the same one. Unique. */
  nickname_key: Maybe<string>
  birthdate: Maybe<string>
  gender: Maybe<string>
  /** E.164, e.g. +821012345678; verified when it is not null. */
  phone: Maybe<string>
  belong_sk: Generated<boolean>
  member_kind: Generated<'GEN' | 'SK'>
  member_type_code: Maybe<(typeof MEMBER_TYPES)[number]>
  status: Generated<MemberStatus>
  join_status: Generated<JoinStatus>
  join_reason: Maybe<string>
  join_type: Generated<'NEW' | 'MIGRATION' | 'INVITATION'>
  /** False: an identity that is known (a group account, an invitation) and has not joined yet. */
  joined: Generated<boolean>
  /** The member number: what a recommender is named by. */
  mbr_no: Generated<string>
  emp_no: Maybe<string>
  /** A group member tells the year alone. */
  birth_year: Maybe<string>
  national: Maybe<string>
  /** Hash of verified phone, name and birthday, so that a person joins only once; see domain/join/joinPerson.ts. */
  identity_key: Maybe<string>
  majors: JsonDefault<{ majors?: Major[]; double_majors?: Major[] }>
  /** SHA-256 of the secret in the invitation's link; null once it was used. */
  invitation_hash: Maybe<string>
  invitation_expires_at: MaybeTime
  /** When the member last put off the recommended change of an old password. */
  password_put_off_at: MaybeTime
  second_factor: Generated<'NONE' | 'SMS'>
  admin: Generated<boolean>
  /** CIDR blocks from which the member may sign in; empty: from anywhere. */
  allowed_ips: JsonDefault<string[]>
  internal_only: Generated<boolean>
  /** Profile fields by their wire name (current_job, …). */
  profile: JsonDefault<Record<string, string>>
  /** The demo member this row was made from, for the partner's list only. */
  demo_key: Maybe<string>
  created_at: Time
}

type Services = {
  client_id: string
  rp_name: string
  display_name: Maybe<string>
  display_name_en: Maybe<string>
  display_name_cn: Maybe<string>
  icon_image_url: Maybe<string>
  banner_image_url: Maybe<string>
  banner_image_url_en: Maybe<string>
  banner_image_url_cn: Maybe<string>
  color: Maybe<string>
  domain: Maybe<string>
  permission: Generated<'EVERYONE' | 'ONLY_GEN' | 'ONLY_SK'>
  /** A first use asks for a nickname and the service's terms. */
  asks_consent: Generated<boolean>
  /** Profile fields by their wire name that a member must have filled. */
  required_profile: JsonDefault<string[]>
  internal_only: Generated<boolean>
  allowed_ips: JsonDefault<string[]>
  /** Whether "stay signed in" is offered. */
  stay_session: Generated<boolean>
}

type ServiceMembers = {
  member_id: string
  client_id: string
  allowed: Generated<boolean>
  nickname: Maybe<string>
  /** `nicknameKey` of the nickname: unique at this service. */
  nickname_key: Maybe<string>
  first_used_at: MaybeTime
  /** The scopes to which the member has agreed here; null: the member has not agreed, or has withdrawn the consent. */
  scopes: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
}

/** Append-only: what was agreed to or declined, in which version, and when. `member_id`: null once the member was erased. */
type Consents = {
  id: Generated<number>
  member_id: ColumnType<string | null, string, never>
  owner: string
  terms_code: string
  version: number
  agreed: boolean
  at: Time
}

/** `owner` is `suni` for the platform's terms, else the client_id of a service. */
type TermsVersions = {
  owner: string
  terms_code: string
  version: number
  audience: 'GEN' | 'SK'
  required: boolean
  parent: Maybe<string>
  position: number
  names: Json<Names>
  urls: Json<Names>
  effective_at: Time
}

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

/** Members whom an import brought at this time, and who have not signed in since. */
type ImportedMembers = { member_id: string; at: Time }

/** `user_handle`: base64url. `backup_eligible`: the key may be copied between devices. `counter`: 0 where the authenticator does not count. */
type Passkeys = {
  id: string
  member_id: string
  credential_id: string
  /** COSE. */
  public_key: Uint8Array
  counter: number
  transports: string[]
  backup_eligible: boolean
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

/** The services that a member uses. Without a row: never, or withdrawn since. */
type ServiceUses = { member_id: string; client_id: string; last_used_at: Time }

/** Members who leave: they are erased at `effective_at`. */
type MemberLeavings = { member_id: string; at: Time; effective_at: Time; reason: Maybe<string> }

/** Append-only: since when a consent belongs to nobody. */
type LeftConsents = { consent_id: number; left_at: Time }

/** When a member last put off to create a passkey. */
type PasskeySkips = { member_id: string; at: Time }

/** The passkey that a notice is about. */
type PasskeyNotices = { secret_hash: string; passkey_id: string }

type Challenges = {
  token_hash: string
  transaction_id: string
  purpose: Purpose
  member_id: Maybe<string>
  phone: Maybe<string>
  email: Maybe<string>
  /** A challenge for an unknown ID. It behaves like any other, but the backend sends nothing and accepts no code. */
  decoy: Generated<boolean>
  created_at: Time
  expires_at: Time
}

type OneTimeCodes = {
  id: string
  /** token_hash of the challenge. */
  challenge_id: string
  recipient: string
  /** Which caller a newer code replaces it for: a network, or a budget of one owner. */
  asked_by: Generated<string>
  code_hash: string
  attempts: Generated<number>
  issued_at: Time
  expires_at: Time
  hard_expires_at: Time
  used_at: MaybeTime
}

type Proofs = {
  code_hash: string
  purpose: Purpose
  transaction_id: string
  member_id: Maybe<string>
  phone: Maybe<string>
  email: Maybe<string>
  uses: Generated<number>
  /** The members that a search for IDs found with this proof. */
  found_members: Generated<string[]>
  expires_at: Time
  /** When it counted for the last time: it is used up. */
  used_at: MaybeTime
}

/** A new password of a protected account that takes effect later; `cancel_hash`: SHA-256 of the secret in the link that cancels it. */
type PendingPasswords = { member_id: string; password_hash: string; effective_at: Time; cancel_hash: string }

/** The link of an e-mail about the account, by which the member ends all that is open; single use. */
type Notices = {
  secret_hash: string
  member_id: string
  client_id: Maybe<string>
  expires_at: Time
  kind: Maybe<string>
  at: MaybeTime
}

/** The right to set one password, once. */
type ResetTokens = {
  token_hash: string
  transaction_id: string
  member_id: string
  expires_at: Time
  used_at: MaybeTime
}

/** A transaction ends in one join at most: this row is what makes it so, and what a repeated call is answered from. */
type Joins = { transaction_id: string; member_id: string; login_id_key: string; amr: Json<string[]>; at: Time }

/** Enrollment letters, under a generated name. No route reads them. */
type Letters = { member_id: string; file_name: string; media_type: string; bytes: Uint8Array; at: Time }

/**
 * `budget` and `recipient`: whose count it is (domain/codes/limits.ts). `networks`: the caller's, the widest first. `trusted`: the caller had completed
 * something before. `completed`: the code was entered correctly.
 */
/** Messages to a country within a period of `countryBudget.ts`, in one of several rows. */
type SendCounts = {
  budget: string
  country: string
  callers: 'all' | 'strangers'
  period: number
  slot: number
  count: number
}

/** Calls of a busy caller in one period of a limit (domain/limits/sharedLimits.ts). `expire`: milliseconds since 1970. */
type RateCounts = {
  key: string
  points: number
  expire: number
}

/** Wrong passwords of unknown browsers, as a multiple of what an hour allows (domain/signIn/suspicion.ts). */
type WrongPasswords = {
  key: string
  score: number
  at: Date
}

type SendLog = {
  id: Generated<number>
  budget: Generated<string>
  recipient: string
  country: Maybe<string>
  networks: Generated<string[]>
  trusted: Generated<boolean>
  completed: Generated<boolean>
  at: Time
}
type CodeGuesses = {
  id: Generated<number>
  budget: Generated<string>
  recipient: string
  networks: Generated<string[]>
  at: Time
}
type Outbox = {
  id: Generated<number>
  kind: 'sms' | 'email'
  to: string
  subject: Maybe<string>
  text: string
  at: Time
}

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

/** Sealed passwords that were submitted, by SHA-256, and for which transaction; and each again as a guess at a login ID (domain/signIn/attempts.ts). */
type SealedSeen = { hash: string; transaction_id: string; at: Time }

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

/**
 * A change that may end sessions, written by a trigger. Without `client_id` it concerns a member at every service, without `member_id` every member of a
 * service. `was_reset`: support has given the member a password to change.
 */
type StandingChanges = {
  id: Generated<number>
  member_id: Maybe<string>
  client_id: Maybe<string>
  was_reset: Generated<boolean>
  /** The member's columns before and after the change. */
  was: Maybe<Standing>
  became: Maybe<Standing>
}

/**
 * What services are told of a member, in order; see domain/webhooks/. Without `client_id` each one that the member uses is told. `changed`: claims of the
 * user info.
 */
type MemberEvents = {
  id: Generated<number>
  member_id: string
  client_id: Maybe<string>
  event: WebhookEvent
  changed: ColumnType<string[], string[] | undefined, string[]>
}

/** The columns of a member that `standing_changes` keeps for notices. `password_changed_at`: as text, only to compare. */
export type Standing = Pick<
  Selectable<Members>,
  'login_id' | 'phone' | 'status' | 'join_status' | 'joined' | 'second_factor' | 'admin'
> & { password_changed_at: string }

/** Work that outlives its process; see backend/jobs/. */
type Jobs = {
  id: string
  kind: string
  payload: Json<unknown>
  created_at: Time
  /** When it may run. While it runs: when another instance may take it over. */
  due_at: Time
  /** How often it has begun. */
  tries: Generated<number>
  /** After the last try. Then only an operator starts it again. */
  failed_at: MaybeTime
  reason: Maybe<string>
}

type Keys = { name: string; value: Json<unknown>; created_at: Time }

/** Append-only: the security events. `count`: above 1 in a row that stands for several; see domain/audit/events.ts. */
type AuditEvents = {
  id: Generated<number>
  at: Time
  event: string
  member_id: Maybe<string>
  /** The keyed hash of a login ID that has no member. */
  login_id_hash: Maybe<string>
  client_id: Maybe<string>
  ip: Maybe<string>
  /** The mark of the visit; see call.ts. */
  visit: Maybe<string>
  request_id: Maybe<string>
  fields: JsonDefault<Record<string, unknown>>
  count: Generated<number>
}

/** Append-only: the chain over the events; see domain/audit/eventChain.ts. */
type AuditSeals = {
  id: Generated<number>
  from_id: number
  to_id: number
  /** When the newest of its events occurred. */
  last_at: Time
  /** The ID and the digest of each event, in order. */
  digests: Json<[number, string][]>
  /** The hash of the seal before. */
  previous: string
  hash: string
}

/** Append-only: the partner services; see domain/clientVersions.ts. */
type ClientVersions = {
  id: Generated<number>
  client_id: string
  version: number
  settings: ColumnType<unknown, string | null, string | null>
  secrets: Json<unknown>
  changed_by: Maybe<string>
  changed_at: Time
}

/** Append-only: the lists behind the join forms; see domain/lists/codeVersions.ts. */
type CodeVersions = {
  id: Generated<number>
  group_code: string
  version: number
  codes: Json<unknown>
  changed_by: Maybe<string>
  changed_at: Time
}

export type Schema = {
  members: Members
  services: Services
  service_members: ServiceMembers
  consents: Consents
  terms_versions: TermsVersions
  transactions: Transactions
  puzzles: Puzzles
  imported_members: ImportedMembers
  passkeys: Passkeys
  passkey_challenges: PasskeyChallenges
  passkey_skips: PasskeySkips
  account_proofs: AccountProofs
  channel_changes: ChannelChanges
  password_changes: PasswordChanges
  devices: Devices
  device_sessions: DeviceSessions
  service_uses: ServiceUses
  member_leavings: MemberLeavings
  left_consents: LeftConsents
  passkey_notices: PasskeyNotices
  challenges: Challenges
  one_time_codes: OneTimeCodes
  proofs: Proofs
  reset_tokens: ResetTokens
  pending_passwords: PendingPasswords
  notices: Notices
  joins: Joins
  letters: Letters
  send_log: SendLog
  send_counts: SendCounts
  rate_counts: RateCounts
  wrong_passwords: WrongPasswords
  code_guesses: CodeGuesses
  outbox: Outbox
  login_attempts: LoginAttempts
  browser_sessions: BrowserSessions
  known_browsers: KnownBrowsers
  sealed_seen: SealedSeen
  oidc_payloads: OidcPayloads
  standing_changes: StandingChanges
  member_events: MemberEvents
  jobs: Jobs
  keys: Keys
  audit_events: AuditEvents
  audit_seals: AuditSeals
  client_versions: ClientVersions
  code_versions: CodeVersions
}

export type AuditEvent = Selectable<AuditEvents>
export type AuditSeal = Selectable<AuditSeals>
export type Member = Selectable<Members>
export type NewMember = Insertable<Members>
export type Service = Selectable<Services>
export type NewService = Insertable<Services>
export type Transaction = Selectable<Transactions>
