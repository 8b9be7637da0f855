// Tables that grow with each sign-in or code are partitioned by day (UTC), so that a day of rows is dropped and not deleted (docs/scaling.md).
import { sql } from 'kysely'
import { expand, type Migration } from './migration.ts'

/** They have no unique key but the number of a row, which counts up for all partitions together. */
export const PARTITIONED = ['audit_events', 'send_log', 'code_guesses'] as const

/** Days that are there before their first row: the release before adds none, and a backend may rest for a while. */
const DAYS_AHEAD = 7

/**
 * Pins the `search_path` of a function, and revokes its execution from PUBLIC. A `security definer` function must find its tables, and
 * the functions that it calls, in its own schema, whatever its caller has set.
 */
const ofOwner = (signature: string): string[] => [
  `do $$ begin
    execute format('alter function ${signature} set search_path = %I, pg_temp', current_schema());
  end $$`,
  `revoke all on function ${signature} from public`,
]

/**
 * A partitioned table in place of the table of this name. The rows that are there stay where they are: the table becomes the partition `…_earlier`, whose time
 * ends with today, or with its last row. Columns, indexes and rights stay as they were; the numbers of rows go on.
 * NOTE: each partition has a unique `id` of its own, because PostgreSQL wants the time in a unique key of the whole.
 */
const partition = (table: string): string => `do $$
  declare
    numbers record;
    definition text;
    definitions text[];
    granted record;
    grants text[];
    until timestamptz;
  begin
    lock table ${table} in access exclusive mode;
    execute format('select last_value, is_called from %s', pg_get_serial_sequence('${table}', 'id')) into numbers;
    definitions := array(
      select pg_get_indexdef(indexrelid) from pg_index where indrelid = '${table}'::regclass and not indisprimary);
    grants := array(
      select format('grant %s on ${table} to %s', acl.privilege_type,
        case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end)
      from pg_class, aclexplode(relacl) acl where oid = '${table}'::regclass and acl.grantee <> relowner);
    alter table ${table} alter column id drop identity;
    alter table ${table} rename to ${table}_earlier;
    for definition in
      select format('alter index %I rename to %I', c.relname, '${table}_earlier' || substr(c.relname, length('${table}') + 1))
      from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = '${table}_earlier'::regclass
    loop
      execute definition;
    end loop;
    create table ${table} (like ${table}_earlier including defaults) partition by range (at);
    alter table ${table} alter column id add generated always as identity;
    perform setval(pg_get_serial_sequence('${table}', 'id'), numbers.last_value, numbers.is_called);
    foreach definition in array definitions loop
      execute definition;
    end loop;
    foreach definition in array grants loop
      execute definition;
    end loop;
    -- A row whose day is missing: nothing waits for a partition.
    create table ${table}_rest (like ${table} including defaults, primary key (id));
    alter table ${table} attach partition ${table}_rest default;
    select max(at) into until from ${table}_earlier;
    if until is null then
      drop table ${table}_earlier;
    else
      until := date_trunc('day', greatest(until, now()), 'UTC') + interval '1 day';
      execute format('alter table ${table} attach partition ${table}_earlier for values from (minvalue) to (%L)', until);
    end if;
    perform add_days('${table}');
  end $$`

/** The partitions of a table whose rows are all older than a time, the oldest first. */
const OVER = `
  select c.oid::regclass as name, upto from pg_inherits i join pg_class c on c.oid = i.inhrelid,
    lateral (select substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']+)''\\)')::timestamptz as upto) bound
  where i.inhparent = of_table::regclass and upto <= before order by upto`

/**
 * The partitions of a day and of the next seven days.
 * NOTE: A partition is made first and then attached, because that lets the statements on the other partitions pass. A day that has rows elsewhere is left out.
 * @param then what is done with a new partition, with `name`
 */
const addDays = (then = '') => `create or replace function add_days(of_table text) returns void language plpgsql as $$
  declare
    day timestamptz;
    name text;
    has_rows boolean;
  begin
    for ahead in 0..${DAYS_AHEAD} loop
      day := date_trunc('day', now(), 'UTC') + ahead * interval '1 day';
      name := of_table || to_char(day at time zone 'UTC', '_YYYYMMDD');
      continue when to_regclass(name) is not null;
      execute format('select exists (select from %I where at >= $1 and at < $2)', of_table || '_rest')
        into has_rows using day, day + interval '1 day';
      continue when has_rows;
      begin
        execute format('create table %I (like %I including defaults, primary key (id))', name, of_table);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', of_table, name, day, day + interval '1 day');
        ${then}
      exception when invalid_object_definition then null; -- the partition of the earlier rows has this day
      end;
    end loop;
  end $$`

