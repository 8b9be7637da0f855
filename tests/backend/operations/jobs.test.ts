// Mails and other work outlive a relay that is away and a process that is killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { notify, notifyById } from '../../../backend/domain/notices/notices.ts'
import { say } from '../../../server/texts.ts'
import { addJob, LEASE_SECONDS } from '../../../backend/jobs/queue.ts'
import { parseJobs, runJobs } from '../../../backend/commands/jobsCommand.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { sweep } from '../../../backend/sweep.ts'
import { Browser, data } from '../browser.ts'
import { dropDatabase, ownDatabase } from '../ownDatabase.ts'
import { startRelay, type Relay } from '../relay.ts'
import { copyOf, partner, signInAt, start, type Member } from '../start.ts'

const isOnServer = Boolean(process.env.TEST_DATABASE_URL)
let relay: Relay
let now = Date.now()
const clock = () => new Date(now)
const lines: string[] = []
const open: { close: () => Promise<void> }[] = []
beforeAll(async () => void (relay = await startRelay()))
afterAll(() => relay.close())
beforeEach(() => {
  relay.mails.length = 0
  relay.way = 'takes'
  lines.length = 0
})
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

function started(options: Parameters<typeof start>[0] = {}): Promise<RunningBackend> {
  const write = (line: string) => void lines.push(line)
  return start({ smtp_url: relay.url, now: clock, write, ...options })
}

/** A backend that ends with its test. */
async function opened(options?: Parameters<typeof start>[0]): Promise<RunningBackend> {
  const backend = await started(options)
  open.push(backend)
  return backend
}

async function work(...backends: RunningBackend[]): Promise<void> {
  for (const { ctx } of backends) ctx.jobs.wake()
  for (const { ctx } of backends) await ctx.background.settle()
}
const jobs = ({ ctx }: RunningBackend) => ctx.db.selectFrom('jobs').selectAll().orderBy('created_at').execute()
const rowOf = ({ ctx }: RunningBackend, { login_id }: Member) =>
  ctx.db.selectFrom('members').selectAll().where('login_id', '=', login_id).executeTakeFirstOrThrow()
const mailsTo = ({ login_id }: Member) => relay.mails.filter(({ to }) => to === login_id)
async function tell(backend: RunningBackend, member: Member, count = 1): Promise<void> {
  const row = await rowOf(backend, member)
  for (let told = 0; told < count; told += 1) await notify(backend.ctx, 'browser', row, 'service-a')
}
async function npmRunJobs({ ctx }: RunningBackend, ...args: string[]): Promise<string[]> {
  const said: string[] = []
  for await (const line of runJobs(ctx, parseJobs(args, 'kim'))) said.push(line)
  return said
}

