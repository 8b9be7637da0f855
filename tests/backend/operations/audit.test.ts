// Security D12: who did what, from where, by which visit and request, and how an operator reads it.
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { visitMark } from '../../../backend/call.ts'
import { defaultLimits } from '../../../backend/settings/limits.ts'
import type { SecurityEvent } from '../../../backend/domain/audit/eventNames.ts'
import { record, writeHeld } from '../../../backend/domain/audit/events.ts'
import { parseEvents, runEvents } from '../../../backend/commands/eventsCommand.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { Browser, data } from '../browser.ts'
import { Joiner } from '../joiner.ts'
import { copyOf, partner, signInAt, start, type Member } from '../start.ts'

const ROWS_PER_HOUR = defaultLimits.event_rows_per_hour

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
/** Without the lines about earlier looks at the record. */
async function print(...args: string[]): Promise<string[]> {
  const printed: string[] = []
  const wanted = parseEvents(args, 'kim', new Date(now))
  for await (const line of runEvents(backend.ctx.db, wanted, async () => backend.ctx)) printed.push(line)
  return printed.filter((line) => !/operator\.(?:events_)?read/.test(line))
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
  const kind = String.raw`  \[sign_in\.wrong_password, shown as "A wrong password was entered"\]`
  const attempt = (number: number) => new RegExp(`^${at}  wrong password \\(attempt ${number}\\)${kind}${where}$`)
  expect(printed).toEqual([
    `member ${await idOf(member)}: ACTIVE, JOINED`,
    expect.stringMatching(new RegExp(`^locked until ${at}$`)),
    ...[1, 2, 3, 4, 5].map((number) => expect.stringMatching(attempt(number)) as string),
    expect.stringMatching(
      new RegExp(`^${at}  sign-in was locked: too many wrong passwords  \\[lock\\.closed\\]${where}$`),
    ),
    expect.stringMatching(
      new RegExp(`^${at}  sign-in refused: locked  \\[sign_in\\.locked, shown as "A sign-in was refused"\\]${where}$`),
    ),
  ])
  expect(await print('--member', await idOf(member))).toEqual(printed)
  expect(await print('--member', member.login_id, '--event', 'lock.closed')).toHaveLength(3)
  expect(await print('--member', member.login_id, '--network', '203.0.113.0/24')).toHaveLength(3)
  expect(await print('--member', member.login_id, '--network', '127.0.0.0/8')).toEqual(printed)
  const look = { member_id: await idOf(member), fields: { by: 'kim', of: 'events' } }
  expect(await rowsOf('operator.read'), 'and who has looked').toMatchObject(Array.from({ length: 5 }, () => look))
})

test('a refusal after the right password has its name', async () => {
  const member = await copyOf(backend, 'suspended')
  await signInAt(backend, new Browser(backend.url), member)
  const printed = (await print('--member', member.login_id)).join('\n')
  expect(printed).toContain('SUSPENDED')
  expect(printed).toContain('sign-in refused after the right password (SUSPENDED (4529))')
})

test('an address that no member has still finds its wrong passwords', async () => {
  const unknown = { login_id: 'tpyo@demo.test', password: 'wr0ng!Password', phone: '' }
  await signInAt(backend, new Browser(backend.url), unknown)
  const printed = await print('--member', 'Tpyo@demo.test')
  expect(printed.slice(0, 2)).toEqual([
    'no member has this login ID now',
    'not locked; wrong passwords in a row: 1 of 5',
  ])
  expect(printed[2]).toContain('wrong password (attempt 1)')
  expect(printed).toHaveLength(3)
  const [wrongPassword] = await rowsOf('sign_in.wrong_password')
  const { login_id_hash } = wrongPassword ?? {}
  expect(await rowsOf('operator.read')).toMatchObject([{ member_id: null, login_id_hash }])
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
  const looks = await rowsOf('operator.events_read')
  expect(looks.map(({ fields }) => fields.by)).toEqual(['kim', 'kim'])
})

test.each([
  [['--since', 'yesterday'], 'since: a duration such as 30m'],
  [['--event', 'sign_in'], 'event: one of account.exported'],
  [['--network', 'here'], 'network: networks such as'],
  [['delete'], 'command: one of list, export, verify'],
  [['--members', 'x'], "Unknown option '--members'"],
])('a wrong argument is named: %s', async (args, problem) => {
  await expect(print(...args)).rejects.toThrow(problem)
})
