// Notices, consents, nicknames and changes that end sessions.
import { sql, type Kysely } from 'kysely'
import { nicknameKey } from '../../../contract/names.ts'
import type { Schema } from '../schema.ts'
import { statements, type Migration } from './migration.ts'

/** Members who joined by themselves, or by an invitation's link, have proved their address. */
export const emailVerified = statements(
  `alter table members add column email_verified boolean not null default false`,
  `update members set email_verified = true where joined and join_type in ('NEW', 'INVITATION')`,
)

/** The keys that a visit was given to seal passwords with, by ID. */
export const sealingKeys = statements(`alter table transactions add column sealing_keys text[] not null default '{}'`)

/** One row per distinct event and hour, with a count. Each older row stays a row of its own. */
export const eventCounts = statements(
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
export const noNamedAt = statements(`alter table transactions drop column named_at`)

/** E-mails about the account in the member's language, with a link for a member who did not cause the event. */
export const notices = statements(
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
export const scanned = statements(
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
export const nicknameKeys: Migration = {
  kind: 'expand',
  locks: 'members and service_members, while it reads every nickname',
  async up(db: Kysely<Schema>) {
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
export const consentScopes = statements(
  `alter table transactions add column scopes text[] not null default '{}'`,
  `alter table service_members add column scopes text[]`,
)

/** A service can require a proved phone. A visit keeps the requirement and the proof, and an account session keeps the last proof. */
export const phoneProofs = statements(
  `alter table transactions add column certification boolean not null default false, add column phone_proved_at timestamptz`,
  `alter table browser_sessions add column phone_proved_at timestamptz`,
)

/** A proof of a search for IDs records the members that its searches found: it may reset their passwords. */
export const foundMembers = statements(`alter table proofs add column found_members uuid[] not null default '{}'`)

/** Limits count by a caller's networks together, narrow and wide ones. The rows of a day at most are lost. */
export const callerNetworks = statements(
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
export const standingChanges = statements(
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
