// Key rotation: the backend keeps the previous key as long as something made with it is valid.
import { createHash, createHmac, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadKeys } from '../../../backend/db/keys.ts'
import { rotateKeys } from '../../../backend/db/keyRotation.ts'
import { LOOK_SECONDS } from '../../../backend/db/keyTimes.ts'
import { handOutKey, unseal } from '../../../backend/domain/signIn/sealed.ts'
import { beginTransaction } from '../../../backend/domain/signIn/transactions.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { Browser, seal } from '../browser.ts'
import { openParts, type Parts } from '../backendParts.ts'
import { copyOf, PARTNER, partner, signInAt, start } from '../start.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('keys that rotate by themselves', () => {
  let parts: Parts
  beforeEach(async () => {
    parts = await openParts()
  })
  afterEach(() => parts.close())

  const look = async () =>
    Object.assign(parts.ctx.keys, await rotateKeys(parts.ctx.db, parts.ctx.now(), parts.ctx.keys))
  const ids = () => parts.ctx.keys.jwks.map(({ kid }) => kid)

  test('a signing key is published a day before it signs, and 14 days after', async () => {
    const [first = ''] = ids()
    parts.pass(29 * DAY - 1)
    await look()
    expect(ids()).toEqual([first])
    parts.pass(2)
    await look()
    expect(ids()).toEqual([first, expect.any(String)])
    const next = ids()[1] ?? ''
    parts.pass(DAY)
    await look()
    expect(ids()).toEqual([next, first])
    parts.pass(14 * DAY - 2)
    await look()
    expect(ids()).toContain(first)
    parts.pass(2)
    await look()
    expect(ids()).toEqual([next])
  })

  test('an id is the thumbprint of its key', () => {
    for (const { kid, n, e, kty } of parts.ctx.keys.jwks)
      expect(kid).toBe(createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url'))
  })

  test('after a long rest the next key is still published before it signs', async () => {
    const [first] = ids()
    parts.pass(200 * DAY)
    await look()
    expect(ids()[0]).toBe(first)
    expect(ids()).toHaveLength(2)
  })

  test('a start finds the same keys, and none of them is in the log', async () => {
    const again = await loadKeys(parts.ctx.db, parts.ctx.now())
    expect(again.jwks).toEqual(parts.ctx.keys.jwks)
    expect(again.sealing.modulus).toBe(parts.ctx.keys.sealing.modulus)
    expect(parts.lines.join()).not.toMatch(/BEGIN|"d":/)
  })

  test('a password is opened by the key that its visit was given, and by no visit after it', async () => {
    const { ctx } = parts
    const old = ctx.keys.sealing
    const visit = randomUUID()
    parts.pass(DAY - HOUR)
    await look()
    parts.pass(HOUR - 2 * MINUTE)
    await look()
    await beginTransaction(ctx, visit, 'service-a', 'login')
    expect(await handOutKey(ctx, visit)).toMatchObject({ modulus: old.modulus })
    const sealed = seal('p@ssw0rd', old)
    parts.pass(3 * MINUTE)
    await look()
    expect(ctx.keys.sealing.modulus).not.toBe(old.modulus)
    const later = randomUUID()
    await beginTransaction(ctx, later, 'service-a', 'login')
    await handOutKey(ctx, later)
    expect(await unseal(ctx, seal('p@ssw0rd', old), later)).toBeNull()
    expect(await unseal(ctx, seal('p@ssw0rd', ctx.keys.sealing), later)).toBe('p@ssw0rd')
    expect(await unseal(ctx, sealed, visit)).toBe('p@ssw0rd')
    expect(await unseal(ctx, sealed, later)).toBeNull()
    parts.pass(HOUR)
    await look()
    expect(await unseal(ctx, seal('p@ssw0rd', old), visit)).toBeNull()
  })

  test('a visit signs in whichever of two processes it meets, while only one of them has noticed a key rotation', async () => {
    const { ctx } = parts
    // The other process has a memory of its own and the same database.
    const other = { ...ctx, keys: { ...ctx.keys } }
    parts.pass(DAY - HOUR)
    await look()
    Object.assign(other.keys, await rotateKeys(ctx.db, ctx.now(), other.keys))
    parts.pass(HOUR + MINUTE)
    await look()
    expect(ctx.keys.sealing.id).not.toBe(other.keys.sealing.id)
    for (const [giver, opener] of [
      [other, ctx],
      [ctx, other],
    ] as const) {
      const visit = randomUUID()
      await beginTransaction(giver, visit, 'service-a', 'login')
      const given = await handOutKey(giver, visit)
      expect(await unseal(opener, seal('p@ssw0rd', given), visit)).toBe('p@ssw0rd')
    }
  })

  test('a process reads an unknown key from the database', async () => {
    const { ctx } = parts
    const stale = { ...ctx, keys: { ...ctx.keys } }
    parts.pass(2 * DAY)
    await look()
    parts.pass(2 * HOUR)
    await look()
    const visit = randomUUID()
    await beginTransaction(ctx, visit, 'service-a', 'login')
    const given = await handOutKey(ctx, visit)
    expect(stale.keys.otherSealing.concat(stale.keys.sealing).map(({ modulus }) => modulus)).not.toContain(
      given.modulus,
    )
    expect(await unseal(stale, seal('p@ssw0rd', given), visit)).toBe('p@ssw0rd')
  })

  test('keys that have not changed are not written again', async () => {
    const { ctx } = parts
    const version = async () =>
      (await sql<{ xmin: string }>`select xmin::text from keys where name = 'turns'`.execute(ctx.db)).rows[0]?.xmin
    const before = await version()
    await look()
    expect(await version()).toBe(before)
    parts.pass(DAY)
    await look()
    expect(await version()).not.toBe(before)
  })
})

