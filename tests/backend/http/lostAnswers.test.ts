// Faults, "Lost, then reload": the server did the work and its answer never arrived. The same call again, from the same browser and
// visit, is answered as before, and so are the reads that the reloaded page makes.
import { describe, expect, test } from 'vitest'
import { Browser, data, type Reply, seal, visitIn } from '../browser.ts'
import { Joiner, newNickname, profiles } from '../joiner.ts'
import { sharedBackend } from '../shared.ts'
import { codeTo } from '../inbox.ts'
import { arrive, copyOf, type Member } from '../start.ts'

const backend = sharedBackend({
  limits: { hash_memory: 1024, hash_passes: 1, send_gap_seconds: 0, sends_per_hour: 1000 },
})

/** A visit before the login form, and what its page sends. */
async function visit(parameters: Record<string, string> = {}, client_id?: string, browser = new Browser(backend.url)) {
  const { entry, land } = await arrive(backend, parameters, { client_id, browser })
  const transaction = visitIn(entry)
  const key = data(await browser.get(`/v1/init/login${entry.search}`))
  const logIn = ({ login_id, password }: Pick<Member, 'login_id' | 'password'>) =>
    browser.post('/v1/verify/pwd', { login_id, password: seal(password, key), ...transaction, stay_session: false })
  const resolve = (matcher_type: string, more: object = {}) =>
    browser.post('/v1/matcher/resolve', { matcher_type, consent_terms: [], ...more })
  const get = (path: string, query: Record<string, string> = {}) =>
    browser.get(`${path}?${new URLSearchParams({ ...transaction, ...query }).toString()}`)
  return { browser, entry, transaction, key, logIn, resolve, get, land }
}

/** Sends a call whose answer never arrives: its cookies do not arrive either. */
async function lose<T>(browser: Browser, call: () => Promise<T>): Promise<T> {
  const before = new Map(browser.jar)
  const lost = await call()
  browser.jar.clear()
  for (const [key, cookie] of before) browser.jar.set(key, cookie)
  return lost
}

const over = { body: { code: 'VISIT_OVER' } }
const codes = (reply: Reply) => (data(reply).terms as { terms_code: string }[]).map(({ terms_code }) => terms_code)

test('a check of a session that stands is answered again with the same location, until it is followed', async () => {
  const member = await copyOf(backend, 'member')
  const first = await visit()
  await first.land(await first.logIn(member))
  const { entry, land } = await arrive(backend, { prompt: 'session' }, { browser: first.browser })
  const check = () => first.browser.get(`/v1/init/session${entry.search}`)
  const lost = await lose(first.browser, check)
  const again = await check()
  expect(again).toMatchObject({ status: 200, body: lost.body })
  expect(await land(again)).toMatchObject({ email: member.login_id })
  expect(await check()).toMatchObject(over)
})

describe('a sign-in by password', () => {
  test('is answered again with the same location', async () => {
    const member = await copyOf(backend, 'member')
    const at = await visit()
    const lost = await lose(at.browser, () => at.logIn(member))
    const again = await at.logIn(member)
    expect(again).toMatchObject({ status: 200, body: lost.body })
    expect(await at.land(again)).toMatchObject({ email: member.login_id })
    expect(await at.logIn(member)).toMatchObject(over)
  })

  test('counts a wrong password once that the browser sends again, and another one by itself', async () => {
    const member = await copyOf(backend, 'member')
    const at = await visit()
    const wrong = (sealed = seal('Wrong-one-1!', at.key)) => ({
      sealed,
      send: () =>
        at.browser.post('/v1/verify/pwd', {
          login_id: member.login_id,
          password: sealed,
          ...at.transaction,
          stay_session: false,
        }),
    })
    const first = wrong()
    for (let times = 0; times < 6; times += 1)
      expect(await first.send()).toMatchObject({ status: 400, body: { description: 'incorrect password [1]' } })
    const next = wrong()
    for (let times = 0; times < 2; times += 1)
      expect(await next.send()).toMatchObject({ status: 400, body: { description: 'incorrect password [2]' } })
    expect((await at.logIn(member)).status).toBe(200)
  })

  test('compares no password that came while the login id was locked, however often it is sent', async () => {
    const member = await copyOf(backend, 'member')
    const at = await visit()
    for (let times = 0; times < 5; times += 1) await at.logIn({ ...member, password: `Wrong-one-${times}!` })
    const right = { login_id: member.login_id, password: seal(member.password, at.key), ...at.transaction }
    for (let times = 0; times < 3; times += 1)
      expect(await at.browser.post('/v1/verify/pwd', { ...right, stay_session: false })).toMatchObject({
        status: 400,
        body: { detail_code: 4575 },
      })
  })

  test('counts a wrong password, and tells another member that the visit is over', async () => {
    const [member, other] = [await copyOf(backend, 'member'), await copyOf(backend, 'member')]
    const at = await visit()
    await lose(at.browser, () => at.logIn(member))
    expect(await at.logIn({ ...member, password: 'Wrong-one-1!' })).toMatchObject({ body: { detail_code: 4502 } })
    expect(await at.logIn(other)).toMatchObject(over)
    const stranger = new Browser(backend.url)
    const body = { login_id: member.login_id, password: seal(member.password, at.key), ...at.transaction }
    expect((await stranger.post('/v1/verify/pwd', { ...body, stay_session: false })).status).toBe(403)
  })
})

