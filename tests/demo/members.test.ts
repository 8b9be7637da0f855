// The start and the reset of the demonstration.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RunningBackend } from '../../backend/main.ts'
import { fromEnvironment } from '../../backend/startOptions.ts'
import { resetDemo } from '../../demo/members.ts'
import { demoPlugIn } from '../../demo/plugIn.ts'
import { partnerUrlOf } from '../../demo/settings.ts'
import { Browser } from '../backend/browser.ts'
import { dropDatabase, ownDatabase } from '../backend/ownDatabase.ts'
import { copyOf, signInAt, start } from '../backend/start.ts'

const membersOf = async ({
  url,
}: RunningBackend): Promise<{ key: string; login_id: string; password: string; phone: string }[]> =>
  (await (await fetch(`${url}/demo/members.json`)).json()) as never

test('the demo: every listed member has its password; a reset brings all back and ends sessions', async () => {
  const backend = await start()
  const members = await membersOf(backend)
  expect(members.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['member', 'four-wrong', 'locked', 'sms', 'admin', 'sk']),
  )
  expect(new Set(members.map(({ phone }) => phone)).size).toBe(members.length)
  for (const { password } of members) expect(password).toMatch(/^([a-z]\d[@$!%*#?&]){4}$/)
  const [member] = members
  const browser = new Browser(backend.url)
  if (!member) throw new Error('no demo member')
  expect((await signInAt(backend, browser, member)).claims?.email).toBe(member.login_id)
  await copyOf(backend, 'member')
  const reset = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  expect((await fetch(`${backend.url}/demo/reset`, reset)).status).toBe(200)
  expect(await membersOf(backend)).toEqual(members)
  const count = await backend.ctx.db.selectFrom('members').select('id').execute()
  expect(count).toHaveLength(members.length)
  const { entry } = await signInAt(backend, browser, member)
  expect(entry.pathname).toBe('/init/login')
  const foreign = { ...reset, headers: { ...reset.headers, origin: 'http://evil.test' } }
  expect((await fetch(`${backend.url}/demo/reset`, foreign)).status).toBe(403)
  await backend.close()
})

test('two that make the demo at once make it once', async () => {
  const backend = await start()
  await backend.ctx.db.deleteFrom('members').execute()
  await Promise.all([resetDemo(backend.ctx, backend.hashing), resetDemo(backend.ctx, backend.hashing)])
  const made = await backend.ctx.db.selectFrom('members').select('login_id').execute()
  expect(made.map(({ login_id }) => login_id).toSorted()).toEqual(
    (await membersOf(backend)).map(({ login_id }) => login_id).toSorted(),
  )
  await backend.close()
})

test('the demo does not start on the database of an installation', async () => {
  const database_url = await ownDatabase('keys')
  if (database_url) onTestFinished(() => dropDatabase(database_url))
  const installation = await start({ plugIn: undefined, ...(database_url ? { database_url } : { memory: true }) })
  const now = new Date()
  const login_id = 'hong@mail.test'
  const row = { id: randomUUID(), login_id, login_id_key: login_id, password_hash: '-', name: '홍길동' }
  await installation.ctx.db
    .insertInto('members')
    .values({ ...row, password_changed_at: now, created_at: now })
    .execute()
  const place = database_url ? { database_url } : { memory: { dump: await installation.dump() } }
  await installation.close()
  await expect(start(place)).rejects.toThrow('none of the demo')
})

test.each([
  [{ NODE_ENV: 'production' }, 'NODE_ENV=production'],
  [{ HOST: '0.0.0.0' }, 'loopback only'],
  [{ BACKEND_URL: 'https://id.example.com' }, 'loopback only'],
  [{ PARTNER_URL: 'http://partner.test' }, 'PARTNER_URL'],
])('the demonstration does not start with %o', async (settings: Record<string, string>, named) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const begun = async () => start({ ...fromEnvironment(settings), port: 0, plugIn: demoPlugIn(partnerUrlOf(settings)) })
  await expect(begun()).rejects.toThrow(named)
})

test('its program ends with 1 and one line', () => {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, stderr } = spawnSync(process.execPath, ['demo/main.ts'], { encoding: 'utf8', env })
  expect([status, stderr.trim().split('\n').at(-1)]).toEqual([1, expect.stringMatching('NODE_ENV=production')])
})
