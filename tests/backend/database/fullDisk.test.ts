// Faults: a full disk under the embedded database and under the log. What a call, readiness and a start say, and that the backend heals by itself.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RunningBackend } from '../../../backend/main.ts'
import { Browser } from '../browser.ts'
import { dropDatabase, ownDatabase } from '../ownDatabase.ts'
import { copyOf, signInAt, start } from '../start.ts'

const data_dir = fs.mkdtempSync(join(tmpdir(), 'full-'))
const place = join(data_dir, 'backend')
const lines: string[] = []
/** The log says once in ten seconds that the database is unavailable, so the clock stands during a test. */
const A_MINUTE_MS = 60_000
const begun = Date.now()
let later_ms = 0
let backend: RunningBackend
beforeAll(async () => {
  backend = await start({
    data_dir,
    write: (line) => void lines.push(line),
    now: () => new Date(begun + later_ms),
  })
}, 120_000)
afterAll(async () => {
  await backend.close()
  fs.rmSync(data_dir, { recursive: true, force: true })
})
const free = () => void vi.restoreAllMocks()
afterEach(free)

/** The database writes its files by these functions. @param path what the paths of the files contain that take no more */
function fillDisk(path: string): void {
  const { writeSync, statfsSync } = fs
  vi.spyOn(fs, 'statfsSync').mockReturnValue(Object.assign(statfsSync(data_dir), { bavail: 0 }))
  vi.spyOn(fs, 'writeSync').mockImplementation((...args: [number, ...unknown[]]) => {
    if (!fs.readlinkSync(`/proc/self/fd/${args[0]}`).includes(path)) return Reflect.apply(writeSync, fs, args) as number
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
  })
}

const probe = async () => {
  const answer = await fetch(`${backend.url}/readyz`)
  return [answer.status, ((await answer.json()) as { status: string }).status]
}
/** A call that writes rows. */
const create = async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${backend.url}/demo/members`, { method: 'POST', headers, body: '{"from":"member"}' })
  return [answer.status, answer.headers.get('retry-after'), ((await answer.json()) as { code?: string }).code]
}

describe.skipIf(!fs.existsSync('/proc/self/fd'))('a full disk', () => {
  test.each([
    ['the tables', 'postgres/base'],
    ['the write-ahead log, which ends a server', 'postgres/pg_wal'],
  ])(
    'under %s: calls say when to try again, readiness and the log name it, and the backend heals by itself',
    async (_, path) => {
      lines.length = 0
      later_ms += A_MINUTE_MS
      fillDisk(path)
      await expect.poll(create).toEqual([503, '2', 'SERVICE_UNAVAILABLE'])
      await expect.poll(probe).toEqual([503, 'full disk'])
      expect((await fetch(`${backend.url}/livez`)).status).toBe(200)
      const said = lines.filter((line) => line.includes('database.unavailable'))
      expect(said).toEqual([expect.stringMatching(/No space left on device|its disk is full/)])
      expect(lines.join()).not.toContain('stack')
      free()
      await expect.poll(probe).toEqual([200, 'ok'])
      const { claims } = await signInAt(backend, new Browser(backend.url), await copyOf(backend, 'member'))
      expect(claims?.email).toContain('@')
    },
  )

  test('at the start: one line says so', async () => {
    const other = join(data_dir, 'other')
    for (const [path, said] of [
      ['owner.pid', /^the data folder \S+ cannot be written \(ENOSPC\)/],
      ['postgres', /^the database in \S+ cannot be opened \(its disk is full: 64 MB must be free\)$/],
    ] as const) {
      fillDisk(path)
      await expect(start({ data_dir: other })).rejects.toThrow(said)
      free()
    }
    await (await start({ data_dir: other })).close()
  }, 120_000)
})

test('a backend that can write neither a backup nor why stays up', async () => {
  fs.mkdirSync(join(place, 'backup.failed'))
  fs.writeFileSync(join(place, 'backup.request.json'), JSON.stringify({ to: join(data_dir, 'none', 'copy.tgz') }))
  await expect.poll(() => fs.existsSync(join(place, 'backup.request.json'))).toBe(false)
  await expect.poll(probe).toEqual([200, 'ok'])
})

test.skipIf(!fs.existsSync('/dev/full'))('a log that cannot be written ends no program', async () => {
  const database_url = await ownDatabase('keys')
  if (database_url) onTestFinished(() => dropDatabase(database_url))
  const env = {
    ...process.env,
    BACKEND_PORT: '0',
    ...(database_url ? { DATABASE_URL: database_url } : { DATA_DIR: join(data_dir, 'log') }),
  }
  const child = spawn(process.execPath, ['backend/main.ts'], {
    env,
    stdio: ['ignore', 'pipe', fs.openSync('/dev/full', 'w')],
  })
  onTestFinished(() => void child.kill())
  let said = ''
  child.stdout?.on('data', (text: Buffer) => (said += text.toString()))
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/^backend http/)
  expect((await fetch(`${said.split(' ')[1]?.trim()}/readyz`)).status).toBe(200)
})
