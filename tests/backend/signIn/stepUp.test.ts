// Contract, "Step-up": a service that requires a proved phone gets no code before the proof, and an ID token that says so after it.
import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { Browser, data, type Reply } from '../browser.ts'
import { Joiner, profiles } from '../joiner.ts'
import { sharedBackend } from '../shared.ts'
import { codeTo } from '../inbox.ts'
import { arrive, copyOf, PARTNER, partner, type Member } from '../start.ts'

const MINUTE = 60_000

let now = Date.now()
const backend = sharedBackend({ now: () => new Date(now) })

const BY_ACR = { acr_values: 'phone' }
const BY_CLAIMS = { claims: JSON.stringify({ id_token: { acr: { essential: true, values: ['phone'] } } }) }

/** Proves the phone that a pending step asks for. @returns the answer to the resolved step */
async function prove(browser: Browser, step: Reply, { phone }: Member, matcher_type = 'ADMIN_CERTIFICATION_CHECK') {
  // The next code may be sent a minute after the last one.
  now += MINUTE
  const { auth_token, params } = data(step)
  const headers = { 'x-authenticator': `Token ${String(auth_token)}` }
  expect((await browser.post('/authenticator/v1/issue/sms', params, headers)).status).toBe(200)
  const verify_code = await codeTo(backend, phone)
  const proved = await browser.post('/authenticator/v1/verify/mobile', { verify_code }, headers)
  const credential = { auth_code: data(proved).auth_code, amr: 'SMS' }
  return browser.post('/v1/matcher/resolve', { matcher_type, credential, amr: 'SMS', consent_terms: [] })
}

const isPhoneStep = { status: 401, body: { data: { matcher_type: 'ADMIN_CERTIFICATION_CHECK' } } }
const skip = { matcher_type: 'RECOMMENDED_CHANGE_PWD', skip: true, consent_terms: [] }

/** A browser at the app, by a request with a step-up. */
const at = (parameters: Record<string, string> = BY_ACR, browser?: Browser) => arrive(backend, parameters, { browser })

/** A browser with a session, after a request without a step-up. */
async function signedIn(key = 'member') {
  const member = await copyOf(backend, key)
  const { browser, entry, land } = await at({})
  return { member, browser, claims: await land(await browser.signIn(entry, member)) }
}

/** A request of a browser with a session: the session page, or the way back to the partner. */
async function again(browser: Browser, parameters: Record<string, string> = BY_ACR) {
  const { entry: end, tokens, land } = await at(parameters, browser)
  return { end, tokens, land }
}

