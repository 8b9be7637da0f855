// Security A1, A2, D6: the form of a password hash, the number of hashes at the same time, and whose turn is next.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { together } from '../../../backend/db/oneTransaction.ts'
import { startHashing } from '../../../backend/domain/passwords/hashing.ts'
import { Refused } from '../../../backend/domain/refusal.ts'
import { defaultLimits } from '../../../backend/settings/limits.ts'

/** A caller in a visit of its own. */
const from = (network: string, visit: string = randomUUID()) => ({ networks: [network], visit })
const NETWORK = '203.0.113.1'

/** Work that waits until a test lets it go on. */
function held() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, wait: () => opened }
}

const cheap = { ...defaultLimits, hash_memory: 1024, hash_passes: 1 }

test('the floor of the costs, a salt of its own for each, and a hash of other costs counts as outdated', async () => {
  const [floor, low] = [await startHashing(defaultLimits), await startHashing(cheap)]
  const [one, other] = [await floor.make('kT7!mz2Rqq9@'), await floor.make('kT7!mz2Rqq9@')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect(await floor.matches('kT7!mz2Rqq9@', other)).toBe(true)
  expect([floor.isOutdated(one), low.isOutdated(one)]).toEqual([false, true])
})

test('two hashes run at once, a limited number waits, and further calls get a time to try again', async () => {
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
    }, from(NETWORK)),
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
  await expect(hashing.inTurn(() => Promise.reject(new Error('no')), from(NETWORK))).rejects.toThrow('no')
  await Promise.all([1, 2, 3].map(() => hashing.inTurn(async () => {}, from(NETWORK))))
})

test('a call that waits too long in the queue is refused, and the others keep their places', async () => {
  const hashing = await startHashing({ ...cheap, hashes_at_once: 1, hashes_waiting: 2, hash_wait_ms: 20 })
  const { open, wait } = held()
  const first = hashing.inTurn(wait, from(NETWORK))
  const next = hashing.inTurn(async () => 'next', from(NETWORK))
  const late = hashing.inTurn(async () => {}, from(NETWORK))
  await expect(late).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '2' } })
  open()
  await first
  expect(await next).toBe('next')
  expect(await hashing.inTurn(async () => 'last', from(NETWORK))).toBe('last')
})

test('a network that fills the queue delays another network by the hash that runs and the one that is ready', async () => {
  const hashing = await startHashing({ ...cheap, hashes_at_once: 1, hashes_waiting: 8, hash_wait_ms: 10_000 })
  const order: string[] = []
  const { open, wait } = held()
  const first = hashing.inTurn(wait, from('loud'))
  const ask = (network: string) => hashing.inTurn(async () => void order.push(network), from(network))
  const loud = Array.from({ length: 8 }, () => ask('loud').catch(() => order.push('shed')))
  const quiet = [ask('quiet'), ask('other')]
  open()
  await Promise.all([first, ...loud, ...quiet])
  // Two places of the loud network went to the newcomers, who were served before what it had left in line.
  expect(order.filter((one) => one === 'shed')).toHaveLength(2)
  const [ready, ...inLine] = order.filter((one) => one !== 'shed')
  expect(ready).toBe('loud')
  expect(inLine.slice(0, 2).toSorted()).toEqual(['other', 'quiet'])
  expect(order.filter((one) => one === 'loud')).toHaveLength(6)
})

test('a network that holds no more of the queue than another loses no place to it', async () => {
  const hashing = await startHashing({ ...cheap, hashes_at_once: 1, hashes_waiting: 2, hash_wait_ms: 10_000 })
  const { open, wait } = held()
  const first = hashing.inTurn(wait, from('one'))
  const [a, b] = [hashing.inTurn(async () => 'a', from('one')), hashing.inTurn(async () => 'b', from('two'))]
  await expect(hashing.inTurn(async () => 'c', from('three'))).rejects.toMatchObject({ status: 503 })
  open()
  await first
  expect(await Promise.all([a, b])).toEqual(['a', 'b'])
})

