// Joins, recovery, pending steps and limits.
import { statements } from './migration.ts'

/** Sealed passwords that have been sent, and the transaction that sent each of them first (domain/signIn/sealed.ts). */
export const sealedSeen = statements(
  `create table sealed_seen (hash text primary key, transaction_id text not null, at timestamptz not null)`,
)

/** Pending steps: identities that have not joined, accounts merged into another ID, and the progress of a chain. */
export const pendingSteps = statements(
  `alter table members
    add column join_type text not null default 'NEW' check (join_type in ('NEW', 'MIGRATION', 'INVITATION')),
    add column joined boolean not null default true,
    add column password_put_off_at timestamptz,
    drop constraint members_status_check,
    add constraint members_status_check
      check (status in ('ACTIVE', 'SUSPENDED', 'INCUMBENT', 'PROTECTED', 'MOVED'))`,
  `alter table transactions
    add column steps_done integer not null default 0,
    add column signed_in_at timestamptz,
    add column session_stands boolean not null default false`,
  `create index service_members_nickname on service_members (client_id, lower(nickname))`,
)

/** The reset of a password: its tokens, and challenges for unknown IDs, which send nothing. */
export const recovery = statements(
  `alter table challenges add column decoy boolean not null default false`,
  `create table reset_tokens (
    token_hash text primary key,
    transaction_id text not null references transactions on delete cascade,
    member_id uuid not null references members on delete cascade,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
)

/** Joins: member numbers, one membership per person, invitations, results of joins, and letters. */
export const join = statements(
  `create sequence member_numbers start 30000001`,
  `alter table members
    add column mbr_no text not null unique default lpad(nextval('member_numbers')::text, 8, '0'),
    add column emp_no text,
    add column birth_year text,
    add column national text,
    add column identity_key text unique,
    add column majors jsonb not null default '{}',
    add column invitation_hash text unique,
    add column invitation_expires_at timestamptz`,
  `alter table transactions add column invited_member_id uuid references members on delete cascade`,
  `create table joins (
    transaction_id text primary key references transactions on delete cascade,
    member_id uuid not null references members on delete cascade,
    login_id_key text not null,
    amr jsonb not null,
    at timestamptz not null
  )`,
  `create table letters (
    member_id uuid primary key references members on delete cascade,
    file_name text not null unique,
    media_type text not null,
    bytes bytea not null,
    at timestamptz not null
  )`,
)

/** The provider's IDs are hashed from here on, and key pairs rotate. Earlier rows are of no use. */
export const hashedIds = statements(
  `delete from oidc_payloads`,
  `update keys set value = value - 'jwks' - 'sealing' where name = 'install'`,
)

/** For calls without a transaction: the transaction that the browser named last. */
export const namedAt = statements(`alter table transactions add column named_at timestamptz`)

/** A proof may be used more than once. Counts the uses. */
export const proofUses = statements(`alter table proofs add column uses integer not null default 0`)

/** Members who took the same nickname at a service at the same moment: the later ones must choose another. */
export const oneNickname = statements(
  `update service_members s set nickname = null where exists (
    select from service_members o
    where o.client_id = s.client_id and lower(o.nickname) = lower(s.nickname)
      and (coalesce(o.first_used_at, 'infinity'), o.member_id) < (coalesce(s.first_used_at, 'infinity'), s.member_id)
  )`,
  `drop index service_members_nickname`,
  `create unique index service_members_nickname on service_members (client_id, lower(nickname))`,
)

/** Indexes for calls without a visit, for send limits and for the sweep. These columns never change. */
export const lookedFor = statements(
  `create index transactions_binding on transactions (binding_hash)`,
  `create index challenges_transaction on challenges (transaction_id)`,
  `create index proofs_transaction on proofs (transaction_id)`,
  `create index reset_tokens_transaction on reset_tokens (transaction_id)`,
  `create index one_time_codes_recipient on one_time_codes (recipient)`,
  `create index send_log_country on send_log (country, at)`,
  `create index joins_member on joins (member_id)`,
  `create index events_at on events (at)`,
)

/** The step that was resolved last, because its answer may be lost. */
export const resolvedStep = statements(
  `alter table transactions add column resolved_step text, add column resolved_at timestamptz`,
)

/** Separate limits for callers who proved a password, for known browsers, and for strangers by network. */
export const ownBudgets = statements(
  `delete from send_log`,
  `delete from code_guesses`,
  `alter table send_log add column budget text not null default 'named'`,
  `alter table code_guesses add column budget text not null default 'named', add column ip text not null default ''`,
  `alter table one_time_codes add column asked_by text not null default ''`,
  `alter table login_attempts
    add column device_hash text not null default '',
    drop constraint login_attempts_pkey,
    add primary key (login_id_key, device_hash)`,
  `create table known_browsers (
    device_hash text not null,
    member_id uuid not null references members on delete cascade,
    last_used_at timestamptz not null,
    primary key (device_hash, member_id)
  )`,
  `create index known_browsers_member on known_browsers (member_id)`,
)

/** A reset of a protected account by one channel takes effect after a day. */
export const pendingPasswords = statements(
  `create table pending_passwords (
    member_id uuid primary key references members on delete cascade,
    password_hash text not null,
    effective_at timestamptz not null,
    cancel_hash text not null unique
  )`,
)
