// Spec §8, login resolver and login failure: each refusal, by the member's data alone.
import { constants, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startHashing } from '../../../backend/domain/passwords/hashing.ts'
import { verifyPassword } from '../../../backend/domain/signIn/verifyPassword.ts'
import { Browser, data, seal, visitIn } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { codeTo } from '../inbox.ts'
import { arrive, copyOf, signInAt, type Member } from '../start.ts'
import { isComplete } from '../../support/someOf.ts'

let now = Date.now()
const backend = sharedBackend({ now: () => new Date(now) })

const wrong = (member: Member): Member => ({ ...member, password: 'not-the-0ne!' })

test('a member signs in through the app and is back at the partner, which knows who it is', async () => {
  const member = await copyOf(backend, 'member')
  const { claims, entry } = await signInAt(backend, new Browser(backend.url), member)
  expect(entry.pathname).toBe('/init/login')
  expect(claims).toMatchObject({
    email: member.login_id,
    name: '김하늘',
    nickname: '하늘',
    phone_number: member.phone,
    phone_number_verified: true,
    member_kind: 'GEN',
    amr: ['pwd'],
  })
})

test('the login id is one however it is written', async () => {
  const member = await copyOf(backend, 'member')
  const { claims } = await signInAt(backend, new Browser(backend.url), {
    ...member,
    login_id: ` ${member.login_id.toUpperCase()} `,
  })
  expect(claims).toMatchObject({ email: member.login_id })
})

test.each([
  ['suspended', 4529, undefined],
  ['child', 4543, undefined],
  ['incumbent', 4579, undefined],
  ['ip', 4589, undefined],
  ['internal', 4590, undefined],
  ['no-permission', 4580, undefined],
  ['member', 4588, 'service-b'],
  ['locked', 4575, undefined],
])('%s is refused with %i, and gets no code', async (key, detail_code, client_id) => {
  const { browser, entry } = await arrive(backend, {}, { client_id })
  const reply = await browser.signIn(entry, await copyOf(backend, key))
  expect(reply).toMatchObject({ status: 400, body: { detail_code } })
  expect(reply.body).not.toHaveProperty('data')
  expect(await browser.get('/v1/profile/users')).toMatchObject({ status: 401 })
})

describe('wrong passwords', () => {
  test('are counted in brackets; the fifth locks, and then the right one does not help for ten minutes', async () => {
    const member = await copyOf(backend, 'member')
    for (const count of [1, 2, 3, 4, 5]) {
      const { browser, entry } = await arrive(backend)
      const reply = await browser.signIn(entry, wrong(member))
      expect(reply.body).toMatchObject({ detail_code: 4502, description: `incorrect password [${count}]` })
    }
    const { browser, entry } = await arrive(backend)
    expect(await browser.signIn(entry, member)).toMatchObject({ status: 400, body: { detail_code: 4575 } })
    now += 9 * 60_000
    expect(await browser.signIn(entry, member)).toMatchObject({ body: { detail_code: 4575 } })
    now += 61_000
    const later = await arrive(backend)
    expect(await later.browser.signIn(later.entry, member)).toMatchObject({ status: 200 })
  })

  test('a fifth attempt whose comparison never ends locks for ten minutes as well', async () => {
    const member = await copyOf(backend, 'four-wrong')
    const { browser, entry } = await arrive(backend)
    const hashing = await startHashing(backend.ctx.settings.limits)
    const broken = { ...hashing, matches: () => Promise.reject(new Error('the power is gone')) }
    const given = {
      login_id: member.login_id,
      password: seal(member.password, backend.ctx.keys.sealing),
      transaction_id: visitIn(entry).transaction_id,
      client_id: 'service-a',
      ip: '127.0.0.1',
    }
    await expect(verifyPassword(backend.ctx, broken, given)).rejects.toThrow('the power is gone')
    expect(await browser.signIn(entry, member)).toMatchObject({ body: { detail_code: 4575 } })
    now += 601_000
    const later = await arrive(backend)
    expect(await later.browser.signIn(later.entry, member)).toMatchObject({ status: 200 })
  })

  test('the second lock lasts twice as long', async () => {
    const member = await copyOf(backend, 'four-wrong')
    const fail = async () => {
      const { browser, entry } = await arrive(backend)
      return browser.signIn(entry, wrong(member))
    }
    expect((await fail()).body).toMatchObject({ description: 'incorrect password [5]' })
    now += 601_000
    for (let count = 0; count < 5; count += 1) await fail()
    now += 601_000
    expect((await fail()).body).toMatchObject({ detail_code: 4575 })
    now += 600_000
    expect((await fail()).body).toMatchObject({ detail_code: 4502, description: 'incorrect password [1]' })
  })

  test('are counted anew after the right one', async () => {
    const member = await copyOf(backend, 'four-wrong')
    const { browser, entry } = await arrive(backend)
    expect(await browser.signIn(entry, member)).toMatchObject({ status: 200 })
    const again = await arrive(backend)
    expect((await again.browser.signIn(again.entry, wrong(member))).body).toMatchObject({
      description: 'incorrect password [1]',
    })
  })
})

