// Contract, identify: finding IDs by name and phone; resetting a password with a proved phone or e-mail; what a reset ends.
import { beforeEach, describe, expect, test } from 'vitest'
import { hashOf } from '../../backend/context.ts'
import type { Member as Row } from '../../backend/db/schema.ts'
import { sweep } from '../../backend/sweep.ts'
import { Browser, data, type Reply, seal, visitIn } from './browser.ts'
import { codesTo, codeTo, messagesTo } from './inbox.ts'
import { sharedBackend } from './shared.ts'
import { arrive, copyOf, MANY_SENDS, signInAt, type Member } from './start.ts'

const NEW = 'Tq7!vR2#pZ'
let now = Date.now()
const backend = sharedBackend({ now: () => new Date(now), limits: MANY_SENDS })
beforeEach(() => void (now = Date.now()))

const refusal = (detail_code: number) => ({ status: 400, body: { detail_code } })
const unproved = refusal(4518)
const over = { status: 403, body: { code: 'VISIT_OVER' } }

/** A visit of one browser, and the calls of a recovery in it. */
async function visit(known?: Browser, parameters: Record<string, string> = {}) {
  const { browser, entry, land } = await arrive(backend, parameters, { browser: known })
  const transaction = visitIn(entry)
  const service = (path: string, auth_token: unknown, body: object = {}) =>
    browser.post(`/authenticator/v1/${path}`, body, { 'x-authenticator': `Token ${String(auth_token)}` })
  return {
    land,
    browser,
    entry,
    transaction,
    service,
    initPwd: (login_id: string) => browser.post('/v1/init/search/pwd', { login_id, ...transaction }),
    searchIds: (name: string, auth_code: unknown) =>
      browser.post('/v1/search/ids', { name, credential: { auth_code, amr: 'SMS' } }),
    searchPwd: (login_id: string, auth_code: unknown, amr = 'SMS') =>
      browser.post('/v1/search/pwd', { login_id, credential: { auth_code, amr } }),
    users: (reset_token: unknown) => browser.get(`/v1/profile/search/users?reset_token=${String(reset_token)}`),
    put: (reset_token: unknown, login_id: string, password = NEW) =>
      browser.call('PUT', '/v1/profile/search/password', {
        reset_token,
        login_id,
        password: seal(password, backend.ctx.keys.sealing),
      }),
    /** A phone proved for a search for ids. @returns the auth_code */
    async provePhone(phone: string): Promise<string> {
      const { auth_token } = data(await browser.post('/v1/init/search/ids', transaction))
      await service('issue/sms', auth_token, { phone_number: phone.replace('+82', '0'), nation_tel_no: '82' })
      const verify_code = await codeTo(backend, phone)
      return String(data(await service('verify/sms', auth_token, { verify_code })).auth_code)
    },
    /** A member proved for a reset. @returns the auth_code */
    async proveMember({ login_id, phone }: Member, by: 'phone' | 'email' = 'phone'): Promise<string> {
      const { auth_token } = data(await this.initPwd(login_id))
      const [way, to, verify] = by === 'phone' ? ['sms', phone, 'mobile'] : ['email', login_id, 'email']
      const before = (await codesTo(backend, to)).length
      await service(`issue/${way}`, auth_token)
      const verify_code = await codeTo(backend, to, before)
      return String(data(await service(`verify/${verify}`, auth_token, { verify_code })).auth_code)
    },
    /** The answer to a proof of the member by this channel, which may allow a reset. */
    async allow(member: Member, by: 'phone' | 'email' = 'phone') {
      const amr = by === 'phone' ? 'SMS' : 'EMAIL'
      return data(await this.searchPwd(member.login_id, await this.proveMember(member, by), amr))
    },
    async allowReset(member: Member): Promise<string> {
      return String((await this.allow(member)).reset_token)
    },
  }
}
type Visit = Awaited<ReturnType<typeof visit>>

const change = (member: Member, values: Partial<Row>) =>
  backend.ctx.db
    .updateTable('members')
    .set(values as object)
    .where('login_id', '=', member.login_id)
    .execute()
