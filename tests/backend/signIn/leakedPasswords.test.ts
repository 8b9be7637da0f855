// Security A4: a leaked password is refused where the operator allows the question. Whatever the service does, no member fails by it.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { memberNamed } from '../../../backend/domain/members/operator.ts'
import { allowReset } from '../../../backend/domain/recovery/recovery.ts'
import { fromEnvironment } from '../../../backend/startOptions.ts'
import { Browser, seal, visitIn, type Reply } from '../browser.ts'
import { Joiner, profiles } from '../joiner.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, copyOf, signInAt, start, type Member } from '../start.ts'

const LEAKED = 'vN8!drum4Kx'
const CLEAN = 'nW8!park3Lz'
const sha1 = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
const line = (password: string, count: number) => `${sha1(password).slice(5)}:${count}`

/** The service, which speaks the range protocol. A test may replace its answer. */
type Answer = (res: ServerResponse) => void
/** One published password, and padding as the real service adds it: hashes with the count 0. */
const usual: Answer = (res) => res.end([line('another-one', 3), line(LEAKED, 12), line(CLEAN, 0)].join('\r\n'))
let answer: Answer
const asked: IncomingMessage[] = []
const service = createServer((req, res) => {
  asked.push(req)
  answer(res)
})

let now = Date.now()
let waits: { end: () => void }
const lines: string[] = []
beforeAll(() => new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve)))
const backend = sharedBackend(() => ({
  now: () => new Date(now),
  write: (text) => void lines.push(text),
  leaked_passwords_url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/mirror/`,
  limits: { hashes_at_once: 1, send_gap_seconds: 0, sends_per_ip_hour: 1000 },
}))
afterAll(() => {
  service.closeAllConnections()
  service.close()
})
beforeEach(() => {
  answer = usual
  asked.length = 0
  lines.length = 0
  now += 61_000
  waits = clockOfLookups()
})
afterEach(() => void vi.restoreAllMocks())

type Set = (password: string) => Promise<Reply>
async function joining(at = backend): Promise<Set> {
  const joiner = await new Joiner(at).ready()
  return (password) => joiner.join(joiner.payload(profiles.SOCIAL, { password: joiner.seal(password) }))
}
async function changing(at = backend): Promise<Set> {
  const member = await copyOf(at, 'required-password')
  const { browser, entry } = await arrive(at)
  expect((await browser.signIn(entry, member)).status).toBe(401)
  const { sealing } = at.ctx.keys
  return (password) =>
    browser.call('PUT', '/v1/profile/change/password', {
      current_password: seal(member.password, sealing),
      password: seal(password, sealing),
      matcher_type: 'REQUIRED_CHANGE_PWD',
    })
}
async function resetting(at = backend, given?: Member): Promise<Set> {
  const member = given ?? (await copyOf(at, 'member'))
  const { browser, entry } = await arrive(at)
  const { login_id } = member
  const { id } = await memberNamed(at.ctx, login_id)
  const reset_token = await allowReset(at.ctx, visitIn(entry).transaction_id, id)
  return (password) =>
    browser.call('PUT', '/v1/profile/search/password', {
      reset_token,
      login_id,
      password: seal(password, at.ctx.keys.sealing),
    })
}
const WAYS = { join: joining, change: changing, reset: resetting }

describe.each(Object.entries(WAYS))('at a %s', (_way, begin) => {
  test('a leaked password is refused like a common one, and another one is accepted', async () => {
    const set = await begin()
    const refused = { status: 400, body: { code: 'PASSWORD_NOT_ALLOWED', detail_code: 4514 } }
    expect(await set(LEAKED)).toMatchObject(refused)
    expect((await set(CLEAN)).status).toBe(200)
    expect(asked.map(({ url }) => url)).toEqual([
      `/mirror/range/${sha1(LEAKED).slice(0, 5)}?mode=sha1`,
      `/mirror/range/${sha1(CLEAN).slice(0, 5)}?mode=sha1`,
    ])
  })

  test('a service that fails lets the password pass', async () => {
    answer = (res) => res.writeHead(500).end('broken')
    expect((await (await begin())(LEAKED)).status).toBe(200)
  })
})

test('only five characters of the hash leave, and the log has nothing of it', async () => {
  const set = await resetting()
  await set(LEAKED)
  const said = asked.map(({ rawHeaders, url }) => [url, ...rawHeaders].join('\n')).join('\n')
  expect(said).toContain('Add-Padding')
  for (const secret of [LEAKED, sha1(LEAKED).slice(0, 6), sha1(LEAKED).slice(5)]) {
    expect(said.toUpperCase()).not.toContain(secret.toUpperCase())
    expect(lines.join('\n').toUpperCase()).not.toContain(secret.toUpperCase())
  }
})

test.each<[string, string, Answer]>([
  ['fails', 'no answer, or a failure', (res) => res.writeHead(500).end('broken')],
  ['hangs up', 'no answer, or a failure', (res) => void res.socket?.destroy()],
  ['answers nonsense', 'malformed answer', (res) => res.end('<html>Sign in to the guest network</html>')],
])('a service that %s lets the password pass, and the log says so', async (_what, message, broken) => {
  answer = broken
  const set = await resetting()
  expect((await set(LEAKED)).status).toBe(200)
  expect(lines.filter((one) => one.includes('leaks.failed')).map((one) => JSON.parse(one) as object)).toMatchObject([
    { at: new Date(now).toISOString(), event: 'leaks.failed', message, calls: 1 },
  ])
})

test('a service that says nothing for 500 ms lets the password pass', async () => {
  answer = () => waits.end()
  const set = await resetting()
  expect((await set(LEAKED)).status).toBe(200)
  expect(lines.join('\n')).toContain('no answer within 500 ms')
})

test('without the setting no service is asked', async () => {
  const off = await start({ limits: { send_gap_seconds: 0 } })
  onTestFinished(() => off.close())
  const set = await resetting(off)
  expect((await set(LEAKED)).status).toBe(200)
  expect(asked).toEqual([])
})

/** Takes the place of the timer of 500 ms, which a busy machine may need for an answer. */
function clockOfLookups(): { end: () => void } {
  const timer = new AbortController()
  const real = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 500 ? timer.signal : real(ms)))
  return { end: () => timer.abort(new DOMException('late', 'TimeoutError')) }
}

test('a password that the rules refuse, or that is the same as before, is not asked about', async () => {
  const member = await copyOf(backend, 'member')
  const reset = await resetting(backend, member)
  for (const password of ['abcd1234', 'Passw0rd!9', member.password]) expect((await reset(password)).status).toBe(400)
  expect(asked).toEqual([])
})

test('strangers make the server ask nothing: by a sign-in, or by a reset without a proof', async () => {
  const member = await copyOf(backend, 'member')
  const { browser, entry } = await arrive(backend)
  for (const login_id of [member.login_id, `nobody-${member.login_id}`]) {
    expect((await browser.signIn(entry, { login_id, password: LEAKED })).status).toBe(400)
    const body = { reset_token: 'r'.repeat(43), login_id, password: seal(LEAKED, backend.ctx.keys.sealing) }
    expect((await browser.call('PUT', '/v1/profile/search/password', body)).status).toBe(400)
  }
  expect(asked).toEqual([])
})

test('members sign in while the only place for hashes has a password that waits for the service', async () => {
  const isAsked = new Promise<void>((resolve) => (answer = () => resolve()))
  const member = await copyOf(backend, 'member')
  const set = await resetting()
  const reply = set(CLEAN)
  await isAsked
  expect((await signInAt(backend, new Browser(backend.url), member)).claims).not.toBeNull()
  waits.end()
  expect((await reply).status).toBe(200)
})

test('the log names failures once a minute, with their number', async () => {
  answer = (res) => res.writeHead(503).end()
  const failures = () => lines.filter((one) => one.includes('leaks.failed'))
  for (let count = 0; count < 5; count += 1) expect(await backend.ctx.isLeaked(LEAKED)).toBe(false)
  expect(failures()).toHaveLength(1)
  now += 60_000
  await backend.ctx.isLeaked(LEAKED)
  expect(failures()[1]).toContain('"calls":5')
})

test.each([
  ['http://mirror.test', 'an absolute URL with https'],
  ['https://hunter2@mirror.test', 'without a user'],
  ['https://mirror.test/?key=hunter2', 'without a user, a query or a fragment'],
])('%s is no address of the service', (BACKEND_LEAKED_PASSWORDS_URL, said) => {
  const begin = () => fromEnvironment({ BACKEND_LEAKED_PASSWORDS_URL })
  expect(begin).toThrow(`BACKEND_LEAKED_PASSWORDS_URL: `)
  expect(begin).toThrow(said)
  expect(begin).not.toThrow('hunter2')
})

test('the setting is off by default, and can name the public service or a mirror', () => {
  expect(fromEnvironment({ BACKEND_LEAKED_PASSWORDS_URL: '' }).leaked_passwords_url).toBeUndefined()
  for (const address of ['https://api.pwnedpasswords.com', 'https://mirror.test/pwned'])
    expect(fromEnvironment({ BACKEND_LEAKED_PASSWORDS_URL: address }).leaked_passwords_url).toBe(address)
})