const functions = [
  addDays(),
  // Waits for running statements, and no longer than a member notices: others wait behind it.
  `create function sweep_days(of_table text, before timestamptz) returns void language plpgsql security definer set lock_timeout = '200ms' as $$
    declare
      gone record;
    begin
      if of_table not in ('send_log', 'code_guesses') then
        raise exception 'the days of % are not swept here', of_table;
      end if;
      perform add_days(of_table);
      for gone in ${OVER} loop
        execute format('drop table %s', gone.name);
      end loop;
      execute format('delete from %I where at < $1', of_table || '_rest') using before;
    exception when lock_not_available then null; -- the next sweep tries again
    end $$`,
  // The serving role cannot delete an event that is younger than 90 days, whatever it passes. Events of whole seals end, and the newest seal whose events are gone
  // stays, so that the chain shows what it continues.
  `create or replace function sweep_events(before timestamptz) returns void language plpgsql security definer set lock_timeout = '200ms' as $$
    declare
      of_table constant text := 'audit_events';
      gone record;
      seal record;
      newest bigint;
      first_event bigint;
      first_kept bigint;
    begin
      before := least(before, now() - interval '90 days');
      perform add_days(of_table);
      for gone in ${OVER} loop
        execute format('select max(id) from %s', gone.name) into newest;
        if newest is not null then
          select id, from_id, to_id into seal from audit_seals where to_id >= newest order by id limit 1;
          exit when not found or seal.from_id > newest;
          exit when exists (select from audit_seals where id <= seal.id and last_at >= before);
          delete from audit_events where id <= seal.to_id and at >= gone.upto;
        end if;
        execute format('drop table %s', gone.name);
      end loop;
      -- Rows without a day of their own, such as those from before the partitions.
      for seal in select id, from_id, to_id from audit_seals order by id limit 200 loop
        exit when exists (
          select from audit_events where id between seal.from_id and seal.to_id and (at >= before or tableoid not in (
            coalesce(to_regclass('audit_events_earlier')::oid, 0::oid), 'audit_events_rest'::regclass::oid)));
        delete from audit_events where id between seal.from_id and seal.to_id;
      end loop;
      select min(id) into first_event from audit_events;
      select min(id) into first_kept from audit_seals where to_id >= first_event;
      delete from audit_seals where last_at < before and id in (
        select id from audit_seals where id < (select max(id) from audit_seals where first_kept is null or id < first_kept)
        order by id limit 2000);
      -- Until the contract, the release before counts in the table events. An hour after their last count, its rows move.
      if to_regclass('events') is not null then
        with moved as (delete from events where hour < floor(extract(epoch from now()) / 3600) - 1 returning *)
        insert into audit_events (at, event, member_id, client_id, ip, fields, count)
          select at, event, member_id, client_id, ip, fields, count from moved where at >= before order by at, id;
      end if;
    exception when lock_not_available then null; -- the next sweep tries again
    end $$`,
]

/** NOTE: `sweep_events` keeps its name and its argument, so that an instance of the release before may go on calling it. */
export const partitions: Migration = {
  kind: 'expand',
  locks: 'audit_events, send_log and code_guesses, while it reads each of them once',
  async up(db) {
    const owned = [...ofOwner('sweep_days(text, timestamptz)'), ...ofOwner('sweep_events(timestamptz)')]
    const statements = [...functions, ...ofOwner('add_days(text)'), ...owned, ...PARTITIONED.map(partition)]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

/**
 * The index of networks has each row at once. Otherwise new rows wait in a list that every count of a network reads to its end. And indexes go that no query
 * uses: a day is dropped, and guesses count by recipient.
 */
export const countedNetworks = expand(
  'send_log and code_guesses, for a moment',
  'drop index if exists send_log_at, code_guesses_at, code_guesses_networks',
  `create function index_at_once(partition text) returns void language plpgsql as $$
  declare
    found record;
  begin
    for found in
      select c.oid::regclass as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where i.indrelid = partition::regclass and a.amname = 'gin'
    loop
      execute format('alter index %s set (fastupdate = off)', found.name);
    end loop;
  end $$`,
  ...ofOwner('index_at_once(text)'),
  addDays('perform index_at_once(name);'),
  ...ofOwner('add_days(text)'),
  `select index_at_once(inhrelid::regclass::text) from pg_inherits where inhparent = 'send_log'::regclass`,
)