const detailOf = ({ body }: Reply) => (body as { detail_code?: number }).detail_code
const told = async (to: string) => (await messagesTo(backend, to)).join('\n')

describe('finding an id', () => {
  test('name and phone lead to every id of both, with the date of joining', async () => {
    const [one, other] = [await copyOf(backend, 'member'), await copyOf(backend, 'member')]
    await change(other, { phone: one.phone })
    const here = await visit()
    const reply = await here.searchIds(' \u200e김하늘 '.normalize('NFD'), await here.provePhone(one.phone))
    expect(reply.status).toBe(200)
    const { users } = data(reply) as { users: { login_id: string; joined_at: string }[] }
    expect(users.map(({ login_id }) => login_id).toSorted()).toEqual([one.login_id, other.login_id].toSorted())
    for (const { joined_at } of users) expect(Date.parse(joined_at)).toBeLessThan(now)
  })

  test('a replaced ID, and one that has not joined yet, are not found', async () => {
    const one = await copyOf(backend, 'member')
    await change(await copyOf(backend, 'member'), { phone: one.phone, status: 'MOVED' })
    await change(await copyOf(backend, 'member'), { phone: one.phone, joined: false, join_type: 'INVITATION' })
    const here = await visit()
    const { users } = data(await here.searchIds('김하늘', await here.provePhone(one.phone)))
    expect(users).toMatchObject([{ login_id: one.login_id }])
    expect(users).toHaveLength(1)
  })

  test('another name finds no member (4503), and costs no other SMS: the proof counts for five searches, parallel ones too, and no more', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const proof = await here.provePhone(member.phone)
    for (let tries = 1; tries < 4; tries += 1)
      expect(await here.searchIds('김하나', proof)).toMatchObject(refusal(4503))
    const replies = await Promise.all(Array.from({ length: 10 }, () => here.searchIds('김하늘', proof)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(await here.searchIds('김하늘', proof)).toMatchObject(unproved)
  })

  test('a proof counts in its own browser alone', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const proof = await here.provePhone(member.phone)
    expect(await (await visit()).searchIds('김하늘', proof)).toMatchObject(unproved)
    expect((await here.searchIds('김하늘', proof)).status).toBe(200)
  })

  test.each([
    ['남궁 민수', '남궁민수'],
    ['남궁민수', '남궁 민수'],
    ['Jean‐Luc O’Neill', "jean luc o'neill"],
    ['علی\u200cرضا', 'علیرضا'],
  ])('a member named %s is found as %s', async (name, typed) => {
    const member = await copyOf(backend, 'member')
    await change(member, { name })
    const here = await visit()
    const found = data(await here.searchIds(typed, await here.provePhone(member.phone)))
    expect(found.users).toMatchObject([{ login_id: member.login_id }])
  })
})