test('a sign-in by an account of the chooser is answered again, though its new cookie was lost', async () => {
  const [member, other] = [await copyOf(backend, 'member'), await copyOf(backend, 'member')]
  const browser = new Browser(backend.url)
  for (const one of [other, member]) {
    const first = await visit({ prompt: 'login' }, undefined, browser)
    await first.land(await first.logIn(one))
  }
  const at = await visit({ prompt: 'select_account' }, undefined, browser)
  const accounts = at.key.sso_sessions as { id: string; login_id: string }[]
  expect(accounts).toHaveLength(2)
  const [own, foreign] = accounts.map(({ id }) => ({ sso_session_id: id, ...at.transaction }))
  const lost = await lose(browser, () => browser.post('/v1/verify/sso', own))
  expect(lost.status).toBe(200)
  expect(await browser.post('/v1/verify/sso', foreign)).toMatchObject(over)
  const again = await browser.post('/v1/verify/sso', own)
  expect(again).toMatchObject({ status: 200, body: lost.body })
  expect(await new Browser(backend.url).post('/v1/verify/sso', own)).toMatchObject({ status: 403 })
  expect(await at.land(again)).toMatchObject({ email: member.login_id })
})

test('a second factor that ended the visit is answered again without a proof, in its own browser', async () => {
  const member = await copyOf(backend, 'sms')
  const at = await visit()
  const { auth_token } = data(await at.logIn(member))
  const headers = { 'x-authenticator': `Token ${String(auth_token)}` }
  const service = (path: string, body: object) => at.browser.post(`/authenticator/v1/${path}`, body, headers)
  expect((await at.resolve('AUTH_REQUIRED')).status).toBe(400)
  await service('issue/sms', { purpose: 'SECOND_FACTOR' })
  const verify_code = await codeTo(backend, member.phone)
  const { auth_code } = data(await service('verify/mobile', { verify_code }))
  const proof = { credential: { auth_code, amr: 'SMS' }, amr: 'SMS' }
  const lost = await lose(at.browser, () => at.resolve('AUTH_REQUIRED', proof))
  // The page was loaded anew: it knows no proof, and no code can be sent in a visit that has ended.
  expect((await service('issue/sms', { purpose: 'SECOND_FACTOR' })).status).toBe(401)
  const again = await at.resolve('AUTH_REQUIRED')
  expect(again).toMatchObject({ status: 200, body: lost.body })
  expect(await at.land(again)).toMatchObject({ email: member.login_id })
})

describe('terms that were agreed to', () => {
  test.each([
    ['new-terms', 'ADD_TERMS_AGREEMENT', 'ADD_SUNI', 'service-a'],
    ['new-service-terms', 'ADD_TERMS_AGREEMENT', 'ADD_RELYING_PARTY', 'service-b'],
    ['new-service', 'CONSENT_RELYING_PARTY', 'RELYING_PARTY', 'service-b'],
  ])('%s: the reloaded page gets the same list and the same answer', async (from, step, type, client_id) => {
    const member = await copyOf(backend, from)
    const at = await visit({}, client_id)
    await at.logIn(member)
    const asked = codes(await at.get(`/v1/terms/${type}`))
    const given: { consent_terms: string[]; nickname?: string } = {
      consent_terms: asked,
      ...(step === 'CONSENT_RELYING_PARTY' && { nickname: newNickname() }),
    }
    const lost = await lose(at.browser, () => at.resolve(step, given))
    expect(lost.status).toBe(200)
    expect(codes(await at.get(`/v1/terms/${type}`))).toEqual(asked)
    expect(await at.get('/v1/profile/users')).toMatchObject({ status: 200 })
    // The nickname of the lost answer is the member's own.
    const nickname = given.nickname ?? newNickname()
    expect(data(await at.get('/v1/valid/nickname', { nickname }))).toEqual({ available: true })
    const again = await at.resolve(step, given)
    expect(again).toMatchObject({ status: 200, body: lost.body })
    expect(await at.land(again)).toMatchObject({ email: member.login_id })
    expect(await at.get(`/v1/terms/${type}`)).toMatchObject({ status: 403, body: { code: 'VISIT_OVER' } })
  })
})

