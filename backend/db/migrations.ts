// Every change of the tables, in order. A migration that has been released is never edited. PostgreSQL 15 SQL only.
import { sql, type Kysely, type Migration } from 'kysely'
import { nicknameKey } from '../../src/wire/names'

const statements = (...list: string[]): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of list) await sql.raw(statement).execute(db)
  },
})

const first = statements(
  `create table members (
    id uuid primary key,
    login_id text not null,
    login_id_key text not null unique,
    password_hash text not null,
    password_changed_at timestamptz not null,
    must_change_password boolean not null default false,
    name text not null,
    nickname text,
    birthdate date,
    gender text,
    phone text check (phone ~ '^[+][0-9]{7,15}$'),
    belong_sk boolean not null default false,
    member_kind text not null default 'GEN' check (member_kind in ('GEN', 'SK')),
    member_type_code text check (member_type_code in ('BSNS', 'SOCIAL', 'FAMILY', 'STUDENT')),
    status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED', 'INCUMBENT', 'PROTECTED')),
    join_status text not null default 'JOINED' check (join_status in ('JOINED', 'WAITING', 'UNAPPROVED')),
    join_reason text,
    second_factor text not null default 'NONE' check (second_factor in ('NONE', 'SMS')),
    admin boolean not null default false,
    allowed_ips jsonb not null default '[]',
    internal_only boolean not null default false,
    profile jsonb not null default '{}',
    demo_key text,
    created_at timestamptz not null
  )`,
  `create index members_phone on members (phone)`,
  `create table services (
    client_id text primary key,
    rp_name text not null,
    display_name text,
    display_name_en text,
    display_name_cn text,
    icon_image_url text,
    banner_image_url text,
    banner_image_url_en text,
    banner_image_url_cn text,
    color text,
    domain text,
    permission text not null default 'EVERYONE' check (permission in ('EVERYONE', 'ONLY_GEN', 'ONLY_SK')),
    asks_consent boolean not null default false,
    required_profile jsonb not null default '[]',
    internal_only boolean not null default false,
    allowed_ips jsonb not null default '[]',
    stay_session boolean not null default true
  )`,
  `create table service_members (
    member_id uuid not null references members on delete cascade,
    client_id text not null references services on delete cascade,
    allowed boolean not null default true,
    nickname text,
    first_used_at timestamptz,
    primary key (member_id, client_id)
  )`,
  `create table consents (
    id bigint generated always as identity primary key,
    member_id uuid not null references members on delete cascade,
    owner text not null,
    terms_code text not null,
    version integer not null,
    agreed boolean not null,
    at timestamptz not null
  )`,
  `create index consents_member on consents (member_id)`,
  `create table terms_versions (
    owner text not null,
    terms_code text not null,
    version integer not null,
    audience text not null check (audience in ('GEN', 'SK')),
    required boolean not null,
    parent text,
    position integer not null,
    names jsonb not null,
    urls jsonb not null,
    effective_at timestamptz not null,
    primary key (owner, terms_code, version)
  )`,
  `create table transactions (
    id text primary key,
    client_id text not null,
    kind text not null check (kind in ('login', 'session', 'password', 'join')),
    binding_hash text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    member_id uuid references members on delete cascade,
    step text,
    amr jsonb not null default '[]',
    stay_session boolean not null default false,
    finished_at timestamptz
  )`,
  `create index transactions_member on transactions (member_id)`,
  `create table challenges (
    token_hash text primary key,
    transaction_id text not null references transactions on delete cascade,
    purpose text not null,
    member_id uuid references members on delete cascade,
    phone text,
    email text,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create table one_time_codes (
    id uuid primary key,
    challenge_id text not null references challenges on delete cascade,
    recipient text not null,
    code_hash text not null,
    attempts integer not null default 0,
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    hard_expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index one_time_codes_challenge on one_time_codes (challenge_id)`,
  `create table proofs (
    code_hash text primary key,
    purpose text not null,
    transaction_id text not null references transactions on delete cascade,
    member_id uuid references members on delete cascade,
    phone text,
    email text,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create table send_log (
    id bigint generated always as identity primary key,
    recipient text not null,
    country text,
    ip text not null,
    at timestamptz not null
  )`,
  `create index send_log_recipient on send_log (recipient, at)`,
  `create index send_log_ip on send_log (ip, at)`,
  `create table code_guesses (
    id bigint generated always as identity primary key,
    recipient text not null,
    at timestamptz not null
  )`,
  `create index code_guesses_recipient on code_guesses (recipient, at)`,
  `create table outbox (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('sms', 'email')),
    "to" text not null,
    subject text,
    text text not null,
    at timestamptz not null
  )`,
  `create index outbox_to on outbox ("to", id)`,
  `create table login_attempts (
    login_id_key text primary key,
    wrong_count integer not null,
    locked_until timestamptz,
    lock_times integer not null,
    last_at timestamptz not null
  )`,
  `create table browser_sessions (
    id uuid primary key,
    browser_hash text not null,
    member_id uuid not null references members on delete cascade,
    amr jsonb not null default '[]',
    stay_session boolean not null,
    signed_in_at timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null,
    unique (browser_hash, member_id)
  )`,
  `create table oidc_payloads (
    model text not null,
    id text not null,
    payload jsonb not null,
    grant_id text,
    user_code text,
    uid text,
    expires_at timestamptz,
    consumed_at timestamptz,
    primary key (model, id)
  )`,
  `create index oidc_payloads_grant on oidc_payloads (grant_id)`,
  `create index oidc_payloads_uid on oidc_payloads (model, uid)`,
  `create index oidc_payloads_expiry on oidc_payloads (expires_at)`,
  `create table keys (name text primary key, value jsonb not null, created_at timestamptz not null)`,
  `create table events (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    event text not null,
    member_id uuid,
    client_id text,
    ip text,
    fields jsonb not null default '{}'
  )`,
)

