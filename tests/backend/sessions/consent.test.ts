// Security D13: consent belongs to one service, to the scopes that it asked for and to the version of its terms, and can be withdrawn.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ServiceRow } from '../../../contract/shapes/account.ts'
import { AccountMember } from '../account/member.ts'
import { APP, Browser, data, field, type Reply } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, copyOf, type Member, PARTNER, signInAt } from '../start.ts'

let now = Date.now()
const backend = sharedBackend({ now: () => new Date(now) })

const TERMS = ['SK_RP_SERVICE', 'SK_RP_PRIVACY']
const nicknameOf = ({ phone }: Member) => `동의${phone.slice(-7)}`

/** A browser that the service which asks for consent sends to the app, or which is back at the service at once. */
const atB = (browser: Browser, parameters: Record<string, string>) =>
  arrive(backend, parameters, { client_id: 'service-b', browser })

/** A visit at the service that asks for consent, after the password where the browser has no session. */
async function visit(browser: Browser, member: Member, scope: string, isSignedIn = false) {
  const { entry, tokens, land } = await atB(browser, { scope })
  const reply: Reply = isSignedIn
    ? await browser.get(`/v1/init/session${entry.search}`)
    : await browser.signIn(entry, member)
  return { entry, reply, tokens, land }
}

const agree = (browser: Browser, member: Member) =>
  browser.post('/v1/matcher/resolve', {
    matcher_type: 'CONSENT_RELYING_PARTY',
    nickname: nicknameOf(member),
    consent_terms: TERMS,
  })

/** A member who agreed to these scopes. */
async function agreed(scope: string) {
  const [browser, member] = [new Browser(backend.url), await copyOf(backend, 'new-service')]
  const { tokens } = await visit(browser, member, scope)
  const done = await agree(browser, member)
  const set = await tokens(await browser.go(String(data(done).location)))
  return { browser, member, set }
}

const consentsOf = async ({ login_id }: Member, owner = 'service-b') =>
  backend.ctx.db
    .selectFrom('consents')
    .innerJoin('members', 'members.id', 'consents.member_id')
    .select(['terms_code', 'version', 'agreed'])
    .where('login_id', '=', login_id)
    .where('owner', '=', owner)
    .orderBy('consents.id')
    .execute()

