// Contract, "Account": the copy of everything that is stored, the 14 days of a member who leaves, and what stays after them.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Schema } from '../../../backend/db/schema.ts'
import { CONSENT_DAYS, keptAfterLeaving } from '../../../backend/domain/account/kept.ts'
import { eraseDue } from '../../../backend/domain/account/leaving.ts'
import { storedLines } from '../../../backend/domain/members/stored.ts'
import { PLACES, places } from '../../../backend/domain/members/memberPlaces.ts'
import { followChanges } from '../../../backend/standingChanges.ts'
import { sweep } from '../../../backend/sweep.ts'
import { JoinProfile, Major } from '../../../contract/shapes/join.ts'
import { demoPlugIn } from '../../../demo/plugIn.ts'
import headings from '../../../locales/ko/exported.json' with { type: 'json' }
import { say } from '../../../server/texts.ts'
import { type Browser, data } from '../browser.ts'
import { sharedBackend, sharedLogoutListener } from '../shared.ts'
import { copyOf, PARTNER, partner, type Member } from '../start.ts'
import { messagesTo } from '../inbox.ts'
import { accountMember, AccountMember, enterAccount } from './member.ts'

const DAY = 86_400_000
let passed = 0
const listener = sharedLogoutListener()
const backend = sharedBackend(() => {
  const demo = demoPlugIn(PARTNER)
  const told_by = { backchannel_logout_uri: listener.uri, webhook_uri: undefined, webhook_secret: undefined }
  const clients: typeof demo.clients = (keys) => demo.clients(keys).map((one) => ({ ...one, ...told_by }))
  return { plugIn: { ...demo, clients }, now: () => new Date(Date.now() + passed), limits: { send_gap_seconds: 0 } }
})
const told = () => listener.heard
const forget = () => void (listener.heard.length = 0)
beforeEach(() => {
  passed = 0
  forget()
})

async function settled() {
  await followChanges(backend.ctx)
  await backend.ctx.background.settle()
}
async function visitA(browser: Browser) {
  const { url, tokens } = await (await partner(backend)).begin()
  return tokens(await browser.go(url))
}
async function storedOf(member: Parameters<typeof storedLines>[1]): Promise<Record<string, unknown[]>> {
  let text = ''
  for await (const line of storedLines(backend.ctx, member)) text += line
  return JSON.parse(text) as Record<string, unknown[]>
}
const rowOf = ({ login_id }: Member) =>
  backend.ctx.db.selectFrom('members').selectAll().where('login_id', '=', login_id).executeTakeFirst()

/** The tables that have this text somewhere. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = []
  for (const table of Object.keys(PLACES)) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} t where strpos(to_jsonb(t)::text, ${text}) > 0 limit 1`.execute(backend.ctx.db)
    if (rows.length > 0) found.push(table)
  }
  return found
}

/** The tables of which the documents say that something stays. */
function documented(): string[] {
  const [, text = ''] = readFileSync('docs/operators.md', 'utf8').split('| what stays')
  const [table = ''] = text.split('\n\n')
  const places = table.split('\n').flatMap((line) => line.split('|')[1] ?? [])
  return [
    ...new Set(places.flatMap((place) => [...place.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))),
  ].toSorted()
}

