// Security A12 and A21: two tabs of one browser belong to two members, or to a service and a hostile one. No call of one visit acts on
// the other.
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Ctx } from '../../../backend/context.ts'
import { outside } from '../../../backend/db/oneTransaction.ts'
import { loginIdKey } from '../../../backend/domain/members/loginId.ts'
import { leaveVisits } from '../../../backend/domain/sessions/sessions.ts'
import { secretsIn } from '../../../backend/http/cookies.ts'
import { APP, Browser, data, seal } from '../browser.ts'
import { Joiner, profiles } from '../joiner.ts'
import { wherever } from '../meanwhile.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, copyOf, type Member, signInAt } from '../start.ts'
import { pdfOf } from '../../support/pdf.ts'

const backend = sharedBackend({ limits: { send_gap_seconds: 0, sends_per_ip_hour: 10_000 } })

const NEW_PASSWORD = 'wQ7!mz2Rk9'

/** A tab of this browser in which a member has come to the first step. `here` makes calls name this tab's visit. */
async function tab(browser: Browser, from: string, client_id?: string) {
  const member = await copyOf(backend, from)
  const { entry, land } = await arrive(backend, {}, { client_id, browser })
  const key = data(await browser.get(`/v1/init/login${entry.search}`))
  const reply = await browser.signIn(entry, member)
  expect(reply.status).toBe(401)
  return { member, entry, key, land, here: () => browser.enter(entry) }
}

const later = (browser: Browser) =>
  browser.post('/v1/matcher/resolve', { matcher_type: 'RECOMMENDED_CHANGE_PWD', consent_terms: [], skip: true })

const wrongCount = async ({ login_id }: Member) => {
  const counted = await backend.ctx.db
    .selectFrom('login_attempts')
    .select('wrong_count')
    .where('login_id_key', '=', loginIdKey(login_id))
    .execute()
  return counted.reduce((sum, { wrong_count }) => sum + wrong_count, 0)
}

test('a step whose call still runs while another tab signs out leaves nobody signed in', async () => {
  const { ctx } = backend
  const { db } = ctx
  onTestFinished(() => void (ctx.db = db))
  const arrange = async () => {
    const browser = new Browser(backend.url)
    const { entry, here } = await tab(browser, 'old-password')
    here()
    const secrets = secretsIn(ctx, browser.cookiesFor(new URL('/v1/matcher/resolve', backend.url)))
    let signedOut: Promise<void> | undefined
    return {
      async act(within: Ctx) {
        ctx.db = within.db
        await later(browser)
        ctx.db = db
      },
      // Both may need the same rows: then the sign-out waits for the call.
      meanwhile: () =>
        Promise.race([(signedOut = outside(() => leaveVisits({ ...ctx, db }, secrets))), setTimeout(100)]),
      async look() {
        await signedOut
        const id = entry.searchParams.get('transaction_id') ?? ''
        const row = db.selectFrom('transactions').select('member_id').where('id', '=', id)
        expect(await row.executeTakeFirst()).toEqual({ member_id: null })
        const left = await browser.send(`/oidc/auth/${id}`)
        expect(left.headers.get('location') ?? '').not.toContain('code=')
      },
    }
  }
  expect(await wherever(ctx, arrange)).toBeGreaterThan(5)
})

describe('two members, each half signed in, in two tabs', () => {
  test('"later" in the first tab signs in the member of the first tab', async () => {
    const browser = new Browser(backend.url)
    const first = await tab(browser, 'old-password')
    const second = await tab(browser, 'old-password')
    first.here()
    expect(await first.land(await later(browser))).toMatchObject({ email: first.member.login_id })
    second.here()
    expect(await second.land(await later(browser))).toMatchObject({ email: second.member.login_id })
  })

  test('a current password is compared with that of its own member, and counts for that member alone', async () => {
    const browser = new Browser(backend.url)
    const first = await tab(browser, 'old-password')
    const second = await tab(browser, 'old-password')
    const change = (current: string) =>
      browser.call('PUT', '/v1/profile/change/password', {
        current_password: seal(current, first.key),
        password: seal(NEW_PASSWORD, first.key),
        matcher_type: 'RECOMMENDED_CHANGE_PWD',
      })
    first.here()
    expect((await change('not-the-0ne!')).status).toBe(400)
    expect([await wrongCount(first.member), await wrongCount(second.member)]).toEqual([1, 0])
    expect((await change(first.member.password)).status).toBe(200)
    expect(await wrongCount(second.member)).toBe(0)
  })

  test('the member behind the step is that of the tab', async () => {
    const browser = new Browser(backend.url)
    const first = await tab(browser, 'new-terms')
    await tab(browser, 'new-service', 'service-b')
    first.here()
    expect(data(await browser.get('/v1/profile/users'))).toMatchObject({ login_id: first.member.login_id })
  })

  test('a call that names no visit is refused, and changes nothing', async () => {
    const browser = new Browser(backend.url)
    const first = await tab(browser, 'old-password')
    await tab(browser, 'old-password')
    browser.visit = null
    expect(await later(browser)).toMatchObject({ status: 409, body: { code: 'VISIT_NOT_NAMED' } })
    first.here()
    expect(await first.land(await later(browser))).toMatchObject({ email: first.member.login_id })
  })
})

