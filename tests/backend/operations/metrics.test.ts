// What an operator watches: each event of a member moves its series, and no series names a member.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routeNames } from '../../../backend/http/routeNames.ts'
import { pathsOf } from '../../../backend/http/limits.ts'
import { backendApp } from '../../../backend/app.ts'
import { startBackend, type RunningBackend } from '../../../backend/main.ts'
import { createProvider } from '../../../backend/oidc/provider.ts'
import { ISSUER_PATHS } from '../../../backend/oidc/routes.ts'
import { demoPlugIn } from '../../../demo/plugIn.ts'
import { gatewaysOf } from '../../../backend/sms/gateways.ts'
import { fromEnvironment } from '../../../backend/startOptions.ts'
import { APP, Browser, data } from '../browser.ts'
import { Joiner } from '../joiner.ts'
import { routesOf } from '../routeList.ts'
import { moved, scrape } from '../scrape.ts'
import { copyOf, PARTNER, signInAt, start, type Member } from '../start.ts'

const METRICS = { metrics: { host: '127.0.0.1', port: 0 } }
const METRICS_PATH = '/metrics'

let backend: RunningBackend
beforeAll(async () => void (backend = await start(METRICS)))
afterAll(() => backend.close())

const wrongly = (member: Member) => signInAt(backend, new Browser(backend.url), { ...member, password: 'wr0ng!Pass' })

describe('a series moves with what a member does:', () => {
  test('a sign-in', async () => {
    const member = await copyOf(backend, 'member')
    const more = await moved(backend, () => signInAt(backend, new Browser(backend.url), member))
    expect(more).toMatchObject({
      'daemun_sign_ins_total{result="done"}': 1,
      'daemun_sign_in_methods_total{method="password"}': 1,
      'daemun_events_total{event="sign_in.done"}': 1,
      'daemun_http_requests_total{route="/v1/verify/pwd",method="POST",status="200"}': 1,
      'daemun_http_requests_total{route="/oidc/auth",method="GET",status="303"}': 1,
      'daemun_http_requests_total{route="/oidc/auth/:uid",method="GET",status="303"}': 1,
      'daemun_http_requests_total{route="/oidc/token",method="POST",status="200"}': 1,
      'daemun_http_request_duration_seconds_count{route="/v1/verify/pwd",method="POST"}': 1,
      daemun_password_hash_seconds_count: 1,
    })
  })

  test('five wrong passwords, the lock, and a try while it is closed', async () => {
    const member = await copyOf(backend, 'member')
    const more = await moved(backend, async () => {
      for (let time = 0; time < 6; time += 1) await wrongly(member)
    })
    expect(more).toMatchObject({
      'daemun_sign_ins_total{result="wrong_password"}': 5,
      'daemun_sign_ins_total{result="locked"}': 1,
      'daemun_events_total{event="lock.closed"}': 1,
    })
  })

  test('a step after the password, its code, and a wrong code', async () => {
    const member = await copyOf(backend, 'sms')
    const more = await moved(backend, async () => {
      const browser = new Browser(backend.url)
      const { reply } = await signInAt(backend, browser, member)
      const headers = { 'x-authenticator': `Token ${String(data(reply).auth_token)}` }
      await browser.post('/authenticator/v1/issue/sms', {}, headers)
      await browser.post('/authenticator/v1/verify/sms', { verify_code: '000000' }, headers)
    })
    expect(more).toMatchObject({
      'daemun_sign_ins_total{result="step"}': 1,
      'daemun_sign_in_steps_total{step="AUTH_REQUIRED"}': 1,
      'daemun_codes_total{channel="sms",country="KR",outcome="sent"}': 1,
      'daemun_codes_total{channel="sms",country="KR",outcome="wrong"}': 1,
    })
  })

  test('a refusal after the right password, with its reason', async () => {
    const member = await copyOf(backend, 'suspended')
    const more = await moved(backend, () => signInAt(backend, new Browser(backend.url), member))
    expect(more).toMatchObject({
      'daemun_sign_ins_total{result="refused"}': 1,
      'daemun_sign_in_refusals_total{reason="SUSPENDED"}': 1,
    })
  })

  test('the steps of a join, which also begins on the login page', async () => {
    const joiner = new Joiner(backend)
    const more = await moved(backend, async () => {
      const other = await new Joiner(backend).arrive({})
      for (const again of [1, 2]) expect((await other.challenge()).status, `${again}`).toBe(200)
      await joiner.arrive()
      await joiner.proveEmail()
      await joiner.provePhone()
      const profile = { member_type_code: 'SOCIAL', affiliation_code: 'SC002', job_title: 'JOB_TYP_01' } as const
      expect((await joiner.join(joiner.payload(profile))).status).toBe(200)
    })
    expect(more).toMatchObject({
      'daemun_joins_total{step="started"}': 2,
      'daemun_joins_total{step="email_code"}': 1,
      'daemun_joins_total{step="email_proved"}': 1,
      'daemun_joins_total{step="phone_code"}': 1,
      'daemun_joins_total{step="phone_proved"}': 1,
      'daemun_joins_total{step="done"}': 1,
      'daemun_codes_total{channel="email",country="none",outcome="sent"}': 1,
    })
    expect(Object.keys(more).filter((name) => name.includes('join.started'))).toEqual([])
  })

  test('an unknown path, whose name no series has', async () => {
    const more = await moved(backend, () => fetch(`${backend.url}/members/hana@example.com`))
    expect(more).toMatchObject({ 'daemun_http_requests_total{route="other",method="GET",status="404"}': 1 })
  })
})

