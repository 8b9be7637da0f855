// Spec §8, login resolver and login failure: each refusal, by the member's data alone.
import { constants, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AUTH_REQUIRED, MATCHER_TYPES } from '../../../contract/codes.ts'
import { startHashing } from '../../../backend/domain/passwords/hashing.ts'
import { verifyPassword } from '../../../backend/domain/signIn/verifyPassword.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { APP, Browser, data, seal, visitIn } from '../browser.ts'
import { copyOf, partner, signInAt, start, type Member } from '../start.ts'
import { isComplete } from '../../support/someOf.ts'

let backend: RunningBackend
let now = Date.now()
beforeAll(async () => {
  now = Date.now()
  backend = await start({ now: () => new Date(now) })
}, 60_000)
afterAll(() => backend.close())

/** A browser in front of the login form. */
async function arrive(client_id?: string, parameters: Record<string, string> = {}) {
  const browser = new Browser(backend.url)
  const { url, tokens } = await (await partner(backend, client_id)).begin(parameters)
  return { browser, entry: await browser.go(url), tokens }
}
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
  const { browser, entry } = await arrive(client_id)
  const reply = await browser.signIn(entry, await copyOf(backend, key))
  expect(reply).toMatchObject({ status: 400, body: { detail_code } })
  expect(reply.body).not.toHaveProperty('data')
  expect(await browser.get('/v1/profile/users')).toMatchObject({ status: 401 })
})

describe('wrong passwords', () => {
  test('are counted in brackets; the fifth locks, and then the right one does not help for ten minutes', async () => {
    const member = await copyOf(backend, 'member')
    for (const count of [1, 2, 3, 4, 5]) {
      const { browser, entry } = await arrive()
      const reply = await browser.signIn(entry, wrong(member))
      expect(reply.body).toMatchObject({ detail_code: 4502, description: `incorrect password [${count}]` })
    }
    const { browser, entry } = await arrive()
    expect(await browser.signIn(entry, member)).toMatchObject({ status: 400, body: { detail_code: 4575 } })
    now += 9 * 60_000
    expect(await browser.signIn(entry, member)).toMatchObject({ body: { detail_code: 4575 } })
    now += 61_000
    const later = await arrive()
    expect(await later.browser.signIn(later.entry, member)).toMatchObject({ status: 200 })
  })

  test('a fifth attempt whose comparison never ends locks for ten minutes as well', async () => {
    const member = await copyOf(backend, 'four-wrong')
    const { browser, entry } = await arrive()
    const hashing = await startHashing(backend.ctx.settings.limits)
    const broken = { ...hashing, matches: () => Promise.reject(new Error('the power is gone')) }
    const given = {
      login_id: member.login_id,
      password: seal(member.password, backend.ctx.keys.sealing),
      transaction_id: entry.searchParams.get('transaction_id') ?? '',
      client_id: 'service-a',
      ip: '127.0.0.1',
    }
    await expect(verifyPassword(backend.ctx, broken, given)).rejects.toThrow('the power is gone')
    expect(await browser.signIn(entry, member)).toMatchObject({ body: { detail_code: 4575 } })
    now += 601_000
    const later = await arrive()
    expect(await later.browser.signIn(later.entry, member)).toMatchObject({ status: 200 })
  })

  test('the second lock lasts twice as long', async () => {
    const member = await copyOf(backend, 'four-wrong')
    const fail = async () => {
      const { browser, entry } = await arrive()
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
    const { browser, entry } = await arrive()
    expect(await browser.signIn(entry, member)).toMatchObject({ status: 200 })
    const again = await arrive()
    expect((await again.browser.signIn(again.entry, wrong(member))).body).toMatchObject({
      description: 'incorrect password [1]',
    })
  })

  test('an unknown id is answered like a known one, to the lock and beyond', async () => {
    const known = wrong(await copyOf(backend, 'member'))
    const unknown = { ...known, login_id: 'nobody@demo.test' }
    for (let count = 0; count < 7; count += 1) {
      const replies = []
      for (const member of [known, unknown]) {
        const { browser, entry } = await arrive()
        replies.push(await browser.signIn(entry, member))
      }
      const [one, other] = replies
      expect(other?.status).toBe(one?.status)
      expect(other?.text).toBe(one?.text)
      const names = (headers?: Headers) => [...(headers ?? [])].filter(([name]) => name !== 'date')
      expect(names(other?.headers)).toEqual(names(one?.headers))
    }
  })

  test('are compared five times at most when fifty come at once, and the count is exact', async () => {
    const member = await copyOf(backend, 'member')
    const { browser, entry } = await arrive()
    const replies = await Promise.all(Array.from({ length: 50 }, () => browser.signIn(entry, wrong(member))))
    const details = replies.map(({ status, body }) =>
      status === 503 ? 503 : (body as { detail_code: number }).detail_code,
    )
    expect(details.filter((detail) => detail === 4502)).toHaveLength(5)
    expect(new Set(details)).toEqual(new Set(details.includes(503) ? [4502, 4575, 503] : [4502, 4575]))
    const row = await backend.ctx.db
      .selectFrom('login_attempts')
      .selectAll()
      .where('login_id_key', '=', member.login_id)
      .executeTakeFirst()
    expect(row).toMatchObject({ wrong_count: 5, lock_times: 1 })
  })

  test.each([
    ['not base64', '***'],
    ['too short', 'AAAA'],
    ['a block of noise', Buffer.alloc(384, 7).toString('base64')],
    ['plain text', 'kT7!mz2Rqq9@'],
  ])('what cannot be unsealed (%s) is a wrong password and nothing else', async (_, password) => {
    const member = await copyOf(backend, 'member')
    const { browser, entry } = await arrive()
    const transaction = visitIn(entry)
    const body = { login_id: member.login_id, password, ...transaction, stay_session: false }
    const reply = await browser.post('/v1/verify/pwd', body)
    expect(reply).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD', detail_code: 4502 } })
  })
})

test('blocks that are no sealed password are answered byte for byte alike', async () => {
  const member = await copyOf(backend, 'member')
  const { browser, entry } = await arrive()
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
    const transaction = visitIn(entry)
    const given = { login_id: member.login_id, password, ...transaction, stay_session: false }
    const { status, headers, text } = await browser.post('/v1/verify/pwd', given)
    answers.add(JSON.stringify([status, [...headers].filter(([name]) => name !== 'date'), text]))
  }
  expect([...answers]).toEqual([expect.stringContaining('incorrect password [1]')])
})

