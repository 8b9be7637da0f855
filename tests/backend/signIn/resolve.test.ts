// Spec §4, matcher types: each step follows from the member's data, asks for its own data, and no other call works before it.
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { AUTH_REQUIRED, MATCHER_TYPES } from '../../../contract/codes.ts'
import type { Member as Row } from '../../../backend/db/schema.ts'
import { startHashing } from '../../../backend/domain/passwords/hashing.ts'
import { CHANGES } from '../../../demo/partner/changes.ts'
import { Browser, data, field, seal, type Reply } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { messagesTo } from '../inbox.ts'
import { arrive, copyOf, type Member, signInAt } from '../start.ts'

const backend = sharedBackend({ limits: { hash_memory: 1024, hash_passes: 1, send_gap_seconds: 0 } })

const NEW_PASSWORD = 'wQ7!mz2Rk9'

/** A member whose sign-in has come to its first step. */
async function halfWay(from: string | Member, client_id?: string) {
  const member = typeof from === 'string' ? await copyOf(backend, from) : from
  const { browser, entry, land } = await arrive(backend, {}, { client_id })
  const key = data(await browser.get(`/v1/init/login${entry.search}`))
  const reply = await browser.signIn(entry, member)
  return { member, browser, entry, key, reply, pending: data(reply), land }
}
type HalfWay = Awaited<ReturnType<typeof halfWay>>

const resolve = ({ browser }: { browser: Browser }, matcher_type: string, more: object = {}) =>
  browser.post('/v1/matcher/resolve', { matcher_type, consent_terms: [], ...more })
const change = ({ browser, key }: Pick<HalfWay, 'browser' | 'key'>, member: Member, matcher_type: string, to: string) =>
  browser.call('PUT', '/v1/profile/change/password', {
    current_password: seal(member.password, key),
    password: seal(to, key),
    matcher_type,
  })
const alter = (login_id: string, like: string) =>
  fetch(`${backend.url}/demo/members/change`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login_id, like }),
  })
/** A statement of an operator. */
const set = ({ login_id }: Member, values: Partial<Row>) =>
  backend.ctx.db
    .updateTable('members')
    .set(values as object)
    .where('login_id', '=', login_id)
    .execute()
const codes = (reply: Reply) => (data(reply).terms as { terms_code: string }[]).map((one) => one.terms_code)

/** Signed in at A, with nothing pending. */
async function signedIn(from = 'sk') {
  const member = await copyOf(backend, from)
  const browser = new Browser(backend.url)
  expect((await signInAt(backend, browser, member)).claims).toMatchObject({ email: member.login_id })
  return { member, browser }
}

/** The same browser at a service, by its session. @returns the answer of init/session */
async function bySession(browser: Browser, client_id = 'service-a') {
  const { entry, land } = await arrive(backend, {}, { client_id, browser })
  expect(entry.pathname).toBe('/init/session')
  const reply = await browser.get(`/v1/init/session${entry.search}`)
  return { browser, entry, reply, pending: data(reply), key: data(reply), land }
}

/** Every state in which a sign-in can wait, by the demo member with that state. */
const STATES: [from: string, step: string, client_id?: string][] = [
  ['protected', 'PROTECTED_STATE'],
  ['moved', 'ID_SEARCH'],
  ['sms', AUTH_REQUIRED],
  ['admin', 'ADMIN_CERTIFICATION_CHECK'],
  ['not-joined', 'JOIN'],
  ['not-converted', 'CONVERSION_JOIN'],
  ['not-accepted', 'SIGN_UP'],
  ['waiting', 'JOIN_STATE'],
  ['unapproved', 'JOIN_STATE'],
  ['required-password', 'REQUIRED_CHANGE_PWD'],
  ['new-terms', 'ADD_TERMS_AGREEMENT'],
  ['new-service-terms', 'ADD_TERMS_AGREEMENT', 'service-b'],
  ['new-service', 'CONSENT_RELYING_PARTY', 'service-b'],
  ['missing-profile', 'SERVICE_ADD_INFO', 'service-b'],
  ['old-password', 'RECOMMENDED_CHANGE_PWD'],
]

