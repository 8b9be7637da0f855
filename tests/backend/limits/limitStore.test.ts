// Limits that two instances count on a real Valkey or Redis server, which is lost in the middle and comes back.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Ctx } from '../../../backend/context.ts'
import { sharedLimit } from '../../../backend/domain/limits/sharedLimits.ts'
import { openLimitStore, type LimitStore } from '../../../backend/limitStore.ts'
import { findValkey } from '../../../scripts/run/setUp.ts'
import { freePort } from '../../../server/ports.ts'
import { openParts, type Parts } from '../backendParts.ts'
import { ownDatabase, dropDatabase } from '../ownDatabase.ts'
import { authorization, start } from '../start.ts'

const program = findValkey()
const MOST = 80
/** A busy machine may take longer than the backend allows. */
const LONG_MS = 30_000

// `npm test` installs a server, or says that this was not tested and ends red. The embedded database has one process, so there is nothing to share.
describe.skipIf(program === null || !process.env.TEST_DATABASE_URL)('two instances', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daemun-valkey-'))
  let port: number
  let server: ChildProcess
  let parts: Parts
  let stores: LimitStore[]
  const lines: string[] = []

  async function serve(): Promise<void> {
    server = spawn(program ?? '', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
      stdio: 'ignore',
    })
    await vi.waitFor(
      async () => {
        const socket = connect(port, '127.0.0.1')
        await once(socket, 'connect').finally(() => socket.destroy())
      },
      { timeout: 30_000 },
    )
  }
  async function lose(): Promise<void> {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  const open = (url: string, most_ms?: number) =>
    openLimitStore(
      url,
      (event) => void lines.push(event),
      () => parts.ctx.now(),
      most_ms,
    )

  beforeAll(async () => {
    parts = await openParts()
    port = await freePort()
    await serve()
    const url = `redis://127.0.0.1:${port}`
    stores = [await open(url, LONG_MS), await open(url, LONG_MS)]
  })
  afterAll(async () => {
    for (const store of stores) store.close()
    server.kill('SIGKILL')
    await parts.close()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    // A new minute begins, so that no test meets the counts of another one.
    parts.pass(3600 - ((parts.ctx.now().getTime() / 1000) % 60))
    await parts.ctx.db.deleteFrom('rate_counts').execute()
    lines.length = 0
  })

  const limits = (each: readonly LimitStore[] = stores) =>
    each.map((limitStore) => sharedLimit({ ...parts.ctx, limitStore }, 'visits', { most: MOST, seconds: 60 }))
  async function allowed(both: ReturnType<typeof limits>, calls: number, key = 'one'): Promise<number> {
    let count = 0
    for (let at = 0; at < calls; at += 1) if ((await both[at % both.length]?.([{ key, weight: 1 }])) === 0) count += 1
    return count
  }
  const counted = async () => (await parts.ctx.db.selectFrom('rate_counts').selectAll().execute()).length
  /** Resolves when the server counts for each of these again. */
  const answers = (each: readonly LimitStore[]) =>
    vi.waitFor(
      async () => {
        for (const store of each) expect(await store.counts(() => pinged(store))).toBe(true)
      },
      { timeout: 30_000, interval: 100 },
    )
  type Client = { dbSize: () => Promise<number>; flushDb: () => Promise<string>; ping: () => Promise<string> }
  const clientOf = (store: LimitStore | undefined) => store?.client as Client
  const kept = () => clientOf(stores[0]).dbSize()
  const forgotten = () => clientOf(stores[0]).flushDb()
  const pinged = (store: LimitStore) => clientOf(store).ping()

  test('share one limit, which the database does not count', async () => {
    const count = await allowed(limits(), 4 * MOST)
    expect(count).toBeGreaterThanOrEqual(MOST)
    expect(count).toBeLessThanOrEqual(MOST * 1.125)
    expect(await counted()).toBe(0)
    parts.pass(60)
    expect(await allowed(limits(), MOST / 2)).toBe(MOST / 2)
  })

  test('share a limit in the database while the limit server is away, and on that server when it is back', async () => {
    const both = limits()
    expect(await allowed(both, MOST / 2)).toBe(MOST / 2)
    await lose()
    // The memory of each instance has what it let through itself, and the database begins anew.
    const more = await allowed(both, 4 * MOST)
    expect(more).toBeGreaterThan(0)
    expect(MOST / 2 + more).toBeLessThanOrEqual(2 * MOST)
    expect(await counted()).toBeGreaterThan(0)
    expect(lines).toEqual(['limits.store_away', 'limits.store_away'])
    await serve()
    await answers(stores)
    await parts.ctx.db.deleteFrom('rate_counts').execute()
    parts.pass(60)
    const after = await allowed(both, 4 * MOST)
    expect(after).toBeLessThanOrEqual(MOST * 1.125)
    expect(await counted()).toBe(0)
  })

  test('a server that takes calls and does not answer delays a call once, and the database counts', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const hung = await open(`redis://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    const count = await allowed(limits([hung, hung]), 4 * MOST)
    expect(count).toBeLessThanOrEqual(MOST * 1.125)
    expect(await counted()).toBeGreaterThan(0)
    hung.close()
    silent.close()
  })

  test('without server and database each instance limits by itself', async () => {
    const away = await open(`redis://127.0.0.1:${await freePort()}`)
    const gone = { executeQuery: () => Promise.reject(new Error('no database')) } as unknown as Ctx['db']
    const limit = sharedLimit({ ...parts.ctx, db: gone, limitStore: away }, 'x', { most: MOST, seconds: 60 })
    expect(await allowed([limit], 2 * MOST)).toBe(MOST)
    away.close()
  })

  test('a browser that begins visits at both is answered 429 by both', async () => {
    const database_url = (await ownDatabase('demo')) ?? ''
    const now = new Date()
    const limits = { visits_per_minute: 16 }
    const valkey_url = `redis://127.0.0.1:${port}`
    const options = { database_url, limits, valkey_url, limit_store_ms: LONG_MS, now: () => now }
    const both = [await start(options), await start(options)]
    // What other tests have counted ends at any moment.
    await forgotten()
    const statuses: number[] = []
    for (let at = 0; at < 40; at += 1)
      statuses.push((await fetch(`${both[at % 2]?.url}${authorization()}`, { redirect: 'manual' })).status)
    expect(statuses.slice(-2)).toEqual([429, 429])
    expect(await kept()).toBeGreaterThan(0)
    for (const backend of both) await backend.close()
    await dropDatabase(database_url)
  })
})
