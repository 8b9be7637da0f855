// Security E3: one subscriber with many networks is one caller, and strangers refuse no member who has signed in before in a browser.
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Ctx } from '../../../backend/context.ts'
import { startHashing } from '../../../backend/domain/passwords/hashing.ts'
import { levelsOf, networksOf } from '../../../backend/domain/limits/networks.ts'
import { startBudgets } from '../../../backend/http/rateLimits.ts'
import { takeAttempt } from '../../../backend/domain/signIn/attempts.ts'
import { defaultLimits } from '../../../backend/settings/limits.ts'
import { openParts, partsLimits } from '../backendParts.ts'
import { deferred } from '../../support/deferred.ts'
import { isComplete } from '../../support/someOf.ts'
import { Browser } from '../browser.ts'
import { senderIn } from '../sender.ts'
import { sharedBackend, sharedParts } from '../shared.ts'
import { copyOf, signInAt } from '../start.ts'

/** An address in the /48 of an attacker, each in a /64 of its own. */
const attacker = (network: number) => `2001:db8:bad:${network.toString(16)}::1`
const MEMBER = '2001:db8:600d:1::1'

describe('the networks of an address', () => {
  test.each([
    ['203.0.113.9', ['203.0.113.0/24', '203.0.113.9']],
    ['2001:db8:1:2ff::1', ['2001:db8::/32', '2001:db8:1::/48', '2001:db8:1:200::/56', '2001:db8:1:2ff::/64']],
    ['2001:db8::', ['2001:db8::/32', '2001:db8:0::/48', '2001:db8:0:0::/56', '2001:db8:0:0::/64']],
    ['nobody', ['nobody']],
  ])('%s is in %j', (address, networks) => expect(networksOf(address)).toEqual(networks))

  test('a wider network has a larger budget, and each of its networks a smaller share of it', () => {
    for (const address of ['203.0.113.9', MEMBER]) {
      const weights = levelsOf(address).map(({ weight }) => weight)
      expect(weights.at(-1)).toBe(1)
      expect(weights).toEqual(weights.toSorted((a, b) => a - b))
      expect(new Set(weights).size).toBe(weights.length)
    }
  })
})

describe('calls a minute', () => {
  const budgets = () => {
    const settings = { limits: defaultLimits, internal_networks: [], campus_networks: [] }
    return startBudgets({ settings, now: () => new Date(0) } as unknown as Ctx)
  }
  const path = '/v1/verify/pwd'

  test('all 65,536 networks of a /48 together make as many calls as four homes', async () => {
    const { waitFor } = budgets()
    let allowed = 0
    for (let network = 0; network <= 0xffff; network += 1)
      if ((await waitFor(path, attacker(network))) === 0) allowed += 1
    expect(allowed).toBe(4 * defaultLimits.sign_ins_per_minute)
    // They have not filled the table either.
    expect(await waitFor(path, MEMBER)).toBe(0)
    expect(await waitFor(path, '203.0.113.9')).toBe(0)
  })

  test('calls that are refused in one network take nothing from its neighbours', async () => {
    const { waitFor } = budgets()
    for (let time = 0; time < 1000; time += 1) await waitFor(path, attacker(0))
    expect(await waitFor(path, attacker(0x100))).toBe(0)
  })

  test('a full table refuses a new stranger, and no member', async () => {
    const { waitFor, waitForMember } = budgets()
    for (let at = 0; at < 60_000; at += 1) await waitFor(path, `${10 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}.1`)
    expect(await waitFor(path, MEMBER)).toBeGreaterThan(0)
    expect(await waitForMember(path, 'a member')).toBe(0)
  })

  test('a member has the budget of one network', async () => {
    const { waitForMember } = budgets()
    const calls = Array.from({ length: defaultLimits.sign_ins_per_minute + 1 }, () => waitForMember(path, 'a member'))
    const waits = await Promise.all(calls)
    expect(waits.filter((wait) => wait > 0)).toHaveLength(1)
  })
})

