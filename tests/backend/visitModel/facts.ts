// What the database says, as rows with their owners: whose, of which visit, at which service, to whom.
import { sql } from 'kysely'
import type { Ctx } from '../../../backend/context.ts'
import { ACCOUNT } from './people.ts'

type Value = string | number | boolean | null | string[]
type Row = Record<string, Value | undefined>

/** A row of a table. `digest`: what changes with any of its columns. */
export type Fact = {
  table: string
  key: string
  member: string | null
  visit: string | null
  client: string | null
  digest: string
  row: Row
}

export type Facts = { all: Map<string, Fact>; of: (table: string) => Row[] }

/** Columns that identify a row; those of a known browser change with each sign-in, and are read with the browsers' cookies. */
const KEYS: Record<string, string[]> = {
  members: ['id'],
  passwords: ['id'],
  service_members: ['member_id', 'client_id'],
  consents: ['id'],
  transactions: ['id'],
  challenges: ['token_hash'],
  one_time_codes: ['id'],
  proofs: ['code_hash'],
  reset_tokens: ['token_hash'],
  joins: ['transaction_id'],
  letters: ['member_id'],
  login_attempts: ['login_id_key', 'device_hash'],
  browser_sessions: ['id'],
  known_browsers: ['browser', 'member_id'],
  passkeys: ['id'],
  passkey_challenges: ['challenge_hash'],
  pending_passwords: ['member_id'],
  account_proofs: ['session_hash', 'method'],
  channel_changes: ['id'],
  member_leavings: ['member_id'],
  password_changes: ['call_hash'],
  service_uses: ['member_id', 'client_id'],
  device_sessions: ['uid_hash'],
  notices: ['secret_hash'],
  send_log: ['id'],
  code_guesses: ['id'],
  audit_events: ['id'],
  oidc_payloads: ['model', 'id'],
  outbox: ['id'],
}
const TABLES = Object.keys(KEYS)

/**
 * What is read of each table. `digest` stands for the columns that are not needed by themselves.
 * `passwords`: what an owner proves who they are with, apart from the other data.
 */
const SELECTS: Record<string, string> = {
  members: `select id, login_id, md5((to_jsonb(m) - 'password_hash' - 'password_changed_at')::text) as digest from members m`,
  passwords: `select id, md5(password_hash || coalesce(phone, '') || second_factor || admin::text) as digest from members`,
  service_members: `select member_id, client_id, scopes, md5(m::text) as digest from service_members m`,
  consents: `select id, member_id, owner, agreed from consents`,
  transactions: `select id, member_id, client_id, finished_at, md5(t::text) as digest from transactions t`,
  challenges: `select token_hash, transaction_id, member_id from challenges`,
  one_time_codes: `select id, recipient, used_at, attempts from one_time_codes`,
  proofs: `select code_hash, transaction_id, member_id, uses, used_at from proofs`,
  joins: `select transaction_id, member_id from joins`,
  passkeys: `select id, member_id, md5(p::text) as digest from passkeys p`,
  letters: `select member_id, file_name, encode(bytes, 'hex') as bytes from letters`,
  browser_sessions: `select id, browser_hash, member_id, amr, signed_in_at from browser_sessions`,
  known_browsers: `select device_hash, member_id from known_browsers`,
  audit_events: `select id, member_id, client_id, count from audit_events`,
  outbox: `select id, "to" from outbox`,
  oidc_payloads: `select model, id, payload->>'accountId' as account, payload->>'clientId' as client_id,
    payload#>>'{params,client_id}' as at_client, payload#>>'{result,login,accountId}' as result,
    payload#>>'{session,accountId}' as began_as, payload->>'nonce' as nonce, md5(payload::text) as digest, consumed_at
    from oidc_payloads`,
}

const QUERY = TABLES.map(
  (table) => `select '${table}' as "table", json_agg(t) as rows from (${SELECTS[table] ?? `select * from ${table}`}) t`,
).join(' union all ')

const text = (value: Value | undefined): string | null => (typeof value === 'string' ? value : null)

/** Whose a row is that has no column for it. */
export type Names = {
  memberOfText: (text: string) => string | null
  visitOfHash: (hash: string) => string | null
  isVisit: (id: string) => boolean
  browserOfDevice: (hash: string) => string
}