describe.each(STATES)('%s waits for %s', (from, step, client_id) => {
  // One sign-in, which the tests come back to in this order: it still waits after each of them.
  let at: HalfWay
  beforeAll(async () => void (at = await halfWay(from, client_id)))

  test('after the password, in place of a location', () => {
    const { reply, pending } = at
    expect(reply.status).toBe(401)
    expect(pending).not.toHaveProperty('location')
    expect(pending).toMatchObject(step === AUTH_REQUIRED ? { auth_required: true } : { matcher_type: step })
  })

  test('its own profile, state of approval and terms only where the step needs them', async () => {
    const { browser, member } = at
    const closed = ['PROTECTED_STATE', 'ID_SEARCH', AUTH_REQUIRED, 'ADMIN_CERTIFICATION_CHECK'].includes(step)
    const profile = await browser.get('/v1/profile/users')
    expect(profile.status).toBe(closed ? 401 : 200)
    const told = closed ? {} : data(profile)
    expect(Object.keys(told).toSorted()).toEqual(
      closed ? [] : ['belong_sk', 'birthdate', 'login_id', 'name', 'nickname'],
    )
    expect(told.login_id).toBe(closed ? undefined : member.login_id)
    expect((await browser.get('/v1/members/join-state')).status).toBe(step === 'JOIN_STATE' ? 200 : 401)
    expect((await browser.get('/v1/terms/ADD_SUNI')).status).toBe(closed ? 404 : 200)
  })

  test('no step but this one is accepted, and none without what it asks for', async () => {
    const change = { current_password: 'x', password: 'x' }
    for (const matcher_type of [AUTH_REQUIRED, ...MATCHER_TYPES, 'NEW_ONE']) {
      const isOwn = matcher_type === step
      const reply = await resolve(at, matcher_type, isOwn ? {} : { nickname: '다미', skip: true, consent_terms: [] })
      // An approval may be asked about again, and waits as before.
      const own = step === 'JOIN_STATE' ? 401 : 400
      expect([matcher_type, reply.status]).toEqual([matcher_type, isOwn ? own : 412])
      expect(reply.body).not.toHaveProperty('data.location')
    }
    for (const matcher_type of ['REQUIRED_CHANGE_PWD', 'RECOMMENDED_CHANGE_PWD']) {
      const reply = await at.browser.call('PUT', '/v1/profile/change/password', { ...change, matcher_type })
      expect(reply.status).toBe(matcher_type === step ? 400 : 412)
    }
    const info = await at.browser.post('/v1/resolve/user', { matcher_type: 'SERVICE_ADD_INFO' })
    expect(info.status).toBe(step === 'SERVICE_ADD_INFO' ? 400 : 412)
  })

  test('half signed in, the browser gets no session, no code and no other service', async () => {
    const { browser, entry } = at
    for (const client_id of ['service-a', 'service-b']) {
      const silent = await arrive(backend, { prompt: 'none' }, { client_id, browser })
      expect(silent.entry.searchParams.get('error')).toBe('login_required')
    }
    const resumed = await browser.go(`/oidc/auth/${entry.searchParams.get('transaction_id')}`)
    expect(resumed.pathname).toBe('/init/login')
    const welcome = data(await browser.get(`/v1/init/login${resumed.search}`))
    expect(welcome).toMatchObject({ sso_sessions: [], possible_sso_login: false })
    expect(await browser.get(`/v1/init/session${resumed.search}`)).toMatchObject({ status: 403 })
    expect([...browser.jar.keys()].some((name) => name.startsWith('browser '))).toBe(false)
  })
})

