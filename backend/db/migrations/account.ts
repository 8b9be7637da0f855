import { expand } from './migration.ts'

/**
 * The fresh proofs of sessions, the changes of phones and addresses that can be undone, and the changes of passwords whose answer may have been lost.
 * NOTE: tables and no columns, because the release before prepares `select *`.
 */
export const account = expand(
  'members, for a moment',
  `create table account_proofs (
    session_hash text not null,
    member_id uuid not null references members on delete cascade,
    method text not null,
    at timestamptz not null,
    primary key (session_hash, method)
  )`,
  `create index account_proofs_member on account_proofs (member_id)`,
  `create index account_proofs_at on account_proofs (at)`,
  `create table channel_changes (
    id uuid primary key,
    member_id uuid not null references members on delete cascade,
    channel text not null,
    was text,
    became text not null,
    proof_hash text not null unique,
    undo_hash text not null unique,
    at timestamptz not null,
    undone_at timestamptz
  )`,
  `create index channel_changes_member on channel_changes (member_id)`,
  `create index channel_changes_was on channel_changes (was) where channel = 'email'`,
  `create index channel_changes_at on channel_changes (at)`,
  `create table password_changes (
    call_hash text primary key,
    member_id uuid not null references members on delete cascade,
    session_uid text not null,
    browser_hash text not null,
    ended_sessions integer not null,
    at timestamptz not null
  )`,
  `create index password_changes_member on password_changes (member_id)`,
  `create index password_changes_at on password_changes (at)`,
)