function memberOf(table: string, row: Row, names: Names): string | null {
  if (table === 'members' || table === 'passwords') return text(row.id)
  if (table === 'oidc_payloads') return text(row.account ?? row.result ?? row.began_as)
  const by = row.member_id ?? row.login_id_key ?? row.recipient
  return typeof by === 'string' ? names.memberOfText(by) : null
}

export async function readFacts(ctx: Ctx, names: Names): Promise<Facts> {
  // With a parameter the statement is prepared, which spares the database its planning.
  const found = await sql<{ table: string; rows: Row[] | null }>`
    select * from (${sql.raw(QUERY)}) facts where ${true}::boolean`.execute(ctx.db)
  const tables = found.rows.map(({ table, rows }) => ({ table, rows: rows ?? [] }))
  // What a member does in the account belongs to the session: its transaction is no visit that a tab can name.
  const transactions = tables.find(({ table }) => table === 'transactions')?.rows ?? []
  const ofAccounts = new Set(
    transactions.flatMap(({ id, client_id }) =>
      client_id === ACCOUNT && typeof id === 'string' && !names.isVisit(id) ? [id] : [],
    ),
  )
  const all = new Map<string, Fact>()
  const visitOf = (id: string | null) => (id !== null && !ofAccounts.has(id) ? id : null)
  for (const { table, rows } of tables)
    for (const row of rows) {
      if (table === 'known_browsers') row.browser = names.browserOfDevice(text(row.device_hash) ?? '')
      const digest = text(row.digest) ?? JSON.stringify({ ...row, device_hash: null, browser_hash: null })
      const key = `${table} ${KEYS[table]?.map((column) => String(row[column])).join(' ')}`
      const isInteraction = row.model === 'Interaction'
      const visit = table === 'transactions' || isInteraction ? text(row.id) : text(row.transaction_id)
      all.set(key, {
        table: isInteraction ? 'interactions' : table,
        key,
        digest,
        row,
        member: memberOf(table, row, names),
        visit: isInteraction ? names.visitOfHash(visit ?? '') : visitOf(visit),
        client: text(row.client_id ?? row.at_client ?? row.owner),
      })
    }
  const byTable = new Map(tables.map(({ table, rows }) => [table, rows]))
  return { all, of: (table) => byTable.get(table) ?? [] }
}

/** Who and what one command may touch. */
export type May = { members: Set<string>; visits: Set<string>; services: Set<string>; passwords?: boolean }

const isIn = (all: Set<string>, one: string | null = null): boolean => one === null || all.has(one)

/** Tables whose rows follow the visitor of a visit: a member who signs in there takes the place of another. */
const OF_VISITS = new Set(['transactions', 'interactions'])

function isAllowed(before: Fact | undefined, after: Fact | undefined, may: May): boolean {
  const fact = after ?? before
  if (!fact || fact.table === 'outbox') return true
  if (fact.table === 'passwords') return may.passwords === true && isIn(may.members, fact.member)
  if (OF_VISITS.has(fact.table)) {
    const owners = [before?.member, before?.row.began_as]
    const isEnded =
      (after?.member ?? null) === null && owners.some((one) => typeof one === 'string' && may.members.has(one))
    if (isEnded) return true
    return isIn(may.visits, fact.visit) && isIn(may.members, after?.member) && isIn(may.services, after?.client)
  }
  // A session that a browser has, but nobody signed in with.
  if (fact.member === null && fact.visit === null && fact.client === null) return true
  const isOfMembers = isIn(may.members, before?.member) && isIn(may.members, after?.member)
  if (!after) return isOfMembers && ((before?.member ?? null) !== null || isIn(may.visits, before?.visit))
  return isOfMembers && isIn(may.visits, after.visit) && isIn(may.services, after.client)
}

/** The changes that a command has made to what is somebody else's. */
export function foreignChanges(before: Facts, after: Facts, may: May): string[] {
  const keys = new Set([...before.all.keys(), ...after.all.keys()])
  return [...keys].flatMap((key) => {
    const [was, is] = [before.all.get(key), after.all.get(key)]
    if (was?.digest === is?.digest || isAllowed(was, is, may)) return []
    return [`${key}: ${JSON.stringify(was?.row ?? null)} became ${JSON.stringify(is?.row ?? null)}`]
  })
}
