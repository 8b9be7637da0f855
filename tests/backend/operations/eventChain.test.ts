// Security D12: a changed, missing or added event is found, and the chain outlives the deletion of old events.
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sealEvents, verifyEvents } from '../../../backend/domain/audit/eventChain.ts'
import { record } from '../../../backend/domain/audit/events.ts'
import { parseEvents, runEvents } from '../../../backend/commands/eventsCommand.ts'
import { printable } from '../../../backend/printable.ts'
import { sweep } from '../../../backend/sweep.ts'
import type { Ctx } from '../../../backend/context.ts'
import { freshParts } from '../shared.ts'

const parts = freshParts()
let now = Date.now()
let ctx: Ctx
beforeEach(() => {
  now = Date.now()
  ctx = { ...parts.ctx, now: () => new Date(now) }
})

async function print(...args: string[]): Promise<string[]> {
  const printed: string[] = []
  for await (const line of runEvents(ctx.db, parseEvents(args, 'kim', new Date(now)), async () => ctx))
    printed.push(line)
  return printed
}

const MEMBER = randomUUID()

/** Events of three seals. @returns the hash of the second */
async function threeSeals(): Promise<string> {
  for (let seal = 0; seal < 3; seal += 1) {
    for (let time = 0; time < 4; time += 1)
      await record(ctx, 'session.used', { member_id: MEMBER, ip: '203.0.113.9' }, { time: seal * 10 + time })
    await sealEvents(ctx)
  }
  const hashes = await ctx.db.selectFrom('audit_seals').select('hash').orderBy('id').execute()
  return hashes[1]?.hash ?? ''
}

const run = (statement: string) => sql.raw(statement).execute(ctx.db)
const seals = '(select id from audit_seals order by id limit 1 offset 1)'
const first = '(select min(id) from audit_events)'

test('the chain fits, says what is not sealed yet, and contains an earlier hash', async () => {
  const hash = await threeSeals()
  await record(ctx, 'session.used', { member_id: MEMBER })
  const printed = await print('verify', '--expect', hash)
  expect(printed[0]).toBe('12 events in 3 seals fit')
  expect(printed[1]).toBe('the newest events are not sealed yet: 1')
  expect(printed[2]).toMatch(/^last hash [\da-f]{64}$/)
  expect(printed[3]).toBe(`a seal has the hash ${hash}`)
  expect(parts.lines.join()).toContain(`"hash":"${hash}"`)
  await expect(print('verify', '--expect', 'a'.repeat(64))).rejects.toThrow('no seal has the hash aaaa')
})

test.each<[string, string, RegExp]>([
  [
    'a changed event',
    `update audit_events set ip = '198.51.100.1' where id = ${first} + 5`,
    /^seal \d+: event \d+ has/,
  ],
  ['a time that was changed', `update audit_events set at = at + interval '1 ms' where id = ${first}`, /event \d+ has/],
  ['a missing event', `delete from audit_events where id = ${first} + 5`, /^seal \d+: event \d+ is missing$/],
  ['the oldest events that are missing', `delete from audit_events where id < ${first} + 4`, /event \d+ is missing$/],
  ['a changed seal', `update audit_seals set digests = digests - 0 where id = ${seals}`, /the seal has changed$/],
  ['a missing seal', `delete from audit_seals where id = ${seals}`, /the seal before it is missing$/],
  [
    'the oldest seal that is missing',
    'delete from audit_seals where id = (select min(id) from audit_seals)',
    /earlier seals are missing before their time$/,
  ],
  [
    'an event that was added',
    `insert into audit_events (id, at, event) overriding system value values (0 - 1, now(), 'sign_in.done')`,
    /event -1 was added later$/,
  ],
])('verify finds %s', async (_, statement, problem) => {
  await threeSeals()
  await run(statement)
  await expect(print('verify')).rejects.toThrow(problem)
})

test('an event that was stored with sequences for a terminal fits, and its printed line leads to its digest', async () => {
  await record(ctx, 'session.used', { member_id: MEMBER }, { text: 'a\u0085\u009b31m\u202eb\u007f' })
  await sealEvents(ctx)
  expect((await print('verify'))[0]).toBe('1 events in 1 seals fit')
  const [line = ''] = (await print('export', '--since', '1d')).map(printable)
  expect(line).toContain(String.raw`a\u0085\u009b31m\u202eb\u007f`)
  const { digests } = await ctx.db.selectFrom('audit_seals').select('digests').executeTakeFirstOrThrow()
  const digest = createHash('sha256')
    .update(JSON.stringify(JSON.parse(line)))
    .digest('hex')
  expect(digests[0]?.[1]).toBe(digest.slice(0, 32))
})

test('an event whose statement is still under way is sealed when it comes', async () => {
  await record(ctx, 'session.used', { member_id: MEMBER })
  await run(`select nextval(pg_get_serial_sequence('audit_events', 'id'))`)
  await record(ctx, 'session.used', { member_id: MEMBER })
  await sealEvents(ctx)
  expect(await verifyEvents(ctx.db, ctx.now())).toMatchObject({ problem: null, events: 1, unsealed: 1 })
  now += 11 * 60_000
  await sealEvents(ctx)
  expect(await verifyEvents(ctx.db, ctx.now())).toMatchObject({ problem: null, events: 2, unsealed: 0 })
})

test('two processes that seal at once make one chain', async () => {
  for (let time = 0; time < 5; time += 1) await record(ctx, 'session.used', { member_id: MEMBER }, { time })
  await Promise.all([sealEvents(ctx), sealEvents(ctx)])
  await sealEvents(ctx)
  expect(await verifyEvents(ctx.db, ctx.now())).toMatchObject({ problem: null, seals: 1, events: 5 })
})

test('the sweep deletes events after 90 days, and the rest of the chain still fits', async () => {
  const today = now
  const days = async () =>
    (await ctx.db.selectFrom('audit_events').select('fields').orderBy('id').execute()).map(({ fields }) => fields.days)
  const daysAgo = async (days: number) => {
    now = today - days * 86_400_000
    await record(ctx, 'session.used', { member_id: MEMBER }, { days })
    await sealEvents(ctx)
  }
  for (const days of [95, 93, 91, 89, 1]) await daysAgo(days)
  now = today
  await sweep(ctx)
  await sweep(ctx)
  expect(await days()).toEqual([89, 1])
  expect(await verifyEvents(ctx.db, ctx.now())).toMatchObject({ problem: null, seals: 3, events: 2, unsealed: 0 })
  await daysAgo(0)
  expect(await verifyEvents(ctx.db, ctx.now())).toMatchObject({ problem: null, seals: 4, events: 3 })
  await run("select sweep_events(now() + interval '1 day')")
  expect(await days(), 'nothing younger, whatever the server asks for').toEqual([89, 1, 0])
  await run('delete from audit_seals where id = (select min(id) from audit_seals)')
  await expect(print('verify')).rejects.toThrow('earlier seals are missing before their time')
})