describe('a reset of an ID that was found, with the code of the search', () => {
  /** A search that has found this member with one SMS. */
  async function found(from = 'member', here?: Visit) {
    const member = await copyOf(backend, from)
    const at = here ?? (await visit(undefined, { prompt: 'create' }))
    const proof = await at.provePhone(member.phone)
    expect((await at.searchIds('김하늘', proof)).status).toBe(200)
    return { member, here: at, proof }
  }
  type Found = Awaited<ReturnType<typeof found>>

  test('sets a new password with one SMS, and signs the member in', async () => {
    const { here, proof, member } = await found('member', await visit())
    const allowed = data(await here.searchPwd(member.login_id, proof))
    expect(Object.keys(allowed).toSorted()).toEqual(['enc_alg', 'exponent', 'modulus', 'reset_token'])
    expect(data(await here.users(allowed.reset_token))).toEqual({ users: [{ login_id: member.login_id }] })
    const reply = await here.put(allowed.reset_token, member.login_id)
    expect(await here.land(reply)).toMatchObject({ email: member.login_id })
    expect((await messagesTo(backend, member.phone)).filter((text) => text.includes('인증번호'))).toHaveLength(1)
  })

  test('counts among the five uses of the code, parallel ones too', async () => {
    const { here, proof, member } = await found()
    const uses = await Promise.all(Array.from({ length: 8 }, () => here.searchPwd(member.login_id, proof)))
    expect(uses.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(await here.searchPwd(member.login_id, proof)).toMatchObject(unproved)
    expect(await here.searchIds('김하늘', proof)).toMatchObject(unproved)
  })

  test('is refused for an ID that no search found, and costs no use then', async () => {
    const { here, proof, member } = await found()
    const [same, other] = [await copyOf(backend, 'english-name'), await copyOf(backend, 'member')]
    // The same phone, but another name.
    await change(same, { phone: member.phone })
    for (const { login_id } of [same, other, { login_id: 'nobody@demo.test' }, same, other])
      expect(await here.searchPwd(login_id, proof)).toMatchObject(unproved)
    expect((await here.searchPwd(member.login_id, proof)).status).toBe(200)
  })

  test('is refused before the search, and after one without a result', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const proof = await here.provePhone(member.phone)
    expect(await here.searchPwd(member.login_id, proof)).toMatchObject(unproved)
    expect((await here.searchIds('김하나', proof)).status).toBe(400)
    expect(await here.searchPwd(member.login_id, proof)).toMatchObject(unproved)
  })

  test.each<[string, (found: Found) => Promise<unknown>, amr?: string]>([
    ['as a proof of the e-mail', async () => {}, 'EMAIL'],
    [
      'once the member has another phone',
      async ({ member }) => change(member, { phone: (await copyOf(backend, 'member')).phone }),
    ],
    ['once the member has no phone', async ({ member }) => change(member, { phone: null })],
    [
      'once a password is set elsewhere',
      async ({ member }) => {
        const owner = await visit()
        expect((await owner.put(await owner.allowReset(member), member.login_id)).status).toBe(200)
      },
    ],
  ])('is refused %s', async (_, before, amr) => {
    const known = await found()
    const { member, here, proof } = known
    await before(known)
    expect(await here.searchPwd(member.login_id, proof, amr)).toMatchObject(unproved)
  })

  test('is refused after ten minutes, when the code finds no IDs any more either', async () => {
    const { here, proof, member } = await found()
    now += 601_000
    expect(await here.searchPwd(member.login_id, proof)).toMatchObject(unproved)
    expect(await here.searchIds('김하늘', proof)).toMatchObject(unproved)
  })

  test('is refused in another visit of the same browser, and in another browser', async () => {
    const { here, proof, member } = await found()
    const stranger = new Browser(backend.url)
    stranger.visit = here.browser.visit
    const body = { login_id: member.login_id, credential: { auth_code: proof, amr: 'SMS' } }
    expect((await stranger.post('/v1/search/pwd', body)).status).toBe(403)
    for (const elsewhere of [await visit(), await visit(here.browser)])
      expect(await elsewhere.searchPwd(member.login_id, proof)).toMatchObject(unproved)
  })

  test.each([
    ['a second factor', { second_factor: 'SMS' }],
    ['administrator rights', { admin: true }],
  ] as const)('is refused for an account with %s, and proves no channel of it', async (_, values) => {
    const { here, proof, member } = await found()
    await change(member, values)
    expect(await here.searchPwd(member.login_id, proof)).toMatchObject(unproved)
    expect((await here.allow(member, 'email')).also).toBe('phone')
  })

  test('of an account that becomes protected before the new password arrives, sets it after 24 hours', async () => {
    const { here, proof, member } = await found()
    const { reset_token } = data(await here.searchPwd(member.login_id, proof))
    await change(member, { second_factor: 'SMS' })
    expect(data(await here.put(reset_token, member.login_id)).effective_at).toBeDefined()
    for (const to of [member.phone, member.login_id]) await expect.poll(() => told(to)).toContain('/reset-cancel/')
    expect(await told(member.phone), 'names the service of the visit').toContain('[한걸음 러닝] 비밀번호 재설정이')
  })

  test('a code for a reset finds no IDs', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    expect(await here.searchIds('김하늘', await here.proveMember(member))).toMatchObject(unproved)
  })

  test('a search after a password was set elsewhere finds nothing', async () => {
    const member = await copyOf(backend, 'member')
    const waiting = await visit()
    const early = await waiting.provePhone(member.phone)
    const owner = await visit()
    expect((await owner.put(await owner.allowReset(member), member.login_id)).status).toBe(200)
    expect(await waiting.searchIds('김하늘', early)).toMatchObject(unproved)
  })

  test('ends in its own visit when the password is set there', async () => {
    const { here, proof, member } = await found('new-terms')
    const { reset_token } = data(await here.searchPwd(member.login_id, proof))
    expect(await here.put(reset_token, member.login_id)).toMatchObject({ status: 200, body: { data: {} } })
    expect(await here.searchPwd(member.login_id, proof)).toMatchObject(unproved)
  })

  test('ends when the member is removed from this browser', async () => {
    const browser = new Browser(backend.url)
    const signedIn = await copyOf(backend, 'member')
    await signInAt(backend, browser, signedIn)
    const here = await visit(browser, { prompt: 'select_account' })
    const proof = await here.provePhone(signedIn.phone)
    expect((await here.searchIds('김하늘', proof)).status).toBe(200)
    const { sso_sessions } = data(await browser.get(`/v1/init/login${here.entry.search}`))
    const [account] = sso_sessions as { id: string }[]
    expect((await browser.call('DELETE', `/v1/sso-session/${account?.id}`)).status).toBe(204)
    expect(await here.searchPwd(signedIn.login_id, proof)).toMatchObject(unproved)
  })
})