test('a gateway that takes no code moves the codes that were not delivered, and the 503', async () => {
  const sms_gateways = gatewaysOf({ SMS_URL: 'http://127.0.0.1:1', SMS_SECRET: 'x'.repeat(32) })
  const deaf = await start({ ...METRICS, sms_gateways })
  const member = await copyOf(deaf, 'sms')
  const more = await moved(deaf, async () => {
    const browser = new Browser(deaf.url)
    const { reply } = await signInAt(deaf, browser, member)
    const headers = { 'x-authenticator': `Token ${String(data(reply).auth_token)}` }
    expect((await browser.post('/authenticator/v1/issue/sms', {}, headers)).status).toBe(503)
  })
  expect(more).toMatchObject({
    'daemun_codes_total{channel="sms",country="KR",outcome="undelivered"}': 1,
    'daemun_http_requests_total{route="/authenticator/v1/issue/sms",method="POST",status="503"}': 1,
  })
  await deaf.close()
})

test('a full queue of password checks moves the checks that got no place', async () => {
  const busy = await start({ ...METRICS, limits: { hashes_at_once: 1, hashes_waiting: 1, hash_wait_ms: 60_000 } })
  let finish = () => {}
  const one = { networks: ['10.0.0.1'], visit: 'a' }
  const first = busy.hashing.inTurn(() => new Promise<void>((done) => (finish = done)), one)
  const second = busy.hashing.inTurn(() => Promise.resolve(), { ...one, visit: 'b' })
  const more = await moved(busy, () =>
    busy.hashing.inTurn(() => Promise.resolve(), { ...one, visit: 'c' }).catch(() => {}),
  )
  expect(more).toMatchObject({ 'daemun_password_hashes_refused_total{reason="full"}': 1 })
  const series = new Map((await scrape(busy)).map(({ name, value }) => [name, value]))
  expect(series.get('daemun_password_hashes_running')).toBe(1)
  expect(series.get('daemun_password_hashes_waiting')).toBe(1)
  finish()
  await Promise.all([first, second])
  await busy.close()
})

test('jobs move the series of their kind and outcome, and a scrape has those that are due or were given up', async () => {
  const of = (kind: string, payload: object, more: object) => {
    const created_at = new Date(Date.now() - 86_400_000)
    return { id: randomUUID(), kind, payload: JSON.stringify(payload), created_at, due_at: created_at, ...more }
  }
  const mail = { to: 'hana@example.com', locale: 'ko' }
  const nobody = { notice: 'locked', member_id: null, client_id: null }
  const away = await start({
    ...METRICS,
    smtp_url: 'smtp://127.0.0.1:1',
    plugIn: {
      ...demoPlugIn(PARTNER),
      async admit({ db }) {
        const tries = [of('left.mail', mail, { tries: 9 }), of('left.mail', mail, {}), of('notice.member', nobody, {})]
        const failed = of('left.mail', mail, { tries: 10, failed_at: new Date() })
        await db
          .insertInto('jobs')
          .values([...tries, failed])
          .execute()
      },
    },
  })
  const series = new Map((await scrape(away)).map(({ name, value }) => [name, value]))
  expect([series.get('daemun_jobs_due'), series.get('daemun_jobs_failed')]).toEqual([3, 1])
  const more = await moved(away, async () => {
    away.ctx.jobs.wake()
    await away.ctx.background.settle()
  })
  expect(more).toMatchObject({
    'daemun_jobs_total{kind="left.mail",outcome="failed"}': 1,
    'daemun_jobs_total{kind="left.mail",outcome="postponed"}': 1,
    'daemun_jobs_total{kind="notice.member",outcome="done"}': 1,
  })
  await away.close()
})