describe('a fresh visit', () => {
  test.each([
    ['acr_values', BY_ACR],
    ['acr_values among others', { acr_values: 'gold phone' }],
    ['claims', BY_CLAIMS],
  ])('with %s: the entry carries certification=true, the phone follows the password', async (_, parameters) => {
    const member = await copyOf(backend, 'member')
    const { browser, entry, land } = await at(parameters)
    expect([entry.pathname, entry.searchParams.get('certification')]).toEqual(['/init/login', 'true'])
    const step = await browser.signIn(entry, member)
    expect(step).toMatchObject(isPhoneStep)
    const done = await prove(browser, step, member)
    expect(await land(done)).toMatchObject({ email: member.login_id, acr: 'phone', amr: ['pwd', 'sms'] })
  })

  test('without a step-up has neither', async () => {
    expect((await at({ acr_values: 'gold' })).entry.searchParams.has('certification')).toBe(false)
    const { claims } = await signedIn()
    expect(claims).not.toHaveProperty('acr')
  })

  test('pushed to the issuer (PAR) requires the phone as well', async () => {
    const { config } = await partner(backend)
    const url = await client.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: `${PARTNER}/callback`,
      scope: 'openid',
      code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
      acr_values: 'phone',
    })
    expect((await new Browser(backend.url).go(url.href)).searchParams.get('certification')).toBe('true')
  })

  test('gives no location before the proof, whatever the app asks for', async () => {
    const member = await copyOf(backend, 'old-password')
    const { browser, entry, land } = await at()
    const step = await browser.signIn(entry, member)
    expect(step).toMatchObject(isPhoneStep)
    expect(data(step).progress).toEqual({ current: 1, total: 2, next: 'RECOMMENDED_CHANGE_PWD' })
    // The app forgot the requirement: it enters without the query, passes over the step and makes a proof up.
    entry.searchParams.delete('certification')
    expect(await browser.signIn(entry, member)).toMatchObject(isPhoneStep)
    expect((await browser.post('/v1/matcher/resolve', skip)).status).toBe(412)
    const bare = { matcher_type: 'ADMIN_CERTIFICATION_CHECK', amr: 'SMS', consent_terms: [] }
    for (const body of [bare, { ...bare, credential: { auth_code: 'made-up', amr: 'SMS' } }])
      expect(await browser.post('/v1/matcher/resolve', body)).toMatchObject({ status: 400, body: { code: 'NO_PROOF' } })
    // The next step comes after the proof, and the location after both.
    const last = await browser.signIn(entry, member)
    const next = await prove(browser, last, member)
    expect(next).toMatchObject({ status: 401, body: { data: { matcher_type: 'RECOMMENDED_CHANGE_PWD' } } })
    const done = await browser.post('/v1/matcher/resolve', skip)
    expect(await land(done)).toMatchObject({ acr: 'phone', amr: ['pwd', 'sms'] })
  })

  test('whose issuer address is opened without the proof leads back to the app, and not to a code', async () => {
    const { browser, entry } = await at()
    await browser.signIn(entry, await copyOf(backend, 'member'))
    const back = await browser.go(`/oidc/auth/${entry.searchParams.get('transaction_id')}`)
    expect(back.searchParams.has('code')).toBe(false)
    expect([back.origin, back.searchParams.get('certification')]).toEqual([entry.origin, 'true'])
  })

  test('asks a member with a second factor for one code', async () => {
    const member = await copyOf(backend, 'sms')
    const { browser, entry, land } = await at()
    const step = await browser.signIn(entry, member)
    expect(data(step).progress).toEqual({ current: 1, total: 1 })
    const done = await prove(browser, step, member, 'AUTH_REQUIRED')
    expect(await land(done)).toMatchObject({ acr: 'phone', amr: ['pwd', 'sms'] })
  })

  test('gives a refresh token whose ID tokens repeat acr', async () => {
    const member = await copyOf(backend, 'member')
    const { config } = await partner(backend)
    const { browser, entry, tokens } = await at({ ...BY_ACR, scope: 'openid offline_access', prompt: 'consent' })
    const done = await prove(browser, await browser.signIn(entry, member), member)
    const set = await tokens(await browser.go(String(data(done).location)))
    const refreshed = await client.refreshTokenGrant(config, set.refresh_token ?? '')
    expect(refreshed.claims()).toMatchObject({ acr: 'phone', amr: ['pwd', 'sms'] })
  })

  test('forgets a proof when another member signs in', async () => {
    const [first, other] = [await copyOf(backend, 'old-password'), await copyOf(backend, 'member')]
    const { browser, entry } = await at()
    await prove(browser, await browser.signIn(entry, first), first)
    expect(await browser.signIn(entry, other)).toMatchObject(isPhoneStep)
  })
})