describe('terms of a new version', () => {
  test('are asked for by their type, agreed to once, and kept with version and time', async () => {
    const at = await halfWay('new-terms')
    const uri = new URL(String(at.pending.authorization_uri))
    expect(uri.searchParams.get('terms_types')).toBe('["ADD_SUNI"]')
    expect(codes(await at.browser.get('/v1/terms/ADD_SUNI?language=EN'))).toEqual(['PRIVACY'])
    const before = Date.now()
    const done = await resolve(at, 'ADD_TERMS_AGREEMENT', { consent_terms: ['PRIVACY'] })
    expect(await at.land(done)).toMatchObject({ email: at.member.login_id })
    const rows = await backend.ctx.db
      .selectFrom('consents')
      .innerJoin('members', 'members.id', 'consents.member_id')
      .select(['version', 'agreed', 'at'])
      .where('login_id', '=', at.member.login_id)
      .where('terms_code', '=', 'PRIVACY')
      .orderBy('consents.id')
      .execute()
    expect(rows).toMatchObject([
      { version: 1, agreed: true },
      { version: 2, agreed: true },
    ])
    expect(rows[1]?.at.getTime()).toBeGreaterThanOrEqual(before)
    expect((await signInAt(backend, new Browser(backend.url), at.member)).claims).not.toBeNull()
  })

  test.each([
    ['none', []],
    ['one that was not asked for', ['PRIVACY', 'SERVICE']],
    ['one of the group', ['SK_PRIVACY']],
  ])('are not agreed to by %s', async (_, consent_terms) => {
    const at = await halfWay('new-terms')
    expect((await resolve(at, 'ADD_TERMS_AGREEMENT', { consent_terms })).status).toBe(400)
  })

  test('are agreed to in two tabs: the second answer counts like the first', async () => {
    const at = await halfWay('new-terms')
    const other = await halfWay(at.member)
    await resolve(at, 'ADD_TERMS_AGREEMENT', { consent_terms: ['PRIVACY'] })
    const second = await resolve(other, 'ADD_TERMS_AGREEMENT', { consent_terms: ['PRIVACY'] })
    expect(await other.land(second)).toMatchObject({ email: at.member.login_id })
  })

  test('of a service that is used already', async () => {
    const at = await halfWay('new-service-terms', 'service-b')
    expect(new URL(String(at.pending.authorization_uri)).searchParams.get('terms_types')).toBe('["ADD_RELYING_PARTY"]')
    expect(codes(await at.browser.get('/v1/terms/ADD_RELYING_PARTY'))).toEqual(['SK_RP_PRIVACY'])
    const done = await resolve(at, 'ADD_TERMS_AGREEMENT', { consent_terms: ['SK_RP_PRIVACY'] })
    expect(await at.land(done)).toMatchObject({ email: at.member.login_id })
  })
})

describe('the first use of a service', () => {
  const consent_terms = ['SK_RP_SERVICE', 'SK_RP_PRIVACY']

  test('of two who take one nickname at once one has it', async () => {
    const both = [await halfWay('new-service', 'service-b'), await halfWay('new-service', 'service-b')]
    const given = { nickname: `동시${both[0]?.member.phone.slice(-6)}`, consent_terms }
    const replies = await Promise.all(both.map((one) => resolve(one, 'CONSENT_RELYING_PARTY', given)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.find(({ status }) => status === 400)?.body).toMatchObject({ code: 'NICKNAME_TAKEN' })
  })

  test.each(['한', '\u202e늘하', '하\u200b늘', '-하늘', '<b>하늘', '하'.repeat(21), '\ufeff', '하늘\u{1f600}'])(
    'the nickname %j is refused',
    async (nickname) => {
      const one = await halfWay('new-service', 'service-b')
      expect(await resolve(one, 'CONSENT_RELYING_PARTY', { nickname, consent_terms })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST' },
      })
    },
  )

  test('says what the service will learn, and asks for a nickname that is free there', async () => {
    const [one, other] = [await halfWay('new-service', 'service-b'), await halfWay('new-service', 'service-b')]
    expect(one.pending.claims).toEqual(['email', 'name', 'nickname', 'birthdate', 'phone_number', 'member_kind'])
    expect(codes(await one.browser.get('/v1/terms/RELYING_PARTY?language=CN'))).toEqual(consent_terms)
    const nickname = `이름${one.member.phone.slice(-6)}`
    const ask = async ({ browser }: HalfWay) =>
      data(await browser.get(`/v1/valid/nickname?nickname=${encodeURIComponent(nickname)}`)).available
    expect(await ask(one)).toBe(true)
    expect((await resolve(one, 'CONSENT_RELYING_PARTY', { nickname })).status).toBe(400)
    const given = { nickname, consent_terms }
    expect(await one.land(await resolve(one, 'CONSENT_RELYING_PARTY', given))).toMatchObject({ member_kind: 'SK' })
    expect(await ask(other)).toBe(false)
    expect((await resolve(other, 'CONSENT_RELYING_PARTY', given)).status).toBe(400)
  })

  test('names what comes with every sign-in, where a service asks for no more', async () => {
    const { browser, entry } = await arrive(backend, { scope: 'openid' }, { client_id: 'service-b' })
    const pending = data(await browser.signIn(entry, await copyOf(backend, 'new-service')))
    expect(pending).toMatchObject({ matcher_type: 'CONSENT_RELYING_PARTY', claims: ['member_kind'] })
  })

  test('asks again for nothing afterwards, in a session or a new sign-in', async () => {
    const at = await halfWay('new-service', 'service-b')
    const nickname = `한${at.member.phone.slice(-5)}`
    await at.land(await resolve(at, 'CONSENT_RELYING_PARTY', { nickname, consent_terms }))
    expect((await signInAt(backend, new Browser(backend.url), at.member, 'service-b')).claims).not.toBeNull()
    const { entry, tokens } = await arrive(backend, {}, { client_id: 'service-b', browser: at.browser })
    expect((await tokens(entry)).claims()).toMatchObject({ email: at.member.login_id })
  })
})

