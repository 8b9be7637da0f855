// Security B4 and B6: when a session expires, and what a password change ends.
import { randomUUID } from 'node:crypto'
import * as client from 'openid-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashOf } from '../../../backend/context.ts'
import { allowReset } from '../../../backend/domain/recovery/recovery.ts'
import { endEverythingOf } from '../../../backend/domain/sessions/sessions.ts'
import { memberNamed } from '../../../backend/domain/members/operator.ts'
import { Browser, data, type Reply, visitIn } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, copyOf, type Member, PARTNER, partner, signInAt } from '../start.ts'

const backend = sharedBackend()

/** What the client library says when the issuer refuses. */
const REFUSED = /unexpected|error|WWW-Authenticate/i

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await arrive(backend, { prompt: 'none' }, { browser })).entry.searchParams.has('code')
}

/** The accounts that the chooser offers in this browser, and the way on from there. */
async function chooser(browser: Browser) {
  const at = await arrive(backend, { prompt: 'select_account' }, { browser })
  const { sso_sessions } = data(await browser.get(`/v1/init/login${at.entry.search}`))
  return { ...at, accounts: sso_sessions as { id: string }[] }
}
const accountsOffered = async (browser: Browser) => (await chooser(browser)).accounts.length

describe('a session', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())
  const pass = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000)

  async function signedIn(stay: boolean) {
    const browser = new Browser(backend.url)
    const { claims } = await signInAt(backend, browser, await copyOf(backend, 'member'), undefined, stay)
    expect(claims).not.toBeNull()
    return browser
  }

  test('ends after 30 minutes without use, and each use counts', async () => {
    const browser = await signedIn(false)
    pass(29 * MINUTE)
    expect(await isSignedIn(browser)).toBe(true)
    pass(29 * MINUTE)
    expect(await isSignedIn(browser)).toBe(true)
    pass(31 * MINUTE)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await accountsOffered(browser)).toBe(0)
  })

  test('ends 12 hours after the sign-in, however much it is used', async () => {
    const browser = await signedIn(false)
    for (let passed = 0; passed < 12 * HOUR - 20 * MINUTE; passed += 20 * MINUTE) {
      pass(20 * MINUTE)
      expect(await isSignedIn(browser)).toBe(true)
    }
    pass(21 * MINUTE)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await accountsOffered(browser)).toBe(0)
  })

  test('of a member who stays lasts 14 days, and no longer', async () => {
    const browser = await signedIn(true)
    pass(13 * DAY)
    expect(await isSignedIn(browser)).toBe(true)
    pass(DAY - MINUTE)
    expect(await isSignedIn(browser)).toBe(true)
    pass(2 * MINUTE)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await accountsOffered(browser)).toBe(0)
  })

  test('that was not to stay does not grow by choosing its account again', async () => {
    const browser = await signedIn(false)
    for (let passed = 0; passed < 12 * HOUR - 20 * MINUTE; passed += 20 * MINUTE) {
      pass(20 * MINUTE)
      await isSignedIn(browser)
    }
    const { accounts, land } = await chooser(browser)
    await land(await browser.post('/v1/verify/sso', { sso_session_id: accounts[0]?.id }))
    pass(21 * MINUTE)
    expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('two members in one browser', () => {
  const enter = (browser: Browser) => arrive(backend, { prompt: 'select_account' }, { browser })

  test('who sign in at the same moment are each signed in as themselves, and the chooser lists the later answer', async () => {
    const browser = new Browser(backend.url)
    const [first, a, b] = [
      await copyOf(backend, 'member'),
      await copyOf(backend, 'member'),
      await copyOf(backend, 'member'),
    ]
    await signInAt(backend, browser, first)
    const visits = [await enter(browser), await enter(browser)] as const
    const presses = [await browser.readyToSignIn(visits[0].entry, a), await browser.readyToSignIn(visits[1].entry, b)]
    // Both calls leave with the same cookie, before either answer replaces it.
    const replies = await Promise.all(presses.map((press) => press()))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    for (const [at, one] of [a, b].entries()) {
      const claims = await visits[at === 0 ? 0 : 1].land(replies[at] as Reply)
      expect(claims).toMatchObject({ email: one.login_id })
    }
    // The browser keeps one key: the accounts of the other one are asked for their password again.
    expect([1, 2]).toContain(await accountsOffered(browser))
    for (const { entry, land } of [await enter(browser), await enter(browser)]) {
      const one = entry.searchParams.get('transaction_id') === browser.visit?.transaction_id ? b : a
      expect(await land(await browser.signIn(entry, one))).toMatchObject({ email: one.login_id })
    }
    expect(await accountsOffered(browser)).toBeGreaterThanOrEqual(2)
  })

  test('of whom only the first asked to stay: the cookie of the last sign-in ends with the browser', async () => {
    const browser = new Browser(backend.url)
    const [stays, leaves] = [await copyOf(backend, 'member'), await copyOf(backend, 'member')]
    const lasting = async (member: Member, stay: boolean) => {
      const { entry, land } = await enter(browser)
      const reply = await browser.signIn(entry, member, stay)
      await land(reply)
      return reply.headers.getSetCookie().filter((line) => /^browser=.*max-age/i.test(line)).length
    }
    expect(await lasting(stays, true)).toBe(1)
    expect(await lasting(leaves, false)).toBe(0)
    expect(await accountsOffered(browser)).toBe(2)
  })
})

describe('the end of everything of a member', () => {
  const end = (member_id: string, except?: Parameters<typeof endEverythingOf>[2]) =>
    backend.ctx.db.transaction().execute((db) => endEverythingOf(db, member_id, except))

  async function everywhere() {
    const member = await copyOf(backend, 'member')
    const [one, other] = [new Browser(backend.url), new Browser(backend.url)]
    const here = await signInAt(backend, one, member)
    const there = await signInAt(backend, other, member)
    const sub = String(here.claims?.sub)
    return { member, one, other, sub, tokens: there.tokens }
  }

  test('ends sessions, tokens and codes, in every browser', async () => {
    const { member, one, other, sub, tokens } = await everywhere()
    const third = await arrive(backend)
    const reply = await third.browser.signIn(third.entry, member)
    const callback = await third.browser.go(String(data(reply).location))
    await end(sub)
    expect(await isSignedIn(one)).toBe(false)
    expect(await isSignedIn(other)).toBe(false)
    expect(await accountsOffered(one)).toBe(0)
    const { config } = await partner(backend)
    await expect(client.fetchUserInfo(config, tokens?.access_token ?? '', sub)).rejects.toThrow(REFUSED)
    await expect(third.tokens(callback)).rejects.toThrow(REFUSED)
  })

  test('a visit that has just been answered leads nowhere', async () => {
    const { member, sub } = await everywhere()
    const { browser, entry } = await arrive(backend)
    const reply = await browser.signIn(entry, member)
    await end(sub)
    await expect(browser.go(String(data(reply).location))).rejects.toThrow(/^400/)
  })

  test('a visit that waits for a step belongs to no member any more', async () => {
    const member = await copyOf(backend, 'sms')
    const { browser, entry } = await arrive(backend)
    const reply = await browser.signIn(entry, member)
    expect(reply.status).toBe(401)
    await end((await memberNamed(backend.ctx, member.login_id)).id)
    const token = String(data(reply).auth_token)
    const ask = () => browser.post('/authenticator/v1/issue/sms', {}, { 'x-authenticator': `Token ${token}` })
    expect(await ask()).toMatchObject({ status: 401 })
    expect(await browser.signIn(entry, member)).toMatchObject({ status: 401 })
  })

  test('keeps the session of the browser in which it happened, and the rows of other members', async () => {
    const { one, other, sub, tokens } = await everywhere()
    const stranger = await everywhere()
    const { entry } = await arrive(backend, { prompt: 'session' }, { browser: one })
    const { transaction_id } = visitIn(entry)
    const browser = one.jar.get('browser /')?.value
    // The backend notifies no service about sessions that continue.
    expect(await end(sub, { transaction_id, browser })).toEqual([
      { client_id: 'service-a', member_id: sub, sid: tokens?.claims()?.sid },
    ])
    expect(await isSignedIn(other)).toBe(false)
    const checked = await one.get(`/v1/init/session${entry.search}`)
    expect(checked.status).toBe(200)
    expect((await one.go(String(data(checked).location))).searchParams.has('code')).toBe(true)
    expect(await isSignedIn(stranger.one)).toBe(true)
    expect(await isSignedIn(stranger.other)).toBe(true)
  })

  test('of a member without sessions changes nothing', async () => {
    const before = await backend.ctx.db.selectFrom('oidc_payloads').select('id').execute()
    await end(randomUUID(), { transaction_id: hashOf('none'), browser: 'none' })
    expect(await backend.ctx.db.selectFrom('oidc_payloads').select('id').execute()).toHaveLength(before.length)
  })
})

describe('the next user of a shared computer can continue nothing', () => {
  /** Two tabs of one browser: in the first a sign-in that waits for a step, in the second one that is done. */
  async function tabs(browser = new Browser(backend.url)) {
    const member = await copyOf(backend, 'new-service')
    const waiting = await signInAt(backend, browser, member, 'service-b')
    expect(waiting.reply).toMatchObject({ status: 401, body: { data: { matcher_type: 'CONSENT_RELYING_PARTY' } } })
    const done = await signInAt(backend, browser, member)
    expect(done.claims).not.toBeNull()
    return { browser, waiting, done }
  }
  const signOut = (browser: Browser, id_token = '') =>
    browser.go(
      `/oidc/logout?${new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: `${PARTNER}/` })}`,
    )
  const continueSignIn = (browser: Browser, matcher_type: string, more: object) =>
    browser.post('/v1/matcher/resolve', { matcher_type, consent_terms: [], ...more })
  const agree = (browser: Browser) =>
    continueSignIn(browser, 'CONSENT_RELYING_PARTY', {
      nickname: `옆자리${randomUUID().slice(0, 6)}`,
      consent_terms: ['SK_RP_SERVICE', 'SK_RP_PRIVACY'],
    })

  test('after signing out: a step that waits in another tab belongs to no member', async () => {
    const { browser, waiting, done } = await tabs()
    await signOut(browser, done.tokens?.id_token)
    browser.enter(waiting.entry)
    await expect.poll(async () => (await browser.get('/v1/profile/users')).status).toBe(401)
    expect(await agree(browser)).toMatchObject({ status: 412 })
    // Members who sign in there afterwards are not affected.
    const next = await copyOf(backend, 'sk')
    const reply = await browser.signIn(waiting.entry, next)
    expect((await browser.go(String(data(reply).location))).searchParams.has('code')).toBe(true)
  })

  test('after signing out: an answer that was not followed yet leads nowhere, and a right to set a password is over', async () => {
    const { browser, entry } = await arrive(backend)
    const unfollowed = await browser.signIn(entry, await copyOf(backend, 'member'))
    const done = await signInAt(backend, browser, await copyOf(backend, 'member'))
    const visit = await arrive(backend, { prompt: 'login' }, { browser })
    const reset_token = await allowReset(backend.ctx, visitIn(visit.entry).transaction_id, String(done.claims?.sub))
    const mayReset = async () => (await browser.get(`/v1/profile/search/users?reset_token=${reset_token}`)).status
    expect(await mayReset()).toBe(200)
    await signOut(browser, done.tokens?.id_token)
    await expect.poll(mayReset).toBe(400)
    await expect(browser.go(String(data(unfollowed).location))).rejects.toThrow(/^400/)
  })

  test('after an account was forgotten in the chooser: its step belongs to no member, and that of another account waits', async () => {
    const browser = new Browser(backend.url)
    const other = await signInAt(backend, browser, await copyOf(backend, 'old-password'))
    expect(other.reply.status).toBe(401)
    const { waiting } = await tabs(browser)
    const { accounts } = await chooser(browser)
    expect(accounts).toHaveLength(1)
    expect(await browser.call('DELETE', `/v1/sso-session/${accounts[0]?.id}`)).toMatchObject({ status: 204 })
    browser.enter(waiting.entry)
    expect(await agree(browser)).toMatchObject({ status: 412 })
    browser.enter(other.entry)
    expect(await continueSignIn(browser, 'RECOMMENDED_CHANGE_PWD', { skip: true })).toMatchObject({ status: 200 })
  })
})
