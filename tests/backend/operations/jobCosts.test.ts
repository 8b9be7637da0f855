// docs/scaling.md, "Jobs": how many transactions and statements each kind of job costs.
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Ctx } from '../../../backend/context.ts'
import { notify, notifyWithin } from '../../../backend/domain/notices/notices.ts'
import type { JobKind, Payload } from '../../../backend/jobs/kinds.ts'
import { releaseMailSlots, reserveMailSlots } from '../../../backend/jobs/mailLimit.ts'
import { addJob, exchange } from '../../../backend/jobs/queue.ts'
import { watch } from '../commits.ts'
import { CLIENT, openJobs, slotsOf } from '../jobWorld.ts'

let world: Awaited<ReturnType<typeof openJobs>>
let ctx: Ctx
beforeAll(async () => {
  world = await openJobs()
  ctx = world.ctx
})
afterAll(() => world.close())
afterEach(() => world.clear())

describe('a job costs', () => {
  type Member = Awaited<ReturnType<typeof world.someMember>>
  const add =
    <K extends JobKind>(kind: K, payload: (member: Member) => Payload<K>) =>
    (member: Member): Promise<unknown> =>
      addJob(ctx, kind, payload(member))
  const told = (notice: Payload<'notice.mail'>['notice']) => (member: Member) => ({
    notice,
    member_id: member.id,
    client_id: CLIENT,
    locale: 'ko' as const,
    to: notice === 'password' ? '+821030000000' : member.login_id,
  })
  test.each([
    {
      what: 'a mail with a link: claim, link, end',
      add: add('notice.mail', told('browser')),
      commits: 3,
      statements: 3,
    },
    { what: 'a mail that comes once a day', add: add('notice.mail', told('locked')), commits: 3, statements: 3 },
    { what: 'a mail that names a service', add: add('notice.mail', told('consent')), commits: 3, statements: 3 },
    { what: 'an SMS: claim, member, end', add: add('notice.sms', told('password')), commits: 3, statements: 3 },
    {
      what: 'a mail about a decision: claim, member, end',
      add: add('decision.mail', ({ id: member_id }) => ({ member_id, decision: 'approved' })),
      commits: 3,
      statements: 3,
    },
    {
      what: 'a mail to an erased member: claim, end',
      add: add('left.mail', ({ login_id: to }) => ({ to, locale: 'ko' })),
      commits: 2,
      statements: 2,
    },
    {
      what: 'a logout at a service: claim, end',
      add: add('session.logout', ({ id: member_id }) => ({ client_id: CLIENT, member_id, sid: '' })),
      commits: 2,
      statements: 2,
    },
    {
      what: 'a webhook: claim, data and secret, end',
      add: add('webhook', ({ id: member_id }) => ({
        client_id: CLIENT,
        member_id,
        sequence: 1,
        event: 'member.joined',
        changed: [],
      })),
      commits: 3,
      statements: 6,
    },
    {
      what: 'a member who is looked up: claim and the addition of the mail, besides that mail',
      add: (member: Member) => notifyWithin(ctx, 'browser', member.id, CLIENT),
      commits: 5,
      statements: 9,
    },
  ])('$what', async ({ add: addTo, commits, statements }) => {
    await addTo(await world.someMember())
    const sent = watch()
    await world.work()
    expect(sent()).toEqual({ commits, statements })
    expect(await world.jobs()).toEqual([])
  })

  test('less than its own claim and end when several are due: one statement ends four and takes the next four', async () => {
    const member = await world.someMember()
    for (let count = 0; count < 10; count += 1) await notify(ctx, 'browser', member, CLIENT)
    const sent = watch()
    const first = await exchange(ctx, [], slotsOf(4))
    const second = await exchange(ctx, first.taken, slotsOf(4))
    expect(sent()).toEqual({ commits: 2, statements: 2 })
    expect(new Set([...first.taken, ...second.taken].map(({ id }) => id)).size).toBe(8)
    expect([await world.jobs(), second.left]).toEqual([Array(6).fill(expect.anything()), []])
  })

  test('two more for a mail where a minute has a limit, which counts the mails that leave and no other', async () => {
    const { limits } = ctx.settings
    onTestFinished(() => void (limits.mails_per_minute = 0))
    limits.mails_per_minute = 3
    const member = await world.someMember()
    await notify(ctx, 'browser', member, CLIENT)
    const sent = watch()
    await world.work()
    expect(sent()).toEqual({ commits: 5, statements: 5 })
    for (let count = 0; count < 4; count += 1) await notify(ctx, 'browser', member, CLIENT)
    await world.work()
    const counts = ctx.db.selectFrom('rate_counts').select('points').where('key', 'like', 'mails:%')
    expect([world.relay.mails.length, await counts.execute()]).toEqual([3, [{ points: 3 }]])
  })

  test('no slot of the next minute where a slot is released after its own', async () => {
    const { limits } = ctx.settings
    onTestFinished(() => void (limits.mails_per_minute = 0))
    limits.mails_per_minute = 3
    world.pass(60)
    for (let count = 0; count < 8; count += 1) await notify(ctx, 'browser', await world.someMember(), CLIENT)
    const slots = await reserveMailSlots(ctx, 8)
    world.pass(60)
    await releaseMailSlots(ctx, slots, 0)
    await world.work()
    expect(world.relay.mails).toHaveLength(3)
  })

  test('nothing while no place is free', async () => {
    const { limits } = ctx.settings
    const { jobs_at_once } = limits
    onTestFinished(() => void (limits.jobs_at_once = jobs_at_once))
    limits.jobs_at_once = 0
    await notify(ctx, 'browser', await world.someMember(), CLIENT)
    const sent = watch()
    await world.work()
    expect(sent().statements).toBe(0)
  })
})