const sealedSeen = statements(
  `create table sealed_seen (hash text primary key, transaction_id text not null, at timestamptz not null)`,
)

/** Pending steps: identities that have not joined, accounts merged into another ID, and the progress of a chain. */
const pendingSteps = statements(
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

const recovery = statements(
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
const join = statements(
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
const hashedIds = statements(
  `delete from oidc_payloads`,
  `update keys set value = value - 'jwks' - 'sealing' where name = 'install'`,
)

/** For calls without a transaction: the transaction that the browser named last. */
const namedAt = statements(`alter table transactions add column named_at timestamptz`)

/** A proof may be used more than once. Counts the uses. */
const proofUses = statements(`alter table proofs add column uses integer not null default 0`)

/** Members who took the same nickname at a service at the same moment: the later ones must choose another. */
const oneNickname = statements(
  `update service_members s set nickname = null where exists (
    select from service_members o
    where o.client_id = s.client_id and lower(o.nickname) = lower(s.nickname)
      and (coalesce(o.first_used_at, 'infinity'), o.member_id) < (coalesce(s.first_used_at, 'infinity'), s.member_id)
  )`,
  `drop index service_members_nickname`,
  `create unique index service_members_nickname on service_members (client_id, lower(nickname))`,
)

/** Indexes for calls without a visit, for send limits and for the sweep. These columns never change. */
const lookedFor = statements(
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
const resolvedStep = statements(
  `alter table transactions add column resolved_step text, add column resolved_at timestamptz`,
)

/** Separate limits for callers who proved a password, for known browsers, and for strangers by network. */
const ownBudgets = statements(
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
const pendingPasswords = statements(
  `create table pending_passwords (
    member_id uuid primary key references members on delete cascade,
    password_hash text not null,
    effective_at timestamptz not null,
    cancel_hash text not null unique
  )`,
)

/** Members who joined by themselves, or by an invitation's link, have proved their address. */
const emailVerified = statements(
  `alter table members add column email_verified boolean not null default false`,
  `update members set email_verified = true where joined and join_type in ('NEW', 'INVITATION')`,
)

/** The keys that a visit was given to seal passwords with, by ID. */
const sealingKeys = statements(`alter table transactions add column sealing_keys text[] not null default '{}'`)

/** One row per distinct event and hour, with a count. Each older row stays a row of its own. */
const eventCounts = statements(
  `alter table events
    add column last_at timestamptz,
    add column hour integer,
    add column fingerprint text,
    add column network text not null default '',
    add column count integer not null default 1`,
  `update events set last_at = at, hour = floor(extract(epoch from at) / 3600), fingerprint = id::text`,
  `alter table events
    alter column last_at set not null,
    alter column hour set not null,
    alter column fingerprint set not null,
    add constraint events_hour_fingerprint unique (hour, fingerprint)`,
  `create index events_hour_network on events (hour, network)`,
)

/** Every call names its visit now, so the time of the last call is no longer needed. */
const noNamedAt = statements(`alter table transactions drop column named_at`)

/** E-mails about the account in the member's language, with a link for a member who did not cause the event. */
const notices = statements(
  `alter table members add column locale text not null default 'ko'`,
  `create table notices (
    secret_hash text primary key,
    member_id uuid not null references members on delete cascade,
    client_id text,
    expires_at timestamptz not null
  )`,
  `create index notices_member on notices (member_id)`,
)

/** Indexes for look-ups and sweeps of a large installation. */
const scanned = statements(
  `create index members_nickname on members (lower(nickname))`,
  `create index oidc_payloads_account on oidc_payloads ((payload->>'accountId'))`,
  `create index oidc_payloads_login on oidc_payloads ((payload#>>'{result,login,accountId}')) where model = 'Interaction'`,
  `create index oidc_payloads_session on oidc_payloads ((payload#>>'{session,accountId}')) where model = 'Interaction'`,
  `create index transactions_created on transactions (created_at)`,
  `create index sealed_seen_at on sealed_seen (at)`,
  `create index browser_sessions_member on browser_sessions (member_id)`,
  `create index browser_sessions_expiry on browser_sessions (expires_at)`,
  `create index known_browsers_used on known_browsers (last_used_at)`,
  `create index login_attempts_last on login_attempts (last_at)`,
)

/**
 * One folding of nicknames, `nicknameKey`, instead of JavaScript's and SQL's. Of members who have the same nickname, the oldest has the key; at a
 * service the others are asked for another nickname.
 */
const nicknameKeys: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['members', 'service_members'])
      await sql`alter table ${sql.table(table)} add column nickname_key text`.execute(db)
    const members = await sql<{ id: string; nickname: string }>`
      select id, nickname from members where nickname is not null order by created_at, id`.execute(db)
    const held = new Map<string, string>()
    for (const { id, nickname } of members.rows) {
      const key = nicknameKey(nickname)
      if (!held.has(key)) held.set(key, id)
    }
    await sql`update members m set nickname_key = held.key
      from unnest(${[...held.values()]}::uuid[], ${[...held.keys()]}::text[]) as held (id, key) where m.id = held.id`.execute(
      db,
    )
    const used = await sql<{ member_id: string; client_id: string; nickname: string }>`
      select member_id, client_id, nickname from service_members where nickname is not null
      order by coalesce(first_used_at, 'infinity'), member_id`.execute(db)
    const taken = new Set<string>()
    for (const { member_id, client_id, nickname } of used.rows) {
      const key = nicknameKey(nickname)
      const there = JSON.stringify([client_id, key])
      const [own, ownKey] = taken.has(there) ? [null, null] : [nickname, key]
      taken.add(there)
      await sql`update service_members set nickname = ${own}, nickname_key = ${ownKey}
        where member_id = ${member_id} and client_id = ${client_id}`.execute(db)
    }
    await sql`drop index members_nickname`.execute(db)
    await sql`drop index service_members_nickname`.execute(db)
    await sql`create unique index members_nickname on members (nickname_key)`.execute(db)
    await sql`create unique index service_members_nickname on service_members (client_id, nickname_key)`.execute(db)
  },
}

/**
 * Consent is bound to scopes. Nobody recorded the scopes of earlier consents, so a service that asks for consent asks once more. A visit
 * keeps the scopes of its request.
 */
const consentScopes = statements(
  `alter table transactions add column scopes text[] not null default '{}'`,
  `alter table service_members add column scopes text[]`,
)

/** A service can require a proved phone. A visit keeps the requirement and the proof, and an account session keeps the last proof. */
const phoneProofs = statements(
  `alter table transactions add column certification boolean not null default false, add column phone_proved_at timestamptz`,
  `alter table browser_sessions add column phone_proved_at timestamptz`,
)

/** A proof of a search for IDs records the members that its searches found: it may reset their passwords. */
const foundMembers = statements(`alter table proofs add column found_members uuid[] not null default '{}'`)

/** Limits count by a caller's networks together, narrow and wide ones. The rows of a day at most are lost. */
const callerNetworks = statements(
  `delete from send_log`,
  `delete from code_guesses`,
  `alter table send_log drop column ip, add column networks text[] not null default '{}',
    add column trusted boolean not null default false, add column completed boolean not null default false`,
  `alter table code_guesses drop column ip, add column networks text[] not null default '{}'`,
  `create index send_log_networks on send_log using gin (networks)`,
  `create index code_guesses_networks on code_guesses using gin (networks)`,
)

/**
 * Triggers write down every change that may end sessions, so that a statement of an operator has the same effect as a route. Columns that a sign-in
 * itself changes are left out.
 */
const standingChanges = statements(
  `create table standing_changes (
    id bigint generated always as identity primary key,
    member_id uuid,
    client_id text,
    was_reset boolean not null default false
  )`,
  `create function note_member_change() returns trigger language plpgsql as $$ begin
    insert into standing_changes (member_id, was_reset) values (new.id, new.must_change_password and not old.must_change_password);
    return null;
  end $$`,
  `create trigger member_change after update on members for each row when (
    (old.status, old.join_status, old.joined, old.belong_sk, old.member_kind, old.birthdate, old.second_factor, old.admin, old.must_change_password)
    is distinct from
    (new.status, new.join_status, new.joined, new.belong_sk, new.member_kind, new.birthdate, new.second_factor, new.admin, new.must_change_password)
  ) execute function note_member_change()`,
  `create function note_membership_change() returns trigger language plpgsql as $$ begin
    insert into standing_changes (member_id, client_id) values (old.member_id, old.client_id);
    return null;
  end $$`,
  `create trigger membership_change after update on service_members for each row
    when ((old.allowed and not new.allowed) or (old.scopes is not null and new.scopes is null)) execute function note_membership_change()`,
  `create trigger membership_end after delete on service_members for each row execute function note_membership_change()`,
  `create function note_service_change() returns trigger language plpgsql as $$ begin
    insert into standing_changes (client_id) values (new.client_id);
    return null;
  end $$`,
  `create trigger service_change after update on services for each row when (
    (old.permission, old.asks_consent, old.required_profile) is distinct from (new.permission, new.asks_consent, new.required_profile)
  ) execute function note_service_change()`,
)

export const migrations: Record<string, Migration> = {
  '0001_first': first,
  '0002_sealed_seen': sealedSeen,
  '0003_pending_steps': pendingSteps,
  '0004_recovery': recovery,
  '0005_join': join,
  '0006_hashed_ids': hashedIds,
  '0007_named_at': namedAt,
  '0008_proof_uses': proofUses,
  '0009_one_nickname': oneNickname,
  '0010_looked_for': lookedFor,
  '0011_resolved_step': resolvedStep,
  '0012_own_budgets': ownBudgets,
  '0013_pending_passwords': pendingPasswords,
  '0014_email_verified': emailVerified,
  '0015_sealing_keys': sealingKeys,
  '0016_event_counts': eventCounts,
  '0017_no_named_at': noNamedAt,
  '0018_notices': notices,
  '0019_scanned': scanned,
  '0020_nickname_keys': nicknameKeys,
  '0021_consent_scopes': consentScopes,
  '0022_phone_proofs': phoneProofs,
  '0023_found_members': foundMembers,
  '0024_caller_networks': callerNetworks,
  '0025_standing_changes': standingChanges,
}