test('a hash that was made at other costs is made anew with the sign-in', async () => {
  const member = await copyOf(backend, 'member')
  const mine = () =>
    backend.ctx.db.selectFrom('members').select('password_hash').where('login_id', '=', member.login_id)
  const weak = await (await startHashing({ ...backend.ctx.settings.limits, hash_memory: 512 })).make(member.password)
  await backend.ctx.db
    .updateTable('members')
    .set({ password_hash: weak })
    .where('login_id', '=', member.login_id)
    .execute()
  const { browser, entry } = await arrive()
  expect(await browser.signIn(entry, member)).toMatchObject({ status: 200 })
  const { password_hash } = await mine().executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/)
  const again = await arrive()
  expect(await again.browser.signIn(again.entry, member)).toMatchObject({ status: 200 })
})

test('a sealed password opens nothing in another transaction', async () => {
  const member = await copyOf(backend, 'member')
  const { browser, entry } = await arrive()
  const password = seal(member.password, data(await browser.get(`/v1/init/login${entry.search}`)))
  const give = (from: URL) => {
    const { login_id } = member
    return { login_id, password, ...visitIn(from), stay_session: false }
  }
  expect(await browser.post('/v1/verify/pwd', give(entry))).toMatchObject({ status: 200 })
  const thief = await arrive()
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
  const { browser, entry } = await arrive()
  const sealed = sealWithLeadingZero(member.password, data(await browser.get(`/v1/init/login${entry.search}`)))
  const password = spelled(sealed)
  expect(password).not.toBe(sealed)
  const given = { login_id: member.login_id, password, ...visitIn(entry), stay_session: false }
  expect(await browser.post('/v1/verify/pwd', given)).toMatchObject({ status: 400, body: { detail_code: 4502 } })
})