test('with tabs at two services, each kind of terms is that of the step that asks for it', async () => {
  const at = await halfWay('new-service', 'service-b')
  const other = await copyOf(backend, 'new-terms')
  const second = await signInAt(backend, at.browser, other)
  expect(second.reply).toMatchObject({ status: 401, body: { data: { matcher_type: 'ADD_TERMS_AGREEMENT' } } })
  expect(codes(await at.browser.get('/v1/terms/ADD_SUNI'))).toEqual(['PRIVACY'])
  at.browser.enter(at.entry)
  expect(codes(await at.browser.get('/v1/terms/RELYING_PARTY'))).toEqual(['SK_RP_SERVICE', 'SK_RP_PRIVACY'])
})

describe('missing profile fields', () => {
  const info = { current_job_group: 'JG06', current_job: 'JG0601', interest_category: 'IC01', interest_field: 'IC0101' }
  const send = ({ browser }: HalfWay, given: object) =>
    browser.post('/v1/resolve/user', { matcher_type: 'SERVICE_ADD_INFO', ...given })

  test('stand behind the init_url of the step, and end it when they are filled', async () => {
    const at = await halfWay('missing-profile', 'service-b')
    const { init_url, params } = at.pending
    const query = new URLSearchParams(params as Record<string, string>)
    const reply = await at.browser.get(`${String(init_url)}?${query}`)
    const uri = new URL(String(field(reply.body, 'data').authorization_uri))
    expect(JSON.parse(uri.searchParams.get('profile_fields') ?? '')).toEqual(Object.keys(info))
    expect(await at.land(await send(at, info))).toMatchObject({ email: at.member.login_id })
  })

  test('end the step in two tabs, and keep what was told first', async () => {
    const at = await halfWay('missing-profile', 'service-b')
    const second = await halfWay(at.member, 'service-b')
    expect(second.pending).toMatchObject({ matcher_type: 'SERVICE_ADD_INFO' })
    expect((await send(at, info)).status).toBe(200)
    const other = { ...info, interest_category: 'IC02', interest_field: 'IC0201' }
    expect((await send(second, { ...other, hope_job_group: 'JG01' })).status).toBe(400)
    expect((await send(second, other)).status).toBe(200)
    const row = backend.ctx.db.selectFrom('members').select('profile').where('login_id', '=', at.member.login_id)
    expect((await row.executeTakeFirstOrThrow()).profile).toMatchObject(info)
  })

  test.each([
    ['a field that was not asked for', { ...info, hope_job_group: 'JG01' }],
    ['one missing', { ...info, interest_field: undefined }],
    ['a job of another group', { ...info, current_job: 'JG0101' }],
    ['a code that nobody has', { ...info, interest_category: 'IC99' }],
    ['a nickname', { ...info, nickname: '다미' }],
  ])('are not taken with %s', async (_, given) => {
    const at = await halfWay('missing-profile', 'service-b')
    expect((await send(at, given)).status).toBe(400)
  })
})

