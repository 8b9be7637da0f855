// What a process that is killed between two steps of a job leaves to the others, and the end of a job (docs/decisions/0031).
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashOf, type Ctx } from '../../../backend/context.ts'
import { eraseIn } from '../../../backend/domain/members/erase.ts'
import { notify, notifyWithin } from '../../../backend/domain/notices/notices.ts'
import { prepareNotice } from '../../../backend/domain/notices/prepareNotice.ts'
import { runJob } from '../../../backend/jobs/handlers.ts'
import { readPayload, type Payload } from '../../../backend/jobs/kinds.ts'
import { addJob, exchange, type Job, type Slots } from '../../../backend/jobs/queue.ts'
import { CLIENT, openJobs, slotsOf } from '../jobWorld.ts'

let world: Awaited<ReturnType<typeof openJobs>>
let ctx: Ctx
beforeAll(async () => {
  world = await openJobs()
  ctx = world.ctx
})
afterAll(() => world.close())
afterEach(() => world.clear())

const NONE = slotsOf(0)
const linkIn = (text = ''): string => /\/not-me\/([\w-]+)/.exec(text)?.[1] ?? ''

describe('a process that is killed', () => {
  test('after its claim: the mail leaves once, when the lease is over', async () => {
    await notify(ctx, 'browser', await world.someMember(), CLIENT)
    expect(await world.takeAndDie()).toHaveLength(1)
    await world.work()
    expect(world.relay.mails).toEqual([])
    world.passLease()
    await world.work()
    expect(world.relay.mails).toHaveLength(1)
    expect(await world.jobs()).toEqual([])
  })

  test('after the link is stored: the mail has that link, which is stored once', async () => {
    const member = await world.someMember()
    await notify(ctx, 'browser', member, CLIENT)
    const [job] = await world.takeAndDie()
    if (!job) throw new Error('no job')
    await prepareNotice(ctx, 'mail', readPayload('notice.mail', job.payload), job)
    world.passLease()
    await world.work()
    const stored = ctx.db.selectFrom('notices').select('secret_hash').where('member_id', '=', member.id)
    expect(await stored.execute()).toEqual([{ secret_hash: hashOf(linkIn(world.relay.mails[0]?.text)) }])
  })

  test('after the mail: the same mail leaves again, under the same Message-ID and with the same link', async () => {
    await notify(ctx, 'browser', await world.someMember(), CLIENT)
    const [job] = await world.takeAndDie()
    if (!job) throw new Error('no job')
    await runJob(ctx, job)
    world.passLease()
    await world.work()
    expect(world.relay.mails).toHaveLength(2)
    expect(world.relay.mails[1]).toEqual(world.relay.mails[0])
    expect(linkIn(world.relay.mails[0]?.text)).not.toBe('')
    expect(await world.jobs()).toEqual([])
  })

  test('while it adds the messages of a notice: none is added, and the job of the notice stays', async () => {
    const member = await world.someMember()
    await notifyWithin(ctx, 'password', member.id, CLIENT)
    await refuse('before insert', `new.kind = 'notice.sms'`)
    await world.work()
    expect(await world.jobs()).toEqual([{ kind: 'notice.member', tries: 1, reason: 'P0001' }])
    await allow()
    world.pass(60)
    await world.work()
    expect(world.relay.mails).toHaveLength(1)
    expect(await world.jobs()).toEqual([])
  })

  test('of several that have begun the same notice, one adds its messages', async () => {
    await notifyWithin(ctx, 'browser', (await world.someMember()).id, CLIENT)
    const [slow] = await world.takeAndDie()
    world.passLease()
    await world.work()
    expect(world.relay.mails).toHaveLength(1)
    expect(slow).toMatchObject({ kind: 'notice.member', tries: 1 })
    expect((await exchange(ctx, slow ? [slow] : [], NONE)).left).toEqual([slow])
  })
})

/** Waits until a statement waits for a row that another transaction holds. */
async function someoneWaits(): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitUntil(async () => (await waiting.execute(ctx.db)).rows.length > 0, { timeout: 60_000 })
}