describe('a reset', () => {
  test.each(['phone', 'email'] as const)(
    'by %s makes the new password sign in, and the old one not, and tells the member by SMS and by e-mail',
    async (by) => {
      const member = await copyOf(backend, 'member')
      const here = await visit()
      const allowed = await here.allow(member, by)
      expect(allowed).toMatchObject({ enc_alg: 'RSA-OAEP-256', exponent: '010001' })
      expect(data(await here.users(allowed.reset_token))).toEqual({ users: [{ login_id: member.login_id }] })
      expect((await here.put(allowed.reset_token, member.login_id)).status).toBe(200)
      const elsewhere = await visit()
      expect((await elsewhere.browser.signIn(elsewhere.entry, member)).status).toBe(400)
      const signedIn = await elsewhere.browser.signIn(elsewhere.entry, { ...member, password: NEW })
      expect(await elsewhere.land(signedIn)).toMatchObject({ email: member.login_id })
      for (const to of [member.phone, member.login_id])
        await expect.poll(() => told(to)).toContain('비밀번호가 바뀌었어요')
    },
  )

  test('lifts the lock', async () => {
    const member = await copyOf(backend, 'locked')
    const here = await visit()
    expect(await here.browser.signIn(here.entry, member)).toMatchObject(refusal(4575))
    await here.put(await here.allowReset(member), member.login_id)
    const elsewhere = await visit()
    expect((await elsewhere.browser.signIn(elsewhere.entry, { ...member, password: NEW })).status).toBe(200)
  })

  test.each<[string, (member: Member) => string, number]>([
    ['too simple', () => 'abcd1234', 4514],
    ['a common word', () => 'Passw0rd!9', 4514],
    ['the id', (member) => member.login_id.split('@')[0] ?? '', 4533],
    ['the phone', (member) => `a#${member.phone.slice(-8)}`, 4534],
    ['the password of before', (member) => member.password, 4539],
  ])('refuses a password that is %s, and can be tried again', async (_, password, detail_code) => {
    const member = await copyOf(backend, 'english-name')
    const here = await visit()
    const token = await here.allowReset(member)
    expect(await here.put(token, member.login_id, password(member))).toMatchObject(refusal(detail_code))
    expect((await here.put(token, member.login_id)).status).toBe(200)
  })

  test('of 20 parallel calls with one token one succeeds, and none afterwards', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const token = await here.allowReset(member)
    const passwords = Array.from({ length: 20 }, (_, index) => `${NEW}${index}`)
    const replies = await Promise.all(passwords.map((password) => here.put(token, member.login_id, password)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await here.put(token, member.login_id, `${NEW}x`)).status).toBe(400)
  })

  test('its token is good for ten minutes, for its own member, and in its own browser', async () => {
    const [member, other] = [await copyOf(backend, 'member'), await copyOf(backend, 'member')]
    const here = await visit()
    const token = await here.allowReset(member)
    const elsewhere = await visit()
    expect((await elsewhere.put(token, member.login_id)).status).toBe(400)
    expect((await elsewhere.users(token)).status).toBe(400)
    expect((await here.put(token, other.login_id)).status).toBe(400)
    now += 601_000
    expect(await here.put(token, member.login_id)).toMatchObject(over)
  })

  test('its token ends with the visit, and tells no ID once a password was set with it', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const token = await here.allowReset(member)
    expect((await here.browser.signIn(here.entry, member)).status).toBe(200)
    expect(await here.put(token, member.login_id)).toMatchObject(over)
    const { reply } = await signInAt(backend, new Browser(backend.url), member)
    expect(reply.status).toBe(200)
    const waiting = await copyOf(backend, 'sms')
    const there = await visit()
    const used = await there.allowReset(waiting)
    expect((await there.users(used)).status).toBe(200)
    expect(data(await there.put(used, waiting.login_id))).toHaveProperty('effective_at')
    expect(await there.users(used)).toMatchObject(unproved)
  })

  test('a proof of the e-mail does not count for the phone', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const proof = await here.proveMember(member, 'email')
    expect(await here.searchPwd(member.login_id, proof, 'SMS')).toMatchObject(unproved)
  })

  test('a proof of one member resets no other one with the same phone', async () => {
    const [member, other] = [await copyOf(backend, 'member'), await copyOf(backend, 'member')]
    await change(other, { phone: member.phone })
    const here = await visit()
    expect(await here.searchPwd(other.login_id, await here.proveMember(member))).toMatchObject(unproved)
  })

  test('a challenge of a member takes no other phone and no other address', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    for (const login_id of [member.login_id, 'nobody@demo.test']) {
      const { auth_token } = data(await here.initPwd(login_id))
      const phone = { phone_number: '01099998888', nation_tel_no: '82' }
      expect((await here.service('issue/sms', auth_token, phone)).status).toBe(400)
      expect((await here.service('issue/email', auth_token, { email: 'me@else.test' })).status).toBe(400)
    }
  })
})