// The embedded database is part of the process.
test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a scrape needs no connection to the database, and counts those in use',
  async () => {
    const small = await start({ ...METRICS, pool: { connections: 1 } })
    await small.ctx.db.transaction().execute(async (db) => {
      await db.selectFrom('members').select('id').limit(1).execute()
      const series = new Map((await scrape(small)).map(({ name, value }) => [name, value]))
      expect(series.get('daemun_database_connections{state="in_use"}')).toBe(1)
      expect(series.get('daemun_database_connections{state="idle"}')).toBe(0)
      expect(series.get('daemun_database_connections_max')).toBe(1)
    })
    await small.close()
  },
)

test('no series has a member, an address, a service or a secret', async () => {
  const member = await copyOf(backend, 'member')
  await signInAt(backend, new Browser(backend.url), member)
  await wrongly({ ...member, login_id: 'hana@unknown.test' })
  await new Browser(backend.url).call('PROPFIND', `/v1/challenge/join/${member.login_id}?phone=${member.phone}`)
  const names = (await scrape(backend)).map(({ name }) => name).join('\n')
  for (const secret of [member.login_id, member.phone, 'unknown.test', '127.0.0.1', 'service-a', 'PROPFIND'])
    expect(names).not.toContain(secret)
  expect(names).not.toMatch(/[\da-f]{8}-[\da-f]{4}|@/)
  expect(names).toContain('route="/v1/challenge/join/:login_id",method="other"')
})

test('a scrape has the processor and the memory of the process', async () => {
  const names = (await scrape(backend)).map(({ name }) => name)
  expect(names).toContain('process_resident_memory_bytes')
  expect(names).toContain('nodejs_eventloop_lag_p99_seconds')
})

test('a hundred thousand unknown paths and methods add no series', async () => {
  const nameOf = routeNames(['/v1/health', '/v1/file/:name'])
  const names = new Set(Array.from({ length: 100_000 }, (_, at) => nameOf(`/x${at}/%zz${at}`)))
  expect([...names]).toEqual(['other'])
  expect(nameOf('/v1/File/a%20b/?x=/v1/health')).toBe('/v1/file/:name')
  expect(nameOf('/v1%2Fhealth')).toBe('/v1/health')
})

test('every route of the two routers has its own name', () => {
  const { app, issuer } = routesOf(backend)
  const provider = createProvider(backend.ctx)
  const nameOf = routeNames([...ISSUER_PATHS, ...pathsOf(backendApp(backend.ctx, provider, backend.hashing))])
  for (const { path } of [...app, ...issuer]) expect(nameOf(path.replaceAll(/:[^/]+/g, 'x'))).toBe(path)
})

test('the address of the metrics answers nothing else, and the public address has no metrics', async () => {
  const { origin } = new URL(backend.metrics_url ?? '')
  const statusOf = async (url: string, method = 'GET') => (await fetch(url, { method })).status
  for (const path of [
    '/',
    '/readyz',
    '/v1/health',
    '/metrics/',
    '/metrics?name[]=up',
    '/.well-known/openid-configuration',
  ])
    expect(await statusOf(origin + path), path).toBe(404)
  expect(await statusOf(origin + METRICS_PATH, 'POST')).toBe(405)
  const answer = await fetch(origin + METRICS_PATH)
  expect(answer.headers.get('content-type')).toContain('version=0.0.4')
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(await statusOf(backend.url + METRICS_PATH)).toBe(404)
})

test('a backend without the setting has no metrics, and the setting is a host and a port', async () => {
  expect(fromEnvironment({}).metrics).toBeUndefined()
  expect(fromEnvironment({ BACKEND_METRICS: '10.0.0.5:9464' }).metrics).toEqual({ host: '10.0.0.5', port: 9464 })
  expect(fromEnvironment({ BACKEND_METRICS: '[::1]:9464' }).metrics).toEqual({ host: '::1', port: 9464 })
  for (const wrong of ['9464', 'localhost', 'http://localhost:9464', 'localhost:70000', ':9464'])
    expect(() => fromEnvironment({ BACKEND_METRICS: wrong })).toThrow('BACKEND_METRICS: a host and a port')
  const taken = { host: '127.0.0.1', port: Number(new URL(backend.metrics_url ?? '').port) }
  const second = startBackend({ port: 0, app_origin: APP, memory: true, metrics: taken, write: () => {} })
  await expect(second).rejects.toThrow('is taken: set BACKEND_METRICS')
})

test('docs/operators.md names every metric, and no other', async () => {
  const registered = [...(await scrapeNames())].filter((name) => name.startsWith('daemun_'))
  const written = readFileSync('docs/operators.md', 'utf8').matchAll(/^\| `(daemun_[a-z_]+)(?:\{[^}`]*\})?`/gm)
  expect(new Set([...written].map(([, name]) => name))).toEqual(new Set(registered))
})

/** The names of the metrics, also of those that have no series yet. */
async function scrapeNames(): Promise<Set<string>> {
  const text = await (await fetch(backend.metrics_url ?? '')).text()
  return new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
}