describe('a change of the password', () => {
  test('required: leads on, only the new one opens the account, and the member is told by phone and e-mail', async () => {
    const at = await halfWay('required-password')
    expect((await resolve(at, 'REQUIRED_CHANGE_PWD', { skip: true })).status).toBe(400)
    const done = await change(at, at.member, 'REQUIRED_CHANGE_PWD', NEW_PASSWORD)
    expect(await at.land(done)).toMatchObject({ email: at.member.login_id })
    const again = await signInAt(backend, new Browser(backend.url), at.member)
    expect(again.reply).toMatchObject({ status: 400, body: { detail_code: 4502 } })
    for (const to of [at.member.phone, at.member.login_id])
      await expect.poll(async () => (await messagesTo(backend, to)).join()).toContain('비밀번호가 바뀌었어요')
    const changed = { ...at.member, password: NEW_PASSWORD }
    expect((await signInAt(backend, new Browser(backend.url), changed)).claims).not.toBeNull()
  })

  test('is possible for a password whose hash was made at other costs', async () => {
    const at = await halfWay('required-password')
    const costlier = await startHashing({ ...backend.ctx.settings.limits, hash_memory: 2048 })
    await set(at.member, { password_hash: await costlier.make(at.member.password) })
    expect((await change(at, at.member, 'REQUIRED_CHANGE_PWD', NEW_PASSWORD)).status).toBe(200)
  })

  test.each<[string, number, (member: Member) => { current?: string; to?: string }]>([
    ['the current one wrong', 4502, () => ({ current: 'wQ8!mz2Rk9' })],
    ['against the rules', 4514, () => ({ to: 'aaaaaaaa' })],
    ['like the id', 4533, ({ login_id }) => ({ to: `${login_id.split('-')[0]?.slice(0, 8)}!7` })],
    ['like the phone', 4534, ({ phone }) => ({ to: `${phone.slice(-8)}q!` })],
    ['the same as before', 4539, ({ password }) => ({ to: password })],
  ])('refused: %s', async (_, detail_code, how) => {
    const at = await halfWay('required-password')
    // The rule of the id wants a part of it; a short id makes it a password of legal length.
    const login_id = 'required@demo.test'
    if (detail_code === 4533) await set(at.member, { login_id, login_id_key: login_id })
    const { current = at.member.password, to = NEW_PASSWORD } = how(at.member)
    const reply = await change(at, { ...at.member, password: current }, 'REQUIRED_CHANGE_PWD', to)
    expect(reply).toMatchObject({ status: 400, body: { detail_code } })
    expect(reply.body).not.toHaveProperty('data')
  })

  test('five wrong current ones lock, as at a sign-in', async () => {
    const at = await halfWay('required-password')
    const wrong = { ...at.member, password: 'wQ8!mz2Rk9' }
    const replies = []
    for (let count = 0; count < 6; count += 1)
      replies.push(await change(at, wrong, 'REQUIRED_CHANGE_PWD', NEW_PASSWORD))
    expect(replies.map(({ body }) => (body as { detail_code: number }).detail_code)).toEqual([
      4502, 4502, 4502, 4502, 4502, 4575,
    ])
  })

  test('recommended: later is an answer, and is not asked again the next day', async () => {
    const at = await halfWay('old-password')
    const later = await resolve(at, 'RECOMMENDED_CHANGE_PWD', { skip: true })
    expect(await at.land(later)).toMatchObject({ email: at.member.login_id })
    expect((await signInAt(backend, new Browser(backend.url), at.member)).claims).not.toBeNull()
  })

  test('ends the other sessions, tokens and visits of the member, and keeps this one', async () => {
    const first = await halfWay('old-password')
    const { member } = first
    await first.land(await resolve(first, 'RECOMMENDED_CHANGE_PWD', { skip: true }))
    await set(member, { must_change_password: true, password_put_off_at: null })
    const [waiting, here] = [await halfWay(member), await halfWay(member)]
    // The new password is not old: nobody recommends to change it.
    expect(here.pending.progress).toEqual({ current: 1, total: 1 })
    const done = await change(here, member, 'REQUIRED_CHANGE_PWD', NEW_PASSWORD)
    expect(await here.land(done)).not.toBeNull()
    expect((await change(waiting, member, 'REQUIRED_CHANGE_PWD', 'xQ7!mz2Rk9')).status).toBe(412)
    expect((await arrive(backend, {}, { browser: first.browser })).entry.pathname).toBe('/init/login')
    const own = await arrive(backend, {}, { browser: here.browser })
    expect((await own.tokens(own.entry)).claims()).toMatchObject({ email: member.login_id })
  })

  test('in an existing session: the session is made anew', async () => {
    const { member, browser } = await signedIn('member')
    await alter(member.login_id, 'required-password')
    const at = await bySession(browser)
    expect(at.pending).toMatchObject({ matcher_type: 'REQUIRED_CHANGE_PWD', client_id: 'service-a' })
    const done = await change(at, member, 'REQUIRED_CHANGE_PWD', NEW_PASSWORD)
    expect(await at.land(done)).toMatchObject({ email: member.login_id })
    const again = await arrive(backend, {}, { browser })
    expect((await again.tokens(again.entry)).claims()).toMatchObject({ email: member.login_id })
  })
})

