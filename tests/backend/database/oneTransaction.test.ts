// docs/scaling.md, "Commits": what one transaction for a call keeps, undoes, and lets go.
import { beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../backend/context.ts'
import { afterCommit, apart, outside, together } from '../../../backend/db/oneTransaction.ts'
import { freshParts } from '../shared.ts'

const parts = freshParts()
let ctx: Ctx
beforeEach(() => void (ctx = parts.ctx))

const note = ({ db }: Pick<Ctx, 'db'>, key: string) =>
  db.insertInto('wrong_passwords').values({ key, score: 1, at: new Date() }).execute()
const noted = async (): Promise<string[]> => {
  const rows = await outside(() => ctx.db.selectFrom('wrong_passwords').select('key').orderBy('key').execute())
  return rows.map(({ key }) => key)
}
const always = () => true
const onlyWithoutError = (error?: unknown) => error === undefined
const isServer = Boolean(process.env.TEST_DATABASE_URL)

test('what is written together is there for others when the work is done, and its followers run after that', async () => {
  const seen: (string[] | string)[] = []
  await together(async () => {
    afterCommit(() => seen.push('follows'))
    await note(ctx, 'a')
    // The embedded database is one connection.
    if (isServer) seen.push(await noted())
    await note(ctx, 'b')
  }, always)
  expect(seen).toEqual(isServer ? [[], 'follows'] : ['follows'])
  expect(await noted()).toEqual(['a', 'b'])
})

test('a failure undoes all of it, and nothing follows; a refusal that is kept undoes nothing', async () => {
  let follows = 0
  const failing = async () => {
    afterCommit(() => (follows += 1))
    await note(ctx, 'a')
    throw new Error('no')
  }
  await expect(together(failing, onlyWithoutError)).rejects.toThrow('no')
  expect([await noted(), follows]).toEqual([[], 0])
  await expect(together(failing, always)).rejects.toThrow('no')
  expect([await noted(), follows]).toEqual([['a'], 1])
})

test('a statement that failed fails the whole, also if nobody noticed', async () => {
  const work = async () => {
    await note(ctx, 'a')
    await note(ctx, 'a').catch(() => {})
    return 'an answer'
  }
  await expect(together(work, always)).rejects.toThrow('a statement of this transaction has failed')
  expect(await noted()).toEqual([])
})

test('a transaction within it is undone alone', async () => {
  await together(async () => {
    await note(ctx, 'a')
    const within = ctx.db.transaction().execute(async (db) => {
      await note({ db }, 'b')
      throw new Error('no')
    })
    await within.catch(() => {})
    await ctx.db.transaction().execute((db) => note({ db }, 'c'))
  }, always)
  expect(await noted()).toEqual(['a', 'c'])
})

test('statements at the same time wait for each other, and for a transaction within it', async () => {
  await together(async () => {
    const within = ctx.db.transaction().execute(async (db) => {
      await note({ db }, 'a')
      await note({ db }, 'b')
      throw new Error('no')
    })
    await Promise.all([note(ctx, 'c'), within.catch(() => {}), note(ctx, 'd')])
  }, always)
  expect(await noted()).toEqual(['c', 'd'])
})

test('work apart finds what was written before committed, and the connection free', async () => {
  const work = async () => {
    await note(ctx, 'a')
    const before = await apart(() => noted())
    await note(ctx, 'b')
    throw new Error(before.join(' '))
  }
  await expect(together(work, onlyWithoutError)).rejects.toThrow('a')
  expect(await noted()).toEqual(['a'])
})

test('work that nobody waits for goes on after the commit', async () => {
  let end = () => {}
  const gate = new Promise<void>((resolve) => (end = resolve))
  let late: Promise<unknown> | undefined
  await together(async () => {
    await note(ctx, 'a')
    late = gate.then(() => note(ctx, 'b'))
  }, always)
  expect(await noted()).toEqual(['a'])
  end()
  await late
  expect(await noted()).toEqual(['a', 'b'])
})