const userinfo = async (access_token: string) => {
  const response = await fetch(`${backend.url}/oidc/userinfo`, { headers: { authorization: `Bearer ${access_token}` } })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('consent to scopes', () => {
  test('is asked again when the service asks for more, and not when it asks for the same or less', async () => {
    const { browser, member, set } = await agreed('openid email')
    expect(await userinfo(set.access_token)).toMatchObject({ body: { email: member.login_id } })
    const same = await atB(browser, { scope: 'openid email' })
    expect((await same.tokens(same.entry)).claims()).toMatchObject({ aud: 'service-b' })

    const more = await visit(browser, member, 'openid email phone', true)
    const asked = { matcher_type: 'CONSENT_RELYING_PARTY', claims: ['email', 'phone_number', 'member_kind'] }
    expect(more.reply).toMatchObject({ status: 401, body: { data: asked } })
    // The page lists every term of the service, and sends them all.
    const listed = data(await browser.get('/v1/terms/RELYING_PARTY')).terms as { terms_code: string }[]
    expect(listed.map(({ terms_code }) => terms_code)).toEqual(TERMS)
    const done = await agree(browser, member)
    const { access_token } = await more.tokens(await browser.go(String(data(done).location)))
    expect(await userinfo(access_token)).toMatchObject({ body: { phone_number: member.phone } })

    const less = await atB(browser, { scope: 'openid email', prompt: 'none' })
    expect((await less.tokens(less.entry)).claims()).toMatchObject({ aud: 'service-b' })
  })

  test('without an answer nothing more is granted, and prompt=none says that the member is needed', async () => {
    const { browser, member, set } = await agreed('openid email')
    const silent = await atB(browser, { scope: 'openid email phone', prompt: 'none' })
    expect(silent.entry.searchParams.get('error')).toBe('interaction_required')
    await visit(browser, member, 'openid email phone', true)
    const scopes = await sql<{ scope: string }>`
      select p.payload#>>'{openid,scope}' as scope from oidc_payloads p join members m on m.id::text = p.payload->>'accountId'
      where p.model = 'Grant' and p.payload->>'clientId' = 'service-b' and m.login_id = ${member.login_id}`.execute(
      backend.ctx.db,
    )
    expect(scopes.rows.map(({ scope }) => scope.split(' ').toSorted())).toEqual([['email', 'openid']])
    expect((await userinfo(set.access_token)).body).not.toHaveProperty('phone_number')
  })

  test('at one service says nothing of another, nor of another member', async () => {
    await agreed('openid email')
    const other = await copyOf(backend, 'new-service')
    expect((await visit(new Browser(backend.url), other, 'openid email')).reply).toMatchObject({
      body: { data: { matcher_type: 'CONSENT_RELYING_PARTY' } },
    })
  })
})

const NEW_TEXT = 'https://terms.test/service-b/2'

test('the terms of a visit are those that were in force when it began; a newer version is asked for after it', async () => {
  const [browser, member] = [new Browser(backend.url), await copyOf(backend, 'new-service')]
  const { land } = await visit(browser, member, 'openid')
  now += 60_000
  const rows = backend.ctx.db.selectFrom('terms_versions').selectAll().where('owner', '=', 'service-b')
  const [row] = await rows.where('terms_code', '=', 'SK_RP_SERVICE').execute()
  if (!row) throw new Error('no terms')
  await backend.ctx.db
    .insertInto('terms_versions')
    .values({
      ...row,
      version: 2,
      effective_at: new Date(now - 1000),
      names: JSON.stringify(row.names),
      urls: JSON.stringify({ ...row.urls, EN: NEW_TEXT }),
    })
    .execute()
  const read = async () => {
    const { body } = await browser.call('GET', '/v1/account/services', undefined, { 'accept-language': 'en' })
    const services = field(body, 'data') as unknown as ServiceRow[]
    const terms = services.find(({ client_id }) => client_id === 'service-b')?.terms ?? []
    return terms.map(({ url, version }) => [version, url])
  }
  try {
    const done = await agree(browser, member)
    expect(await consentsOf(member)).toContainEqual({ terms_code: 'SK_RP_SERVICE', version: 1, agreed: true })
    const next = await browser.go(String(data(done).location))
    expect(await browser.get(`/v1/init/session${next.search}`)).toMatchObject({
      status: 401,
      body: { data: { matcher_type: 'ADD_TERMS_AGREEMENT' } },
    })
    // The account links to the text of that day, also while a newer one is in force.
    expect(await read()).toContainEqual([1, row.urls.EN])
    expect(await read()).not.toContainEqual([2, NEW_TEXT])
    const given = { matcher_type: 'ADD_TERMS_AGREEMENT', consent_terms: ['SK_RP_SERVICE'] }
    const resolved = await browser.post('/v1/matcher/resolve', given)
    expect(await consentsOf(member)).toContainEqual({ terms_code: 'SK_RP_SERVICE', version: 2, agreed: true })
    expect(await read()).toContainEqual([2, NEW_TEXT])
    expect(await land(resolved)).toMatchObject({ aud: 'service-b' })
  } finally {
    await backend.ctx.db
      .deleteFrom('terms_versions')
      .where('owner', '=', 'service-b')
      .where('terms_code', '=', 'SK_RP_SERVICE')
      .where('version', '=', 2)
      .execute()
  }
})

test('the address of the earlier page leads to the services in the account', async () => {
  for (const method of ['GET', 'POST']) {
    const reply = await new Browser(backend.url).send('/connected-services?ui_locales=en', { method })
    expect([reply.status, reply.headers.get('location')]).toEqual([303, `${APP}/account/services`])
  }
})

describe('the services in the account', () => {
  const withdrawAt = (browser: Browser, client_id = 'service-b', headers: Record<string, string> = {}) =>
    browser.call('DELETE', `/v1/account/services/${client_id}`, undefined, headers)
  const servicesOf = async (browser: Browser, language = 'en') => {
    const reply = await browser.call('GET', '/v1/account/services', undefined, { 'accept-language': language })
    const rows = field(reply.body, 'data') as unknown as ServiceRow[]
    return rows.toSorted((a, b) => a.client_id.localeCompare(b.client_id))
  }

  test('are listed with what each may read and the terms of that day, and another member sees none of them', async () => {
    const { browser } = await agreed('openid email')
    const other = await arrive(backend, {}, { browser })
    await other.tokens(other.entry)
    const rows = await servicesOf(browser)
    expect(rows.map(({ client_id }) => client_id)).toEqual(['service-a', 'service-b'])
    expect(rows[0]).toMatchObject({ rp_name: 'Step Learning', domain: PARTNER, first_used_at: expect.any(String) })
    // As the page of the consent has named them.
    expect(rows[1]).toMatchObject({ rp_name: 'Group Academy', scopes: ['email'], claims: ['email', 'member_kind'] })
    expect(rows[1]?.terms.map(({ version, required }) => [version, required])).toEqual([
      [1, true],
      [2, true],
    ])
    for (const { name, url, agreed_at } of rows[1]?.terms ?? [])
      expect([name, url, Number(new Date(agreed_at))]).toEqual([
        expect.stringMatching(/^[ -~]+$/),
        expect.stringContaining('/terms/'),
        expect.closeTo(now, -5),
      ])
    expect((await servicesOf(browser, 'ko')).map(({ rp_name }) => rp_name)).toEqual(['한걸음 러닝', '구성원 아카데미'])
    const neighbour = await agreed('openid')
    expect((await servicesOf(neighbour.browser))[1]).toMatchObject({ client_id: 'service-b', scopes: [] })
  })

  test('can be withdrawn with codes, tokens and grants, for this member and service alone', async () => {
    const { browser, member, set } = await agreed('openid email')
    const neighbour = await agreed('openid email')
    const other = await arrive(backend, {}, { browser })
    const atOther = await other.tokens(other.entry)
    const before = await consentsOf(member)
    const open = await atB(browser, { scope: 'openid email' })

    expect((await withdrawAt(browser)).status).toBe(204)
    expect((await userinfo(set.access_token)).status).toBe(401)
    await expect(open.tokens(open.entry)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await userinfo(atOther.access_token)).status).toBe(200)
    expect((await userinfo(neighbour.set.access_token)).status).toBe(200)

    // Answers are added, and none is changed.
    const after = await consentsOf(member)
    expect(after.slice(0, before.length)).toEqual(before)
    const current = before.map((one) => ({ ...one, agreed: false }))
    expect(after.slice(before.length)).toEqual(current.toSorted((a, b) => a.terms_code.localeCompare(b.terms_code)))
    expect((await servicesOf(browser)).map(({ client_id }) => client_id)).toEqual(['service-a'])
    expect((await withdrawAt(browser)).status).toBe(404)
    expect(await consentsOf(member)).toEqual(after)

    const silent = await atB(browser, { scope: 'openid email', prompt: 'none' })
    expect(silent.entry.searchParams.get('error')).toBe('interaction_required')
    const again = await visit(browser, member, 'openid email', true)
    expect(again.reply).toMatchObject({ body: { data: { matcher_type: 'CONSENT_RELYING_PARTY' } } })
    const done = await agree(browser, member)
    expect(await again.land(done)).toMatchObject({ aud: 'service-b' })
    expect((await servicesOf(browser))[1]).toMatchObject({ client_id: 'service-b', scopes: ['email'] })
  })

  test.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['a page without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('stay as they are after a call of %s', async (_, headers: Record<string, string>) => {
    const { browser, set } = await agreed('openid email')
    expect((await withdrawAt(browser, 'service-b', headers)).status).toBe(403)
    expect((await userinfo(set.access_token)).status).toBe(200)
  })

  test('are withdrawn once, however often the button is pressed at once', async () => {
    for (let time = 0; time < 5; time += 1) {
      const [browser, member] = [new Browser(backend.url), await copyOf(backend, 'sk')]
      await signInAt(backend, browser, member, 'service-b')
      const replies = await Promise.all(Array.from({ length: 8 }, () => withdrawAt(browser)))
      expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
      const refused = (await consentsOf(member)).filter(({ agreed: isYes }) => !isYes)
      expect(new Set(refused.map(({ terms_code, version }) => `${terms_code} ${version}`)).size).toBe(refused.length)
    }
  })

  test('need a fresh proof to be withdrawn, and a session to be seen', async () => {
    const { browser, set, member } = await agreed('openid email')
    await new AccountMember(backend, member, browser).age()
    expect((await withdrawAt(browser)).body).toMatchObject({ code: 'PROOF_NEEDED' })
    expect((await withdrawAt(new Browser(backend.url))).body).toMatchObject({ code: 'NO_SESSION' })
    expect((await userinfo(set.access_token)).status).toBe(200)
  })

  test.each(['account', 'nothing'])('%s, which the member does not use, is not found', async (client_id) => {
    const { browser } = await agreed('openid')
    expect((await withdrawAt(browser, client_id)).status).toBe(404)
  })
})
