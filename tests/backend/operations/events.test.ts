// Security D12: the shape of a security event, and a record of each common event when it happens.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEventLimits } from '../../../backend/domain/audit/eventLimits.ts'
import { defaultLimits } from '../../../backend/settings/limits.ts'
import { EVENTS, type SecurityEvent } from '../../../backend/domain/audit/eventNames.ts'
import { record, writeHeld } from '../../../backend/domain/audit/events.ts'
import { APP, Browser, data, seal } from '../browser.ts'
import { Joiner, profiles } from '../joiner.ts'
import { codeTo } from '../inbox.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, copyOf, MANY_SENDS, signInAt } from '../start.ts'
import { pdfOf } from '../../support/pdf.ts'

const ROWS_PER_HOUR = defaultLimits.event_rows_per_hour

const lines: string[] = []
const MEMBER = '00000000-0000-4000-8000-000000000001'
const backend = sharedBackend({ limits: MANY_SENDS, write: (line) => void lines.push(line) })

async function signIn() {
  await signInAt(backend, new Browser(backend.url), await copyOf(backend, 'member'))
}

async function signInWrongly() {
  const member = { ...(await copyOf(backend, 'member')), password: 'wr0ng!Password' }
  for (let time = 0; time < 6; time += 1) await signInAt(backend, new Browser(backend.url), member)
}

async function signOut() {
  const browser = new Browser(backend.url)
  const { tokens } = await signInAt(backend, browser, await copyOf(backend, 'member'))
  await browser.go(`/oidc/logout?id_token_hint=${tokens?.id_token}&post_logout_redirect_uri=http://localhost:3002/`)
}

async function joinWithLetter() {
  const student = await new Joiner(backend).ready()
  await student.join(student.payload(profiles.STUDENT))
  const body = new FormData()
  body.append('payload', '{}')
  body.append('enrollment_letter', new File([new Uint8Array(pdfOf())], 'a.pdf'))
  const headers = { origin: APP, 'idempotency-key': 'letter-1-1' }
  await student.browser.send('/v1/matcher/student/resolve', { method: 'POST', body, headers })
}

async function useSession() {
  const browser = new Browser(backend.url)
  await signInAt(backend, browser, await copyOf(backend, 'member'))
  await arrive(backend, {}, { browser })
}

async function useTwice() {
  const { browser, entry, tokens } = await arrive(backend)
  const reply = await browser.signIn(entry, await copyOf(backend, 'member'))
  const callback = await browser.go(String(data(reply).location))
  await tokens(callback)
  await expect(tokens(callback)).rejects.toMatchObject({ error: 'invalid_grant' })
}

/** A reset, with a code that was never sent and one that is wrong before the right one. */
async function reset(key: string) {
  const { login_id, phone } = await copyOf(backend, key)
  const { browser } = await arrive(backend)
  const { auth_token } = data(await browser.post('/v1/init/search/pwd', { login_id }))
  const token = { 'x-authenticator': `Token ${String(auth_token)}` }
  const verify = (verify_code: string) => browser.post('/authenticator/v1/verify/mobile', { verify_code }, token)
  await verify('000000')
  await browser.post('/authenticator/v1/issue/sms', {}, token)
  const code = await codeTo(backend, phone)
  await verify(code === '000000' ? '000001' : '000000')
  const { auth_code } = data(await verify(code))
  const credential = { auth_code, amr: 'SMS' }
  const { reset_token } = data(await browser.post('/v1/search/pwd', { login_id, credential }))
  const password = seal('qZ4$nwpe8Kd', backend.ctx.keys.sealing)
  await browser.call('PUT', '/v1/profile/search/password', { reset_token, login_id, password })
}

/** These happen at the issuer, without a visit to the app. */
const WITHOUT_VISIT = new Set(['session.used', 'session.signed_out', 'token.reused'])

/** What an event should name and does not. */
function lacking(event: string, row: Record<string, unknown>): string[] {
  const named = ['ip', 'request_id', 'client_id']
  if (!WITHOUT_VISIT.has(event)) named.push('visit')
  // A visitor who joins has no member yet.
  if (!event.startsWith('code.')) named.push('member_id')
  return named.filter((name) => row[name] === null)
}