describe('one process', () => {
  let backend: RunningBackend
  beforeAll(async () => void (backend = await started()))
  afterAll(() => backend.close())

  test('a relay that is away for an hour loses no notice, and each one arrives once with a valid link', async () => {
    const member = await copyOf(backend, 'member')
    relay.way = 'refuses'
    await signInAt(backend, new Browser(backend.url), member)
    await backend.ctx.background.settle()
    for (const minutes of [1, 5, 15, 30]) {
      now += minutes * 60_000
      await work(backend)
    }
    expect(relay.mails).toEqual([])
    const [waiting] = await jobs(backend)
    expect(waiting).toMatchObject({ kind: 'notice.mail', tries: 5, reason: 'EENVELOPE 451' })
    expect(JSON.stringify(waiting?.payload)).not.toContain('/not-me/')
    relay.way = 'takes'
    now += 3600_000
    await work(backend)
    await work(backend)
    expect(mailsTo(member)).toHaveLength(1)
    expect(await jobs(backend)).toEqual([])
    const link = /\/not-me\/[\w-]+/.exec(mailsTo(member)[0]?.text ?? '')?.[0] ?? ''
    expect((await fetch(backend.url + link)).status).toBe(200)
    expect(await (await fetch(backend.url + link, { headers: { 'accept-language': 'en' } })).text()).toContain(
      'Was this not you?',
    )
    expect(lines.join('')).not.toContain(link)
  })

  test('a notice that failed for a day is listed with its reason, and an operator sends it again', async () => {
    const member = await copyOf(backend, 'member')
    expect(await npmRunJobs(backend)).toEqual(['no job has failed'])
    relay.way = 'refuses'
    await tell(backend, member, 2)
    for (let tries = 0; tries < 12; tries += 1) {
      await work(backend)
      now += 8 * 3600_000
    }
    const listed = await npmRunJobs(backend)
    expect(listed).toHaveLength(2)
    for (const line of listed)
      expect(line).toMatch(/^[\w-]{36} {2}notice\.mail {2}since \S+ {2}10 tries {2}EENVELOPE 451$/)
    expect(lines.filter((line) => line.includes('"job.failed"'))).toHaveLength(2)
    relay.way = 'takes'
    await work(backend)
    expect(relay.mails).toEqual([])
    const [id = ''] = listed[0]?.split(' ') ?? []
    expect(await npmRunJobs(backend, 'retry', id)).toEqual(['jobs that the backend runs again: 1'])
    await work(backend)
    expect(mailsTo(member)).toHaveLength(1)
    await expect(npmRunJobs(backend, 'retry', id)).rejects.toThrow(`no failed job has the ID ${id}`)
    await expect(npmRunJobs(backend, 'delete', 'all')).rejects.toThrow('one of list, retry')
    await npmRunJobs(backend, 'retry', 'all', '--by', 'Lee Min-ji')
    await work(backend)
    expect(mailsTo(member)).toHaveLength(2)
    const sentAgain = backend.ctx.db.selectFrom('audit_events').select(['member_id', 'fields'])
    const kind = 'notice.mail'
    expect(await sentAgain.where('event', '=', 'operator.jobs_retried').orderBy('id').execute()).toEqual([
      { member_id: (await rowOf(backend, member)).id, fields: { by: 'kim', kind, jobs: 1 } },
      { member_id: null, fields: { by: 'Lee Min-ji', kind, jobs: 1 } },
    ])
  })

  test('the relay gets so many mails a minute, and a code waits for none of them', async () => {
    const { limits } = backend.ctx.settings
    limits.mails_per_minute = 3
    onTestFinished(() => void (limits.mails_per_minute = 0))
    const other = isOnServer ? await second(backend) : null
    const all = other ? [backend, other] : [backend]
    const member = await copyOf(backend, 'member')
    now += 60_000 - (now % 60_000)
    await tell(backend, member, 8)
    const arrived: number[] = []
    const codes: boolean[] = []
    for (let minute = 0; minute < 4; minute += 1) {
      await work(...all)
      await work(...all)
      arrived.push(relay.mails.length)
      if (minute === 0) codes.push(await codeArrives(backend, member))
      now += 60_000
    }
    expect(codes).toEqual([true])
    expect(arrived).toEqual([3, 7, 9, 9])
  })

  test('a clock that is set back by hours delays no notice until then', async () => {
    const member = await copyOf(backend, 'member')
    relay.way = 'refuses'
    await tell(backend, member)
    await work(backend)
    await tell(backend, member)
    relay.way = 'takes'
    now -= 3 * 3600_000
    onTestFinished(() => void (now += 3 * 3600_000))
    await sweep(backend.ctx)
    await work(backend)
    expect(mailsTo(member)).toHaveLength(2)
  })

  test('a code that the relay did not take is never sent later', async () => {
    const member = await copyOf(backend, 'member')
    relay.way = 'refuses'
    expect(await codeArrives(backend, member)).toBe(false)
    relay.way = 'takes'
    for (let hours = 0; hours < 3; hours += 1) {
      now += 3600_000
      await work(backend)
    }
    expect(relay.mails).toEqual([])
    expect(await jobs(backend)).toEqual([])
  })

  test('a mail that arrives twice has the same link and the same Message-ID', async () => {
    const member = await copyOf(backend, 'member')
    relay.way = 'forgets'
    await tell(backend, member)
    await work(backend)
    relay.way = 'takes'
    now += 60_000
    await work(backend)
    expect(relay.mails).toHaveLength(2)
    expect(relay.mails[0]?.messageId).toMatch(/^<[\w-]{36}@[\w.]+>$/)
    expect(relay.mails[1]).toEqual(relay.mails[0])
  })

  test('a cause that is undone sends nothing', async () => {
    const member = await rowOf(backend, await copyOf(backend, 'member'))
    const { ctx } = backend
    const undone = ctx.db.transaction().execute(async (db) => {
      await notify({ ...ctx, db }, 'password', member, null)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await work(backend)
    expect(relay.mails).toEqual([])
  })

  test('a shutdown waits for the mail under way, and the next process sends the others', async () => {
    const backend = await opened()
    const member = await copyOf(backend, 'member')
    await tell(backend, member, 12)
    backend.ctx.jobs.wake()
    await vi.waitUntil(() => relay.mails.length > 0, { timeout: 30_000 })
    backend.ctx.jobs.stop()
    await backend.ctx.background.settle()
    const left = await jobs(backend)
    expect(left.map(({ tries }) => tries)).toEqual(left.map(() => 0))
    expect(left.length + relay.mails.length).toBe(12)
  })
})

/** Asks for a code by e-mail. @returns whether it has arrived, once the backend knows */
async function codeArrives(backend: RunningBackend, member: Member): Promise<boolean> {
  const browser = new Browser(backend.url)
  const entry = await browser.go((await (await partner(backend)).begin()).url)
  await browser.get(`/v1/init/login${entry.search}`)
  const { auth_token } = data(await browser.post('/v1/init/search/pwd', { login_id: member.login_id }))
  const before = relay.mails.length
  const token = { 'x-authenticator': `Token ${String(auth_token)}` }
  expect((await browser.post('/authenticator/v1/issue/email', {}, token)).status).toBe(200)
  const failed = () => lines.some((line) => line.includes('"code.undelivered"'))
  await vi.waitUntil(() => relay.mails.length > before || failed(), { timeout: 30_000 })
  return relay.mails.length > before
}

/** Another instance on the same database. */
async function second({ ctx }: RunningBackend): Promise<RunningBackend> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(ctx.db)
  const database_url = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), { pathname: `/${rows[0]?.name}` })
  return opened({ database_url: database_url.href, limits: ctx.settings.limits })
}