test('a flood of fourteen loops from one network takes no sign-in from another: each waits for what runs and what is ready', async () => {
  const hashing = await startHashing({ ...cheap, hashes_at_once: 2, hashes_waiting: 8, hash_wait_ms: 60_000 })
  const order: string[] = []
  const isOver = new AbortController()
  /** A hash that takes a turn of the event loop, so that the order depends on the queue alone. */
  const hash = (name: string) => () =>
    new Promise<void>((resolve) =>
      setImmediate(() => {
        order.push(name)
        resolve()
      }),
    )
  let shed = 0
  async function loop(): Promise<void> {
    while (!isOver.signal.aborted) {
      await hashing.inTurn(hash('flood'), from('198.51.100.1')).catch(() => (shed += 1))
      await new Promise((resolve) => void setImmediate(resolve))
    }
  }
  const flood = Array.from({ length: 14 }, loop)
  const between: number[] = []
  for (let time = 0; time < 27; time += 1) {
    const before = order.length
    await hashing.inTurn(hash('member'), from(`203.0.113.${time}`))
    between.push(order.slice(before).filter((one) => one === 'flood').length)
  }
  isOver.abort()
  await Promise.all(flood)
  expect(order.filter((one) => one === 'member')).toHaveLength(27)
  expect(shed).toBeGreaterThan(0)
  // The two that run when a member comes, the two that are ready, and one that runs beside the member's own.
  expect(Math.max(...between)).toBeLessThanOrEqual(5)
})

test('a visit beyond its hashes a minute gets a time to try again, and another visit goes on', async () => {
  let now = 0
  const hashing = await startHashing({ ...cheap, hashes_per_visit_minute: 3 }, () => now)
  const ask = (visit: string) => hashing.inTurn(async () => 'hashed', from(NETWORK, visit))
  for (let time = 0; time < 3; time += 1) expect(await ask('one')).toBe('hashed')
  await expect(ask('one')).rejects.toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_REQUESTS' },
    headers: { 'Retry-After': '20' },
  })
  expect(await ask('other')).toBe('hashed')
  now += 20_000
  expect(await ask('one')).toBe('hashed')
})

test('a database that hangs takes no slot, and no place for longer than a check may wait', async () => {
  const hashing = await startHashing({ ...cheap, hashes_at_once: 1, hashes_waiting: 4, hash_wait_ms: 20 })
  const database = held()
  const stuck = Array.from({ length: 2 }, () => hashing.inTurn(async () => 'stuck', from(NETWORK), database.wait))
  expect(hashing.queue()).toEqual({ running: 0, waiting: 0 })
  await expect.poll(() => hashing.inTurn(async () => 'free', from('other')).catch(() => 'busy')).toBe('free')
  database.open()
  expect(await Promise.all(stuck)).toEqual(['stuck', 'stuck'])
  expect(await hashing.inTurn(async () => 'last', from(NETWORK))).toBe('last')
})

test('what a check has prepared is hashed, however many others come', async () => {
  const hashing = await startHashing({ ...cheap, hashes_at_once: 1, hashes_waiting: 2, hash_wait_ms: 20 })
  const slot = held()
  const first = hashing.inTurn(slot.wait, from(NETWORK))
  const prepared: string[] = []
  const prepare = (name: string) => () => Promise.resolve(void prepared.push(name))
  const asked = ['a', 'b', 'c', 'd'].map((name) =>
    hashing.inTurn(async () => name, from(NETWORK), prepare(name)).catch((error: unknown) => error),
  )
  expect(await Promise.all(asked.slice(1))).toEqual(Array(3).fill(expect.objectContaining({ status: 503 })))
  expect(prepared).toEqual(['a'])
  slot.open()
  expect(await asked[0]).toBe('a')
  await first
})

test('the next check is prepared while one is hashed', async () => {
  const hashing = await startHashing({ ...cheap, hashes_at_once: 1 })
  const [slot, database] = [held(), held()]
  const first = hashing.inTurn(slot.wait, from(NETWORK))
  const order: string[] = []
  const second = hashing.inTurn(
    async () => void order.push('hashed'),
    from(NETWORK),
    async () => {
      order.push('prepared')
      database.open()
    },
  )
  await database.wait()
  slot.open()
  await Promise.all([first, second])
  expect(order).toEqual(['prepared', 'hashed'])
})

test('a check for which all places become free while its transaction ends begins at once', async () => {
  const hashing = await startHashing({ ...cheap, hashes_at_once: 1, hashes_waiting: 2, hash_wait_ms: 60_000 })
  const slot = held()
  const before = [1, 2].map(() => hashing.inTurn(slot.wait, from(NETWORK)))
  const third = together(
    () => hashing.inTurn(async () => 'third', from(NETWORK)),
    () => true,
  )
  slot.open()
  expect(await third).toBe('third')
  await Promise.all(before)
})
