// The tables of one-time codes, of what they prove, and of the links in e-mails.
import type { Generated } from 'kysely'
import type { Maybe, MaybeTime, Time } from './columns.ts'

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

/**
 * `budget` and `recipient`: whose count it is (domain/codes/limits.ts). `networks`: the caller's, the widest first. `trusted`: the caller had completed
 * something before. `completed`: the code was entered correctly.
 */
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

/** Messages to a country within a period of `countryBudget.ts`, in one of several rows. */
type SendCounts = {
  budget: string
  country: string
  callers: 'all' | 'strangers'
  period: number
  slot: number
  count: number
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

export type CodesTables = {
  challenges: Challenges
  one_time_codes: OneTimeCodes
  proofs: Proofs
  pending_passwords: PendingPasswords
  notices: Notices
  reset_tokens: ResetTokens
  send_log: SendLog
  send_counts: SendCounts
  code_guesses: CodeGuesses
  outbox: Outbox
}