test('each table and each field of the copy has a heading for people', async () => {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns where table_schema = 'public'`.execute(
    backend.ctx.db,
  )
  const wanted = places().flatMap(([table, { hides }]) => [
    `exported.${table}`,
    ...rows
      .filter(({ table_name, column_name }) => table_name === table && !hides.includes(column_name))
      .map(({ column_name }) => `exported.field.${column_name}`),
  ])
  // What a join stores as it is, within the columns `profile` and `majors`. Three of its fields have columns of their own.
  const { member_type_code: _type, national_code: _nation, emp_no: _number, ...stored } = JoinProfile.shape
  wanted.push(...Object.keys({ ...stored, ...Major.shape }).map((name) => `exported.field.${name}`))
  expect(wanted.length).toBeGreaterThan(100)
  expect([...new Set(wanted)].filter((key) => !(key in headings))).toEqual([])
})

test('the copy has each table with rows of the member, nothing of another, and no secret', async () => {
  const one = await accountMember(backend)
  const other = await accountMember(backend)
  await visitA(one.browser)
  await one.call('POST', '/leave', { reason: 'a reason of its own' })
  await settled()
  const reply = await one.call('GET', '/export')
  expect(reply.status).toBe(200)
  const { id, password_hash } = await one.row()
  const stored = data(reply) as Partial<Record<keyof Schema, object[]>>
  const named = await Promise.all([id, one.member.login_id, one.member.phone].map(tablesWith))
  // The notice of the copy itself may be on its way.
  expect(Object.keys(stored)).toEqual(
    expect.arrayContaining([...new Set(named.flat())].filter((name) => name !== 'jobs')),
  )
  expect(Object.keys(stored)).toEqual(
    expect.arrayContaining(['devices', 'device_sessions', 'service_uses', 'member_leavings', 'audit_events']),
  )
  expect(stored.member_leavings).toMatchObject([{ reason: 'a reason of its own' }])
  const { rows: secrets } = await sql<{ text: string }>`
    select browser_hash as text from browser_sessions where member_id = ${id}
    union all select uid_hash from device_sessions where member_id = ${id}
    union all select device_hash from known_browsers where member_id = ${id}
    union all select id from oidc_payloads where payload->>'accountId' = ${id}`.execute(backend.ctx.db)
  expect(secrets.length).toBeGreaterThan(3)
  const others = await other.row()
  for (const text of [
    password_hash,
    ...secrets.map((row) => row.text),
    others.id,
    others.login_id,
    others.phone ?? '-',
  ])
    expect(reply.text).not.toContain(text)
  // A copy that fails in between is cut off: a part is no answer.
  await sql`alter table waiting_joins rename to hidden`.execute(backend.ctx.db)
  await expect(one.call('GET', '/export')).rejects.toThrow('terminated')
  await sql`alter table hidden rename to waiting_joins`.execute(backend.ctx.db)
  expect((await one.call('GET', '/export')).status).toBe(200)
})

test('a member who leaves keeps this browser alone, and a mail says until when', async () => {
  const member = await copyOf(backend, 'member')
  const one = await accountMember(backend, member)
  const { browser } = await enterAccount(backend, member)
  const elsewhere = new AccountMember(backend, member, browser)
  const set = await visitA(browser)
  // The notices of the sign-ins leave before that of the leave.
  await settled()
  const replies = await Promise.all([1, 2, 3].map(() => one.call('POST', '/leave', {})))
  const [first, ...others] = replies.map((reply) => String(data(reply).effective_at))
  expect(new Set([first, ...others]).size).toBe(1)
  expect(new Date(first ?? '').getTime() - backend.ctx.now().getTime()).toBeGreaterThan(13.9 * DAY)
  await settled()
  expect((await one.call('GET', '/sessions')).status).toBe(200)
  expect((await elsewhere.call('GET', '/sessions')).body).toMatchObject({ code: 'NO_SESSION' })
  const asked = { headers: { authorization: `Bearer ${set.access_token}` } }
  expect((await fetch(`${backend.url}/oidc/userinfo`, asked)).status).toBe(401)
  expect(told().map(({ sid }) => sid)).toEqual([set.claims()?.sid])
  const day = new Intl.DateTimeFormat('ko', { dateStyle: 'long', timeZone: 'Asia/Seoul' }).format(new Date(first ?? ''))
  expect((await messagesTo(backend, member.login_id))[0]).toContain(day)
  const { id } = await one.row()
  const events = backend.ctx.db.selectFrom('audit_events').select('id').where('member_id', '=', id)
  expect(await events.where('event', '=', 'account.leaving').execute()).toHaveLength(1)
})

test('a member who leaves can sign in and stay, and is not erased then', async () => {
  const member = await copyOf(backend, 'member')
  await (await accountMember(backend, member)).call('POST', '/leave', {})
  // The mails of before have left, and the sweep deletes them.
  await messagesTo(backend, member.login_id)
  passed = 13 * DAY
  await sweep(backend.ctx)
  const back = await accountMember(backend, member)
  const [mail] = await messagesTo(backend, member.login_id)
  expect(mail, 'a sign-in from a new browser is told as always').toContain(
    say('ko', 'notice.browser.title', { from: '대문' }),
  )
  expect(await back.read()).toMatchObject({
    leaving: { effective_at: expect.any(String) },
    kept: keptAfterLeaving(backend.ctx),
  })
  const replies = await Promise.all([1, 2].map(() => back.call('DELETE', '/leave')))
  expect(replies.map(({ status }) => status)).toEqual([204, 204])
  expect(await back.read()).not.toHaveProperty('leaving')
  await settled()
  expect((await messagesTo(backend, member.login_id))[0]).toContain('계정 삭제가 취소됐어요')
  expect((await messagesTo(backend, member.phone))[0]).toContain(say('ko', 'notice.stayed.title', { from: '대문' }))
  passed = 15 * DAY
  await sweep(backend.ctx)
  expect(await rowOf(member)).toBeDefined()
})

test('after 14 days nothing is left but what the documents list, and services and the member are told once', async () => {
  const member = await copyOf(backend, 'member')
  const neighbour = await accountMember(backend)
  const one = await accountMember(backend, member)
  await visitA(one.browser)
  await one.call('GET', '/export')
  await one.call('POST', '/leave', {})
  await settled()
  const { id, phone } = await one.row()
  const others = await storedOf(await neighbour.row())
  const consents = () => backend.ctx.db.selectFrom('consents').select(['id', 'member_id']).orderBy('id').execute()
  const before = await consents()
  forget()
  passed = 14 * DAY + 1000
  await Promise.all([1, 2, 3].map(() => eraseDue(backend.ctx)))
  await settled()
  await expect.poll(() => tablesWith(id)).toEqual(['audit_events'])
  expect(documented()).toEqual(['audit_events', 'consents', 'jobs', 'left_consents'])
  expect(told().filter(({ sub }) => sub === id)).toHaveLength(1)
  // The outbox stands for the mailbox of the member.
  expect(await tablesWith(member.login_id)).toEqual(['outbox'])
  const mails = backend.ctx.db.selectFrom('outbox').select('subject').where('to', '=', member.login_id)
  expect(await mails.execute()).toEqual([{ subject: '[대문] 계정이 삭제됐어요' }])
  expect(await tablesWith(String(phone))).toEqual([])
  const mine = before.filter(({ member_id }) => member_id === id)
  expect(mine.length).toBeGreaterThan(0)
  expect((await consents()).filter((row) => mine.some((own) => own.id === row.id))).toEqual(
    mine.map((own) => ({ id: own.id, member_id: null })),
  )
  const after = await storedOf(await neighbour.row())
  // The outbox forgets after a day.
  const tables = (stored: object) =>
    Object.keys(stored)
      .filter((name) => name !== 'outbox')
      .toSorted()
  expect(tables(after)).toEqual(tables(others))
  expect((await one.call('GET', '/sessions')).body).toMatchObject({ code: 'NO_SESSION' })
  const left = backend.ctx.db.selectFrom('audit_events').select('id').where('member_id', '=', id)
  expect(await left.where('event', '=', 'account.left').execute()).toHaveLength(1)
})

test('a service hears of the end of an account also where no session was left', async () => {
  const member = await copyOf(backend, 'member')
  const one = await accountMember(backend, member)
  await visitA(one.browser)
  await one.call('POST', '/leave', {})
  const { id } = await one.row()
  await sql`delete from oidc_payloads where payload->>'accountId' = ${id}`.execute(backend.ctx.db)
  await settled()
  forget()
  passed = 15 * DAY
  await sweep(backend.ctx)
  await settled()
  await expect.poll(() => told().filter(({ sub }) => sub === id)).toHaveLength(1)
  expect(told().find(({ sub }) => sub === id)).not.toHaveProperty('sid')
})

test('a member whose erasure fails does not keep the others', async () => {
  const [stuck, one] = [await accountMember(backend), await accountMember(backend)]
  for (const each of [stuck, one]) await each.call('POST', '/leave', {})
  // The erasure passes over a member whose row the job of a notice holds.
  await settled()
  const { id } = await stuck.row()
  await sql`create function refuse_erasure() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$`.execute(
    backend.ctx.db,
  )
  await sql
    .raw(
      `create trigger refuse_erasure before delete on members for each row when (old.id = '${id}') execute function refuse_erasure()`,
    )
    .execute(backend.ctx.db)
  try {
    passed = 15 * DAY
    await sweep(backend.ctx)
    expect([await rowOf(stuck.member), await rowOf(one.member)]).toEqual([expect.anything(), undefined])
  } finally {
    await sql`drop trigger refuse_erasure on members`.execute(backend.ctx.db)
    await sql`drop function refuse_erasure`.execute(backend.ctx.db)
  }
})

test('a consent is deleted five years after its member has left, and not before', async () => {
  expect(keptAfterLeaving(backend.ctx)).toEqual([
    { what: 'CONSENTS', days: CONSENT_DAYS },
    { what: 'EVENTS', days: backend.ctx.settings.limits.events_days },
    { what: 'SENT', days: backend.ctx.settings.limits.failed_jobs_days },
  ])
  const ago = (days: number) => new Date(Date.now() - days * DAY)
  const rows = [
    [CONSENT_DAYS + 400, CONSENT_DAYS - 2],
    [CONSENT_DAYS + 400, CONSENT_DAYS + 2],
    [CONSENT_DAYS + 400, null],
    [100, null],
  ] as const
  const ids: number[] = []
  for (const [at, left] of rows) {
    const { id } = (
      await sql<{ id: number }>`
        insert into consents (member_id, owner, terms_code, version, agreed, at)
        values (null, 'suni', 'A', 1, true, ${ago(at)}) returning id`.execute(backend.ctx.db)
    ).rows[0] ?? { id: 0 }
    ids.push(id)
    if (left !== null)
      await backend.ctx.db
        .insertInto('left_consents')
        .values({ consent_id: id, left_at: ago(left) })
        .execute()
  }
  const member = await accountMember(backend)
  await sql`update consents set at = ${ago(CONSENT_DAYS + 400)} where member_id = ${(await member.row()).id}`.execute(
    backend.ctx.db,
  )
  const own = (await storedOf(await member.row())).consents?.length
  await sweep(backend.ctx)
  const left = await backend.ctx.db.selectFrom('consents').select('id').where('id', 'in', ids).orderBy('id').execute()
  expect(left.map(({ id }) => id)).toEqual([ids[0], ids[3]])
  expect((await storedOf(await member.row())).consents?.length).toBe(own)
})