describe('in a running backend', () => {
  afterEach(() => void vi.useRealTimers())

  test('a new key signs without a restart; what the old one signed still counts', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const lines: string[] = []
    // Otherwise it looks every 300 s, and a busy machine has no time for so many turns of `until`.
    const backend = await start({ follow_changes: true, write: (line) => void lines.push(line) })
    const browser = new Browser(backend.url)
    const jwks = async () => JSON.parse((await browser.send('/oidc/jwks')).text) as { keys: Record<string, string>[] }
    const member = await copyOf(backend, 'member')
    const kidOf = (token = '') =>
      (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid
    const before = await signInAt(backend, browser, member, undefined, true)
    /** Seconds pass until the keys are these: the process skips a look while the one before it still runs. */
    const until = (expected: (keys: Record<string, string>[]) => void) =>
      vi.waitFor(
        async () => {
          vi.advanceTimersByTime(LOOK_SECONDS * 1000)
          const { keys } = await jwks()
          expected(keys)
          return keys
        },
        { timeout: 30_000 },
      )
    vi.setSystemTime(Date.now() + 29 * DAY * 1000)
    await until((keys) => expect(keys).toHaveLength(2))
    vi.setSystemTime(Date.now() + DAY * 1000)
    const keys = await until(([signs]) => expect(signs?.kid).not.toBe(kidOf(before.tokens?.id_token)))
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    const after = await signInAt(backend, new Browser(backend.url), member)
    expect(kidOf(after.tokens?.id_token)).toBe(keys[0]?.kid)
    const { config } = await partner(backend)
    const goodbye = client.buildEndSessionUrl(config, {
      post_logout_redirect_uri: `${PARTNER}/`,
      id_token_hint: before.tokens?.id_token ?? '',
    })
    expect((await browser.go(goodbye.href)).href).toBe(`${PARTNER}/`)
    for (const key of [...backend.ctx.keys.jwks.map(({ d }) => d ?? '-'), 'PRIVATE'])
      expect(lines.join()).not.toContain(key)
    expect(lines.join()).toContain('keys.turned')
    await backend.close()
  })
})

describe('an ID token', () => {
  let backend: RunningBackend
  beforeAll(async () => {
    backend = await start()
  })
  afterAll(() => backend.close())

  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const byStranger = (text: string) => sign('sha256', Buffer.from(text), stranger).toString('base64url')
  function byPublicKey(text: string): string {
    const [jwk] = backend.ctx.keys.jwks
    const pem = createPublicKey({ key: jwk ?? {}, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    return createHmac('sha256', pem).update(text).digest('base64url')
  }
  const own = () => backend.ctx.keys.jwks[0]?.kid

  test.each([
    ['without a signature', () => ({ alg: 'none' }), () => ''],
    ['with our public key as the secret', () => ({ alg: 'HS256', kid: own() }), byPublicKey],
    ['of another key under our id', () => ({ alg: 'RS256', kid: own() }), byStranger],
    ['of a key that is a path', () => ({ alg: 'RS256', kid: '../../../dev/null' }), byStranger],
  ])('%s ends no session', async (_, header, signature) => {
    const browser = new Browser(backend.url)
    const { tokens } = await signInAt(backend, browser, await copyOf(backend, 'member'))
    const payload = tokens?.id_token?.split('.')[1]
    const text = `${Buffer.from(JSON.stringify(header())).toString('base64url')}.${payload}`
    const reply = await browser.send(`/oidc/logout?id_token_hint=${text}.${signature(text)}`)
    expect(reply.status).toBe(400)
    const { url } = await (await partner(backend)).begin({ prompt: 'none' })
    expect((await browser.go(url)).searchParams.has('code')).toBe(true)
  })
})
