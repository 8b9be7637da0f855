// A database that goes away, becomes read-only or hangs: what readiness, calls and the log say, and that the backend heals by itself.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBackground } from '../../../backend/background.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { Browser, data } from '../browser.ts'
import { ownDatabase } from '../ownDatabase.ts'
import { moved, scrape } from '../scrape.ts'
import { copyOf, partner, signInAt, start } from '../start.ts'

/** A connection to the database that a test can break: `cut` refuses and ends connections, `hanging` leaves every byte unanswered. */
async function breakable(database_url: string) {
  const target = new URL(database_url)
  const sockets = new Set<Socket>()
  let is: 'open' | 'cut' | 'hanging' = 'open'
  const server = createServer((socket) => {
    if (is === 'cut') return void socket.destroy()
    const onward = connect(Number(target.port), target.hostname)
    for (const one of [socket, onward]) sockets.add(one.on('error', () => {}).on('close', () => sockets.delete(one)))
    socket.on('data', (bytes) => is === 'hanging' || onward.write(bytes)).on('close', () => onward.destroy())
    onward.on('data', (bytes) => is === 'hanging' || socket.write(bytes)).on('close', () => socket.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const end = () => sockets.forEach((one) => one.destroy())
  return {
    url: Object.assign(new URL(database_url), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).href,
    become(next: typeof is) {
      is = next
      if (next !== 'hanging') end()
    },
    close() {
      server.close()
      end()
    },
  }
}

test('another server that cannot be reached, such as a mail relay, is logged as what it is', async () => {
  const lines: string[] = []
  const background = createBackground(
    (event) => void lines.push(event),
    () => void lines.push('database'),
  )
  background.run('mail.error', Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })))
  await background.settle()
  expect(lines).toEqual(['mail.error'])
})

// The embedded database is part of the process. The last lines of the run say so if PostgreSQL is missing.
describe.skipIf(!process.env.TEST_DATABASE_URL)('on a server', () => {
  let database_url: string
  let way: Awaited<ReturnType<typeof breakable>>
  let backend: RunningBackend
  let owner: pg.Client
  const lines: string[] = []
  beforeAll(async () => {
    database_url = (await ownDatabase('demo')) ?? ''
    way = await breakable(database_url)
    const metrics = { host: '127.0.0.1', port: 0 }
    // The log says once in ten seconds that the database is unavailable, so the clock stands.
    const begun = new Date()
    const write = (line: string) => void lines.push(line)
    backend = await start({ database_url: way.url, metrics, write, now: () => begun })
    owner = new pg.Client({ connectionString: database_url })
    await owner.connect()
  })
  afterAll(async () => {
    await owner?.end()
    way?.become('open')
    await backend?.close()
    way?.close()
  })
  beforeEach(() => void (lines.length = 0))

  const probe = async () => {
    const answer = await fetch(`${backend.url}/readyz`)
    return [answer.status, ((await answer.json()) as { status: string }).status]
  }
  const signIn = async () => signInAt(backend, new Browser(backend.url), await copyOf(backend, 'member'))
  /** A call that needs the database. */
  const call = () =>
    fetch(`${backend.url}/demo/members`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'member' }),
    })
  /** What a browser gets at the issuer: where a service sends it to sign in. */
  const page = async () => {
    const { url } = await (await partner(backend)).begin()
    return fetch(url, { redirect: 'manual', headers: { accept: 'text/html', 'accept-language': 'ja' } })
  }
  const heals = async () => {
    await expect.poll(probe).toEqual([200, 'ok'])
    expect((await signIn()).claims?.email).toContain('@')
    // Its notice would else meet the next outage.
    await backend.ctx.background.settle()
  }
  const said = (event: string) => lines.filter((line) => line.includes(`"event":"${event}"`))

  test('a lost database: every call says when to try again, the log has one line, and the backend recovers', async () => {
    way.become('cut')
    expect(await probe()).toEqual([503, 'no database'])
    const more = await moved(backend, async () => {
      for (let calls = 0; calls < 5; calls += 1) {
        const answer = await call()
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
        expect(await answer.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      }
    })
    expect(more).toMatchObject({
      daemun_database_unavailable_total: 5,
      'daemun_http_requests_total{route="/demo/members",method="POST",status="503"}': 5,
    })
    expect(said('database.unavailable')).toHaveLength(1)
    expect(lines.join()).not.toContain('stack')
    way.become('open')
    await heals()
  })

  test('a lost database: what the backend does every second adds no line', async () => {
    const told: string[] = []
    const looking = await start({
      database_url: way.url,
      follow_changes: true,
      metrics: { host: '127.0.0.1', port: 0 },
      write: (line) => void told.push(line),
    })
    try {
      way.become('cut')
      const failed = async () => {
        const series = await scrape(looking)
        return series.find(({ name }) => name === 'daemun_database_unavailable_total')?.value
      }
      await expect.poll(failed).toBeGreaterThan(4)
      const events = told.map((line) => (JSON.parse(line) as { event: string }).event)
      expect(events).toContain('database.unavailable')
      expect(events.filter((event) => event.endsWith('.failed'))).toEqual([])
    } finally {
      way.become('open')
      await looking.close()
    }
  })

  test('a lost database: the issuer shows a page to a member, and tells a service when to try again', async () => {
    const browser = new Browser(backend.url)
    const entry = await browser.go((await (await partner(backend)).begin()).url)
    const { location } = data(await browser.signIn(entry, await copyOf(backend, 'member')))
    way.become('cut')
    const answer = await browser.send(String(location), { headers: { accept: 'text/html', 'accept-language': 'ja' } })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(answer.text).toContain('一時的な問題が発生しました')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const asked = await browser.send('/oidc/userinfo', { headers: { authorization: 'Bearer a' } })
    expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '2'])
    expect(lines.join()).not.toContain('stack')
    way.become('open')
    await heals()
  })

  test('a primary that became a replica: not ready, calls say when to try again, and its connections close', async () => {
    const name = new URL(database_url).pathname.slice(1)
    await owner.query(`alter database ${name} set default_transaction_read_only = on`)
    way.become('open')
    await expect.poll(probe).toEqual([503, 'read-only database'])
    const answer = await page()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await answer.text()).toContain('一時的な問題が発生しました')
    await owner.query('begin; set transaction read write')
    await owner.query(`alter database ${name} reset default_transaction_read_only`)
    await owner.query('commit')
    // The connections that were refused would stay open and read-only.
    expect(await probe()).toEqual([200, 'ok'])
    await heals()
  })

  test('a database that hangs: readiness answers 503 meanwhile', async () => {
    way.become('hanging')
    expect(await probe()).toEqual([503, 'no database'])
    way.become('open')
    await heals()
  })

  test('the tables of another release: readiness answers 503', async () => {
    await owner.query(`insert into schema_migrations (name) values ('9999_later_contract')`)
    expect(await probe()).toEqual([503, 'tables of another release'])
    await owner.query(`delete from schema_migrations where name = '9999_later_contract'`)
    expect(await probe()).toEqual([200, 'ok'])
  })
})
