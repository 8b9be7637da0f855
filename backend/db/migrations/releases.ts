// Migrations since the backend can be upgraded while it runs (docs/operators.md, "Upgrade").
import { contract, expand, indexes } from './migration'

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
  send_log_at: 'send_log (at)',
  code_guesses_at: 'code_guesses (at)',
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

/** Calls of busy callers, by limit and caller (domain/sharedLimits.ts). A crash may lose the counts of a minute, so they are not logged. */
export const rateCounts = expand(
  'nothing: a new table',
  `create unlogged table rate_counts (
    key text primary key,
    points bigint not null,
    expire bigint not null
  ) with (fillfactor = 70)`,
)

/** Wrong passwords of the last hours, and the puzzle that a visit has been asked to solve. */
export const wrongPasswords = expand(
  'transactions, for a moment',
  `create unlogged table wrong_passwords (
    key text primary key,
    score double precision not null,
    at timestamptz not null
  ) with (fillfactor = 70)`,
  `alter table transactions add column proof_of_work text`,
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
