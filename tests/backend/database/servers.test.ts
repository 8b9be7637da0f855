// The database behind a pooler in transaction mode, and a database of two servers of which the first one is lost.
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../backend/db/database.ts'
import { poolOf } from '../../../backend/db/pgPool.ts'
import { poolFor } from '../../../backend/db/pool.ts'
import { notify } from '../../../backend/domain/notices/notices.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { freePort } from '../../../server/ports.ts'
import { startPostgres, type Postgres } from '../../../scripts/postgres.ts'
import { findPgbouncer } from '../../../scripts/run/setUp.ts'
import { Browser } from '../browser.ts'
import { emptyDatabase } from '../ownDatabase.ts'
import { startRelay } from '../relay.ts'
import { copyOf, signInAt, start } from '../start.ts'

const signIn = async (backend: RunningBackend) =>
  signInAt(backend, new Browser(backend.url), await copyOf(backend, 'member'))

const program = findPgbouncer()

// `npm test` installs PgBouncer, or says that this was not tested and ends red. Debian 12 has 1.18, which knows no prepared statements.
describe.skipIf(program === null || !process.env.TEST_DATABASE_URL)('behind PgBouncer in transaction mode', () => {
  let direct: string
  let pooled: string
  let pgbouncer: ChildProcess
  beforeAll(async () => {
    direct = (await emptyDatabase()) ?? ''
    const { hostname, port: server, username } = new URL(direct)
    const folder = mkdtempSync(join(tmpdir(), 'daemun-pgbouncer-'))
    chmodSync(folder, 0o755)
    const port = await freePort()
    writeFileSync(join(folder, 'users'), `"${username}" ""\n`)
    writeFileSync(
      join(folder, 'pgbouncer.ini'),
      [
        '[databases]',
        `* = host=${hostname} port=${server}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = trust',
        `auth_file = ${folder}/users`,
        'pool_mode = transaction',
        // Fewer than the backend opens, so that its connections share them.
        'default_pool_size = 3',
      ].join('\n'),
    )
    const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
    pgbouncer = spawn(program ?? '', [...asUser, '-q', join(folder, 'pgbouncer.ini')], { stdio: 'inherit' })
    pooled = Object.assign(new URL(direct), { port: String(port) }).href
    await vi.waitFor(
      async () => {
        const client = new pg.Client({ connectionString: pooled })
        await client.connect()
        await client.end()
      },
      { timeout: 30_000 },
    )
  })
  afterAll(() => void pgbouncer?.kill('SIGINT'))

  test('two instances serve sign-ins at once, without prepared statements', async () => {
    const options = { database_url: pooled, migration_url: direct, pool: { prepares: false } }
    const first = await start(options)
    const second = await start(options)
    const signedIn = await Promise.all(Array.from({ length: 12 }, (_, at) => signIn(at % 2 ? first : second)))
    for (const { claims } of signedIn) expect(claims?.email).toContain('@')
    for (const backend of [first, second]) expect((await fetch(`${backend.url}/readyz`)).status).toBe(200)
    await Promise.all([first.close(), second.close()])
  })

  test('two instances send each mail once, and a shutdown leaves no work behind', async () => {
    const relay = await startRelay()
    const options = { database_url: pooled, migration_url: direct, pool: { prepares: false }, smtp_url: relay.url }
    const both = [await start(options), await start(options)] as const
    const { login_id } = await copyOf(both[0], 'member')
    const member = await both[0].ctx.db
      .selectFrom('members')
      .selectAll()
      .where('login_id', '=', login_id)
      .executeTakeFirstOrThrow()
    for (let told = 0; told < 20; told += 1)
      await notify(both[0].ctx, 'stopped', { ...member, login_id: `${told}@mail.test` }, null)
    for (const { ctx } of both) ctx.jobs.wake()
    for (const { ctx } of both) await ctx.background.settle()
    expect(await both[0].ctx.db.selectFrom('jobs').selectAll().execute()).toEqual([])
    await Promise.all(both.map((backend) => backend.close()))
    // The tests before this one may have left mails to members.
    const mailed = relay.mails.map(({ to }) => to).filter((to) => to.endsWith('@mail.test'))
    expect(mailed.toSorted()).toEqual(Array.from({ length: 20 }, (_, told) => `${told}@mail.test`).toSorted())
    await relay.close()
  })
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('a primary with a standby', () => {
  let primary: Postgres
  let standby: Postgres
  let backend: RunningBackend
  const hostOf = ({ database_url }: Postgres) => new URL(database_url).host
  beforeAll(async () => {
    primary = await startPostgres()
    standby = await primary.follow()
    // The standby comes first in the address, so that the start has to find the primary.
    const database_url = `postgres://postgres@${hostOf(standby)},${hostOf(primary)}/postgres`
    backend = await start({ database_url })
  }, 120_000)
  afterAll(async () => {
    await backend?.close()
    await standby?.close()
    await primary?.close()
  })

  test('a start with standbys only says that no server takes writes', async () => {
    const open = openDatabase({ at: 'server', database_url: standby.database_url.replace('@', '@127.0.0.1:1,') })
    await expect(open).rejects.toThrow('the database of DATABASE_URL cannot be reached')
  })

  test('a connection to a standby is refused each time it is taken from the pool', async () => {
    const one = () => poolOf({ connectionString: standby.database_url, max: 1 })
    const pool = poolFor([one(), one()], { prepares: true })
    for (let tries = 0; tries < 3; tries += 1) await expect(pool.connect()).rejects.toThrow('the server is a replica')
    await pool.end()
  })

  test('a lost primary: the instances use the promoted standby without a restart', async () => {
    const member = await copyOf(backend, 'member')
    const signs = () => signInAt(backend, new Browser(backend.url), member)
    expect((await signs()).claims?.email).toBe(member.login_id)
    const { db } = backend.ctx
    const count = async () => Number((await db.selectFrom('members').select(db.fn.countAll().as('n')).execute())[0]?.n)
    const before = await count()
    const follower = new pg.Client({ connectionString: standby.database_url })
    await follower.connect()
    await expect
      .poll(async () => Number((await follower.query<{ n: string }>('select count(*) as n from members')).rows[0]?.n))
      .toBe(before)
    await primary.kill()
    expect((await fetch(`${backend.url}/readyz`)).status).toBe(503)
    await follower.query('select pg_promote()')
    await follower.end()
    await expect.poll(async () => (await fetch(`${backend.url}/readyz`)).status).toBe(200)
    expect((await signs()).claims?.email).toBe(member.login_id)
    expect(await count()).toBe(before)
  })
})