describe('a session that exists', () => {
  const phoneAlone = async (browser: Browser, member: Member) => {
    const { end, land } = await again(browser)
    expect([end.pathname, end.searchParams.get('certification')]).toEqual(['/init/session', 'true'])
    const step = await browser.get(`/v1/init/session${end.search}`)
    expect(step).toMatchObject(isPhoneStep)
    const done = await prove(browser, step, member)
    return land(done)
  }

  test('is asked for the phone alone', async () => {
    const { browser, member, claims } = await signedIn()
    expect(await phoneAlone(browser, member)).toMatchObject({ sub: claims?.sub, acr: 'phone', amr: ['pwd', 'sms'] })
  })

  test.each([
    ['acr_values', BY_ACR],
    ['claims', BY_CLAIMS],
  ])('answers prompt=none and %s with interaction_required', async (_, parameters) => {
    const { browser } = await signedIn()
    const { end } = await again(browser, { ...parameters, prompt: 'none' })
    expect(end.searchParams.get('error')).toBe('interaction_required')
    const fresh = await again(new Browser(backend.url), { ...parameters, prompt: 'none' })
    expect(fresh.end.searchParams.get('error')).toBe('login_required')
  })

  test('picked in the account chooser is asked for the phone alone, even soon after a proof', async () => {
    const { browser, member } = await signedIn()
    for (let times = 0; times < 2; times += 1) {
      now += MINUTE
      const { end, land } = await again(browser, { ...BY_ACR, prompt: 'select_account' })
      expect([end.pathname, end.searchParams.get('certification')]).toEqual(['/init/login', 'true'])
      const { sso_sessions } = data(await browser.get(`/v1/init/login${end.search}`)) as {
        sso_sessions: { id: string }[]
      }
      const step = await browser.post('/v1/verify/sso', { sso_session_id: sso_sessions[0]?.id })
      expect(step).toMatchObject(isPhoneStep)
      const done = await prove(browser, step, member)
      expect(await land(done)).toMatchObject({ acr: 'phone' })
    }
  })

  test('needs no second proof for 15 minutes', async () => {
    const { browser, member } = await signedIn()
    await phoneAlone(browser, member)
    const silently = async () => {
      const { end, tokens } = await again(browser, { ...BY_ACR, prompt: 'none' })
      return end.searchParams.get('error') ?? (await tokens(end)).claims()?.acr
    }
    now += 14 * MINUTE
    expect(await silently()).toBe('phone')
    now += 2 * MINUTE
    expect(await silently()).toBe('interaction_required')
    // The age of the proof counts for other requests too.
    const { end, tokens } = await again(browser, { acr_values: 'gold' })
    expect((await tokens(end)).claims()).not.toHaveProperty('acr')
    await phoneAlone(browser, member)
    expect(await silently()).toBe('phone')
  })

  test('gets new keys with the proof, and the keys of before open nothing', async () => {
    const { browser, member } = await signedIn()
    const thief = new Browser(backend.url)
    for (const [name, cookie] of browser.jar) thief.jar.set(name, cookie)
    await phoneAlone(browser, member)
    const { end } = await again(thief, { ...BY_ACR, prompt: 'none' })
    expect(end.searchParams.get('error')).toBe('login_required')
    const chooser = await again(thief, { prompt: 'select_account' })
    const offered = async (one: Browser, { end }: { end: URL }) =>
      data(await one.get(`/v1/init/login${end.search}`)).sso_sessions
    expect(await offered(thief, chooser)).toEqual([])
    expect(await offered(browser, await again(browser, { prompt: 'select_account' }))).toHaveLength(1)
  })

  test('keeps its keys and its proof when the answer to the code is lost', async () => {
    const { browser, member } = await signedIn()
    const { end } = await again(browser)
    const step = await browser.get(`/v1/init/session${end.search}`)
    const before = new Map(browser.jar)
    const lost = await prove(browser, step, member)
    browser.jar.clear()
    for (const [name, cookie] of before) browser.jar.set(name, cookie)
    const repeated = await browser.post('/v1/matcher/resolve', {
      matcher_type: 'ADMIN_CERTIFICATION_CHECK',
      amr: 'SMS',
      consent_terms: [],
    })
    expect(data(repeated).location).toBe(data(lost).location)
    await browser.go(String(data(repeated).location))
    const silent = await again(browser, { ...BY_ACR, prompt: 'none' })
    expect(silent.end.searchParams.has('code')).toBe(true)
  })

  test('keeps its proof to its browser', async () => {
    const { browser, member } = await signedIn()
    await phoneAlone(browser, member)
    const other = await at({})
    await other.land(await other.browser.signIn(other.entry, member))
    expect((await again(other.browser)).end.pathname).toBe('/init/session')
  })

  test('loses its proof with a new password sign-in', async () => {
    const { browser, member } = await signedIn()
    await phoneAlone(browser, member)
    const { entry, land } = await at({ prompt: 'login' }, browser)
    await land(await browser.signIn(entry, member))
    expect((await again(browser)).end.pathname).toBe('/init/session')
  })
})

describe('a member without a phone on file', () => {
  const withoutPhone = async ({ login_id }: Member) =>
    backend.ctx.db.updateTable('members').set({ phone: null }).where('login_id', '=', login_id).execute()

  test('is refused with NO_PHONE after the password, and at the session check', async () => {
    const { browser, member } = await signedIn()
    await withoutPhone(member)
    const noPhone = { status: 400, body: { code: 'NO_PHONE' } }
    const { end } = await again(browser)
    expect(await browser.get(`/v1/init/session${end.search}`)).toMatchObject(noPhone)
    const other = await at()
    expect(await other.browser.signIn(other.entry, member)).toMatchObject(noPhone)
  })
})

test('a join that proves the phone satisfies the requirement', async () => {
  const joiner = await new Joiner(backend).arrive({ ...BY_ACR, prompt: 'create' })
  expect([joiner.entry.pathname, joiner.entry.searchParams.get('certification')]).toEqual(['/init/join', 'true'])
  await joiner.proveEmail()
  const auth_code = await joiner.provePhone()
  const profile = profiles.SOCIAL
  const joined = await joiner.join(joiner.payload(profile, { credential: { auth_code, amr: 'SMS' } }))
  expect(await joiner.atPartner(joined)).toMatchObject({ email: joiner.login_id, acr: 'phone', amr: ['pwd', 'sms'] })
})

describe('the parameter claims', () => {
  const unmet = 'unmet_authentication_requirements'
  test.each([
    ['a claim that the member has not consented to', { userinfo: { phone_number: null } }, 'invalid_request'],
    ['an essential claim', { id_token: { phone_number: { essential: true } } }, 'invalid_request'],
    ['an essential acr of unknown values', { id_token: { acr: { essential: true, values: ['gold'] } } }, unmet],
    ['an essential acr of an unknown value', { id_token: { acr: { essential: true, value: 'gold' } } }, unmet],
    ['an acr that is not essential', { id_token: { acr: { values: ['gold'] } } }, null],
  ])('with %s: %j is answered with the error %s', async (_, claims, error) => {
    expect((await at({ claims: JSON.stringify(claims) })).entry.searchParams.get('error')).toBe(error)
  })
})
