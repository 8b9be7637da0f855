// Security A13, E3: many members behind one address. Codes that are entered give their budget back, and an operator can name such networks.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../backend/context.ts'
import { startBudgets } from '../../../backend/http/rateLimits.ts'
import { parseEnvironment } from '../../../backend/settings/environment.ts'
import { defaultLimits } from '../../../backend/settings/limits.ts'
import { openDemo } from '../../../demo/start.ts'
import { openParts, partsLimits, type Parts } from '../backendParts.ts'
import { Joiner, profiles } from '../joiner.ts'
import { ownDatabase } from '../ownDatabase.ts'
import { isComplete } from '../../support/someOf.ts'
import { senderIn } from '../sender.ts'
import { start } from '../start.ts'

const DAY = 86_401
const ADDRESS = '198.51.100.7'
const SENDS = isComplete ? 4 : 2
const COUNTRY = 100_000

let parts: Parts
const { send, sentUnentered, proved } = senderIn(() => parts)
const CAMPUS = { campus_networks: ['203.0.113.16/28', '2001:db8:5::/48'] }

async function open(limits: { sends_per_ip_hour?: number; sends_per_country_hour?: number }) {
  const given = { sends_per_ip_hour: SENDS, sends_per_country_hour: COUNTRY, ...limits }
  parts = await openParts({ ...CAMPUS, limits: { ...partsLimits, ...given } })
}

/** At once, and in all. Each needs two codes, and an address gets twenty that nobody enters. */
const [JOINERS, JOINS] = isComplete ? [10, 60] : [6, 12]
test('visitors behind one address join, however many codes they need together', async () => {
  const backend = await start()
  try {
    const join = async () => {
      const joiner = await new Joiner(backend).ready()
      return (await joiner.join(joiner.payload(profiles.SOCIAL))).status
    }
    for (let joined = 0; joined < JOINS; joined += JOINERS)
      expect(await Promise.all(Array.from({ length: JOINERS }, join))).toEqual(Array(JOINERS).fill(200))
  } finally {
    await backend.close()
  }
}, 300_000)

describe('the codes of one address', () => {
  beforeAll(() => open({}), 60_000)
  afterAll(() => parts.close())
  beforeEach(() => parts.pass(DAY))

  test('an address that enters no code gets as many as the setting says', async () =>
    expect(await sentUnentered(ADDRESS, 2 * SENDS)).toBe(SENDS))

  test('a code that was entered gives its budget back, and its phone adds one more for a day', async () => {
    expect(await proved(ADDRESS, 3)).toBe(3)
    expect(await sentUnentered(ADDRESS, 4 * SENDS)).toBe(SENDS + 3)
    parts.pass(3601)
    expect(await sentUnentered(ADDRESS, 4 * SENDS)).toBe(SENDS + 3)
  })

  test('a code that is entered from another address gives its budget back to the address that asked for it', async () => {
    const [elsewhere, earlier] = ['192.0.2.44', await send(ADDRESS)]
    parts.pass(61)
    expect((await earlier.again()).status).toBe(200)
    expect((await earlier.verify(elsewhere)).status).toBe(200)
    expect(await sentUnentered(ADDRESS, 4 * SENDS)).toBe(SENDS + 1)
    expect(await sentUnentered(elsewhere, 2 * SENDS)).toBe(SENDS)
  })

  test('a code of an e-mail gives its budget back and adds nothing: addresses cost an attacker nothing', async () => {
    expect(await proved(ADDRESS, SENDS + 1, 'joinEmail')).toBe(SENDS + 1)
    expect(await sentUnentered(ADDRESS, 4 * SENDS)).toBe(SENDS)
  })

  test('sign-ins with a code have the same: as many as the setting says, and more where codes are entered', async () => {
    expect(await sentUnentered(ADDRESS, 2 * SENDS, 'secondFactor')).toBe(SENDS)
    parts.pass(DAY)
    expect(await proved(ADDRESS, 3 * SENDS, 'secondFactor')).toBe(3 * SENDS)
    expect(await sentUnentered(ADDRESS, 8 * SENDS, 'secondFactor')).toBe(4 * SENDS)
  })

  test('a phone that is proved again adds nothing more', async () => {
    const { verify, again } = await send(ADDRESS)
    expect((await verify()).status).toBe(200)
    parts.pass(61)
    expect((await again()).status).toBe(200)
    expect((await verify()).status).toBe(200)
    expect(await sentUnentered(ADDRESS, 4 * SENDS)).toBe(SENDS + 1)
  })

  test('what one address has proved does not count for its neighbour', async () => {
    expect(await proved(ADDRESS, 3)).toBe(3)
    expect(await sentUnentered('198.51.100.8', 4 * SENDS)).toBe(SENDS)
  })

  test('even with every code entered, an address gets ten times the setting an hour', async () => {
    expect(await proved(ADDRESS, 12 * SENDS)).toBe(10 * SENDS)
    const refused = await send(ADDRESS)
    expect(refused.status).toBe(429)
    expect(refused.wait).toBeGreaterThan(0)
    parts.pass(3601)
    expect((await send(ADDRESS)).status).toBe(200)
  })
})

