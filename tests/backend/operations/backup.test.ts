// Backups while members join, a disaster, and the way back.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { copyEmbedded, restoreEmbedded } from '../../../backend/backups/embedded.ts'
import { runProgram } from '../../../backend/backups/programs.ts'
import { copyServer, receiveLog, restoreServer } from '../../../backend/backups/server.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { give, unprivileged } from '../../../scripts/postgres.ts'
import { findServer } from '../../../scripts/run/setUp.ts'
import { freePort } from '../../../server/ports.ts'
import { makeData, serveData } from '../../support/systemPostgres.ts'
import { Browser } from '../browser.ts'
import { Joiner, PASSWORD, profiles } from '../joiner.ts'
import { signInAt, start } from '../start.ts'
import { isComplete } from '../../support/someOf.ts'

const folder = mkdtempSync(join(tmpdir(), 'daemun-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const now = () => new Date()
const limits = { send_gap_seconds: 0, sends_per_ip_hour: 10_000 }

/** A member who joins. @returns the login ID */
async function joined(backend: RunningBackend): Promise<string> {
  const joiner = await new Joiner(backend).ready()
  expect((await joiner.join(joiner.payload(profiles.SOCIAL))).status).toBe(200)
  return joiner.login_id
}

/** The status of a sign-in with the right password. */
async function signedIn(backend: RunningBackend, login_id: string): Promise<number> {
  const { reply } = await signInAt(backend, new Browser(backend.url), { login_id, password: PASSWORD, phone: '' })
  return reply.status
}

test.each([
  [
    'postgres://a%40b:c%3Ad@[::1]:5433/name?sslmode=verify-full&sslrootcert=/ca.pem',
    '::1 5433 a@b c:d verify-full /ca.pem',
  ],
  ['postgres://a@first:5432,second:5433/name', 'first,second 5432,5433 a primary'],
  ['postgres:///name?host=/run/postgresql&user=a', '/run/postgresql a'],
])('the programs connect where the address says: %s', async (database_url, said) => {
  const names = ['HOST', 'PORT', 'USER', 'PASSWORD', 'SSLMODE', 'SSLROOTCERT', 'TARGETSESSIONATTRS']
  const script = `echo ${names.map((name) => `$PG${name}`).join(' ')} >&2; exit 1`
  await expect(runProgram('sh', ['-c', script], { database_url })).rejects.toThrow(said)
})

const programs = findServer()

describe.skipIf(programs === null)('a PostgreSQL server', () => {
  test('goes back to a moment between two copies, with its members and keys', async () => {
    const bin = programs ?? ''
    vi.stubEnv('PATH', `${bin}:${process.env.PATH}`)
    const [again, backups] = [join(folder, 'again'), join(folder, 'backups')]
    give(folder, unprivileged())
    const made = mkdtempSync(join(folder, 'data-'))
    makeData(bin, made)
    const first = await serveData(bin, made, await freePort())
    const backend = await start({ database_url: first.url, limits })
    const { jwks } = backend.ctx.keys
    const receiver = new AbortController()
    const received = receiveLog(first.url, backups, receiver.signal)
    const ask = new pg.Client({ connectionString: first.url })
    ask.on('error', () => {})
    await ask.connect()
    const answer = async (sql: string) => (await ask.query<{ is: unknown }>(sql)).rows[0]?.is
    const isReceived = `select exists (select from pg_stat_replication where application_name = 'pg_receivewal'
      and flush_lsn >= pg_current_wal_flush_lsn()) as is`

    const before = await joined(backend)
    await copyServer(first.url, backups, now)
    const between = await joined(backend)
    // A `Date` has no parts of a millisecond: without one more, the moment could be before the last commit.
    const moment = (await answer(`select clock_timestamp() + interval '1 millisecond' as is`)) as Date
    const after = await joined(backend)
    await backend.ctx.db.updateTable('members').set({ status: 'SUSPENDED' }).execute()
    await vi.waitFor(async () => expect(await answer(isReceived)).toBe(true), { timeout: 30_000 })

    await first.kill()
    await backend.close()
    rmSync(made, { recursive: true })
    receiver.abort()
    await received
    give(backups, unprivileged())

    await restoreServer(backups, again, moment)
    const second = await serveData(bin, again, await freePort())
    onTestFinished(() => second.kill())
    const client = new pg.Client({ connectionString: second.url })
    await client.connect()
    onTestFinished(() => void client.end().catch(() => {}))
    const isReplaying = async () =>
      (await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')).rows[0]?.is
    await vi.waitFor(async () => expect(await isReplaying()).toBe(false), { timeout: 30_000 })
    client.on('error', () => {})
    const restored = await start({ database_url: second.url, limits })
    onTestFinished(() => restored.close())
    expect(restored.ctx.keys.jwks).toEqual(jwks)
    expect(await signedIn(restored, before)).toBe(200)
    expect(await signedIn(restored, between)).toBe(200)
    expect(await signedIn(restored, after)).toBe(400)

    // A copy of the restored server has that moment in its configuration.
    await copyServer(second.url, backups, now)
    give(backups, unprivileged())
    await restoreServer(backups, join(folder, 'latest'), null)
    const latest = await serveData(bin, join(folder, 'latest'), await freePort())
    onTestFinished(() => latest.kill())
    await expect(restoreServer(backups, again, null)).rejects.toThrow('is not empty')
    await expect(restoreServer(backups, join(folder, 'none'), new Date(0))).rejects.toThrow('no copy from before 1970')
  }, 240_000)
})

test.runIf(isComplete)(
  'the embedded database is copied while it serves, and comes back',
  async () => {
    const [data_dir, backups] = [join(folder, 'embedded'), join(folder, 'copies')]
    const place = join(data_dir, 'backend')
    const backend = await start({ data_dir, limits })
    const { jwks } = backend.ctx.keys
    const before = await joined(backend)
    const file = await copyEmbedded(place, backups, now)
    const after = await joined(backend)
    await expect(restoreEmbedded(file, place, now)).rejects.toThrow('is in use by')
    await backend.close()

    expect(await restoreEmbedded(file, place, now)).toContain('postgres.before-')
    const restored = await start({ data_dir, limits })
    expect(restored.ctx.keys.jwks).toEqual(jwks)
    expect(await signedIn(restored, before)).toBe(200)
    expect(await signedIn(restored, after)).toBe(400)
    await restored.close()

    await copyEmbedded(place, backups, now)
    expect(readdirSync(backups)).toHaveLength(2)
    await expect(restoreEmbedded(join(place, 'none.tgz'), place, now)).rejects.toThrow('cannot be read (ENOENT)')
  },
  240_000,
)
