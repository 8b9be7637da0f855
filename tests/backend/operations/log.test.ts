// Security D11, the log: one JSON line for each event, with its level and the request that a member's reference names.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { say } from '../../../backend/commands/command.ts'
import { logTo, summedUp, type LogEvent } from '../../../backend/log.ts'
import { Browser } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf, signInAt } from '../start.ts'

type Line = Record<string, unknown>
const lines: Line[] = []
const backend = sharedBackend({ write: (line) => void lines.push(JSON.parse(line) as Line) })
beforeEach(() => void (lines.length = 0))

/** What the log writes for one event. */
function written(event: LogEvent, fields: Parameters<ReturnType<typeof logTo>>[1], request?: string): string {
  let all = ''
  logTo(
    (line) => void (all += line),
    () => new Date('2026-03-02T09:00:00Z'),
    () => request,
  )(event, fields)
  return all
}

test('a failure that repeats is one line a minute, also after the clock was set back', () => {
  const said: unknown[] = []
  let at = 0
  const note = summedUp(
    'standby.away',
    60_000,
    (_, { calls }) => void said.push(calls),
    () => new Date(at),
  )
  for (at of [1_000_000, 1_030_000, 1_060_000, 0]) note('away')
  expect(said).toEqual([1, 2, 1])
})

test('a line has its level, its time, its event, the request and the fields', () => {
  expect(written('join.done', { member_id: 'm', wait: 3 }, 'r')).toBe(
    '{"level":"info","at":"2026-03-02T09:00:00.000Z","event":"join.done","request_id":"r","member_id":"m","wait":3}\n',
  )
  expect(written('started', { release: '1' })).not.toContain('request_id')
})

test('a line is one line, and masks what must not be kept', () => {
  const line = written('started', {
    auth_code: '123456',
    login_id: 'a@b.test',
    detail_code: 4502,
    message: 'one\ntwo"\u009b\u202e',
  })
  expect(JSON.parse(line)).toMatchObject({
    auth_code: '***',
    login_id: '***',
    detail_code: 4502,
    message: 'one\ntwo"\u009b\u202e',
  })
  expect(line.trimEnd()).not.toMatch(/[\n\u009b\u202e]/)
})

/** As the database, the contract, HTTP, OAuth and mail call what a log must not keep. */
const SECRET = [
  ['recipient', 'to', 'became', 'was', 'login_id', 'login_id_key', 'login_hint'],
  ['phone', 'phone_number', 'affiliation_phone', 'mobile', 'email', 'affiliation_email', 'mail', 'mail_to'],
  ['password', 'password_hash', 'new_password', 'passphrase', 'client_secret', 'secret', 'secret_hash'],
  ['code', 'auth_code', 'verify_code', 'code_hash', 'code_verifier', 'code_challenge', 'otp', 'user_code'],
  ['token', 'auth_token', 'reset_token', 'access_token', 'refresh_token', 'id_token', 'id_token_hint', 'token_hash'],
  ['cookie', 'set-cookie', 'Cookie', 'authorization', 'Authorization', 'x-authenticator', 'credential', 'assertion'],
  ['state', 'proof', 'proof_hash', 'query', 'invitation', 'invitation_hash', 'undo_hash', 'cancel_hash'],
].flat()
const KEPT = [
  ['member_id', 'client_id', 'ip', 'visit', 'request_id', 'trace_id', 'id', 'kid', 'by', 'kind', 'purpose', 'country'],
  [
    'reason',
    'message',
    'stack',
    'detail_code',
    'attempt',
    'wait',
    'tries',
    'method',
    'amr',
    'step',
    'channel',
    'route',
  ],
  ['was_locked', 'sessions', 'release', 'version', 'group', 'count', 'calls', 'event', 'error', 'why', 'found'],
].flat()

test.each(SECRET)('the value of a field named %s is not written', (name) => {
  const line = written('warning', { [name]: 'canary' })
  expect(line).not.toContain('canary')
  expect(JSON.parse(line)).toMatchObject({ [name]: '***' })
})

test.each(KEPT)('the value of a field named %s is written, because an operator needs it', (name) => {
  expect(JSON.parse(written('warning', { [name]: 'value' }))).toMatchObject({ [name]: 'value' })
})

test('a command spells out what a terminal would obey', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  say('a key\u001b]52;c;aGk=\u0007\u009b\u202e\n\tof 대문')
  expect(write).toHaveBeenCalledWith('a key\\u001b]52;c;aGk=\\u0007\\u009b\\u202e\n\tof 대문\n')
})

test.each<[event: LogEvent, level: string]>([
  ['fault', 'error'],
  ['job.failed', 'error'],
  ['job.postponed', 'warn'],
  ['password.unreadable', 'warn'],
  ['oidc.failed', 'error'],
  ['warning', 'warn'],
  ['database.unavailable', 'warn'],
  ['standby.away', 'warn'],
  ['code.undelivered', 'warn'],
  ['sign_in.wrong_password', 'info'],
])('%s is of the level %s', (event, level) => expect(JSON.parse(written(event, {}))).toMatchObject({ level }))

test('every line of a request names the request, and another request has another ID', async () => {
  const member = await copyOf(backend, 'member')
  lines.length = 0
  await signInAt(backend, new Browser(backend.url), member)
  const done = lines.find(({ event }) => event === 'sign_in.done')
  expect(done?.request_id).toMatch(/^[\da-f-]{36}$/)
  await signInAt(backend, new Browser(backend.url), { ...member, password: 'wr0ng!Pass' })
  const wrong = lines.find(({ event }) => event === 'sign_in.wrong_password')
  expect(wrong?.request_id).not.toBe(done?.request_id)
})

test("the reference of the issuer's error page is the request ID of its line", async () => {
  const reply = await new Browser(backend.url).send('/oidc/auth?client_id=nobody', { headers: { accept: 'text/html' } })
  const line = lines.find(({ event }) => event === 'oidc.refused')
  expect(line?.request_id).toMatch(/^[\da-f-]{36}$/)
  expect(reply.text).toContain(String(line?.request_id))
})

test.each(['a1b2c3d4', '5d0f2a52-9f1d-4f43-8f51-2f4ad9f4b3a1'])(
  'the reference that an app shows, its own or that of a failed call (%s), is in the line of its report',
  async (id) => {
    const report = { id, message: `x is undefined in ${id}`, route: '/login', release: '0.2.0' }
    await new Browser(backend.url).post('/v1/client-errors', report)
    expect(lines).toMatchObject([
      { event: 'client.error', id, release: '0.2.0', request_id: expect.stringMatching(/^[\da-f-]{36}$/) as string },
    ])
  },
)
