// Operations: where the tables have something of a member. An export reads these places, and an erasure empties them. The compiler names a table without a row here.
import { sql, type RawBuilder } from 'kysely'
import type { Member, Schema } from '../../db/schema.ts'

export type Whose = Pick<Member, 'id' | 'login_id' | 'login_id_key' | 'phone'>
type Of = (whose: Whose) => RawBuilder<boolean>

const member: Of = ({ id }) => sql`member_id = ${id}`
const recipient: Of = ({ login_id, login_id_key, phone }) =>
  sql`recipient = any(${[login_id, login_id_key, ...(phone === null ? [] : [phone])]}::text[])`

/**
 * `of`: which rows. `hides`: columns that an export leaves out, because they are secrets or open something. `adds`: what it shows besides. `ends`:
 * who deletes the rows of an erased member: the database with the row of the member, the erasure itself, or nobody. `many`: a member can have more rows than
 * memory holds, which are read in the order of these columns. Elsewhere limits and the sweep keep the rows of a member few.
 */
export type Place = {
  of: Of
  hides: readonly string[]
  ends: 'with the member' | 'by the erasure' | 'stays'
  adds?: RawBuilder<unknown>
  many?: readonly { column: string; type: 'bigint' | 'timestamptz' }[]
}

const withMember = (...hides: string[]): Place => ({ of: member, hides, ends: 'with the member' })
const sent = (...hides: string[]): Place => ({ of: recipient, hides, ends: 'by the erasure' })

/** Null: nothing there belongs to a member. */
export const PLACES: Readonly<Record<keyof Schema, Place | null>> = {
  members: {
    of: ({ id }) => sql`id = ${id}`,
    hides: ['password_hash', 'invitation_hash', 'identity_key', 'demo_key'],
    ends: 'with the member',
  },
  service_members: withMember(),
  // The database takes the member out of the row.
  consents: { of: member, hides: [], ends: 'stays' },
  letters: withMember(),
  browser_sessions: withMember('browser_hash'),
  known_browsers: withMember('device_hash'),
  transactions: withMember('id', 'binding_hash', 'sealing_keys'),
  puzzles: null,
  imported_members: withMember(),
  passkeys: withMember('public_key', 'credential_id'),
  passkey_challenges: withMember('challenge_hash', 'transaction_id'),
  passkey_skips: withMember(),
  account_proofs: withMember('session_hash'),
  channel_changes: withMember('id', 'proof_hash', 'undo_hash'),
  password_changes: withMember('call_hash', 'session_uid', 'browser_hash'),
  devices: withMember(),
  device_sessions: withMember('uid_hash', 'device_id'),
  service_uses: withMember(),
  member_leavings: withMember(),
  // By the ID of a consent, which belongs to nobody by then.
  left_consents: null,
  passkey_notices: null,
  challenges: withMember('token_hash', 'transaction_id'),
  proofs: withMember('code_hash', 'transaction_id', 'found_members'),
  reset_tokens: withMember('token_hash', 'transaction_id'),
  pending_passwords: withMember('password_hash', 'cancel_hash'),
  notices: withMember('secret_hash'),
  joins: withMember('transaction_id'),
  waiting_joins: withMember(),
  login_attempts: {
    of: ({ login_id_key }) => sql`login_id_key = ${login_id_key}`,
    hides: ['device_hash'],
    ends: 'by the erasure',
  },
  one_time_codes: sent('id', 'challenge_id', 'code_hash'),
  send_log: sent(),
  code_guesses: sent(),
  // A text can have a code, or a link that opens something.
  outbox: {
    of: ({ login_id, phone }) => sql`"to" = any(${[login_id, ...(phone === null ? [] : [phone])]}::text[])`,
    hides: ['text'],
    ends: 'by the erasure',
    many: [{ column: 'id', type: 'bigint' }],
  },
  oidc_payloads: {
    of: ({ id }) => sql`payload->>'accountId' = ${id}`,
    hides: ['id', 'grant_id', 'user_code', 'uid', 'payload'],
    adds: sql`jsonb_build_object('client_id', payload->>'clientId', 'scope', payload->>'scope')`,
    ends: 'by the erasure',
  },
  // A service still hears that the session has ended, and the member is erased.
  jobs: {
    of: ({ id }) =>
      sql`payload->>'member_id' = ${id} and kind <> 'session.logout' and payload->>'event' is distinct from 'member.erased'`,
    hides: ['payload'],
    ends: 'by the erasure',
  },
  standing_changes: { of: member, hides: [], ends: 'by the erasure' },
  member_events: {
    of: ({ id }) => sql`member_id = ${id} and event <> 'member.erased'`,
    hides: [],
    ends: 'by the erasure',
  },
  // Append-only, and without the login ID, the phone or the name. The sweep deletes the rows after 90 days.
  audit_events: {
    of: member,
    hides: [],
    ends: 'stays',
    many: [
      { column: 'at', type: 'timestamptz' },
      { column: 'id', type: 'bigint' },
    ],
  },
  audit_seals: null,
  client_versions: null,
  code_versions: null,
  pictures: null,
  services: null,
  terms_versions: null,
  send_counts: null,
  rate_counts: null,
  wrong_passwords: null,
  sealed_seen: null,
  keys: null,
}

export const places = (): [keyof Schema, Place][] =>
  Object.entries(PLACES).flatMap(([table, place]) => (place ? [[table as keyof Schema, place]] : []))
