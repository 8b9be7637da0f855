// Contract, "Passkeys": a sign-in by passkey is one like any other, and needs no second factor.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Member as Row } from '../../../backend/db/schema.ts'
import { Authenticator } from '../../../conformance/authenticator.ts'
import { APP, Browser, data, visitIn } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf, start, type Member } from '../start.ts'
import { ask, byPasskey, byPassword, give, optionsOf, owner, resolve, visit } from './visits.ts'

let now = Date.now()
const backend = sharedBackend({ now: () => new Date(now), passkeys: { mode: 'recommended' } })
beforeEach(() => void (now += 60_000))

const changed = (member: Member, set: Partial<Row>) =>
  backend.ctx.db
    .updateTable('members')
    .set(set as object)
    .where('login_id', '=', member.login_id)
    .execute()

/** The claims of a sign-in by passkey in another browser. */
async function claimsOf(authenticator: Authenticator, parameters: Record<string, string> = {}) {
  const browser = new Browser(backend.url)
  const { tokens } = await visit(backend, browser, parameters)
  const reply = await byPasskey(browser, authenticator)
  expect(reply.status).toBe(200)
  return (await tokens(await browser.go(String(data(reply).location)))).claims()
}

test('a member with a passkey signs in with it alone, in any browser', async () => {
  const { authenticator, member } = await owner(backend)
  const browser = new Browser(backend.url)
  const { entry } = await visit(backend, browser)
  expect(data(await browser.get(`/v1/init/login${entry.search}`)).passkey).toEqual({ rp_id: 'localhost' })
  const options = await ask(browser)
  expect(options).toEqual({
    challenge: expect.stringMatching(/^[\w-]{40,}$/) as string,
    timeout: 300_000,
    rpId: 'localhost',
    userVerification: 'required',
  })
  expect(await claimsOf(authenticator)).toMatchObject({ email: member.login_id, amr: ['hwk', 'user', 'mfa'] })
})

test('services learn that a provider copies a passkey between devices', async () => {
  const { authenticator } = await owner(backend, 'member', { isSynced: true })
  expect(await claimsOf(authenticator)).toMatchObject({ amr: ['swk', 'user', 'mfa'] })
})

test.each(['EdDSA', 'RS256'] as const)('a passkey of %s signs in', async (algorithm) => {
  const [member, browser, authenticator] = [
    await copyOf(backend, 'member'),
    new Browser(backend.url),
    new Authenticator(APP),
  ]
  const step = await byPassword(backend, browser, member)
  await resolve(browser, { passkey: authenticator.create(optionsOf(step), {}, algorithm) })
  expect(await claimsOf(authenticator)).toMatchObject({ email: member.login_id })
})

describe('no second factor is asked', () => {
  test.each([
    ['of a member with one', { second_factor: 'SMS' }],
    ['of an administrator', { admin: true }],
  ] as const)('%s', async (_, set) => {
    const { authenticator, member } = await owner(backend)
    await changed(member, set)
    expect(await claimsOf(authenticator)).toMatchObject({ email: member.login_id, amr: ['hwk', 'user', 'mfa'] })
  })

  test('but a phone is, where the service asks for a proved one', async () => {
    const { authenticator } = await owner(backend)
    const browser = new Browser(backend.url)
    await visit(backend, browser, { acr_values: 'phone' })
    const reply = await byPasskey(browser, authenticator)
    expect(reply).toMatchObject({ status: 401, body: { data: { matcher_type: 'ADMIN_CERTIFICATION_CHECK' } } })
  })
})

describe('the account decides as after a password', () => {
  test.each([
    ['suspended', { status: 'SUSPENDED' }],
    ['of unconfirmed employment', { status: 'INCUMBENT' }],
    ['under 14', { birthdate: new Date().toISOString().slice(0, 10) }],
  ] as const)('%s: refused with the same detail code', async (_, set) => {
    const { authenticator, member } = await owner(backend)
    await changed(member, set)
    const [one, other] = [new Browser(backend.url), new Browser(backend.url)]
    await visit(backend, one)
    const byKey = await byPasskey(one, authenticator)
    const byWord = await other.signIn((await visit(backend, other)).entry, member)
    expect(byKey.status).toBe(400)
    expect(byKey.body).toEqual(byWord.body)
  })

  test.each([
    ['REQUIRED_CHANGE_PWD', { must_change_password: true }],
    ['PROTECTED_STATE', { status: 'PROTECTED' }],
    ['ID_SEARCH', { status: 'MOVED' }],
    ['JOIN_STATE', { join_status: 'WAITING' }],
  ] as const)('%s is pending', async (matcher_type, set) => {
    const { authenticator, member } = await owner(backend)
    await changed(member, set)
    const browser = new Browser(backend.url)
    await visit(backend, browser)
    expect(await byPasskey(browser, authenticator)).toMatchObject({ status: 401, body: { data: { matcher_type } } })
  })

  test('a service that asks for consent asks for it, and the steps lead to the service', async () => {
    const { authenticator, member } = await owner(backend, 'new-service')
    const browser = new Browser(backend.url)
    const { tokens } = await visit(backend, browser, { scope: 'openid email' }, 'service-b')
    expect(await byPasskey(browser, authenticator)).toMatchObject({
      status: 401,
      body: { data: { matcher_type: 'CONSENT_RELYING_PARTY' } },
    })
    const given = { nickname: `열쇠${member.phone.slice(-6)}`, consent_terms: ['SK_RP_SERVICE', 'SK_RP_PRIVACY'] }
    const done = await browser.post('/v1/matcher/resolve', { matcher_type: 'CONSENT_RELYING_PARTY', ...given })
    const claims = (await tokens(await browser.go(String(data(done).location)))).claims()
    expect(claims).toMatchObject({ email: member.login_id, amr: ['hwk', 'user', 'mfa'] })
  })

  test('a lock of wrong passwords does not stop a passkey', async () => {
    const { authenticator, member } = await owner(backend)
    const thief = new Browser(backend.url)
    for (let tries = 0; tries < 6; tries += 1)
      await thief.signIn((await visit(backend, thief)).entry, { ...member, password: `wrong-${tries}` })
    expect(await claimsOf(authenticator)).toMatchObject({ email: member.login_id })
  })
})