describe('the sign-in that a reset completes', () => {
  const locationOf = (reply: Reply) => String(data(reply).location)

  test('counts as one by the new password: the member’s claims, a known browser, and no notice of a new one', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const reply = await here.put(await here.allowReset(member), member.login_id)
    expect(await here.land(reply)).toMatchObject({ email: member.login_id, amr: ['pwd'] })
    const [shown] = data(await (await visit(here.browser, { prompt: 'login' })).initPwd(member.login_id)).channels as {
      masked: string
    }[]
    expect(shown?.masked).toContain(member.phone.slice(-2))
    await expect.poll(() => told(member.login_id)).toContain('비밀번호가 바뀌었어요')
    expect(await told(member.login_id)).not.toContain('처음 보는 브라우저')
  })

  test('keeps ended what the old password had opened in another browser', async () => {
    const member = await copyOf(backend, 'member')
    const old = new Browser(backend.url)
    await signInAt(backend, old, member)
    const here = await visit()
    await here.browser.go(locationOf(await here.put(await here.allowReset(member), member.login_id)))
    expect((await visit(old)).entry.pathname).toBe('/init/login')
    expect((await visit(here.browser)).entry.searchParams.has('code')).toBe(true)
  })

  test.each(['sms', 'admin'])('does not happen for %s, whose phone is a second factor', async (key) => {
    const member = await copyOf(backend, key)
    const here = await visit()
    await here.allowReset(member)
    const both = await here.allow(member, 'email')
    expect(data(await here.put(both.reset_token, member.login_id))).toEqual({})
    const { status, body } = await here.browser.signIn(here.entry, { ...member, password: NEW })
    expect([status, (body as { code: string }).code]).toEqual([401, 'PENDING_STEP'])
  })

  test.each(['new-terms', 'suspended'])('does not happen for %s', async (key) => {
    const member = await copyOf(backend, key)
    const here = await visit()
    expect(data(await here.put(await here.allowReset(member), member.login_id))).toEqual({})
    expect((await here.browser.signIn(here.entry, { ...member, password: NEW })).status).not.toBe(200)
  })

  test('does not happen if the service wants the phone proved in its visit', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit(undefined, { acr_values: 'phone' })
    expect(data(await here.put(await here.allowReset(member), member.login_id))).toEqual({})
  })

  test('is answered again where the answer was lost, in its own browser, with its own password and member', async () => {
    const [member, other] = [await copyOf(backend, 'member'), await copyOf(backend, 'member')]
    const here = await visit()
    const token = await here.allowReset(member)
    const first = await here.put(token, member.login_id)
    expect(locationOf(first)).toContain('/oidc/auth/')
    expect((await here.put(token, member.login_id)).body).toEqual(first.body)
    expect(await here.put(token, member.login_id, 'wK4$hN8%tB')).toMatchObject(unproved)
    expect(await here.put(token, other.login_id)).toMatchObject(unproved)
    const stranger = new Browser(backend.url)
    stranger.visit = here.browser.visit
    const password = seal(NEW, backend.ctx.keys.sealing)
    const given = { reset_token: token, login_id: member.login_id, password }
    expect((await stranger.call('PUT', '/v1/profile/search/password', given)).status).toBe(403)
    expect(await here.land(first)).toMatchObject({ email: member.login_id })
    expect(await here.put(token, member.login_id)).toMatchObject(over)
  })

  test('does not happen with a token that was not used when another sign-in ended the visit', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const token = await here.allowReset(member)
    expect((await here.browser.signIn(here.entry, member)).status).toBe(200)
    expect(await here.put(token, member.login_id)).toMatchObject(over)
  })
})