test('blocks that are no sealed password are answered byte for byte alike', async () => {
  const member = await copyOf(backend, 'member')
  const { browser, entry } = await arrive(backend)
  const { modulus, exponent } = data(await browser.get(`/v1/init/login${entry.search}`))
  const base64url = (hex: unknown) => Buffer.from(String(hex), 'hex').toString('base64url')
  const key = createPublicKey({
    key: { kty: 'RSA', n: base64url(modulus), e: base64url(exponent) },
    format: 'jwk',
  })
  const OAEP = constants.RSA_PKCS1_OAEP_PADDING
  const oaep = (text: Buffer, oaepHash = 'sha256') => publicEncrypt({ key, padding: OAEP, oaepHash }, text)
  const right = Buffer.from(member.password)
  const size = String(modulus).length / 2
  const kinds: ((at: number) => Buffer)[] = [
    () => randomBytes(size),
    (at) => randomBytes(at % 3 === 0 ? size - 1 : size + at),
    (at) => {
      const flipped = oaep(right)
      flipped[at % size] = (flipped[at % size] ?? 0) ^ (1 << (at % 8))
      return flipped
    },
    () => oaep(right, 'sha1'),
    () => publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, right),
    () => oaep(Buffer.alloc(0)),
    () => oaep(Buffer.from([0xff, 0xfe, 0xc0, 0x80])),
    () => oaep(Buffer.from('a'.repeat(257))),
    (at) => Buffer.alloc(size, at % 2 === 0 ? 0 : 255),
    () => Buffer.from(String(modulus), 'hex'),
  ]
  const answers = new Set<string>()
  for (let at = 0; at < (isComplete ? 200 : 30); at += 1) {
    await backend.ctx.db.deleteFrom('login_attempts').where('login_id_key', '=', member.login_id).execute()
    const password = kinds[at % kinds.length]?.(at).toString('base64')
    const given = { login_id: member.login_id, password, ...visitIn(entry), stay_session: false }
    const { status, headers, text } = await browser.post('/v1/verify/pwd', given)
    answers.add(JSON.stringify([status, [...headers].filter(([name]) => name !== 'date'), text]))
  }
  expect([...answers]).toEqual([expect.stringContaining('incorrect password [1]')])
})

test('a sealed password opens nothing in another transaction', async () => {
  const member = await copyOf(backend, 'member')
  const { browser, entry } = await arrive(backend)
  const password = seal(member.password, data(await browser.get(`/v1/init/login${entry.search}`)))
  const give = (from: URL) => {
    const { login_id } = member
    return { login_id, password, ...visitIn(from), stay_session: false }
  }
  expect(await browser.post('/v1/verify/pwd', give(entry))).toMatchObject({ status: 200 })
  const thief = await arrive(backend)
  const reply = await thief.browser.post('/v1/verify/pwd', give(thief.entry))
  expect(reply).toMatchObject({ status: 400, body: { detail_code: 4502 } })
})

/** A ciphertext whose first byte is zero. Without that byte it is the same number. */
function sealWithLeadingZero(password: string, key: Record<string, unknown>): string {
  const sealed = seal(password, key)
  return Buffer.from(sealed, 'base64')[0] === 0 ? sealed : sealWithLeadingZero(password, key)
}

test.each<[string, (sealed: string) => string]>([
  ['a blank behind it', (sealed) => `${sealed} `],
  ['a blank before it', (sealed) => ` ${sealed}`],
  ['a line break in it', (sealed) => `${sealed.slice(0, 76)}\n${sealed.slice(76)}`],
  ['signs that are none of base64', (sealed) => `${sealed.slice(0, 8)}.${sealed.slice(8)}`],
  ['the other alphabet, without padding', (sealed) => Buffer.from(sealed, 'base64').toString('base64url')],
  ['more padding', (sealed) => `${sealed}=`],
  ['more behind the padding', (sealed) => `${sealed}==AAAA`],
  ['a leading nothing left out', (sealed) => Buffer.from(sealed, 'base64').subarray(1).toString('base64')],
  ['a leading nothing more', (sealed) => Buffer.from([0, ...Buffer.from(sealed, 'base64')]).toString('base64')],
])('a sealed password counts in one spelling alone, by which it is known again: not with %s', async (_, spelled) => {
  const member = await copyOf(backend, 'member')
  const { browser, entry } = await arrive(backend)
  const sealed = sealWithLeadingZero(member.password, data(await browser.get(`/v1/init/login${entry.search}`)))
  const password = spelled(sealed)
  expect(password).not.toBe(sealed)
  const given = { login_id: member.login_id, password, ...visitIn(entry), stay_session: false }
  expect(await browser.post('/v1/verify/pwd', given)).toMatchObject({ status: 400, body: { detail_code: 4502 } })
})