describe('a step whose answer was lost', () => {
  const terms = (at: Pick<HalfWay, 'browser'>) => resolve(at, 'ADD_TERMS_AGREEMENT', { consent_terms: ['SK_PRIVACY'] })
  const info = ({ browser }: Pick<HalfWay, 'browser'>) => {
    const asked = { current_job_group: 'JG06', current_job: 'JG0601' }
    return browser.post('/v1/resolve/user', { matcher_type: 'SERVICE_ADD_INFO', ...asked })
  }
  const nickname = (at: Pick<HalfWay, 'browser' | 'member'>) =>
    resolve(at, 'CONSENT_RELYING_PARTY', {
      nickname: `셋${at.member.phone.slice(-6)}`,
      consent_terms: ['SK_RP_SERVICE', 'SK_RP_PRIVACY'],
    })

  test('is answered as it was, in this browser, until the next one is resolved', async () => {
    const at = await halfWay('three-steps', 'service-b')
    expect(at.pending.progress).toEqual({ current: 1, total: 3, next: 'CONSENT_RELYING_PARTY' })
    // Never asked here, not yet asked, and not resolved yet.
    for (const step of ['ADD_TERMS_AGREEMENT', 'RECOMMENDED_CHANGE_PWD', 'SERVICE_ADD_INFO'])
      expect((await resolve(at, step, { skip: true })).status).toBe(step === 'ADD_TERMS_AGREEMENT' ? 400 : 412)
    const second = await terms(at)
    expect(data(second)).toMatchObject({ matcher_type: 'CONSENT_RELYING_PARTY', progress: { current: 2, total: 3 } })
    for (const repeated of [await terms(at), await terms(at)])
      expect(repeated).toMatchObject({ status: 401, body: second.body })
    expect((await terms({ browser: new Browser(backend.url) })).status).toBe(403)
    const stranger = await halfWay('old-password')
    expect((await terms(stranger)).status).toBe(412)

    const third = await nickname(at)
    expect(data(third)).toMatchObject({ matcher_type: 'SERVICE_ADD_INFO', progress: { current: 3, total: 3 } })
    expect((await terms(at)).status).toBe(412)
    expect(await nickname(at)).toMatchObject({ status: 401, body: third.body })
    const done = await info(at)
    const again = await info(at)
    expect(again).toMatchObject({ status: 200, body: done.body })
    expect((await nickname(at)).status).toBe(403)
    expect((await info({ browser: new Browser(backend.url) })).status).toBe(403)
    expect(await at.land(again)).toMatchObject({ email: at.member.login_id })
    // The address was followed: nothing is left to say.
    expect((await info(at)).status).toBe(403)
  })

  test('the account is among those of the browser, though the key to it was lost on the way', async () => {
    const at = await halfWay('old-password')
    const later = () => resolve(at, 'RECOMMENDED_CHANGE_PWD', { skip: true })
    await later()
    at.browser.jar.delete('browser /')
    expect(await at.land(await later())).toMatchObject({ email: at.member.login_id })
    const { entry } = await arrive(backend, { prompt: 'select_account' }, { browser: at.browser })
    expect(data(await at.browser.get(`/v1/init/login${entry.search}`)).sso_sessions).toHaveLength(1)
  })

  test('a changed password: the same one is accepted again, and another one is refused', async () => {
    const at = await halfWay('required-password')
    const done = await change(at, at.member, 'REQUIRED_CHANGE_PWD', NEW_PASSWORD)
    expect(await change(at, at.member, 'REQUIRED_CHANGE_PWD', 'xQ7!mz2Rk9')).toMatchObject({
      status: 400,
      body: { detail_code: 4502 },
    })
    const again = await change(at, at.member, 'REQUIRED_CHANGE_PWD', NEW_PASSWORD)
    expect(again).toMatchObject({ status: 200, body: done.body })
    expect(await at.land(again)).toMatchObject({ email: at.member.login_id })
  })

  test('a password that was put off: a change comes too late, and is no wrong password', async () => {
    const at = await halfWay('old-password')
    const done = await resolve(at, 'RECOMMENDED_CHANGE_PWD', { skip: true })
    const late = await change(at, at.member, 'RECOMMENDED_CHANGE_PWD', NEW_PASSWORD)
    expect(late).toMatchObject({ status: 403, body: { code: 'VISIT_OVER' } })
    const attempts = backend.ctx.db.selectFrom('login_attempts').where('login_id_key', '=', at.member.login_id)
    expect(await attempts.selectAll().execute()).toEqual([])
    expect((await resolve(at, 'RECOMMENDED_CHANGE_PWD', { skip: true })).body).toEqual(done.body)
  })

  test('in an existing session', async () => {
    const { member, browser } = await signedIn('new-service')
    const at = { ...(await bySession(browser, 'service-b')), member }
    const done = await nickname(at)
    const again = await nickname(at)
    expect(again).toMatchObject({ status: 200, body: done.body })
    expect(await at.land(again)).toMatchObject({ email: member.login_id })
  })
})

