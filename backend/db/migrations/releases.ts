// Migrations since the backend can be upgraded while it runs (docs/operators.md, "Upgrade").
import { contract, expand, indexes } from './migration.ts'

/** How many messages went to a country, by period. A count in one row of several, so that sends do not wait for each other. */
export const sendCounts = expand(
  'nothing: a new table',
  `create table send_counts (
    budget text not null,
    country text not null,
    callers text not null check (callers in ('all', 'strangers')),
    period bigint not null,
    slot smallint not null,
    count integer not null,
    primary key (budget, country, callers, period, slot)
  )`,
)

/** For the sweep, and for the rows of a member who is deleted. */
export const sweptIndexes = indexes({
  send_counts_period: 'send_counts (period)',
  outbox_at: 'outbox (at)',
  challenges_member: 'challenges (member_id)',
  proofs_member: 'proofs (member_id)',
  reset_tokens_member: 'reset_tokens (member_id)',
  transactions_invited: 'transactions (invited_member_id)',
})

/** Which notice it is, and when it was sent: some are sent once a day at most. */
export const noticeKinds = expand(
  'notices, for a moment',
  `alter table notices add column kind text, add column at timestamptz`,
)

/** Calls of busy callers, by limit and caller (domain/limits/sharedLimits.ts). A crash may lose the counts of a minute, so they are not logged. */
export const rateCounts = expand(
  'nothing: a new table',
  `create unlogged table rate_counts (
    key text primary key,
    points bigint not null,
    expire bigint not null
  ) with (fillfactor = 70)`,
)

/** Wrong passwords of the last hours. */
export const wrongPasswords = expand(
  'nothing: a new table',
  `create unlogged table wrong_passwords (
    key text primary key,
    score double precision not null,
    at timestamptz not null
  ) with (fillfactor = 70)`,
)

const WATCHED = [
  'status',
  'join_status',
  'joined',
  'belong_sk',
  'member_kind',
  'birthdate',
  'second_factor',
  'admin',
  'must_change_password',
  'phone',
  'login_id',
]
const TOLD = ['login_id', 'phone', 'status', 'join_status', 'joined', 'second_factor', 'admin', 'password_changed_at']
const rowOf = (which: 'old' | 'new', columns: readonly string[]) => columns.map((name) => `${which}.${name}`).join(', ')
const jsonOf = (which: 'old' | 'new') =>
  `jsonb_build_object(${TOLD.map((name) => `'${name}', ${which}.${name}`).join(', ')})`

/** Notices of a change need the values before and after it, and a changed phone or address is told as well. */
export const toldChanges = expand(
  'standing_changes and members, for a moment',
  `alter table standing_changes add column was jsonb, add column became jsonb`,
  `create or replace function note_member_change() returns trigger language plpgsql as $$ begin
    insert into standing_changes (member_id, was_reset, was, became)
      values (new.id, new.must_change_password and not old.must_change_password, ${jsonOf('old')}, ${jsonOf('new')});
    return null;
  end $$`,
  `drop trigger member_change on members`,
  `create trigger member_change after update on members for each row when (
    (${rowOf('old', WATCHED)}) is distinct from (${rowOf('new', WATCHED)})
  ) execute function note_member_change()`,
)

/** `send_counts` replaces the index, and `schema_migrations` the record of migrations. */
export const formerCounts = contract(
  'send_log, for a moment',
  `drop index send_log_country`,
  `drop table if exists kysely_migration, kysely_migration_lock`,
)

/**
 * Security events that the serving role adds and reads only, and the chain of hashes over them (domain/audit/eventChain.ts). `timestamptz(3)`: the digest
 * of an event has milliseconds.
 */