describe('the transaction', () => {
  test('another browser with the link gets nothing', async () => {
    const member = await copyOf(backend, 'member')
    const { browser, entry } = await arrive()
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
    const own = await arrive()
    expect(await own.browser.get(`/v1/init/login${entry.search}`)).toMatchObject({
      status: 403,
      body: { code: 'NO_VISIT' },
    })
  })

  test('a state that does not belong to it is refused', async () => {
    const { browser, entry } = await arrive()
    const other = await arrive()
    entry.searchParams.set('state', other.entry.searchParams.get('state') ?? '')
    expect(await browser.get(`/v1/init/login${entry.search}`)).toMatchObject({ status: 403 })
  })

  test('ends after ten minutes', async () => {
    const { browser, entry } = await arrive()
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
    const { browser, entry } = await arrive()
    const replies = await Promise.all(Array.from({ length: 5 }, () => browser.signIn(entry, member)))
    const locations = replies.filter(({ status }) => status === 200).map((reply) => data(reply).location)
    expect(new Set(locations).size).toBe(1)
    expect(await browser.signIn(entry, member)).toMatchObject({ status: 403, body: { code: 'VISIT_OVER' } })
  })

  test('the last of many that one browser has begun is the one that is meant', async () => {
    const browser = new Browser(backend.url)
    for (let visits = 0; visits < 60; visits += 1) await browser.go((await (await partner(backend)).begin()).url)
    now += 1000
    await browser.go((await (await partner(backend, 'service-b')).begin()).url)
    expect(data(await browser.get('/v1/profile/rp'))).toMatchObject({ rp_id: 'service-b' })
  })

  test('two tabs finish, each for itself', async () => {
    const member = await copyOf(backend, 'member')
    const browser = new Browser(backend.url)
    const a = await (await partner(backend)).begin()
    const b = await (await partner(backend)).begin()
    const [first, second] = [await browser.go(a.url), await browser.go(b.url)]
    expect(data(await browser.get('/v1/profile/rp'))).toMatchObject({ rp_id: 'service-a' })
    for (const [entry, { tokens }] of [
      [first, a],
      [second, b],
    ] as const) {
      const { location } = data(await browser.signIn(entry, member))
      expect((await tokens(await browser.go(String(location)))).claims()?.email).toBe(member.login_id)
    }
  })
})

test('a call that names no visit means the only live one, and is refused where several can be meant', async () => {
  const browser = new Browser(backend.url)
  const unnamed = () => browser.send('/v1/profile/rp', { headers: { origin: APP } })
  expect(await unnamed()).toMatchObject({ status: 403 })
  const first = await browser.go((await (await partner(backend)).begin()).url)
  expect(data(await unnamed()).rp_id).toBe('service-a')
  await browser.go((await (await partner(backend, 'service-b')).begin()).url)
  expect(await unnamed()).toMatchObject({ status: 409, body: { code: 'VISIT_NOT_NAMED' } })
  expect(data(await browser.send(`/v1/profile/rp${first.search}`)).rp_id).toBe('service-a')
})