/** The page for an existing session, by the demo member whose data the session's member receives. */
const SINCE = [
  ['suspended', 'SUSPENDED_STATE'],
  ['incumbent', 'INCUMBENT_STATE'],
  ['protected', 'PROTECTED_STATE'],
  ['moved', 'ID_SEARCH'],
  ['no-permission', 'SERVICE_PERMISSIONS'],
  ['waiting', 'JOIN_STATE'],
] as const

test('every pending step of the contract can be seen: at a sign-in, or by a change that the partner’s page offers', () => {
  const offered = CHANGES.map(({ like }) => SINCE.find(([from]) => from === like)?.[1] ?? 'CHANGED_PASSWORD')
  // Any member who stays signed in has this one: tests/backend/passkeys.
  const seen = [...STATES.map(([, step]) => step), ...offered, 'RECOMMENDED_PASSKEY']
  expect(seen).toEqual(expect.arrayContaining([...MATCHER_TYPES, AUTH_REQUIRED]))
})

describe('an existing session', () => {
  test.each(SINCE)('%s since: %s, and no code', async (like, matcher_type) => {
    const { member, browser } = await signedIn()
    expect((await alter(member.login_id, like)).status).toBe(200)
    const at = await bySession(browser)
    expect(at.reply.status).toBe(401)
    expect(at.pending).toMatchObject({ matcher_type, modulus: expect.any(String) as string })
    expect((await at.browser.get('/v1/profile/users')).status).toBe(matcher_type === 'JOIN_STATE' ? 200 : 401)
    expect((await resolve(at, matcher_type)).status).toBe(matcher_type === 'JOIN_STATE' ? 401 : 400)
  })

  test('a password changed elsewhere ends the session, and a new sign-in begins another one', async () => {
    const { member, browser } = await signedIn()
    // Sessions store their start in whole seconds, so wait for the next second.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
    onTestFinished(() => void vi.useRealTimers())
    await alter(member.login_id, 'changed-elsewhere')
    const at = await bySession(browser)
    expect(at.pending).toMatchObject({ matcher_type: 'CHANGED_PASSWORD' })
    expect((await resolve(at, 'CHANGED_PASSWORD')).status).toBe(400)
    const again = await browser.signIn(at.entry, member)
    expect(again.status).toBe(200)
    expect(await at.land(again)).toMatchObject({ email: member.login_id })
    const silent = await arrive(backend, {}, { browser })
    expect((await silent.tokens(silent.entry)).claims()).toMatchObject({ email: member.login_id })
  })

  test('another account can be signed in to in its place', async () => {
    const { member, browser } = await signedIn()
    await alter(member.login_id, 'suspended')
    const at = await bySession(browser)
    const other = await copyOf(backend, 'member')
    expect(await at.land(await browser.signIn(at.entry, other))).toMatchObject({ email: other.login_id })
  })
})

describe('an approval', () => {
  test.each([
    ['waiting', { join_status: 'WAITING' }],
    ['unapproved', { join_status: 'UNAPPROVED', reason: '소속을 확인하지 못했어요.' }],
  ])('the portal shows %s', async (from, state) => {
    const { browser } = await halfWay(from)
    expect(data(await browser.get('/v1/members/join-state'))).toMatchObject({ ...state, join_type: 'NEW' })
  })

  test('given meanwhile: asking again leads on', async () => {
    const at = await halfWay('waiting')
    expect((await resolve(at, 'JOIN_STATE')).status).toBe(401)
    await set(at.member, { join_status: 'JOINED' })
    expect(await at.land(await resolve(at, 'JOIN_STATE'))).toMatchObject({ email: at.member.login_id })
  })
})
