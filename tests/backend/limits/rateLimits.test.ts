// Security D6, A13, O11: the buckets, and what counts as one caller.
import fc from 'fast-check'
import { isIP } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Ctx } from '../../../backend/context.ts'
import { buckets } from '../../../backend/domain/limits/buckets.ts'
import { networkOf } from '../../../backend/domain/limits/networks.ts'
import { addressOf } from '../../../backend/http/clientIp.ts'
import { startBudgets } from '../../../backend/http/rateLimits.ts'
import { defaultLimits } from '../../../backend/settings/limits.ts'

/** Where the connection comes from: our proxy, behind one. */
const SOCKET = '198.51.100.7'

describe('a bucket', () => {
  let at = 0
  const take = (keys = 100) => {
    at = 0
    const bucket = buckets({ most: 6, seconds: 60, keys }, () => at)
    return (key: string, weight = 1) => bucket.take([{ key, weight }])
  }

  test('gives as many at once as it holds, and one more each time it has filled by one', () => {
    const ask = take()
    expect(Array.from({ length: 7 }, () => ask('a'))).toEqual([0, 0, 0, 0, 0, 0, 10])
    at = 9_000
    expect(ask('a')).toBe(1)
    at = 10_000
    expect([ask('a'), ask('a')]).toEqual([0, 10])
    at = 1_000_000
    expect(Array.from({ length: 7 }, () => ask('a')).at(-1)).toBe(10)
  })

  test('of one caller leaves that of another as it was; a share of one leaves more', () => {
    const ask = take()
    for (let time = 0; time < 7; time += 1) ask('a')
    expect(ask('b')).toBe(0)
    expect(Array.from({ length: 12 }, () => ask('c', 0.5)).every((wait) => wait === 0)).toBe(true)
  })

  test('is not given to one more caller while all are in use, and no caller loses one', () => {
    const ask = take(3)
    for (const key of ['a', 'b', 'c']) ask(key)
    expect(ask('d')).toBe(60)
    expect(ask('a')).toBe(0)
    at = 60_000
    // All have filled again: theirs are as new ones.
    expect(ask('d')).toBe(0)
  })

  test('keeps its count when the clock is set back, and fills from then on', () => {
    const ask = take(1)
    at = 50_000
    for (let time = 0; time < 6; time += 1) ask('a')
    at = 0
    expect([ask('a'), ask('b')]).toEqual([10, 60])
    at = 10_000
    expect([ask('a'), ask('a')]).toEqual([0, 10])
    at = 70_000
    expect(ask('b')).toBe(0)
  })
})

describe('a call that writes a row', () => {
  test.each([
    ['/oidc/auth', 60],
    ['/oidc/logout', 60],
    ['/oidc/par', 3000],
    ['/oidc/token', 3000],
    ['/oidc/revocation', 3000],
    ['/oidc/auth/7d9a', 600],
    ['/oidc/logout/confirm', 600],
    ['/v1/init/session', 600],
    ['/v1/verify/sso', 600],
    ['/v1/matcher/resolve', 600],
    ['/v1/resolve/user', 600],
    ['/v1/search/pwd', 600],
    ['/v1/sso-session/7d9a', 600],
    ['/v1/account/sessions', 600],
    ['/v1/account/services/service-a', 600],
    ['/v1/account/report', 600],
    ['/v1/account/leave', 600],
    ['/v1/account/export', defaultLimits.searches_per_minute],
  ])('%s is limited to %i calls a minute and network', async (path, most) => {
    const settings = { limits: defaultLimits, internal_networks: [], campus_networks: [] }
    const { waitFor } = startBudgets({ settings, now: () => new Date(0) } as unknown as Ctx)
    const waits = await Promise.all(Array.from({ length: most + 1 }, () => waitFor(path, '203.0.113.9')))
    expect(waits.filter((wait) => wait > 0)).toHaveLength(1)
    expect(await waitFor(path, '203.0.113.10')).toBe(0)
  })
})

describe('what counts as one caller', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:203.0.113.9', '1:2:3:4::/64'],
    ['nobody', 'nobody'],
  ])('%s is of %s', (address, network) => expect(networkOf(address)).toBe(network))

  test('every address of a network is of that network, however it is written', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const whole = groups.map((one) => one.toString(16).padStart(4, '0')).join(':')
        const short = new URL(`http://[${whole}]`).hostname.slice(1, -1)
        expect(networkOf(short)).toBe(networkOf(whole))
        expect(networkOf(whole)).toBe(
          `${groups
            .slice(0, 4)
            .map((one) => one.toString(16))
            .join(':')}::/64`,
        )
      }),
    )
  })

  test.each([
    [0, '203.0.113.9', SOCKET],
    [1, '203.0.113.9', '203.0.113.9'],
    [1, 'whatever, 203.0.113.9', '203.0.113.9'],
    [2, '203.0.113.9, 10.0.0.1', '203.0.113.9'],
    [1, '203.0.113.9:4711', '203.0.113.9'],
    [1, '[2001:db8::1]:4711', '2001:db8::1'],
    [1, '[2001:db8::1]', '2001:db8::1'],
    [1, '::ffff:203.0.113.9', '203.0.113.9'],
    // A caller without an entry of our proxy is not the proxy itself, which may have a loopback address.
    [1, undefined, '0.0.0.0'],
    [2, '203.0.113.9', '0.0.0.0'],
    [1, 'unknown', '0.0.0.0'],
    [1, '_hidden:80', '0.0.0.0'],
    [1, '::ffff:a00:1', '0.0.0.0'],
  ])('with %i proxies of ours, X-Forwarded-For: %s is %s', (proxy_hops, forwarded, address) =>
    expect(addressOf({ settings: { proxy_hops } } as Ctx, SOCKET, forwarded)).toBe(address),
  )

  test('whatever a client claims, it is an address', () => {
    const ctx = (proxy_hops: number) => ({ settings: { proxy_hops } }) as Ctx
    const part = fc.oneof(
      fc.string(),
      fc.ipV4(),
      fc.ipV6(),
      fc.constantFrom('', 'unknown', '_hidden', '[::1]:80', '1.2.3.4:5'),
    )
    const header = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(','))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), header, (hops, forwarded) => {
        const address = addressOf(ctx(hops), SOCKET, forwarded)
        expect(isIP(address)).not.toBe(0)
        expect(hops > 0 || address === SOCKET).toBe(true)
        expect(networkOf(address)).toBeTruthy()
      }),
    )
  })
})