export const auditEvents = expand(
  'nothing: new tables',
  `create table audit_events (
    id bigint generated always as identity primary key,
    at timestamptz(3) not null,
    event text not null,
    member_id uuid,
    login_id_hash text,
    client_id text,
    ip text,
    visit text,
    request_id text,
    fields jsonb not null default '{}',
    count integer not null default 1
  )`,
  `create index audit_events_at on audit_events (at)`,
  `create index audit_events_member on audit_events (member_id, at) where member_id is not null`,
  `create index audit_events_login_id on audit_events (login_id_hash, at) where login_id_hash is not null`,
  `create table audit_seals (
    id bigint generated always as identity primary key,
    from_id bigint not null,
    to_id bigint not null,
    last_at timestamptz(3) not null,
    digests jsonb not null,
    previous text not null unique,
    hash text not null unique
  )`,
  // The rights of the owner, and nothing else than this: the serving role cannot delete an event that is younger than 90 days, whatever it passes.
  // The newest seal whose events are gone stays, so that the chain shows what it continues.
  `create function sweep_events(before timestamptz) returns void language plpgsql security definer as $$
    declare
      seal record;
    begin
      before := least(before, now() - interval '90 days');
      for seal in select id, from_id, to_id from audit_seals order by id limit 200 loop
        exit when exists (select from audit_events where id between seal.from_id and seal.to_id and at >= before);
        delete from audit_events where id between seal.from_id and seal.to_id;
        delete from audit_seals where id < seal.id;
      end loop;
      -- Until the contract, the release before counts in the table events. An hour after their last count, its rows move.
      if to_regclass('events') is not null then
        with moved as (delete from events where hour < floor(extract(epoch from now()) / 3600) - 1 returning *)
        insert into audit_events (at, event, member_id, client_id, ip, fields, count)
          select at, event, member_id, client_id, ip, fields, count from moved where at >= before order by at, id;
      end if;
    end $$`,
  // A function with its owner's rights finds its tables in its own schema, not where its caller says.
  `do $$ begin
    execute format('alter function sweep_events(timestamptz) set search_path = %I, pg_temp', current_schema());
  end $$`,
  `revoke all on function sweep_events(timestamptz) from public`,
)

/** Work that outlives its process (backend/jobs/). `due_at` of a running job: when another instance may take it. */
export const jobs = expand(
  'nothing: a new table',
  `create table jobs (
    id uuid primary key,
    kind text not null,
    payload jsonb not null,
    created_at timestamptz not null,
    due_at timestamptz not null,
    tries integer not null default 0,
    failed_at timestamptz,
    reason text
  )`,
  `create index jobs_due on jobs (due_at) where failed_at is null`,
  `create index jobs_failed on jobs (failed_at) where failed_at is not null`,
)

/** The partner services: the newest version of each one counts (domain/clientVersions.ts). `settings` is null in a version that removes. */
export const clientVersions = expand(
  'nothing: a new table',
  `create table client_versions (
    id bigint generated always as identity primary key,
    client_id text not null,
    version integer not null,
    settings jsonb,
    secrets jsonb not null,
    changed_by text,
    changed_at timestamptz not null,
    unique (client_id, version)
  )`,
)

/** `audit_events` replaces the table. Its last rows move there. */
export const formerEvents = contract(
  'events, for a moment',
  `insert into audit_events (at, event, member_id, client_id, ip, fields, count)
    select at, event, member_id, client_id, ip, fields, count from events order by at, id`,
  `drop table events`,
)

/**
 * A consent stays without the member who is erased. NOTE: the constraint is checked for new rows alone, so that it does not read the table; the one
 * before it held for all others.
 */
export const importedMembers = expand(
  'consents, for a moment',
  `alter table consents
    alter column member_id drop not null,
    drop constraint consents_member_id_fkey,
    add constraint consents_member_id_fkey
      foreign key (member_id) references members on delete set null not valid`,
)

/**
 * The puzzle that a visit has been asked to solve, and the members whom an import brought and who have not signed in since. NOTE: these are tables and not columns,
 * because 0.1.0 prepares `select *` from visits and members, and PostgreSQL refuses such a statement once its columns have changed.
 */
export const puzzles = expand(
  'transactions and members, for a moment',
  `create table puzzles (
    transaction_id text primary key references transactions on delete cascade,
    hash text not null
  )`,
  `create table imported_members (
    member_id uuid primary key references members on delete cascade,
    at timestamptz not null
  )`,
)
