// Brings the database back to what it was before a sequence, in two statements: a new database for each takes seconds.
import { sql, type Kysely } from 'kysely'
import type { Schema } from '../../../backend/db/schema.ts'

/** Tables that a sequence fills. Rows of other tables go with the members and visits that they belong to. */
const FILLED = [
  'oidc_payloads',
  'outbox',
  'jobs',
  'login_attempts',
  'send_log',
  'code_guesses',
  'audit_events',
  'sealed_seen',
  'notices',
  'standing_changes',
]
const OF_MEMBERS = [
  'browser_sessions',
  'known_browsers',
  'letters',
  'pending_passwords',
  'account_proofs',
  'channel_changes',
  'member_leavings',
  'password_changes',
  'service_uses',
  'waiting_joins',
]

/** The embedded database has no background process that removes deleted rows. */
const VACUUM_EVERY = 50

/** Remembers the members and their consents. @returns what restores them, and empties everything else */
export async function keepData(db: Kysely<Schema>): Promise<() => Promise<void>> {
  const kept = {
    members: 'id',
    service_members: 'member_id, client_id',
    consents: 'id',
    known_browsers: 'device_hash, member_id',
  }
  for (const [table, key] of Object.entries(kept)) {
    await sql.raw(`create table kept_${table} as table ${table}`).execute(db)
    await sql.raw(`alter table kept_${table} add primary key (${key})`).execute(db)
  }
  const columnsOf = async (table: string) => {
    const { rows } = await sql<{ column_name: string }>`
      select column_name from information_schema.columns where table_name = ${table}`.execute(db)
    return rows.map(({ column_name }) => column_name)
  }
  const setAll = async (table: string) => (await columnsOf(table)).map((name) => `${name} = k.${name}`).join(', ')
  const [members, memberships] = [await setAll('members'), await setAll('service_members')]
  const deleted = [...FILLED, ...OF_MEMBERS].map((table) => `d_${table} as (delete from ${table})`).join(', ')
  const first = `with ${deleted},
    d_visits as (delete from transactions),
    d_members as (delete from members m where not exists (select from kept_members k where k.id = m.id)),
    d_consents as (delete from consents c where not exists (select from kept_consents k where k.id = c.id)),
    d_services as (delete from service_members m where not exists
      (select from kept_service_members k where (k.member_id, k.client_id) = (m.member_id, m.client_id)))
    select 1`
  const second = `with u_members as
      (update members m set ${members} from kept_members k where k.id = m.id and m.* is distinct from k.*),
    u_services as (update service_members m set ${memberships} from kept_service_members k
      where (k.member_id, k.client_id) = (m.member_id, m.client_id) and m.* is distinct from k.*),
    i_browsers as (insert into known_browsers table kept_known_browsers)
    select 1`
  const run = (text: string) => sql.raw(text).execute(db)
  let sequences = 0
  return async () => {
    await run(first)
    await run(second)
    sequences += 1
    if (sequences % VACUUM_EVERY === 0) await run('vacuum')
  }
}
