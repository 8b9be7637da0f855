// The tables of members: who they are, how they joined and leave.
import type { MEMBER_TYPES } from '../../../contract/codes.ts'
import type { Locale } from '../../../contract/locale.ts'
import type { Major } from '../../../contract/shapes/join.ts'
import type { WebhookEvent } from '../../../contract/shapes/webhooks.ts'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Json, JsonDefault, Maybe, MaybeTime, Time } from './columns.ts'

/** `MOVED`: the account lives on under another login id. */
type MemberStatus = 'ACTIVE' | 'SUSPENDED' | 'INCUMBENT' | 'PROTECTED' | 'MOVED'

type JoinStatus = 'JOINED' | 'WAITING' | 'UNAPPROVED'

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

/** Members whom an import brought at this time, and who have not signed in since. */
type ImportedMembers = { member_id: string; at: Time }

/** A transaction ends in one join at most: this row is what makes it so, and what a repeated call is answered from. */
type Joins = { transaction_id: string; member_id: string; login_id_key: string; amr: Json<string[]>; at: Time }

/** Enrollment letters, under a generated name. No route reads them. */
type Letters = { member_id: string; file_name: string; media_type: string; bytes: Uint8Array; at: Time }

/** Members who leave: they are erased at `effective_at`. */
type MemberLeavings = { member_id: string; at: Time; effective_at: Time; reason: Maybe<string> }

/** The columns of a member that `standing_changes` keeps for notices. `password_changed_at`: as text, only to compare. */
export type Standing = Pick<
  Selectable<Members>,
  'login_id' | 'phone' | 'status' | 'join_status' | 'joined' | 'second_factor' | 'admin'
> & { password_changed_at: string }

/** The last session, in the order of their rows, that was looked at for a change of a service. NOTE: the release before takes the rest for the whole change. */
export type Looked = { after: string }

/**
 * A change that may end sessions, written by a trigger. Without `client_id` it concerns a member at every service, without `member_id` every member of a
 * service. `was_reset`: support has given the member a password to change.
 */
type StandingChanges = {
  id: Generated<number>
  member_id: Maybe<string>
  client_id: Maybe<string>
  was_reset: Generated<boolean>
  /** The member's columns before and after the change; of a change of a service, how far its sessions were looked at. */
  was: Maybe<Standing>
  became: Maybe<Standing | Looked>
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

/** The service through which a member has joined who waits for an operator, or was refused. */
type WaitingJoins = { member_id: string; client_id: string }

export type MembersTables = {
  members: Members
  imported_members: ImportedMembers
  joins: Joins
  letters: Letters
  member_leavings: MemberLeavings
  standing_changes: StandingChanges
  member_events: MemberEvents
  waiting_joins: WaitingJoins
}
