// Members, their consents and events of an installation that has been running for months, as copies of one member. PostgreSQL makes them, in two minutes
// and 2.5 GB for a million.
import type pg from 'pg'

export const loginId = (number: number): string => `m${number}@load.test`

const MEMBERS = `
  insert into members
  select copy.* from members from_one
  cross join generate_series(1, $2::int) number
  cross join lateral (select gen_random_uuid() as id, 'm' || number || '@load.test' as login_id) own
  cross join lateral jsonb_populate_record(from_one, jsonb_build_object(
    'id', own.id, 'login_id', own.login_id, 'login_id_key', own.login_id, 'mbr_no', 'L' || number,
    'nickname', 'nick ' || number, 'nickname_key', 'nick' || number,
    'phone', null, 'identity_key', null, 'demo_key', null)) copy
  where from_one.login_id = $1`

/** A table whose rows belong to a member: each member gets those of the first one. */
const rowsOf = (table: string, columns: string) => `
  insert into ${table} (member_id, ${columns})
  select new.id, ${columns} from ${table} old
  join members from_one on from_one.id = old.member_id and from_one.login_id = $1
  cross join generate_series(1, $2::int) number
  join members new on new.login_id_key = 'm' || number || '@load.test'`

/** Of the last 80 days, a third of them for known members. */
const EVENTS = `
  insert into events (at, last_at, hour, fingerprint, event, client_id, ip, fields)
  select at, at, floor(extract(epoch from at) / 3600), number::text, 'sign_in.wrong_password', 'service-a', '203.0.113.9',
    jsonb_build_object('attempt', 1 + number % 5)
  from generate_series(1, $1::int) number
  cross join lateral (select now() - number * (interval '80 days' / $1::int) as at) own`

/** @param login_id of the member that is copied @param events how many @returns seconds */
export async function fill(
  db: pg.Client,
  { login_id, members, events }: { login_id: string; members: number; events: number },
): Promise<number> {
  const from = performance.now()
  // No triggers: each would look up what is certain here.
  await db.query('set session_replication_role = replica')
  await db.query(MEMBERS, [login_id, members])
  await db.query('analyze members')
  await db.query(rowsOf('consents', 'owner, terms_code, version, agreed, at'), [login_id, members])
  await db.query(rowsOf('service_members', 'client_id, allowed, first_used_at, scopes'), [login_id, members])
  await db.query(EVENTS, [events])
  await db.query('analyze')
  return (performance.now() - from) / 1000
}