describe('what ends with the old password', () => {
  test('sessions in other browsers, their tokens, and visits under way', async () => {
    const member = await copyOf(backend, 'sms')
    const plain = await copyOf(backend, 'member')
    // A signed-in browser, with tokens.
    const signedIn = new Browser(backend.url)
    const { tokens } = await signInAt(backend, signedIn, plain)
    expect(tokens?.access_token).toBeTruthy()
    // A visit that has the right password and waits for its second factor.
    const half = await visit()
    const pending = data(await half.browser.signIn(half.entry, member))
    await half.service('issue/sms', pending.auth_token)
    const second = await half.service('verify/mobile', pending.auth_token, {
      verify_code: await codeTo(backend, member.phone),
    })

    const here = await visit()
    await here.allowReset(member)
    await here.put((await here.allow(member, 'email')).reset_token, member.login_id)
    await here.put(await here.allowReset(plain), plain.login_id)

    const resolved = await half.browser.post('/v1/matcher/resolve', {
      matcher_type: 'AUTH_REQUIRED',
      credential: { auth_code: data(second).auth_code, amr: 'SMS' },
      amr: 'SMS',
      consent_terms: [],
    })
    expect(resolved).toMatchObject({ body: { code: 'NOT_PENDING' } })
    const again = await visit(signedIn)
    expect(again.entry.pathname).toBe('/init/login')
    expect(data(await signedIn.get(`/v1/init/login${again.entry.search}`))).toMatchObject({ sso_sessions: [] })
    const info = await fetch(`${backend.url}/oidc/userinfo`, {
      headers: { authorization: `Bearer ${tokens?.access_token}` },
    })
    expect(info.status).toBe(401)
    const left = await backend.ctx.db.selectFrom('oidc_payloads').select(['id', 'payload']).execute()
    const ids = await backend.ctx.db.selectFrom('members').select('id').where('login_id', '=', plain.login_id).execute()
    // The reset has signed in its own browser.
    const own = hashOf(here.transaction.transaction_id)
    expect(JSON.stringify(left.filter(({ id }) => id !== own))).not.toContain(ids[0]?.id)
  })

  test('a visit that had a session goes on to a sign-in all the same', async () => {
    const member = await copyOf(backend, 'member')
    const browser = new Browser(backend.url)
    await signInAt(backend, browser, member)
    const here = await visit(browser, { prompt: 'login' })
    const reply = await here.put(await here.allowReset(member), member.login_id)
    expect(await here.land(reply)).toMatchObject({ email: member.login_id })
  })

  test('codes and proofs of the same member in another browser', async () => {
    const member = await copyOf(backend, 'member')
    const [one, other] = [await visit(), await visit()]
    const proof = await other.proveMember(member)
    const later = await visit()
    const token = await later.allowReset(member)
    await one.put(await one.allowReset(member), member.login_id)
    expect(await other.searchPwd(member.login_id, proof)).toMatchObject(unproved)
    expect((await later.put(token, member.login_id, 'wK4$hN8%tB')).status).toBe(400)
  })
})

