// Security D12: who did what, from where, by which visit and request; and whether the record was changed.
import { randomUUID } from 'node:crypto'
import { sql, type KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { visitMark } from '../../backend/call'
import { sealEvents, verifyEvents } from '../../backend/domain/eventChain'
import { ROWS_PER_HOUR } from '../../backend/domain/eventLimits'
import { record, writeHeld, type SecurityEvent } from '../../backend/domain/events'
import { runEvents } from '../../backend/eventsCommand'
import type { RunningBackend } from '../../backend/main'
import { sweep } from '../../backend/sweep'
import { Browser, data } from './browser'
import { Joiner } from './joiner'
import { copyOf, partner, signInAt, start, type Member } from './start'

let backend: RunningBackend
const lines: string[] = []
let now = Date.now()
beforeEach(async () => {
  now = Date.now()
  lines.length = 0
  backend = await start({ now: () => new Date(now), write: (line) => void lines.push(line) })
})
afterEach(() => backend.close())

const rowsOf = async (...events: SecurityEvent[]) =>
  backend.ctx.db.selectFrom('audit_events').selectAll().where('event', 'in', events).orderBy('id').execute()
const idOf = async ({ login_id }: Member) => {
  const { id } = await backend.ctx.db
    .selectFrom('members')
    .select('id')
    .where('login_id', '=', login_id)
    .executeTakeFirstOrThrow()
  return id
}
async function print(...args: string[]): Promise<string[]> {
  const printed: string[] = []
  for await (const line of runEvents(backend.ctx.db, args, new Date(now))) printed.push(line)
  return printed
}
const markOf = (entry: URL) => visitMark(entry.searchParams.get('transaction_id') ?? '')
const wrong = { password: 'wr0ng!Password' }

test('a sign-in names the member, the service, the address, the visit and the request', async () => {
  const member = await copyOf(backend, 'member')
  const { entry } = await signInAt(backend, new Browser(backend.url), member)
  const [row] = await rowsOf('sign_in.done')
  expect(row).toMatchObject({
    member_id: await idOf(member),
    client_id: 'service-a',
    ip: '127.0.0.1',
    visit: markOf(entry),
    request_id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    count: 1,
  })
  expect(JSON.stringify(row)).not.toContain(entry.searchParams.get('transaction_id'))
  expect(lines.filter((line) => line.includes(row?.request_id ?? '-')).join()).toContain('"sign_in.done"')
})

test('wrong passwords and the lock name the member, and those of an unknown ID only its keyed hash', async () => {
  const member = await copyOf(backend, 'member')
  const unknown = { ...member, login_id: 'nobody@unknown.test', ...wrong }
  for (const who of [{ ...member, ...wrong }, unknown])
    for (let time = 0; time < 6; time += 1) await signInAt(backend, new Browser(backend.url), who)
  const rows = await rowsOf('sign_in.wrong_password', 'lock.closed', 'sign_in.locked')
  const [known, ofUnknown] = [rows.slice(0, 7), rows.slice(7)]
  const id = await idOf(member)
  expect(known.map(({ member_id, login_id_hash }) => [member_id, login_id_hash])).toEqual(known.map(() => [id, null]))
  const hash = ofUnknown[0]?.login_id_hash
  expect(hash).toMatch(/^[\w-]{43}$/)
  expect(ofUnknown).toHaveLength(7)
  for (const row of ofUnknown) expect(row).toMatchObject({ member_id: null, login_id_hash: hash })
  expect(JSON.stringify(rows)).not.toContain('unknown.test')
  for (const row of rows) expect([row.visit, row.request_id, row.ip, row.client_id]).not.toContain(null)
  expect(new Set(rows.map(({ visit }) => visit)).size, 'each sign-in was a visit of its own').toBe(12)
})

test('a code names the member, the service and the visit, and so does a step that is pending', async () => {
  const member = await copyOf(backend, 'sms')
  const browser = new Browser(backend.url)
  const { reply, entry } = await signInAt(backend, browser, member)
  const headers = { 'x-authenticator': `Token ${String(data(reply).auth_token)}` }
  await browser.post('/authenticator/v1/issue/sms', {}, headers)
  await browser.post('/authenticator/v1/verify/sms', { verify_code: '000000' }, headers)
  const rows = await rowsOf('sign_in.step', 'code.sent', 'code.wrong', 'code.verified')
  expect(rows).toHaveLength(3)
  const same = { member_id: await idOf(member), client_id: 'service-a', visit: markOf(entry), ip: '127.0.0.1' }
  for (const row of rows) expect(row).toMatchObject(same)
  expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(3)
})

test('the codes of a join are found by the address that becomes the login ID', async () => {
  const joiner = await new Joiner(backend).ready()
  const printed = await print('--member', joiner.login_id)
  expect(printed[0]).toBe('no member has this login ID now')
  expect(printed.slice(2)).toEqual([
    expect.stringContaining('a code was sent (kind email, purpose JOIN)'),
    expect.stringContaining('the right code was entered (kind email, purpose JOIN)'),
  ])
})

test('an authorization code that comes twice at once names the member', async () => {
  const member = await copyOf(backend, 'member')
  const browser = new Browser(backend.url)
  const { url, tokens } = await (await partner(backend)).begin()
  const reply = await browser.signIn(await browser.go(url), member)
  const callback = await browser.go(String(data(reply).location))
  await Promise.allSettled([tokens(callback), tokens(callback)])
  const named = { member_id: await idOf(member), client_id: 'service-a', ip: '127.0.0.1' }
  await expect.poll(() => rowsOf('token.reused')).toMatchObject([named])
  await expect(tokens(callback)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('an event is one statement', async () => {
  const statements: string[] = []
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => (statements.push(node.kind), node),
    transformResult: async ({ result }) => result,
  }
  const ctx = { ...backend.ctx, db: backend.ctx.db.withPlugin(watch) }
  await record(ctx, 'sign_in.wrong_password', { login_id: 'nobody@unknown.test', ip: '203.0.113.9' })
  expect(statements).toEqual(['InsertQueryNode'])
})

test('the operator reads why a member could not sign in', async () => {
  const member = await copyOf(backend, 'member')
  for (let time = 0; time < 6; time += 1) await signInAt(backend, new Browser(backend.url), { ...member, ...wrong })
  await signInAt(backend, new Browser(backend.url), await copyOf(backend, 'member'))
  const printed = await print('--member', ` ${member.login_id.toUpperCase()}`, '--since', '2h')
  const at = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ`
  const where = String.raw`  service-a  127\.0\.0\.1  ref [\da-f-]{36}`
  const attempt = (number: number) => new RegExp(`^${at}  wrong password \\(attempt ${number}\\)${where}$`)
  expect(printed).toEqual([
    `member ${await idOf(member)}: ACTIVE, JOINED`,
    expect.stringMatching(new RegExp(`^locked until ${at}$`)),
    ...[1, 2, 3, 4, 5].map((number) => expect.stringMatching(attempt(number)) as string),
    expect.stringMatching(new RegExp(`^${at}  sign-in was locked: too many wrong passwords${where}$`)),
    expect.stringMatching(new RegExp(`^${at}  sign-in refused: locked${where}$`)),
  ])
  expect(await print('--member', await idOf(member))).toEqual(printed)
  expect(await print('--member', member.login_id, '--event', 'lock.closed')).toHaveLength(3)
  expect(await print('--member', member.login_id, '--network', '203.0.113.0/24')).toHaveLength(3)
  expect(await print('--member', member.login_id, '--network', '127.0.0.0/8')).toEqual(printed)
})

test('a refusal after the right password is told by its name', async () => {
  const member = await copyOf(backend, 'suspended')
  await signInAt(backend, new Browser(backend.url), member)
  const printed = (await print('--member', member.login_id)).join('\n')
  expect(printed).toContain('SUSPENDED')
  expect(printed).toContain('sign-in refused after the right password (SUSPENDED (4529))')
})

test('an address that belongs to nobody still finds its wrong passwords', async () => {
  const unknown = { login_id: 'tpyo@demo.test', password: 'wr0ng!Password', phone: '' }
  await signInAt(backend, new Browser(backend.url), unknown)
  const printed = await print('--member', 'Tpyo@demo.test')
  expect(printed.slice(0, 2)).toEqual([
    'no member has this login ID now',
    'not locked; wrong passwords in a row: 1 of 5',
  ])
  expect(printed[2]).toContain('wrong password (attempt 1)')
  expect(printed).toHaveLength(3)
  expect((await print('--member', 'another@demo.test'))[2]).toMatch(/^no events since /)
})

test('in a flood the operator reads which network hides events of the member', async () => {
  const member = await copyOf(backend, 'member')
  for (let time = 0; time < ROWS_PER_HOUR; time += 1) backend.ctx.eventLimits.takeOfNetwork('127.0.0.1', 1)
  await signInAt(backend, new Browser(backend.url), { ...member, ...wrong })
  await signInAt(backend, new Browser(backend.url), member)
  await writeHeld(backend.ctx)
  const printed = await print('--member', member.login_id)
  expect(printed[2]).toContain('  signed in (amr pwd)  ')
  expect(printed.slice(3)).toEqual(['in a flood from 127.0.0.1, events were counted without their members: 1'])
  expect((await print('--network', '127.0.0.1'))[1]).toContain('wrong password (counted together since ')
})

test('the export has each event as a line of JSON, the oldest first', async () => {
  const member = await copyOf(backend, 'member')
  await signInAt(backend, new Browser(backend.url), { ...member, ...wrong })
  await signInAt(backend, new Browser(backend.url), member)
  const exported = (await print('export', '--since', '1d')).map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(exported.map(({ event }) => event)).toEqual(['sign_in.wrong_password', 'sign_in.done'])
  expect(Object.keys(exported[0] ?? {})).toEqual(
    'id at event member_id login_id_hash client_id ip visit request_id fields count'.split(' '),
  )
  now += 2 * 86_400_000
  expect(await print('export', '--since', '1d')).toEqual([])
})

test.each([
  [['--since', 'yesterday'], 'since: a duration such as 30m'],
  [['--event', 'sign_in'], 'event: one of code.sent'],
  [['--network', 'here'], 'network: networks such as'],
  [['delete'], 'command: one of list, export, verify'],
  [['--members', 'x'], "Unknown option '--members'"],
])('a wrong argument is named: %s', async (args, problem) => {
  await expect(print(...args)).rejects.toThrow(problem)
})

const MEMBER = randomUUID()

/** Events of three seals. @returns the hash of the second */
async function threeSeals(): Promise<string> {
  const { ctx } = backend
  for (let seal = 0; seal < 3; seal += 1) {
    for (let time = 0; time < 4; time += 1)
      await record(ctx, 'session.used', { member_id: MEMBER, ip: '203.0.113.9' }, { time: seal * 10 + time })
    await sealEvents(ctx)
  }
  const hashes = await ctx.db.selectFrom('audit_seals').select('hash').orderBy('id').execute()
  return hashes[1]?.hash ?? ''
}

const run = (statement: string) => sql.raw(statement).execute(backend.ctx.db)
const seals = '(select id from audit_seals order by id limit 1 offset 1)'
const first = '(select min(id) from audit_events)'

test('the chain fits, says what is not sealed yet, and contains an earlier hash', async () => {
  const hash = await threeSeals()
  await record(backend.ctx, 'session.used', { member_id: MEMBER })
  const printed = await print('verify', '--expect', hash)
  expect(printed[0]).toBe('12 events in 3 seals fit')
  expect(printed[1]).toBe('the newest events are not sealed yet: 1')
  expect(printed[2]).toMatch(/^last hash [\da-f]{64}$/)
  expect(printed[3]).toBe(`a seal has the hash ${hash}`)
  expect(lines.join()).toContain(`"hash":"${hash}"`)
  await expect(print('verify', '--expect', 'a'.repeat(64))).rejects.toThrow('no seal has the hash aaaa')
})

test.each<[string, string, RegExp]>([
  [
    'a changed event',
    `update audit_events set ip = '198.51.100.1' where id = ${first} + 5`,
    /^seal \d+: event \d+ has/,
  ],
  ['a time that was changed', `update audit_events set at = at + interval '1 ms' where id = ${first}`, /event \d+ has/],
  ['a missing event', `delete from audit_events where id = ${first} + 5`, /^seal \d+: event \d+ is missing$/],
  ['the oldest events that are missing', `delete from audit_events where id < ${first} + 4`, /event \d+ is missing$/],
  ['a changed seal', `update audit_seals set digests = digests - 0 where id = ${seals}`, /the seal has changed$/],
  ['a missing seal', `delete from audit_seals where id = ${seals}`, /the seal before it is missing$/],
  [
    'the oldest seal that is missing',
    'delete from audit_seals where id = (select min(id) from audit_seals)',
    /earlier seals are missing before their time$/,
  ],
  [
    'an event that was added',
    `insert into audit_events (id, at, event) overriding system value values (0 - 1, now(), 'sign_in.done')`,
    /event -1 was added later$/,
  ],
])('verify finds %s', async (_, statement, problem) => {
  await threeSeals()
  await run(statement)
  await expect(print('verify')).rejects.toThrow(problem)
})

test('an event whose statement is still under way is sealed when it comes', async () => {
  const { ctx } = backend
  await record(ctx, 'session.used', { member_id: MEMBER })
  await run(`select nextval(pg_get_serial_sequence('audit_events', 'id'))`)
  await record(ctx, 'session.used', { member_id: MEMBER })
  await sealEvents(ctx)
  expect(await verifyEvents(ctx.db, ctx.now())).toMatchObject({ problem: null, events: 1, unsealed: 1 })
  now += 11 * 60_000
  await sealEvents(ctx)
  expect(await verifyEvents(ctx.db, ctx.now())).toMatchObject({ problem: null, events: 2, unsealed: 0 })
})

test('two processes that seal at once make one chain', async () => {
  const { ctx } = backend
  for (let time = 0; time < 5; time += 1) await record(ctx, 'session.used', { member_id: MEMBER }, { time })
  await Promise.all([sealEvents(ctx), sealEvents(ctx)])
  await sealEvents(ctx)
  expect(await verifyEvents(ctx.db, ctx.now())).toMatchObject({ problem: null, seals: 1, events: 5 })
})

test('the sweep deletes events after 90 days, and the rest of the chain still fits', async () => {
  const { ctx } = backend
  const today = now
  const daysAgo = async (days: number) => {
    now = today - days * 86_400_000
    await record(ctx, 'session.used', { member_id: MEMBER }, { days })
    await sealEvents(ctx)
  }
  for (const days of [95, 93, 91, 89, 1]) await daysAgo(days)
  now = today
  await sweep(ctx)
  await sweep(ctx)
  const rows = await rowsOf('session.used')
  expect(rows.map(({ fields }) => fields.days)).toEqual([89, 1])
  expect(await verifyEvents(ctx.db, ctx.now())).toMatchObject({ problem: null, seals: 3, events: 2, unsealed: 0 })
  await daysAgo(0)
  expect(await verifyEvents(ctx.db, ctx.now())).toMatchObject({ problem: null, seals: 4, events: 3 })
  await run("select sweep_events(now() + interval '1 day')")
  expect(await rowsOf('session.used'), 'nothing younger, whatever the server asks for').toHaveLength(3)
  await run('delete from audit_seals where id = (select min(id) from audit_seals)')
  await expect(print('verify')).rejects.toThrow('earlier seals are missing before their time')
})