describe('a hostile service beside the one that the member reads', () => {
  const terms = ['SK_RP_SERVICE', 'SK_RP_PRIVACY']

  test('"agree" is recorded for the service of the page, and for no other', async () => {
    const browser = new Browser(backend.url)
    const page = await tab(browser, 'new-service', 'service-b')
    await arrive(backend, {}, { browser })
    page.here()
    const body = { matcher_type: 'CONSENT_RELYING_PARTY', nickname: `한${page.member.phone.slice(-5)}` }
    const agreed = await browser.post('/v1/matcher/resolve', { ...body, consent_terms: terms })
    expect(await page.land(agreed)).toMatchObject({ aud: 'service-b', email: page.member.login_id })
  })

  test('a step of one visit is not pending in another', async () => {
    const browser = new Browser(backend.url)
    await tab(browser, 'old-password')
    await arrive(backend, {}, { client_id: 'service-b', browser })
    expect(await later(browser)).toMatchObject({ status: 412, body: { code: 'NOT_PENDING' } })
  })

  test('a join ends where it began, and its letter is the letter of who joined', async () => {
    const joiner = await new Joiner(backend).ready()
    const { browser, entry } = joiner
    const neighbour = await new Joiner(backend).ready()
    await neighbour.join(neighbour.payload(profiles.STUDENT))
    await arrive(backend, { prompt: 'create' }, { client_id: 'service-b', browser })
    browser.enter(entry)
    const joined = await joiner.join(joiner.payload(profiles.STUDENT))
    expect(data(joined)).toMatchObject({ join_status: 'JOINED' })
    expect(String(data(joined).location)).toContain(entry.searchParams.get('transaction_id'))
    const letters = () =>
      backend.ctx.db
        .selectFrom('letters')
        .innerJoin('members', 'members.id', 'letters.member_id')
        .select('members.login_id')
        .execute()
    const form = new FormData()
    form.append('payload', '{}')
    form.append('enrollment_letter', new File([new Uint8Array(pdfOf())], 'letter.pdf', { type: 'application/pdf' }))
    for (const name of ['transaction_id', 'state']) form.append(name, entry.searchParams.get(name) ?? '')
    const headers = { origin: APP, 'idempotency-key': 'letter-12345678' }
    const sent = await browser.send('/v1/matcher/student/resolve', { method: 'POST', headers, body: form })
    expect(sent.status).toBe(200)
    expect(await letters()).toEqual([{ login_id: joiner.login_id }])
  })
})

test('a tab that goes on with a session can do nothing for its member after another member has signed in', async () => {
  const browser = new Browser(backend.url)
  const before = await copyOf(backend, 'new-service')
  expect((await signInAt(backend, browser, before)).claims).not.toBeNull()
  const { entry } = await arrive(backend, {}, { client_id: 'service-b', browser })
  expect(await browser.get(`/v1/init/session${entry.search}`)).toMatchObject({
    body: { data: { matcher_type: 'CONSENT_RELYING_PARTY' } },
  })
  const other = await arrive(backend, { prompt: 'login' }, { browser })
  expect(await other.land(await browser.signIn(other.entry, await copyOf(backend, 'sk')))).toBeDefined()

  browser.enter(entry)
  const agreed = await browser.post('/v1/matcher/resolve', {
    matcher_type: 'CONSENT_RELYING_PARTY',
    nickname: `먼저${before.phone.slice(-5)}`,
    consent_terms: ['SK_RP_SERVICE', 'SK_RP_PRIVACY'],
  })
  expect(agreed).toMatchObject({ status: 403, body: { code: 'VISIT_OVER' } })
  expect(await browser.get('/v1/profile/users')).toMatchObject({ status: 403, body: { code: 'VISIT_OVER' } })
  const consents = await backend.ctx.db
    .selectFrom('consents')
    .innerJoin('members', 'members.id', 'consents.member_id')
    .select('terms_code')
    .where('login_id', '=', before.login_id)
    .where('owner', '=', 'service-b')
    .execute()
  expect(consents).toEqual([])
})

describe('a name', () => {
  test('of another browser, with another state, or halved is refused', async () => {
    const [one, other] = [new Browser(backend.url), new Browser(backend.url)]
    const mine = await tab(one, 'old-password')
    const theirs = await tab(other, 'old-password')
    const { transaction_id = '', state = '' } = one.visit ?? {}
    for (const visit of [
      other.visit,
      { transaction_id, state: other.visit?.state ?? '' },
      { transaction_id: other.visit?.transaction_id ?? '', state },
      { transaction_id, state: '' },
    ]) {
      one.visit = visit
      expect(await later(one)).toMatchObject({ status: 403, body: { code: 'NO_VISIT' } })
    }
    theirs.here()
    mine.here()
    expect((await later(one)).status).toBe(200)
    expect((await later(other)).status).toBe(200)
  })

  test('of a visit that is over ends it in the app', async () => {
    const browser = new Browser(backend.url)
    const done = await signInAt(backend, browser, await copyOf(backend, 'member'))
    browser.enter(done.entry)
    for (const path of ['/v1/profile/rp', '/v1/terms/SUNI', '/v1/profile/users', '/v1/members/join-state'])
      expect(await browser.get(path), path).toMatchObject({ status: 403, body: { code: 'VISIT_OVER' } })
  })
})
