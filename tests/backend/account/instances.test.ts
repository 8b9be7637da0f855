// Contract, "Account", on two instances that share one database: a load balancer sends each call to the other one. And two tabs of one member that call at
// the same moment, each at an instance of its own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leavingOf } from '../../../backend/domain/account/leaving.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { followChanges } from '../../../backend/standingChanges.ts'
import { sweep } from '../../../backend/sweep.ts'
import { balance } from '../../../scripts/balance.ts'
import { freePort } from '../../../server/ports.ts'
import { Browser, data, type Reply } from '../browser.ts'
import { dropDatabase, ownDatabase } from '../ownDatabase.ts'
import { signInAt, start } from '../start.ts'
import { messagesTo } from '../inbox.ts'
import { accountMember, type AccountMember, change, newEmail, newPhone } from './member.ts'

const MANY = 100_000
const DAY = 86_400_000

// The embedded database has one process, so there is nothing to share.
describe.skipIf(!process.env.TEST_DATABASE_URL)('on two instances', () => {
  let database_url: string
  let instances: RunningBackend[]
  let between: Awaited<ReturnType<typeof balance>>
  /** Both, behind the balancer. */
  let backend: RunningBackend
  let late = 0
  beforeAll(async () => {
    database_url = (await ownDatabase('demo')) ?? ''
    const [door, ...ports] = [await freePort(), await freePort(), await freePort()] as const
    const limits = { send_gap_seconds: 0, sends_per_hour: MANY, sends_per_day: MANY, sends_per_ip_hour: MANY }
    const url = `http://localhost:${door}`
    const options = { database_url, url, proxy_hops: 1, limits, now: () => new Date(Date.now() + late) }
    const started = await Promise.all(ports.map((port) => start({ ...options, port })))
    instances = started
    between = await balance(door, ports)
    const [first] = started
    if (!first) throw new Error('no instance')
    const settle = async () => {
      for (const { ctx } of started) await ctx.background.settle()
    }
    backend = { ...first, url, ctx: { ...first.ctx, background: { ...first.ctx.background, settle } } }
  }, 120_000)
  afterAll(async () => {
    await between.close()
    for (const one of instances) await one.close()
    await dropDatabase(database_url)
  })

  /** The same call at each instance. */
  const twice = async (call: () => Promise<Reply>): Promise<Reply[]> => [await call(), await call()]
  const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status)
  const eventsOf = async ({ id }: { id: string }, event: string) =>
    backend.ctx.db
      .selectFrom('audit_events')
      .select('id')
      .where('member_id', '=', id)
      .where('event', '=', event)
      .execute()

  describe('each of which gets every second call', () => {
    test('a session and a fresh proof of one are those of the other', async () => {
      const me = await accountMember(backend)
      const read = await twice(() => me.call('GET'))
      expect(read.map((one) => data(one).login_id)).toEqual([me.member.login_id, me.member.login_id])
      expect(new Set(read.map((one) => data(one).session)).size).toBe(1)
      await me.age()
      expect(statuses(await twice(() => me.call('GET', '/export')))).toEqual([403, 403])
      expect(await me.prove('PWD')).toMatchObject({ status: 200 })
      expect(statuses(await twice(() => me.call('GET', '/export')))).toEqual([200, 200])
    })

    test('a password that one has set is that of the other, and its repeated call is answered alike', async () => {
      const me = await accountMember(backend)
      const elsewhere = await accountMember(backend, me.member)
      await me.prove('EMAIL')
      const sealed = await me.seal('nR7$twoHosts9')
      const before = new Map(me.browser.jar)
      const first = await me.call('PUT', '/password', { password: sealed })
      // The answer was lost, with its cookies.
      me.browser.jar.clear()
      for (const [key, cookie] of before) me.browser.jar.set(key, cookie)
      const again = await me.call('PUT', '/password', { password: sealed })
      expect([first, again].map((one) => [one.status, data(one).ended_sessions])).toEqual([
        [200, 1],
        [200, 1],
      ])
      expect(statuses(await twice(() => me.call('GET')))).toEqual([200, 200])
      expect(statuses(await twice(() => elsewhere.call('GET')))).toEqual([401, 401])
      const member = { ...me.member, password: 'nR7$twoHosts9' }
      expect((await signInAt(backend, new Browser(backend.url), member)).reply.status).toBe(200)
    })

    test('the devices are the same, and one that ended is signed out at both', async () => {
      const me = await accountMember(backend)
      const elsewhere = await accountMember(backend, me.member)
      const lists = (await twice(() => me.call('GET', '/sessions'))).map(
        (one) => data(one) as unknown as { id: string; current: boolean }[],
      )
      expect(lists[0]).toHaveLength(2)
      expect(lists[1]).toEqual(lists[0])
      const other = lists[0]?.find(({ current }) => !current)?.id ?? ''
      expect(statuses(await twice(() => me.call('DELETE', `/sessions/${other}`)))).toEqual([204, 404])
      expect(statuses(await twice(() => elsewhere.call('GET')))).toEqual([401, 401])
    })

    test('a change of the phone is undone once, whichever gets the link', async () => {
      const me = await accountMember(backend)
      const was = await me.row()
      expect((await change(me, 'phone', newPhone())).reply.status).toBe(200)
      await followChanges(backend.ctx)
      const texts = await messagesTo(backend, me.member.phone)
      const link = texts.flatMap((text) => /\/change-undo\/[\w-]+/.exec(text)?.[0] ?? [])[0] ?? ''
      await twice(() => new Browser(backend.url).send(link, { method: 'POST' }))
      expect(await me.row()).toMatchObject({ phone: was.phone, status: 'PROTECTED' })
      expect(await eventsOf(was, 'change.undone')).toHaveLength(1)
      expect(statuses(await twice(() => me.call('GET')))).toEqual([401, 401])
    })

    test('a member who leaves has one end, can stay at the other, and is erased once', async () => {
      const me = await accountMember(backend)
      const row = await me.row()
      const left = await twice(() => me.call('POST', '/leave', {}))
      expect(new Set(left.map((one) => data(one).effective_at)).size).toBe(1)
      expect(await eventsOf(row, 'account.leaving')).toHaveLength(1)
      expect(statuses(await twice(() => me.call('DELETE', '/leave')))).toEqual([204, 204])
      expect((await twice(() => me.call('GET'))).map((one) => data(one).leaving)).toEqual([undefined, undefined])
      await me.call('POST', '/leave', {})
      // The erasure passes over a member whose row the job of a notice holds.
      await backend.ctx.background.settle()
      late = 14 * DAY + 1000
      await Promise.all(instances.map(({ ctx }) => sweep(ctx)))
      late = 0
      expect(statuses(await twice(() => me.call('GET')))).toEqual([401, 401])
      expect(await eventsOf(row, 'account.left')).toHaveLength(1)
    })
  })

  describe('two tabs that call at the same moment', () => {
    /** The calls in one browser. Each is made at another instance than the one before. */
    const atOnce = (...calls: (() => Promise<Reply>)[]) => Promise.all(calls.map((call) => call()))

    test('one code proves the member once: both tabs have the same end of the proof', async () => {
      const me = await accountMember(backend)
      await me.age()
      const proof = { method: 'EMAIL', auth_code: await me.code('EMAIL') }
      const prove = () => me.call('POST', '/proof', proof)
      const replies = await atOnce(prove, prove, prove, prove)
      expect(statuses(replies)).toEqual([200, 200, 200, 200])
      expect(new Set(replies.map((one) => data(one).fresh_until)).size).toBe(1)
    })

    test('of two new passwords one is set, and the other tab’s is not', async () => {
      const me = await accountMember(backend)
      await me.prove('EMAIL')
      const passwords = ['nR7$oneTab9Kq', 'nR7$twoTab9Kq'] as const
      const sealed = [await me.seal(passwords[0]), await me.seal(passwords[1])] as const
      const set = (password: string) => () => me.call('PUT', '/password', { password })
      const replies = await atOnce(set(sealed[0]), set(sealed[1]))
      expect(new Set(statuses(replies))).toEqual(new Set([200, 401]))
      const won = replies.findIndex(({ status }) => status === 200)
      const tries = passwords.map((password) =>
        signInAt(backend, new Browser(backend.url), { ...me.member, password }).then(({ reply }) => reply.status),
      )
      expect((await Promise.all(tries)).indexOf(200)).toBe(won)
      expect(await me.call('GET')).toMatchObject({ status: 200 })
    })

    /** The changes of a member, the first one first. */
    const changesOf = async (me: AccountMember) =>
      backend.ctx.db
        .selectFrom('channel_changes')
        .select(['was', 'became'])
        .where('member_id', '=', (await me.row()).id)
        .orderBy('at')
        .execute()

    test('two new phones follow each other, and the first one can still come back', async () => {
      const me = await accountMember(backend)
      const { phone } = await me.row()
      const phones = [newPhone(), newPhone()] as const
      const codes = [await me.code('SMS', phones[0]), await me.code('SMS', phones[1])] as const
      const set = (auth_code: string) => () => me.call('PUT', '/phone', { auth_code })
      expect(statuses(await atOnce(set(codes[0]), set(codes[1])))).toEqual([200, 200])
      const changes = await changesOf(me)
      expect(changes.map(({ was }) => was)).toEqual([phone, changes[0]?.became])
      expect(changes.map(({ became }) => became).toSorted()).toEqual([...phones].toSorted())
      expect(await me.row()).toMatchObject({ phone: changes[1]?.became })
    })

    test('a new phone and a new address are both set', async () => {
      const me = await accountMember(backend)
      const [phone, email] = [newPhone(), newEmail()]
      const codes = [await me.code('SMS', phone), await me.code('EMAIL', email)] as const
      const replies = await atOnce(
        () => me.call('PUT', '/phone', { auth_code: codes[0] }),
        () => me.call('PUT', '/email', { auth_code: codes[1] }),
      )
      expect(statuses(replies)).toEqual([200, 200])
      const rows = backend.ctx.db.selectFrom('members').select(['phone', 'login_id']).where('phone', '=', phone)
      expect(await rows.execute()).toEqual([{ phone, login_id: email }])
    })

    test('leaving and staying leave one of both, and what was noted agrees', async () => {
      const me = await accountMember(backend)
      const { id } = await me.row()
      const leave = () => me.call('POST', '/leave', {})
      const stay = () => me.call('DELETE', '/leave')
      const replies = await atOnce(leave, stay, leave, stay)
      expect(statuses(replies)).toEqual([200, 204, 200, 204])
      const begun = (await eventsOf({ id }, 'account.leaving')).length
      const taken = (await eventsOf({ id }, 'account.stayed')).length
      const isLeaving = (await leavingOf(backend.ctx, id)) !== null
      expect(begun - taken).toBe(isLeaving ? 1 : 0)
      expect((await me.read()).leaving !== undefined).toBe(isLeaving)
    })

    test('two browsers that end each other: no call fails, and no session of an ended device is left', async () => {
      const me = await accountMember(backend)
      const elsewhere = await accountMember(backend, me.member)
      const { id } = await me.row()
      const replies = await atOnce(
        () => me.call('DELETE', '/sessions'),
        () => elsewhere.call('DELETE', '/sessions'),
      )
      for (const status of statuses(replies)) expect([204, 401]).toContain(status)
      const devices = await backend.ctx.db
        .selectFrom('browser_sessions')
        .select('id')
        .where('member_id', '=', id)
        .execute()
      const reads = statuses([await me.call('GET'), await elsewhere.call('GET')])
      expect(reads.filter((status) => status === 200)).toHaveLength(devices.length)
    })
  })
})
