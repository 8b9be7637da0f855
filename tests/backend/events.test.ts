// Security D12: the shape of a security event, and a record of each common event when it happens.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENTS, record, ROWS_PER_NETWORK_HOUR, type SecurityEvent } from '../../backend/domain/events'
import type { RunningBackend } from '../../backend/main'
import { APP, Browser, data, seal } from './browser'
import { Joiner, profiles } from './joiner'
import { copyOf, partner, signInAt, start } from './start'
import { pdfOf } from '../support/pdf'

let backend: RunningBackend
const lines: string[] = []
beforeAll(async () => {
  const limits = { send_gap_seconds: 0, sends_per_ip_hour: 10_000, sends_per_hour: 100 }
  backend = await start({ limits, write: (line) => lines.push(line) })
}, 60_000)
afterAll(() => backend.close())

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
  await browser.go((await (await partner(backend)).begin()).url)
}

async function useTwice() {
  const browser = new Browser(backend.url)
  const { url, tokens } = await (await partner(backend)).begin()
  const reply = await browser.signIn(await browser.go(url), await copyOf(backend, 'member'))
  const callback = await browser.go(String(data(reply).location))
  await tokens(callback)
  await expect(tokens(callback)).rejects.toMatchObject({ error: 'invalid_grant' })
}

/** A reset, with a code that was never sent and one that is wrong before the right one. */
async function reset(key: string) {
  const { login_id, phone } = await copyOf(backend, key)
  const browser = new Joiner(backend, login_id, phone)
  const entry = await browser.browser.go((await (await partner(backend)).begin()).url)
  const transaction = {
    transaction_id: entry.searchParams.get('transaction_id'),
    state: entry.searchParams.get('state'),
  }
  const post = (path: string, body: object, token = '') =>
    browser.browser.post(path, body, token === '' ? {} : { 'x-authenticator': `Token ${token}` })
  const { auth_token } = data(await post('/v1/init/search/pwd', { login_id, ...transaction }))
  await post('/authenticator/v1/verify/mobile', { verify_code: '000000' }, String(auth_token))
  await post('/authenticator/v1/issue/sms', {}, String(auth_token))
  await expect.poll(() => browser.codeTo(phone)).toMatch(/\d{6}/)
  const code = await browser.codeTo(phone)
  const wrong = code === '000000' ? '000001' : '000000'
  await post('/authenticator/v1/verify/mobile', { verify_code: wrong }, String(auth_token))
  const { auth_code } = data(await post('/authenticator/v1/verify/mobile', { verify_code: code }, String(auth_token)))
  const { reset_token } = data(await post('/v1/search/pwd', { login_id, credential: { auth_code, amr: 'SMS' } }))
  const password = seal('qZ4$nwpe8Kd', backend.ctx.keys.sealing)
  await browser.browser.call('PUT', '/v1/profile/search/password', { reset_token, login_id, password })
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
  await backend.ctx.db.deleteFrom('events').execute()
  lines.length = 0
  const from = Date.now() - 1000
  await happen()
  const rows = async () => backend.ctx.db.selectFrom('events').select(['event', 'at']).execute()
  await expect.poll(async () => (await rows()).map(({ event }) => event)).toEqual(expect.arrayContaining(events))
  for (const { event, at } of await rows()) {
    expect(EVENTS).toContain(event)
    expect(at.getTime()).toBeGreaterThan(from)
    expect(lines.some((line) => line.includes(`Z","event":"${event}"`))).toBe(true)
  }
})

test('there is no event that nothing writes down', () => {
  const files = (folder: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  const code = [...files('backend/routes'), ...files('backend/domain').filter((text) => !text.includes('EVENTS ='))]
  const written = [...code, ...files('backend/oidc')].join()
  expect(EVENTS.filter((event) => !written.includes(`'${event}'`))).toEqual([])
})

const HOUR_MS = 3_600_000

test('writes 25 equal client errors as one row and one line', async () => {
  await backend.ctx.db.deleteFrom('events').execute()
  lines.length = 0
  const browser = new Browser(backend.url)
  const report = { message: 'x is undefined', route: '/login', release: '1' }
  for (let time = 0; time < 25; time += 1)
    expect((await browser.post('/v1/client-errors', { ...report, id: `e${time}` })).status).toBe(202)
  const rows = await backend.ctx.db.selectFrom('events').select(['event', 'count', 'fields']).execute()
  expect(rows).toEqual([{ event: 'client.error', count: 25, fields: { ...report, id: 'e0' } }])
  expect(lines.filter((line) => line.includes('"client.error"'))).toHaveLength(1)
})

test('counts 800 equal events of one hour in one row, and begins a new row in the next hour', async () => {
  const { db } = backend.ctx
  await db.deleteFrom('events').execute()
  lines.length = 0
  const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  let now = new Date(start)
  const ctx = { ...backend.ctx, now: () => now }
  const repeat = async () => {
    for (let time = 0; time < 400; time += 1) {
      now = new Date(now.getTime() + 1)
      await record(ctx, 'code.wrong', { ip: '203.0.113.9' }, { purpose: 'JOIN' })
    }
  }
  await repeat()
  await repeat()
  const rows = () => db.selectFrom('events').select(['count', 'at', 'last_at']).orderBy('at').execute()
  expect(await rows()).toEqual([{ count: 800, at: new Date(start + 1), last_at: new Date(start + 800) }])
  expect(lines.filter((line) => line.includes('"code.wrong"'))).toHaveLength(800)
  now = new Date(start + HOUR_MS)
  await repeat()
  expect((await rows()).map(({ count }) => count)).toEqual([800, 400])
})

test('writes a limited number of rows for one network in an hour, and counts the rest of each event in one row', async () => {
  const { db } = backend.ctx
  await db.deleteFrom('events').execute()
  const extra = 20
  for (let caller = 0; caller < ROWS_PER_NETWORK_HOUR + extra; caller += 1)
    await record(backend.ctx, 'code.wrong', { ip: `2001:db8:0:${caller.toString(16)}::1` }, { purpose: `P${caller}` })
  await record(backend.ctx, 'code.wrong', { ip: '203.0.113.9' }, { purpose: 'another network' })
  const rows = await db.selectFrom('events').select(['ip', 'fields', 'count']).execute()
  const rest = rows.filter(({ fields }) => fields.aggregated === true)
  expect(rest).toEqual([{ ip: '2001:db8:0::/48', fields: { aggregated: true }, count: extra }])
  expect(rows).toHaveLength(ROWS_PER_NETWORK_HOUR + 2)
}, 60_000)
