// Operations: on a large installation no query that members wait for, and none of the sweep, reads a whole table.
import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../backend/context.ts'
import { sealOnce } from '../../../backend/domain/audit/eventChain.ts'
import { isNicknameFree } from '../../../backend/domain/join/nicknames.ts'
import { leaveVisits, endEverythingOf } from '../../../backend/domain/sessions/sessions.ts'
import { knownTransactions } from '../../../backend/domain/signIn/transactions.ts'
import { parseEvents, runEvents } from '../../../backend/commands/eventsCommand.ts'
import { sweep } from '../../../backend/sweep.ts'
import { openParts, type Parts } from '../backendParts.ts'

const ROWS = 100_000
const MEMBER = '00000000-0000-4000-8000-000000000001'
/** Early in a day the last hour is all that the day's partition has, and PostgreSQL reads it whole with good reason. */
const END_OF_DAY = new Date(new Date().setUTCHours(23, 59, 59))
let parts: Parts

beforeAll(async () => {
  parts = await openParts()
  const uuid = `lpad(to_hex(n), 32, '0')::uuid`
  const late = `now() + interval '1 day'`
  const today = `date_trunc('day', now(), 'UTC')`
  const fill = [
    `insert into members (id, login_id, login_id_key, password_hash, password_changed_at, name, nickname, created_at)
      select ${uuid}, 'm' || n || '@a.test', 'm' || n || '@a.test', 'x', now(), 'name', 'nickname' || n, now() from rows`,
    `insert into transactions (id, client_id, kind, binding_hash, created_at, expires_at, member_id)
      select 'visit' || n, 'service-a', 'login', 'hash' || n, now(), ${late}, ${uuid} from rows`,
    `insert into sealed_seen (hash, transaction_id, at) select 'seen' || n, 'visit' || n, now() from rows`,
    `insert into oidc_payloads (model, id, payload, expires_at)
      select case n % 3 when 0 then 'Interaction' when 1 then 'Session' else 'AccessToken' end, 'payload' || n,
        jsonb_build_object('accountId', ${uuid}::text, 'session', jsonb_build_object('accountId', ${uuid}::text, 'uid', 'u' || n)),
        ${late} from rows`,
    `insert into browser_sessions (id, browser_hash, member_id, stay_session, signed_in_at, last_used_at, expires_at)
      select gen_random_uuid(), 'browser' || n, ${uuid}, false, now(), now(), ${late} from rows`,
    `insert into known_browsers (device_hash, member_id, last_used_at) select 'device' || n, ${uuid}, now() from rows`,
    `insert into login_attempts (login_id_key, wrong_count, lock_times, last_at) select 'm' || n, 1, 0, now() from rows`,
    // Half of them today, so that this day's partition is large whatever the time is.
    `insert into audit_events (at, event, member_id)
      select case n % 2 when 0 then now() - n * interval '1 minute' else ${today} + n * interval '1 millisecond' end, 'test', ${uuid}
      from rows`,
  ]
  for (const statement of fill)
    await sql.raw(`with rows as (select generate_series(1, ${ROWS}) as n) ${statement}`).execute(parts.ctx.db)
  await sql`analyze`.execute(parts.ctx.db)
}, 120_000)
afterAll(() => parts.close())

/** The plans of the queries that `work` runs. The queries also run, and change few rows. */
async function plansOf(work: (ctx: Ctx) => Promise<unknown>): Promise<string[]> {
  const nodes: RootOperationNode[] = []
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => (nodes.push(node), node),
    transformResult: async ({ result }) => result,
  }
  await work({ ...parts.ctx, db: parts.ctx.db.withPlugin(watch) })
  const { db } = parts.ctx
  const plans: string[] = []
  for (const node of nodes) {
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, { queryId: 'plan' })
    const { rows } = await db.executeQuery<object>(CompiledQuery.raw(`explain ${text}`, [...parameters]))
    plans.push([text, ...rows.map((row) => String(Object.values(row)[0]))].join('\n'))
  }
  return plans
}

const large = [
  'members',
  'transactions',
  'sealed_seen',
  'oidc_payloads',
  'browser_sessions',
  'known_browsers',
  'login_attempts',
  'audit_events',
]
async function linesOf(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}
/** NOTE: the partition of a day to come is empty, and PostgreSQL reads its nothing without an index. */
const readsWhole = (plan: string) =>
  plan
    .split('\n')
    .filter((line) => !line.includes('(cost=0.00..0.00 '))
    .some((line) => large.some((table) => line.includes(`Seq Scan on ${table}`)))

test.each<[string, (ctx: Ctx) => Promise<unknown>]>([
  ['whether a nickname of the platform is free', (ctx) => isNicknameFree(ctx, 'Nickname77', null)],
  [
    'whether a nickname of a service is free',
    (ctx) => isNicknameFree(ctx, 'Nickname77', { client_id: 'service-a', member_id: MEMBER }),
  ],
  ['the visits of a browser', (ctx) => knownTransactions(ctx, new Map([['mark', 'secret']]))],
  [
    'the end of everything that a member has open',
    (ctx) => ctx.db.transaction().execute((db) => endEverythingOf(db, MEMBER)),
  ],
  ['the visits that a browser leaves', (ctx) => leaveVisits(ctx, new Map([['mark', 'secret']]), MEMBER)],
  // With the time of the rows: those of a time that has not come are over.
  ['the sweep', (ctx) => sweep({ ...ctx, now: () => new Date() })],
  ['the seal of new events', sealOnce],
  [
    'the events of a member',
    (ctx) => linesOf(runEvents(ctx.db, parseEvents(['--member', MEMBER], 'kim', END_OF_DAY), async () => ctx)),
  ],
])('%s is found by an index', async (_, work) => {
  const plans = await plansOf(work)
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.filter(readsWhole)).toEqual([])
})