describe('an unknown ID', () => {
  type Channel = { authenticator_type: string; masked: string }
  const channelsOf = (reply: Reply): Channel[] => Object.values(data(reply).channels ?? {}) as Channel[]

  test('has a mask like a known one, each time alike, which hides the country and the length of the number', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const strange = await here.initPwd(member.login_id.replace('member', 'nobod0'))
    expect(channelsOf(await here.initPwd(member.login_id.replace('member', 'NOBOD0')))).toEqual(channelsOf(strange))
    const [shown] = channelsOf(strange)
    for (const phone of [member.phone, '+12015550123', '+85251234567', '+4915123456789']) {
      await change(member, { phone })
      expect(channelsOf(await here.initPwd(member.login_id))[0]).toEqual(shown)
    }
  })

  test('has what members of such an address have: a phone, or in the group one or none', async () => {
    const here = await visit()
    const ways = async (domain: string) => {
      const ids = Array.from({ length: 24 }, (_, at) => `nobody${at}@${domain}`)
      const replies = await Promise.all(ids.map(here.initPwd))
      const types = replies.map((reply) => channelsOf(reply).map(({ authenticator_type }) => authenticator_type))
      return [...new Set(types.map((one) => one.join()))]
    }
    expect(await ways('demo.test')).toEqual(['phone,email'])
    expect((await ways('group.test')).toSorted()).toEqual(['email', 'phone,email'])
  })

  test('gets no message, no code is right, and five tries end it', async () => {
    const here = await visit()
    const { auth_token } = data(await here.initPwd('nobody-at-all@demo.test'))
    expect(data(await here.service('issue/sms', auth_token))).toEqual({ expires_in: 180, extendable: true })
    const tries = []
    for (let count = 0; count < 6; count += 1)
      tries.push(detailOf(await here.service('verify/sms', auth_token, { verify_code: '123456' })))
    expect(tries).toEqual([4518, 4518, 4518, 4518, 4546, 4546])
    const recipients = await backend.ctx.db.selectFrom('outbox').select('to').execute()
    expect(recipients.filter(({ to }) => to.startsWith('+820') || to.startsWith('nobody'))).toEqual([])
  })

  test('is disclosed only with the setting for it', async () => {
    backend.ctx.settings.disclose_unknown_user = true
    const here = await visit()
    const nobody = { login_id: 'nobody@demo.test', password: 'x', phone: '' }
    expect(await here.initPwd(nobody.login_id)).toMatchObject(refusal(4503))
    expect(await here.browser.signIn(here.entry, nobody)).toMatchObject(refusal(4503))
    backend.ctx.settings.disclose_unknown_user = false
  })
})

