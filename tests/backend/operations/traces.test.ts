// docs/operators.md, "Traces": spans from the browser's trace to the query, without anything of a member or a caller.
import { expect, test } from 'vitest'
import { Browser, data, seal, visitIn } from '../browser.ts'
import { attributesOf, startCollector } from '../collector.ts'
import { copyOf, partner, signInAt, start } from '../start.ts'

const ALL = { limits: { traces_percent: 100 } }
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const traceparent = `00-${TRACE}-${PARENT}-00`

/** A sign-in whose password call continues the trace of the browser, with all that belongs to the member or the visit. */
async function tracedSignIn() {
  const collector = await startCollector()
  const lines: string[] = []
  const backend = await start({ ...ALL, traces_endpoint: collector.url, write: (line) => void lines.push(line) })
  const [browser, member] = [new Browser(backend.url), await copyOf(backend, 'sms')]
  const { url } = await (await partner(backend)).begin()
  const entry = await browser.go(url)
  const key = data(await browser.get(`/v1/init/login${entry.search}`))
  const password = seal(member.password, key)
  const body = { login_id: member.login_id, password, ...visitIn(entry), stay_session: false }
  const reply = await browser.post('/v1/verify/pwd', body, { traceparent })
  const { auth_token } = data(reply)
  const token = { 'x-authenticator': `Token ${String(auth_token)}` }
  expect((await browser.post('/authenticator/v1/issue/sms', {}, token)).status).toBe(200)
  const codes = backend.ctx.db.selectFrom('outbox').select('text').where('to', '=', member.phone)
  await expect.poll(async () => (await codes.execute()).length).toBe(1)
  const code = /\d{6}/.exec((await codes.executeTakeFirstOrThrow()).text)?.[0] ?? ''
  expect((await browser.post('/authenticator/v1/verify/mobile', { verify_code: code }, token)).status).toBe(200)
  const { id } = await backend.ctx.db
    .selectFrom('members')
    .select('id')
    .where('login_id', '=', member.login_id)
    .executeTakeFirstOrThrow()
  const cookies = [...browser.jar.values()].map(({ value }) => value)
  const { login_id, password: plain, phone } = member
  const secrets = { login_id, plain, phone, ...visitIn(entry), sealed: password, code, auth_token, id }
  await backend.close()
  await collector.close()
  return { collector, lines, secrets: [...Object.values(secrets).map(String), ...cookies, '127.0.0.1'] }
}

test('a sign-in: the trace of the browser has its request, the queries and the hash, and nothing of the member', async () => {
  const { collector, secrets } = await tracedSignIn()
  const spans = collector.spans().filter((span) => span.traceId === TRACE)
  const [request, ...others] = spans.filter((span) => span.parentSpanId === PARENT)
  expect(others).toEqual([])
  expect(request?.name).toBe('POST /v1/verify/pwd')
  expect(attributesOf(request)).toMatchObject({ 'http.route': '/v1/verify/pwd', 'http.response.status_code': 401 })
  const parts = spans.filter((span) => span.parentSpanId === request?.spanId)
  expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'with', 'commit', 'password hash']))
  const counted = parts.find((span) => String(attributesOf(span)['db.query.text']).includes('login_attempts as a'))
  expect(attributesOf(counted)).toMatchObject({ 'db.system.name': 'postgresql' })
  expect(attributesOf(counted)['db.query.text']).toContain('$1')

  const sent = collector.sent()
  // The code is a number of six digits, which a time may have in it by chance.
  for (const secret of secrets.filter((one) => one.length > 6)) expect(sent).not.toContain(secret)
  const values = collector.spans().flatMap((span) => [span.name, ...Object.values(attributesOf(span)).map(String)])
  for (const secret of secrets) expect(values.filter((value) => value.includes(secret))).toEqual([])
  expect(secrets.every((secret) => secret.length >= 6)).toBe(true)
})

test('a job is a trace of its own, and a mail is a part of it', async () => {
  const collector = await startCollector()
  const backend = await start({ ...ALL, traces_endpoint: collector.url })
  await signInAt(backend, new Browser(backend.url), await copyOf(backend, 'member'))
  await backend.ctx.background.settle()
  await backend.close()
  await collector.close()
  const spans = collector.spans()
  const job = spans.find(({ name }) => name === 'job notice.mail')
  expect(job?.parentSpanId ?? '').toBe('')
  expect(spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId).map(({ name }) => name)).toContain('smtp')
})

test('a line of the log has the trace of its request', async () => {
  const collector = await startCollector()
  const lines: string[] = []
  const backend = await start({ ...ALL, traces_endpoint: collector.url, write: (line) => void lines.push(line) })
  backend.ctx.counted = (event) => backend.ctx.log('started', { counted: event })
  await signInAt(backend, new Browser(backend.url), await copyOf(backend, 'member'))
  await backend.close()
  await collector.close()
  const line = lines
    .map((one) => JSON.parse(one) as Record<string, string>)
    .find(({ counted }) => counted !== undefined)
  expect(line?.trace_id).toMatch(/^[\da-f]{32}$/)
  const request = collector.spans().find((span) => attributesOf(span)['daemun.request_id'] === line?.request_id)
  expect(request?.traceId).toBe(line?.trace_id)
})

test('a collector that is away costs no sign-in, and one line of the log', async () => {
  const collector = await startCollector()
  await collector.close()
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const backend = await start({ ...ALL, traces_endpoint: collector.url, write, drain_ms: 20_000 })
  for (let time = 0; time < 6; time += 1) {
    const { reply } = await signInAt(backend, new Browser(backend.url), await copyOf(backend, 'member'))
    expect(reply.status).toBe(200)
  }
  await backend.close()
  expect(lines.filter((line) => line.includes('"traces.failed"'))).toHaveLength(1)
})

test('without a collector, or at 0 %, nothing is traced', async () => {
  const collector = await startCollector()
  const backend = await start({ limits: { traces_percent: 0 }, traces_endpoint: collector.url })
  await signInAt(backend, new Browser(backend.url), await copyOf(backend, 'member'))
  await backend.close()
  await collector.close()
  expect(collector.sent()).toBe('')
})