// The embedded database has one connection.
test.skipIf(!process.env.TEST_DATABASE_URL)(
  'an erasure in the middle of a notice does not wait for it, and nothing is sent',
  async () => {
    const member = await world.someMember()
    await notify(ctx, 'browser', member, CLIENT)
    await ctx.db.transaction().execute(async (db) => {
      await db.selectFrom('members').select('id').where('id', '=', member.id).forUpdate().execute()
      ctx.jobs.wake()
      await someoneWaits()
      await eraseIn({ ...ctx, db }, member)
    })
    await ctx.background.settle()
    expect(world.relay.mails).toEqual([])
    expect((await world.jobs()).filter(({ kind }) => kind === 'notice.mail')).toEqual([])
  },
)

/** Lets each such change of a job fail. */
const refuse = (when: string, row: string) =>
  sql
    .raw(
      `create function refuse_job() returns trigger language plpgsql as $$
        begin raise exception 'refused'; end $$;
      create trigger refuse_job ${when} on jobs for each row when (${row}) execute function refuse_job()`,
    )
    .execute(ctx.db)
const allow = () => sql`drop function refuse_job cascade`.execute(ctx.db)

describe('the end of a job', () => {
  test('that the database does not take is repeated, and the mail is not', async () => {
    await notify(ctx, 'browser', await world.someMember(), CLIENT)
    await refuse('before delete', 'true')
    await world.work()
    expect([world.relay.mails.length, await world.jobs()]).toMatchObject([1, [{ tries: 1, reason: null }]])
    await allow()
    await world.work()
    expect([world.relay.mails.length, await world.jobs()]).toEqual([1, []])
  })

  test('of a job that another process has taken over is not the end of that one', async () => {
    await notify(ctx, 'browser', await world.someMember(), CLIENT)
    const slow = await world.takeAndDie()
    world.passLease()
    const [other] = await world.takeAndDie()
    expect((await exchange(ctx, slow, NONE)).left).toEqual(slow)
    expect(await world.jobs()).toMatchObject([{ tries: 2 }])
    expect((await exchange(ctx, other ? [other] : [], NONE)).left).toEqual([])
  })

  const call = (member_id: string, sequence: number): Payload<'webhook'> => ({
    client_id: CLIENT,
    member_id,
    sequence,
    event: 'member.joined',
    changed: [],
  })
  const webhooks: Slots = { ...NONE, webhooks: 4 }

  test('lets the next call about the same member go, in the same statement and one by one', async () => {
    const { id } = await world.someMember()
    for (const sequence of [1, 2, 3]) await addJob(ctx, 'webhook', call(id, sequence))
    const order: unknown[] = []
    let done: Job[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      const { taken } = await exchange(ctx, done, webhooks)
      order.push(taken.map(({ payload }) => (payload as Payload<'webhook'>).sequence))
      done = taken
    }
    expect(order).toEqual([[1], [2], [3], []])
  })

  test('lets no call go before one that another process has taken over', async () => {
    const { id } = await world.someMember()
    for (const sequence of [1, 2]) await addJob(ctx, 'webhook', call(id, sequence))
    const { taken: slow } = await exchange(ctx, [], webhooks)
    world.passLease()
    await exchange(ctx, [], webhooks)
    expect(await exchange(ctx, slow, webhooks)).toEqual({ taken: [], left: slow })
  })

  // The embedded database has one connection.
  test.skipIf(!process.env.TEST_DATABASE_URL)(
    'waits for a transaction that holds the job, and the next job does not',
    async () => {
      const { db } = ctx
      const { id: member_id, locale } = await world.someMember()
      const sms = { notice: 'password', member_id, client_id: CLIENT, locale, to: '+821030000000' } as const
      const id = await addJob(ctx, 'notice.sms', sms)
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      let holder = Promise.resolve()
      world.beforeAnswer = () =>
        new Promise((hold) => {
          world.beforeAnswer = () => Promise.resolve()
          holder = db.transaction().execute(async (transaction) => {
            await transaction.selectFrom('jobs').select('id').where('id', '=', id).forUpdate().execute()
            hold()
            await released
          })
        })
      ctx.jobs.wake()
      await someoneWaits()
      await addJob(ctx, 'notice.sms', sms)
      ctx.jobs.wake()
      await vi.waitUntil(async () => (await world.jobs()).length === 1, { timeout: 60_000 })
      release()
      await holder
      await ctx.background.settle()
      expect(await world.jobs()).toEqual([])
    },
  )
})
