// Security A1, A2: what a password's hash is, and how many are made at once.
import { expect, test } from 'vitest'
import { startHashing } from '../../sandbox/domain/hashing'
import { Refused } from '../../sandbox/domain/refusal'
import { defaultLimits } from '../../sandbox/settings'

const cheap = { ...defaultLimits, hash_memory: 1024, hash_passes: 1 }

test('the floor of the costs, a salt of its own for each, and a hash of other costs counts as outdated', async () => {
  const [floor, low] = [await startHashing(defaultLimits), await startHashing(cheap)]
  const [one, other] = [await floor.make('kT7!mz2Rqq9@'), await floor.make('kT7!mz2Rqq9@')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect(await floor.matches('kT7!mz2Rqq9@', other)).toBe(true)
  expect([floor.isOutdated(one), low.isOutdated(one)]).toEqual([false, true])
})

test('two at once, so many in line, and whoever comes then is told when to come again', async () => {
  const hashing = await startHashing({ ...cheap, hashes_at_once: 2, hashes_waiting: 3 })
  let running = 0
  let most = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const asked = Array.from({ length: 9 }, () =>
    hashing.inTurn(async () => {
      most = Math.max(most, ++running)
      await gate
      running -= 1
    }),
  )
  const shed = asked.slice(5).map((one) => one.catch((error: unknown) => error))
  for (const refused of await Promise.all(shed)) {
    expect(refused).toBeInstanceOf(Refused)
    expect(refused).toMatchObject({ status: 503, body: { code: 'BUSY' }, headers: { 'Retry-After': '2' } })
  }
  open()
  await Promise.all(asked.slice(0, 5))
  expect(most).toBe(2)
  // What failed gives its place back, too.
  await expect(hashing.inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await Promise.all([1, 2, 3].map(() => hashing.inTurn(async () => {})))
})

test('a queue that does not move sends away whoever waits too long, and nobody else loses a place by that', async () => {
  const hashing = await startHashing({ ...cheap, hashes_at_once: 1, hashes_waiting: 2, hash_wait_ms: 20 })
  let open = () => {}
  const first = hashing.inTurn(() => new Promise<void>((resolve) => (open = resolve)))
  const late = hashing.inTurn(async () => {})
  await expect(late).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '2' } })
  const next = hashing.inTurn(async () => 'next')
  open()
  await first
  expect(await next).toBe('next')
  expect(await hashing.inTurn(async () => 'last')).toBe('last')
})

test('networks take turns: a network that fills the queue delays another one by one hash', async () => {
  const hashing = await startHashing({ ...cheap, hashes_at_once: 1, hashes_waiting: 8, hash_wait_ms: 10_000 })
  const order: string[] = []
  let open = () => {}
  const first = hashing.inTurn(() => new Promise<void>((resolve) => (open = resolve)), 'loud')
  const ask = (network: string) => hashing.inTurn(async () => void order.push(network), network)
  const loud = Array.from({ length: 8 }, () => ask('loud').catch(() => order.push('shed')))
  const quiet = [ask('quiet'), ask('other')]
  open()
  await Promise.all([first, ...loud, ...quiet])
  // Two places of the loud network went to the newcomers, who were served before what it had left in line.
  expect(order.filter((one) => one === 'shed')).toHaveLength(2)
  expect(
    order
      .filter((one) => one !== 'shed')
      .slice(0, 2)
      .toSorted(),
  ).toEqual(['other', 'quiet'])
  expect(order.filter((one) => one === 'loud')).toHaveLength(6)
})

test('a network that holds no more of the queue than another loses no place to it', async () => {
  const hashing = await startHashing({ ...cheap, hashes_at_once: 1, hashes_waiting: 2, hash_wait_ms: 10_000 })
  let open = () => {}
  const first = hashing.inTurn(() => new Promise<void>((resolve) => (open = resolve)), 'one')
  const [a, b] = [hashing.inTurn(async () => 'a', 'one'), hashing.inTurn(async () => 'b', 'two')]
  await expect(hashing.inTurn(async () => 'c', 'three')).rejects.toMatchObject({ status: 503 })
  open()
  await first
  expect(await Promise.all([a, b])).toEqual(['a', 'b'])
})