describe('a pending step', () => {
  async function halfSignedIn(key: string) {
    const member = await copyOf(backend, key)
    const { browser, entry, tokens } = await arrive()
    const reply = await browser.signIn(entry, member)
    expect(reply.status).toBe(401)
    return { member, browser, entry, tokens, pending: data(reply) }
  }
  const codeFor = async (phone: string): Promise<string> => {
    const reply = await fetch(`${backend.url}/outbox.json?to=${encodeURIComponent(phone)}`)
    const [message] = (await reply.json()) as { text: string }[]
    return /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
  }
  async function prove(browser: Browser, phone: string, auth_token: unknown) {
    const headers = { 'x-authenticator': `Token ${String(auth_token)}` }
    expect(await browser.post('/authenticator/v1/issue/sms', {}, headers)).toMatchObject({ status: 200 })
    const verify_code = await codeFor(phone)
    return data(await browser.post('/authenticator/v1/verify/mobile', { verify_code }, headers)).auth_code
  }

  test.each([
    ['sms', 'AUTH_REQUIRED'],
    ['admin', 'ADMIN_CERTIFICATION_CHECK'],
  ])('%s: after the password the phone, then the partner', async (key, matcher_type) => {
    const { member, browser, pending, tokens, entry } = await halfSignedIn(key)
    expect(pending).toMatchObject(key === 'sms' ? { auth_required: true } : { matcher_type })
    expect(pending.state).toBe(entry.searchParams.get('state'))
    expect(pending.phone_number).toMatch(/^010-\*{4}-\*{2}\d{2}$/)
    const auth_code = await prove(browser, member.phone, pending.auth_token)
    const credential = { auth_code, amr: 'SMS' }
    const resolved = await browser.post('/v1/matcher/resolve', {
      matcher_type,
      credential,
      amr: 'SMS',
      consent_terms: [],
    })
    expect(resolved.status).toBe(200)
    const set = await tokens(await browser.go(String(data(resolved).location)))
    expect(set.claims()).toMatchObject({ email: member.login_id, amr: ['pwd', 'sms'] })
  })

  test('half signed in, a browser can do nothing else', async () => {
    const { browser, entry, pending } = await halfSignedIn('sms')
    const other = await (await partner(backend, 'service-b')).begin({ prompt: 'none' })
    expect((await browser.go(other.url)).searchParams.get('error')).toBe('login_required')
    await expect(browser.go(`/oidc/auth/${entry.searchParams.get('transaction_id')}`)).resolves.toMatchObject({
      pathname: '/init/login',
    })
    expect(await browser.get(`/v1/init/session${entry.search}`)).toMatchObject({ status: 403 })
    browser.enter(entry)
    const bare = { consent_terms: [], credential: { auth_code: String(pending.auth_token), amr: 'SMS' } }
    for (const matcher_type of [AUTH_REQUIRED, ...MATCHER_TYPES])
      expect(await browser.post('/v1/matcher/resolve', { matcher_type, ...bare })).toMatchObject({
        status: matcher_type === AUTH_REQUIRED ? 400 : 412,
      })
    expect((await browser.get('/v1/profile/users')).status).toBe(401)
  })

  test('a proof made for one member opens no other account', async () => {
    const thief = await halfSignedIn('sms')
    const victim = await halfSignedIn('sms')
    const auth_code = await prove(thief.browser, thief.member.phone, thief.pending.auth_token)
    const body = { matcher_type: 'AUTH_REQUIRED', credential: { auth_code, amr: 'SMS' }, consent_terms: [] }
    expect(await victim.browser.post('/v1/matcher/resolve', body)).toMatchObject({ status: 400 })
    expect(await thief.browser.post('/v1/matcher/resolve', body)).toMatchObject({ status: 200 })
    // Nor again for the same one, in another visit.
    const later = await (await partner(backend)).begin()
    await thief.browser.signIn(await thief.browser.go(later.url), thief.member)
    expect(await thief.browser.post('/v1/matcher/resolve', body)).toMatchObject({ status: 400 })
  })

  test('the first use of service B asks for a nickname and its terms, once', async () => {
    const member = await copyOf(backend, 'new-service')
    const { browser, entry } = await arrive('service-b')
    const reply = await browser.signIn(entry, member)
    expect(data(reply)).toMatchObject({ matcher_type: 'CONSENT_RELYING_PARTY' })
    expect(data(await browser.get('/v1/profile/users'))).toMatchObject({ belong_sk: true, birthdate: '19930417' })
    const body = { matcher_type: 'CONSENT_RELYING_PARTY', nickname: '하늘이' }
    expect(await browser.post('/v1/matcher/resolve', { ...body, consent_terms: [] })).toMatchObject({ status: 400 })
    const consent_terms = ['SK_RP_SERVICE', 'SK_RP_PRIVACY']
    expect(await browser.post('/v1/matcher/resolve', { ...body, consent_terms })).toMatchObject({ status: 200 })
    expect((await signInAt(backend, new Browser(backend.url), member, 'service-b')).claims).toMatchObject({
      member_kind: 'SK',
    })
  })
})