describe('the queue for password checks', () => {
  const cheap = { ...defaultLimits, hash_memory: 1024, hash_passes: 1, hash_wait_ms: 10_000 }

  /** A queue with one running check that ends when the test says so, one that is ready, and the order of the four behind them. */
  async function full() {
    const hashing = await startHashing({ ...cheap, hashes_at_once: 1, hashes_waiting: 5 })
    const order: string[] = []
    const { promise, resolve: open } = deferred()
    const before = ['running', 'ready'].map((visit) =>
      hashing.inTurn(() => promise, { networks: networksOf(attacker(0)), visit }),
    )
    let visits = 0
    const ask = (address: string, isKnown = false) =>
      hashing
        .inTurn(async () => void order.push(address), {
          networks: networksOf(address),
          visit: String((visits += 1)),
          isKnown,
        })
        .catch(() => void order.push(`${address} refused`))
    const end = async (all: Promise<void>[]) => {
      open()
      await Promise.all([...before, ...all])
      return order
    }
    return { ask, end }
  }

  test('the networks of a /48 give up their places to another caller, and that caller comes before them', async () => {
    const { ask, end } = await full()
    const flood = [1, 2, 3, 4].map((network) => ask(attacker(network)))
    const order = await end([...flood, ask(MEMBER)])
    expect(order).toEqual([`${attacker(4)} refused`, MEMBER, attacker(1), attacker(2), attacker(3)])
  })

  test('four strangers from anywhere refuse no member in a known browser, who comes first', async () => {
    const { ask, end } = await full()
    const strangers = [1, 2, 3, 4].map((net) => `198.51.${net}.1`)
    const order = await end([...strangers.map((address) => ask(address)), ask(MEMBER, true)])
    expect(order.slice(0, 2)).toEqual([`${strangers.at(-1)} refused`, MEMBER])
  })

  test('a stranger takes no place from a member in a known browser', async () => {
    const { ask, end } = await full()
    const members = [1, 2, 3, 4].map((net) => ask(`198.51.100.${net}`, true))
    const order = await end([...members, ask(MEMBER)])
    expect(order.filter((one) => one.endsWith('refused'))).toEqual([`${MEMBER} refused`])
  })
})

describe('a browser in which a member has signed in before', () => {
  const limits = { visits_per_minute: 20, sign_ins_per_minute: 5 }
  // The clock stands, because a budget grows again with each second. It stands at today, by which the cookies count.
  const now = new Date()
  const backend = sharedBackend({ proxy_hops: 1, limits, now: () => now })

  test('signs in from a network whose budget strangers have used up; a new browser and a made-up key are refused', async () => {
    const member = await copyOf(backend, 'member')
    const home = new Browser(backend.url, { 'x-forwarded-for': MEMBER })
    expect((await signInAt(backend, home, member)).reply.status).toBe(200)
    const signIns = async (browser: Browser) => (await browser.post('/v1/verify/pwd', {})).status
    const stranger = new Browser(backend.url, { 'x-forwarded-for': MEMBER })
    for (let time = 0; time < 5; time += 1) await signIns(stranger)
    expect(await signIns(stranger)).toBe(429)
    stranger.jar.set('device /', { value: `${'x'.repeat(43)}.${'y'.repeat(43)}`, path: '/', expires: Infinity })
    expect(await signIns(stranger)).toBe(429)
    home.jar.delete('_session /')
    expect((await signInAt(backend, home, member)).reply.status).toBe(200)
  })
})

describe('the messages of a country', () => {
  const HOME = isComplete ? partsLimits.sends_per_ip_hour : 5
  const limits = { ...partsLimits, sends_per_ip_hour: HOME, sends_per_country_hour: 240 }
  const parts = sharedParts({ limits })

  const { send } = senderIn(() => parts)

  test('an attack slows strangers for five minutes, and a caller who completed something not at all', async () => {
    const good = await send(MEMBER)
    expect((await good.verify()).status).toBe(200)
    let sent = 0
    for (let network = 0; network < 60; network += 1)
      if ((await send(`2001:db${(network % 16).toString(16)}:${network}::1`)).status === 200) sent += 1
    // Half of the country's 240 an hour is ten in five minutes; one was the good caller's own.
    expect(sent).toBe(9)
    const stranger = await send('203.0.113.77')
    expect(stranger).toMatchObject({ status: 429 })
    expect(stranger.wait).toBeLessThanOrEqual(300)
    expect((await send(MEMBER)).status).toBe(200)
    parts.pass(301)
    expect((await send('203.0.113.77')).status).toBe(200)
  })

  test('all networks of a /48 together get as many as four homes', async () => {
    parts.pass(86_401)
    let sent = 0
    for (let minutes = 0; minutes < 55; minutes += 5) {
      parts.pass(300)
      for (let network = 0; network < (HOME * 3) / 5; network += 1)
        if ((await send(attacker(minutes * 100 + network))).status === 200) sent += 1
    }
    expect(sent).toBe(4 * HOME)
  })
})

test('a clock that is set back by half an hour holds back no code and no password', async () => {
  const parts = await openParts({ limits: { ...partsLimits, sends_per_country_hour: 3 } })
  onTestFinished(() => parts.close())
  const { send } = senderIn(() => parts)
  const attempt = (sealed: string) =>
    takeAttempt(parts.ctx, { login_id_key: 'kim@demo.test', sealed, transaction_id: 'visit' })
  parts.pass(1800)
  const first = await send(MEMBER, 'secondFactor')
  for (const _ of [1, 2]) await send(MEMBER, 'secondFactor')
  expect((await send(MEMBER, 'secondFactor')).status).toBe(429)
  const attempts = []
  for (const sealed of ['1', '2', '3', '4', '5', '6']) attempts.push(await attempt(sealed))
  expect(attempts).toEqual([1, 2, 3, 4, 5, null])
  parts.pass(-1800)
  expect((await first.again()).status).toBe(200)
  expect(await attempt('7')).toBe(1)
})