describe('the browser is remembered as after a password', () => {
  test('another service needs nothing, and the account can be chosen', async () => {
    const { authenticator, member } = await owner(backend)
    const browser = new Browser(backend.url)
    const first = await visit(backend, browser)
    const reply = await give(browser, authenticator.get(await ask(browser)), true)
    await first.tokens(await browser.go(String(data(reply).location)))
    const second = await visit(backend, browser)
    expect((await second.tokens(second.entry)).claims()).toMatchObject({ email: member.login_id })
    const chooser = await visit(backend, browser, { prompt: 'select_account' })
    const welcome = data(await browser.get(`/v1/init/login${chooser.entry.search}`))
    expect(welcome.sso_sessions).toHaveLength(1)
    now += 13 * 3600_000
    expect((await visit(backend, browser)).entry.searchParams.has('code')).toBe(true)
  })

  test('the member is told of a new browser', async () => {
    const { authenticator, member } = await owner(backend)
    await claimsOf(authenticator)
    await backend.ctx.background.settle()
    const mails = backend.ctx.db.selectFrom('outbox').select('subject').where('to', '=', member.login_id)
    expect((await mails.execute()).map(({ subject }) => subject)).toContain('[대문] 새 브라우저에서 로그인했어요')
  })
})

test('the answer that was lost is given again for another use of the passkey', async () => {
  const { authenticator, member } = await owner(backend)
  const browser = new Browser(backend.url)
  const { tokens } = await visit(backend, browser)
  const lost = await byPasskey(browser, authenticator)
  const again = await byPasskey(browser, authenticator)
  expect(again).toMatchObject({ status: 200, body: lost.body })
  expect((await tokens(await browser.go(String(data(again).location)))).claims()).toMatchObject({
    email: member.login_id,
  })
})

test('sign-ins by passkey and by password share the limit of a network', async () => {
  // The clock stands, because the limit grows again with each second.
  const stands = new Date()
  const few = await start({ passkeys: { mode: 'on' }, limits: { sign_ins_per_minute: 3 }, now: () => stands })
  try {
    const browser = new Browser(few.url)
    const { entry } = await visit(few, browser)
    const statuses: number[] = []
    for (let tries = 0; tries < 2; tries += 1) {
      statuses.push((await browser.signIn(entry, { login_id: 'nobody@demo.test', password: 'wrong' })).status)
      statuses.push((await browser.post('/v1/verify/passkey', {})).status)
    }
    expect(statuses).toEqual([400, 400, 400, 429])
  } finally {
    await few.close()
  }
})

test.each([
  ['where they are off', { passkeys: { mode: 'off' as const } }],
  ['where the app has an address without a domain', { app_origin: 'http://127.0.0.1:3000' }],
])('%s, nothing names passkeys', async (_, options) => {
  const without = await start(options)
  try {
    const browser = new Browser(without.url)
    const headers = { origin: without.ctx.settings.app_origin }
    const { entry } = await visit(without, browser)
    const welcome = await browser.call('GET', `/v1/init/login${entry.search}`, undefined, headers)
    expect(data(welcome)).not.toHaveProperty('passkey')
    expect((await browser.post('/v1/init/passkey', visitIn(entry), headers)).status).toBe(404)
    expect((await browser.send('/.well-known/webauthn')).status).toBe(404)
  } finally {
    await without.close()
  }
})

test('the domain of the passkeys and further origins are settings, and a browser reads them', async () => {
  const related_origins = ['https://learn.example.org', 'https://id.example.kr']
  const other = await start({ passkeys: { mode: 'on', rp_id: 'example.org', related_origins } })
  try {
    const browser = new Browser(other.url)
    const { entry } = await visit(other, browser)
    expect(data(await browser.get(`/v1/init/login${entry.search}`)).passkey).toEqual({ rp_id: 'example.org' })
    expect((await ask(browser)).rpId).toBe('example.org')
    const known = await browser.send('/.well-known/webauthn', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(known).toMatchObject({ status: 200, body: { origins: [APP, ...related_origins] } })
  } finally {
    await other.close()
  }
})