describe('a join whose answer was lost', () => {
  test('is found by every call that its pages make again, and completed', async () => {
    const joiner = await new Joiner(backend).ready()
    const payload = joiner.payload(profiles.SOCIAL)
    const query = joiner.entry.search.slice(1)
    const lost = await lose(joiner.browser, () => joiner.join(payload))
    expect(lost.status).toBe(200)
    expect(data(await joiner.browser.get(`/v1/terms/RELYING_PARTY?${query}`)).terms).not.toEqual([])
    expect(await joiner.challenge()).toMatchObject({ status: 200, body: { data: { join_type: 'NEW' } } })
    const isFree = async (nickname: string) =>
      data(await joiner.browser.get(`/v1/valid/nickname?${query}&nickname=${encodeURIComponent(nickname)}`)).available
    expect(await isFree(payload.nickname)).toBe(true)
    const stranger = await new Joiner(backend).ready()
    expect((await stranger.join(stranger.payload(profiles.SOCIAL))).status).toBe(200)
    const taken = await backend.ctx.db
      .selectFrom('members')
      .select('nickname')
      .where('login_id', '=', stranger.login_id)
      .executeTakeFirstOrThrow()
    expect(await isFree(String(taken.nickname))).toBe(false)
    const again = await joiner.join({ ...payload, password: joiner.seal() })
    expect(again).toMatchObject({ status: 200, body: lost.body })
    expect(await joiner.atPartner(again)).toMatchObject({ email: joiner.login_id })
  })

  test('that another browser has made is not handed over', async () => {
    const joiner = await new Joiner(backend).ready()
    const payload = joiner.payload(profiles.SOCIAL)
    await joiner.join(payload)
    const other = await new Joiner(backend, joiner.login_id).arrive()
    await other.proveEmail()
    expect(await other.challenge()).toMatchObject({ status: 400, body: { detail_code: 4501 } })
    const query = `${other.entry.search.slice(1)}&nickname=${encodeURIComponent(payload.nickname)}`
    expect(data(await other.browser.get(`/v1/valid/nickname?${query}`)).available).toBe(false)
  })
})

test('a new password of a step that is sent again while the first call runs is set once, and answered alike', async () => {
  const member = await copyOf(backend, 'required-password')
  const at = await visit()
  await at.logIn(member)
  const body = {
    current_password: seal(member.password, at.key),
    password: seal('Tq7!vR2#pZ', at.key),
    matcher_type: 'REQUIRED_CHANGE_PWD',
    ...at.transaction,
  }
  const send = () => at.browser.call('PUT', '/v1/profile/change/password', body)
  const [first, second] = await Promise.all([send(), send()])
  expect(first.status).toBe(200)
  expect(second).toMatchObject({ status: 200, body: first.body })
  // Between the two is a moment, in which a process can end, too: the password is set, and the visit still waits for it.
  const waits = { step: body.matcher_type, resolved_step: null, finished_at: null }
  const { transaction_id } = at.transaction
  await backend.ctx.db.updateTable('transactions').set(waits).where('id', '=', transaction_id).execute()
  expect(await send()).toMatchObject({ status: 200 })
  expect(await at.land(second)).toMatchObject({ email: member.login_id })
})

describe('a forgotten password', () => {
  async function allowed() {
    const member = await copyOf(backend, 'member')
    const at = await visit()
    const { login_id } = member
    const begun = data(await at.browser.post('/v1/init/search/pwd', { login_id, ...at.transaction }))
    const headers = { 'x-authenticator': `Token ${String(begun.auth_token)}` }
    const service = (path: string, body: object) => at.browser.post(`/authenticator/v1/${path}`, body, headers)
    await service('issue/sms', {})
    const verify_code = await codeTo(backend, member.phone)
    const { auth_code } = data(await service('verify/mobile', { verify_code }))
    const search = () => at.browser.post('/v1/search/pwd', { login_id, credential: { auth_code, amr: 'SMS' } })
    return { at, member, search }
  }

  test('a proof whose reset token was lost earns another one, until a password is set', async () => {
    const { at, member, search } = await allowed()
    const lost = await lose(at.browser, search)
    expect(lost.status).toBe(200)
    const again = await search()
    expect(again.status).toBe(200)
    const put =
      (reply: Reply, password = 'Tq7!vR2#pZ', sealed = seal(password, data(reply))) =>
      () =>
        at.browser.call('PUT', '/v1/profile/search/password', {
          reset_token: data(reply).reset_token,
          login_id: member.login_id,
          password: sealed,
        })
    const sent = put(again)
    expect((await Promise.all([sent(), sent()])).map(({ status }) => status)).toEqual([200, 200])
    // The same password once more: its answer was lost. Another one needs another proof.
    expect((await put(again)()).status).toBe(200)
    expect((await put(again, 'xK4$hN8%tB')()).status).toBe(400)
    // The new password has signed the member in, which ended the visit.
    expect(await search()).toMatchObject(over)
    expect((await put(lost)()).status).toBe(400)
    expect(await at.land(await at.logIn({ ...member, password: 'Tq7!vR2#pZ' }))).toMatchObject({
      email: member.login_id,
    })
  })
})