describe('a network that the operator has named', () => {
  beforeAll(() => open({}), 60_000)
  afterAll(() => parts.close())
  beforeEach(() => parts.pass(DAY))

  test.each([
    ['the first address', '203.0.113.16', 20 * SENDS],
    ['the last address', '203.0.113.31', 20 * SENDS],
    ['an IPv6 address', '2001:db8:5:1::1', 20 * SENDS],
    ['the address after it', '203.0.113.32', SENDS],
    ['an IPv6 address beside it', '2001:db8:6:1::1', SENDS],
  ])('%s gets codes by the setting, twenty times inside it', async (_, address, most) =>
    expect(await sentUnentered(address, most + 1)).toBe(most),
  )

  test('takes nothing from its neighbours in the same /24', async () => {
    expect(await sentUnentered('203.0.113.17', 20 * SENDS)).toBe(20 * SENDS)
    expect(await sentUnentered('203.0.113.99', 2 * SENDS)).toBe(SENDS)
  })

  test('makes as many calls a minute as an internal network', async () => {
    const settings = { limits: defaultLimits, internal_networks: ['10.0.0.0/8'], ...CAMPUS }
    const { waitFor } = startBudgets({ settings, now: () => new Date(0) } as unknown as Ctx)
    const calls = async (address: string) => {
      let made = 0
      while ((await waitFor('/v1/challenge/join/x', address)) === 0) made += 1
      return made
    }
    expect(await calls('203.0.113.17')).toBe(await calls('10.0.0.1'))
    expect(await calls('203.0.113.18')).toBeGreaterThan(19 * defaultLimits.searches_per_minute)
    expect(await calls(ADDRESS)).toBe(defaultLimits.searches_per_minute)
  })
})

describe('the budget of a country', () => {
  const MOST = 24
  // Ten times what an address gets is more than the budget.
  beforeAll(() => open({ sends_per_ip_hour: 4, sends_per_country_hour: MOST }), 60_000)
  afterAll(() => parts.close())
  beforeEach(() => parts.pass(DAY))

  test.each([
    ['an address where every code is entered', ADDRESS],
    ['a named network where every code is entered', '203.0.113.17'],
  ])('holds for %s', async (_, address) => expect(await proved(address, 2 * MOST)).toBe(MOST))

  test('gives a named network that has entered no code no more than any stranger', async () =>
    // Half of the country's 24 an hour is one in five minutes.
    expect(await sentUnentered('203.0.113.17', MOST)).toBe(1))
})

describe('BACKEND_CAMPUS_NETWORKS', () => {
  const read = (value: string) => parseEnvironment({ BACKEND_CAMPUS_NETWORKS: value }).BACKEND_CAMPUS_NETWORKS

  test.each([
    ['nothing', '', []],
    ['one address', '203.0.113.7', ['203.0.113.7']],
    ['networks of both kinds', '203.0.113.0/24, 2001:db8:5::/48', ['203.0.113.0/24', '2001:db8:5::/48']],
    ['spaces and a comma at the end', ' 203.0.113.0/24 ,', ['203.0.113.0/24']],
  ])('takes %s', (_, value, networks) => expect(read(value)).toEqual(networks))

  test.each([
    ['a name', 'campus.test'],
    ['a length past the address', '203.0.113.0/33'],
    ['an IPv6 length past the address', '2001:db8::/129'],
    ['a length that is no number', '203.0.113.0/x'],
    ['an address cut short', '203.0.113/24'],
    ['one that is wrong among others', '203.0.113.0/24, 203.0.113.256'],
    ['a semicolon between two', '203.0.113.0/24;198.51.100.0/24'],
    ['all of IPv4', '0.0.0.0/0'],
    ['all of IPv6', '::/0'],
    ['a large part of the internet', '203.0.113.0/2'],
    ['IPv4 written as IPv6, which no caller has', '::ffff:203.0.113.0/120'],
  ])('refuses %s and names the setting, not its value', (_, value) => {
    const message = /^BACKEND_CAMPUS_NETWORKS: networks such as 203\.0\.113\.0\/24/
    expect(() => read(value)).toThrow(message)
  })

  test('reaches the limits of a backend that is started with it', async () => {
    const env = { BACKEND_CAMPUS_NETWORKS: '203.0.113.0/24' }
    const database_url = (await ownDatabase('demo')) ?? ''
    const place = database_url ? { database_url } : { memory: true }
    const at = { app: 3000, backend: 0, partner: 3002 }
    const { ctx, close } = await openDemo(env, at, { ...place, write: () => {} })
    expect(ctx.settings.campus_networks).toEqual(['203.0.113.0/24'])
    await close()
  })
})