test('a shutdown leaves the work that was to run after the answer to the next process, and does not wait for it', async () => {
  const never = 2 ** 31 - 1
  const backend = await opened({ later_ms: never })
  const { id } = await rowOf(backend, await copyOf(backend, 'member'))
  await notifyById(backend.ctx, 'locked', id, null)
  backend.ctx.jobs.stop()
  await backend.ctx.background.settle()
  expect(await jobs(backend)).toMatchObject([{ kind: 'notice.member', tries: 0 }])
})

describe.skipIf(!isOnServer)('several processes', () => {
  let database_url: string
  beforeAll(async () => void (database_url = (await ownDatabase('demo')) ?? ''))
  afterAll(() => dropDatabase(database_url))

  test('the mail of a process that is killed is sent by another one, after its time', async () => {
    const backend = await opened({ database_url })
    const member = await copyOf(backend, 'member')
    relay.way = 'holds'
    const env = {
      ...process.env,
      DATABASE_URL: database_url,
      SMTP_URL: relay.url,
      BACKEND_PORT: '0',
      APP_ORIGIN: 'http://localhost:3000',
    }
    const child = spawn(process.execPath, ['backend/main.ts'], { env, stdio: 'ignore' })
    const ended = once(child, 'exit')
    onTestFinished(() => void child.kill('SIGKILL'))
    now = Date.now()
    await tell(backend, member)
    await vi.waitUntil(() => relay.held > 0, { timeout: 100_000 })
    child.kill('SIGKILL')
    await ended
    relay.way = 'takes'
    now = Date.now()
    await work(backend)
    expect(relay.mails).toEqual([])
    now += LEASE_SECONDS * 1000
    await work(backend)
    expect(mailsTo(member).map(({ subject }) => subject)).toEqual([say('ko', 'notice.browser.title', { from: '대문' })])
  })

  test('an instance sends the mails of another one by itself', async () => {
    const backend = await opened({ database_url })
    const member = await copyOf(backend, 'member')
    now = Date.now()
    await opened({ database_url, follow_changes: true })
    await tell(backend, member)
    await expect.poll(() => mailsTo(member).length).toBe(1)
  })

  test('two instances send each of forty mails once', async () => {
    const both = [await opened({ database_url }), await opened({ database_url })] as const
    const member = await rowOf(both[0], await copyOf(both[0], 'member'))
    for (let told = 0; told < 40; told += 1)
      await addJob(both[0].ctx, 'notice.mail', {
        notice: 'stopped',
        member_id: member.id,
        client_id: null,
        locale: 'en',
        to: `${told}@mail.test`,
      })
    await work(...both)
    expect(relay.mails).toHaveLength(40)
    expect(new Set(relay.mails.map(({ to }) => to)).size).toBe(40)
  })
})