describe('the transaction', () => {
  test('another browser with the link gets nothing', async () => {
    const member = await copyOf(backend, 'member')
    const { browser, entry } = await arrive(backend)
    const thief = new Browser(backend.url)
    const transaction = visitIn(entry)
    const welcome = await browser.get(`/v1/init/login${entry.search}`)
    const password = seal(member.password, data(welcome))
    const replies = await Promise.all([
      thief.get(`/v1/init/login${entry.search}`),
      thief.get(`/v1/init/session${entry.search}`),
      thief.get('/v1/profile/rp'),
      thief.post('/v1/verify/pwd', { login_id: member.login_id, password, ...transaction, stay_session: false }),
      thief.post('/v1/verify/sso', { sso_session_id: 'x', ...transaction }),
      thief.post('/v1/matcher/resolve', { matcher_type: 'AUTH_REQUIRED', consent_terms: [] }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    // The app can then name the cookies, which it cannot see itself.
    expect(replies[0]).toMatchObject({ body: { code: 'NO_COOKIES' } })
    // A transaction of the thief's own does not help with somebody else's.
    const own = await arrive(backend)
    expect(await own.browser.get(`/v1/init/login${entry.search}`)).toMatchObject({
      status: 403,
      body: { code: 'NO_VISIT' },
    })
  })

  test('ends after ten minutes', async () => {
    const { browser, entry } = await arrive(backend)
    now += 601_000
    expect(await browser.get(`/v1/init/login${entry.search}`)).toMatchObject({
      status: 403,
      body: { code: 'VISIT_OVER' },
    })
    const stranger = new Browser(backend.url)
    expect(await stranger.get(`/v1/init/login${entry.search}`)).toMatchObject({ status: 403 })
  })

  test('has one outcome, however often the right password comes', async () => {
    const member = await copyOf(backend, 'member')
    const { browser, entry } = await arrive(backend)
    const replies = await Promise.all(Array.from({ length: 5 }, () => browser.signIn(entry, member)))
    const locations = replies.filter(({ status }) => status === 200).map((reply) => data(reply).location)
    expect(new Set(locations).size).toBe(1)
    expect(await browser.signIn(entry, member)).toMatchObject({ status: 403, body: { code: 'VISIT_OVER' } })
  })

  test('the last of many that one browser has begun is the one that is meant', async () => {
    const browser = new Browser(backend.url)
    for (let visits = 0; visits < 60; visits += 1) await arrive(backend, {}, { browser })
    now += 1000
    await arrive(backend, {}, { browser, client_id: 'service-b' })
    expect(data(await browser.get('/v1/profile/rp'))).toMatchObject({ rp_id: 'service-b' })
  })
})

describe('a pending step', () => {
  async function halfSignedIn(key: string) {
    const member = await copyOf(backend, key)
    const { browser, entry, land } = await arrive(backend)
    const reply = await browser.signIn(entry, member)
    expect(reply.status).toBe(401)
    return { member, browser, entry, land, pending: data(reply) }
  }
  async function prove(browser: Browser, phone: string, auth_token: unknown) {
    const headers = { 'x-authenticator': `Token ${String(auth_token)}` }
    expect(await browser.post('/authenticator/v1/issue/sms', {}, headers)).toMatchObject({ status: 200 })
    const verify_code = await codeTo(backend, phone)
    return data(await browser.post('/authenticator/v1/verify/mobile', { verify_code }, headers)).auth_code
  }

  test.each([
    ['sms', 'AUTH_REQUIRED'],
    ['admin', 'ADMIN_CERTIFICATION_CHECK'],
  ])('%s: after the password the phone, then the partner', async (key, matcher_type) => {
    const { member, browser, pending, land, entry } = await halfSignedIn(key)
    expect(pending).toMatchObject(key === 'sms' ? { auth_required: true } : { matcher_type })
    expect(pending.state).toBe(entry.searchParams.get('state'))
    expect(pending.phone_number).toMatch(/^010-\*{4}-\*{2}\d{2}$/)
    const auth_code = await prove(browser, member.phone, pending.auth_token)
    const proof = { credential: { auth_code, amr: 'SMS' }, amr: 'SMS', consent_terms: [] }
    const resolved = await browser.post('/v1/matcher/resolve', { matcher_type, ...proof })
    expect(await land(resolved)).toMatchObject({ email: member.login_id, amr: ['pwd', 'sms'] })
  })

  test('a proof made for one member opens no other account', async () => {
    const thief = await halfSignedIn('sms')
    const victim = await halfSignedIn('sms')
    const auth_code = await prove(thief.browser, thief.member.phone, thief.pending.auth_token)
    const body = { matcher_type: 'AUTH_REQUIRED', credential: { auth_code, amr: 'SMS' }, consent_terms: [] }
    expect(await victim.browser.post('/v1/matcher/resolve', body)).toMatchObject({ status: 400 })
    expect(await thief.browser.post('/v1/matcher/resolve', body)).toMatchObject({ status: 200 })
    // Nor again for the same one, in another visit.
    await signInAt(backend, thief.browser, thief.member)
    expect(await thief.browser.post('/v1/matcher/resolve', body)).toMatchObject({ status: 400 })
  })
})