describe('an account with a second factor, or of an administrator', () => {
  const isRight = async (member: Member, password: string) =>
    (await signInAt(backend, new Browser(backend.url), { ...member, password })).reply.status !== 400
  const linkTo = async (to: string) => {
    await expect.poll(() => told(to)).toContain('/reset-cancel/')
    return /\/reset-cancel\/[\w-]+/.exec(await told(to))?.[0] ?? ''
  }

  test.each(['sms', 'admin'])('phone and e-mail together set the password of %s at once', async (key) => {
    const member = await copyOf(backend, key)
    const here = await visit()
    expect((await here.allow(member)).also).toBe('email')
    const second = await here.allow(member, 'email')
    expect(second.also).toBeUndefined()
    expect(await here.put(second.reset_token, member.login_id)).toMatchObject({ status: 200, body: { data: {} } })
    expect(await isRight(member, NEW)).toBe(true)
    expect(await isRight(member, member.password)).toBe(false)
  })

  test.each([
    ['sms', 'phone'],
    ['sms', 'email'],
    ['admin', 'phone'],
    ['admin', 'email'],
  ] as const)('of %s, %s alone sets the password after 24 hours, and ends the sessions then', async (key, by) => {
    const member = await copyOf(backend, key)
    const here = await visit()
    const { reset_token } = await here.allow(member, by)
    const reply = await here.put(reset_token, member.login_id)
    const day = 24 * 3600 * 1000
    expect(Date.parse(String(data(reply).effective_at))).toBe(now + day)
    // The same call again, whose answer was lost, is the same success; another password is not.
    expect((await here.put(reset_token, member.login_id)).body).toEqual(reply.body)
    expect(await here.put(reset_token, member.login_id, 'Wz8!kP4#uL')).toMatchObject(unproved)
    expect(await isRight(member, NEW)).toBe(false)
    expect(await isRight(member, member.password)).toBe(true)
    now += day - 1000
    await sweep(backend.ctx)
    expect(await isRight(member, member.password)).toBe(true)
    now += 1000
    await sweep(backend.ctx)
    expect(await isRight(member, NEW)).toBe(true)
    expect(await isRight(member, member.password)).toBe(false)
  })

  test('the other channel receives a link whose button cancels the reset; opening the link alone cancels nothing', async () => {
    const member = await copyOf(backend, 'sms')
    const here = await visit()
    await here.put(await here.allowReset(member), member.login_id)
    const link = await linkTo(member.login_id)
    expect(await told(member.phone)).not.toContain('/reset-cancel/')
    const owner = new Browser(backend.url)
    const open = () => owner.send(link, { headers: { 'accept-language': 'en' } })
    await open()
    const page = await open()
    expect(page.headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(page.text).toContain('Cancel the password reset?')
    const press = (origin: string) =>
      owner.send(link, { method: 'POST', headers: { origin, 'accept-language': 'en' }, body: new URLSearchParams() })
    expect((await press('https://evil.test')).status).toBe(403)
    expect((await press(backend.url)).text).toContain('The reset is cancelled')
    expect((await open()).text).toContain('This link no longer works')
    now += 25 * 3600 * 1000
    await sweep(backend.ctx)
    expect(await isRight(member, member.password)).toBe(true)
    expect(await isRight(member, NEW)).toBe(false)
  })

  test('a code for a reset passes no second factor, and a code of the second factor resets nothing', async () => {
    const member = await copyOf(backend, 'sms')
    const here = await visit()
    const { auth_token } = data(await here.browser.signIn(here.entry, member))
    const passWith = (auth_code: unknown) =>
      here.browser.post('/v1/matcher/resolve', {
        matcher_type: 'AUTH_REQUIRED',
        credential: { auth_code, amr: 'SMS' },
        consent_terms: [],
      })
    expect(await passWith(await here.proveMember(member))).toMatchObject({ status: 400, body: { code: 'NO_PROOF' } })
    const before = (await codesTo(backend, member.phone)).length
    await here.service('issue/sms', auth_token, { purpose: 'SECOND_FACTOR' })
    const verify_code = await codeTo(backend, member.phone, before)
    const { auth_code } = data(await here.service('verify/mobile', auth_token, { verify_code }))
    expect(await here.searchPwd(member.login_id, auth_code)).toMatchObject(unproved)
    expect((await passWith(auth_code)).status).toBe(200)
  })

  test('proofs of another visit do not count as the second channel', async () => {
    const member = await copyOf(backend, 'sms')
    const [one, other] = [await visit(), await visit()]
    await one.allow(member)
    const reply = await other.allow(member, 'email')
    expect(reply.also).toBe('phone')
    expect(data(await other.put(reply.reset_token, member.login_id)).effective_at).toBeDefined()
  })
})