test.each<[string, () => Promise<void>, SecurityEvent[]]>([
  ['a sign-in', signIn, ['sign_in.done']],
  ['wrong passwords', signInWrongly, ['sign_in.wrong_password', 'lock.closed', 'sign_in.locked']],
  ['a sign-out', signOut, ['session.signed_out']],
  ['a join', joinWithLetter, ['code.sent', 'code.verified', 'join.done', 'consent.given', 'letter.kept']],
  ['a reset', () => reset('member'), ['code.wrong', 'code.expired', 'reset.allowed', 'password.reset']],
  ['a reset that opens a lock', () => reset('locked'), ['lock.opened']],
  ['a session that answers by itself', useSession, ['session.used']],
  ['a code that comes twice', useTwice, ['token.reused']],
])('%s is written down, with its time, in the table and in the log', async (_, happen, events) => {
  await backend.ctx.db.deleteFrom('audit_events').execute()
  lines.length = 0
  const began = Date.now() - 1000
  await happen()
  const rows = async () => backend.ctx.db.selectFrom('audit_events').selectAll().execute()
  await expect.poll(async () => (await rows()).map(({ event }) => event)).toEqual(expect.arrayContaining(events))
  for (const { event, at, ...from } of await rows()) {
    expect(Object.keys(EVENTS)).toContain(event)
    expect(at.getTime()).toBeGreaterThan(began)
    expect(lacking(event, from), event).toEqual([])
    expect(lines.some((line) => line.includes(`Z","event":"${event}"`))).toBe(true)
  }
})

test('there is no event that nothing writes down', () => {
  const files = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  const code = [...files('backend/routes'), ...files('backend/domain').filter((text) => !text.includes('EVENTS ='))]
  const written = [...code, ...files('backend/oidc'), ...files('backend/commands')].join()
  expect(Object.keys(EVENTS).filter((event) => !written.includes(`'${event}'`))).toEqual([])
})

test('writes 25 equal client errors as one line, one row, and a row that counts the others', async () => {
  await backend.ctx.db.deleteFrom('audit_events').execute()
  lines.length = 0
  const browser = new Browser(backend.url)
  const report = { message: 'x is undefined', route: '/login', release: '1' }
  for (let time = 0; time < 25; time += 1)
    expect((await browser.post('/v1/client-errors', { ...report, id: `e${time}` })).status).toBe(202)
  await writeHeld(backend.ctx)
  const rows = await backend.ctx.db.selectFrom('audit_events').select(['count', 'fields']).orderBy('id').execute()
  const since = expect.any(String) as string
  expect(rows).toEqual([
    { count: 1, fields: { ...report, id: 'e0' } },
    { count: 24, fields: { ...report, aggregated: true, since } },
  ])
  expect(lines.filter((line) => line.includes('"client.error"'))).toHaveLength(1)
})

const PROFILE = { fields: 'nickname' }

test('a flood of one network writes a limited number of rows and one for the rest of each event', async () => {
  const { db } = backend.ctx
  await db.deleteFrom('audit_events').execute()
  const ctx = { ...backend.ctx, eventLimits: startEventLimits(() => 0, ROWS_PER_HOUR) }
  const extra = 20
  const began = ctx.now().getTime()
  for (let caller = 0; caller < ROWS_PER_HOUR + extra; caller += 1)
    await record(ctx, 'code.wrong', { ip: `2001:db8:0:${caller.toString(16)}::1` }, { purpose: `P${caller}` })
  await record(ctx, 'code.wrong', { ip: '203.0.113.9' }, { purpose: 'another network' })
  await record(ctx, 'profile.changed', { ip: '2001:db8::1', member_id: MEMBER }, PROFILE)
  await writeHeld(ctx)
  await writeHeld(ctx)
  const rows = await db.selectFrom('audit_events').select(['ip', 'member_id', 'fields', 'count']).execute()
  const rest = rows.filter(({ fields }) => fields.aggregated === true)
  expect(rest).toMatchObject([{ ip: '2001:db8:0::/48', fields: { aggregated: true }, count: extra }])
  expect(Date.parse(String(rest[0]?.fields.since))).toBeGreaterThanOrEqual(began)
  expect(rows).toHaveLength(ROWS_PER_HOUR + 3)
  expect(rows, 'what needs a secret of the member is still written by itself').toContainEqual(
    expect.objectContaining({ member_id: MEMBER, ip: '2001:db8::1', fields: PROFILE }),
  )
})

test('a member who repeats one thing all the time writes a limited number of rows too', async () => {
  const { db } = backend.ctx
  await db.deleteFrom('audit_events').execute()
  const ctx = { ...backend.ctx, eventLimits: startEventLimits(() => 0, ROWS_PER_HOUR) }
  for (let time = 0; time < ROWS_PER_HOUR + 5; time += 1)
    await record(ctx, 'session.used', { ip: `203.0.113.${time % 250}`, member_id: MEMBER, client_id: 'service-a' })
  await writeHeld(ctx)
  const rows = await db.selectFrom('audit_events').select(['member_id', 'count']).orderBy('id', 'desc').execute()
  expect(rows[0]).toEqual({ member_id: MEMBER, count: 5 })
  expect(rows).toHaveLength(ROWS_PER_HOUR + 1)
})
