// Contract, identify: finding IDs by name and phone; resetting a password with a proved phone or e-mail; what a reset ends.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashOf } from '../../backend/context.ts'
import type { Member as Row } from '../../backend/db/schema.ts'
import type { RunningBackend } from '../../backend/main.ts'
import { sweep } from '../../backend/sweep.ts'
import { Browser, data, type Reply, seal } from './browser.ts'
import { copyOf, partner, signInAt, start, type Member } from './start.ts'

const MANY = 100_000
const NEW = 'Tq7!vR2#pZ'
let backend: RunningBackend
let now = Date.now()
beforeAll(async () => {
  const limits = {
    hash_memory: 1024,
    hash_passes: 1,
    sends_per_hour: MANY,
    sends_per_ip_hour: MANY,
    send_gap_seconds: 0,
  }
  backend = await start({ now: () => new Date(now), limits: { ...limits, sends_per_day: MANY } })
}, 60_000)
afterAll(() => backend.close())
beforeEach(() => void (now = Date.now()))

/** A visit of one browser, and the calls of a recovery in it. */
async function visit(browser = new Browser(backend.url), parameters: Record<string, string> = {}) {
  const begun = await (await partner(backend)).begin(parameters)
  const entry = await browser.go(begun.url)
  const transaction_id = entry.searchParams.get('transaction_id') ?? ''
  const transaction = { transaction_id, state: entry.searchParams.get('state') ?? '' }
  const token = (auth_token: unknown) => ({ 'x-authenticator': `Token ${String(auth_token)}` })
  const service = (path: string, auth_token: unknown, body: object = {}) =>
    browser.post(`/authenticator/v1/${path}`, body, token(auth_token))
  return {
    ...begun,
    browser,
    entry,
    transaction,
    service,
    initIds: () => browser.post('/v1/init/search/ids', transaction),
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
      return String(data(await service('verify/sms', auth_token, { verify_code: await codeTo(phone) })).auth_code)
    },
    /** A member proved for a reset. @returns the auth_code */
    async proveMember({ login_id, phone }: Member, by: 'phone' | 'email' = 'phone'): Promise<string> {
      const { auth_token } = data(await this.initPwd(login_id))
      const [way, to] = by === 'phone' ? ['sms', phone] : ['email', login_id]
      const before = (await texts(to)).length
      await service(`issue/${way}`, auth_token)
      const verify_code = await codeTo(to, before)
      const verified = await service(by === 'phone' ? 'verify/mobile' : 'verify/email', auth_token, { verify_code })
      return String(data(verified).auth_code)
    },
    async allowReset(member: Member): Promise<string> {
      return String(data(await this.searchPwd(member.login_id, await this.proveMember(member))).reset_token)
    },
  }
}

async function texts(to: string): Promise<string[]> {
  const response = await fetch(`${backend.url}/outbox.json?to=${encodeURIComponent(to)}`)
  return ((await response.json()) as { text: string }[]).map(({ text }) => text)
}
/** The messages of a reset leave after its answer. `before`: how many messages came earlier. */
async function codeTo(to: string, before = 0): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const all = await texts(to)
    const code = /\b\d{6}\b/.exec(all[0] ?? '')?.[0]
    if (code && all.length > before) return code
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`no code to ${to}`)
}
const codes = (reply: Reply) => ({
  status: reply.status,
  detail_code: (reply.body as { detail_code?: number }).detail_code,
})

describe('finding an id', () => {
  test('name and phone lead to every id of both, with the date of joining', async () => {
    const [one, other] = [await copyOf(backend, 'member'), await copyOf(backend, 'member')]
    await backend.ctx.db
      .updateTable('members')
      .set({ phone: one.phone })
      .where('login_id', '=', other.login_id)
      .execute()
    const here = await visit()
    const reply = await here.searchIds(' \u200e김하늘 '.normalize('NFD'), await here.provePhone(one.phone))
    expect(reply.status).toBe(200)
    const { users } = data(reply) as { users: { login_id: string; joined_at: string }[] }
    expect(users.map(({ login_id }) => login_id).toSorted()).toEqual([one.login_id, other.login_id].toSorted())
    for (const { joined_at } of users) expect(Date.parse(joined_at)).toBeLessThan(now)
  })

  test('a replaced ID, and one that has not joined yet, are not found', async () => {
    const [one, moved, invited] = [
      await copyOf(backend, 'member'),
      await copyOf(backend, 'member'),
      await copyOf(backend, 'member'),
    ]
    const { db } = backend.ctx
    const { phone } = one
    await db.updateTable('members').set({ phone, status: 'MOVED' }).where('login_id', '=', moved.login_id).execute()
    await db
      .updateTable('members')
      .set({ phone, joined: false, join_type: 'INVITATION' })
      .where('login_id', '=', invited.login_id)
      .execute()
    const here = await visit()
    const { users } = data(await here.searchIds('김하늘', await here.provePhone(phone))) as { users: object[] }
    expect(users).toMatchObject([{ login_id: one.login_id }])
  })

  test('another name finds no member: 4503', async () => {
    const { phone } = await copyOf(backend, 'member')
    const here = await visit()
    expect(codes(await here.searchIds('김하나', await here.provePhone(phone)))).toEqual({
      status: 400,
      detail_code: 4503,
    })
  })

  test('a mistyped name costs no other SMS: the proof counts for five searches, parallel ones too, and no more', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const proof = await here.provePhone(member.phone)
    for (let tries = 1; tries < 4; tries += 1)
      expect(codes(await here.searchIds('김하나', proof))).toEqual({ status: 400, detail_code: 4503 })
    const replies = await Promise.all(Array.from({ length: 10 }, () => here.searchIds('김하늘', proof)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(codes(await here.searchIds('김하늘', proof))).toEqual({ status: 400, detail_code: 4518 })
  })

  test('after ten minutes the proof counts no more', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit(undefined, { prompt: 'create' })
    const proof = await here.provePhone(member.phone)
    expect((await here.searchIds('김하늘', proof)).status).toBe(200)
    now += 601_000
    expect(codes(await here.searchIds('김하늘', proof))).toEqual({ status: 400, detail_code: 4518 })
  })

  test('a proof counts in its own browser alone', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const proof = await here.provePhone(member.phone)
    const elsewhere = await visit()
    expect(codes(await elsewhere.searchIds('김하늘', proof))).toEqual({ status: 400, detail_code: 4518 })
    expect(codes(await here.searchIds('김하늘', proof)).status).toBe(200)
  })

  test.each([
    ['남궁 민수', '남궁민수'],
    ['남궁민수', '남궁 민수'],
    ['Jean‐Luc O’Neill', "jean luc o'neill"],
    ['علی\u200cرضا', 'علیرضا'],
  ])('a member named %s is found as %s', async (name, typed) => {
    const member = await copyOf(backend, 'member')
    await backend.ctx.db.updateTable('members').set({ name }).where('login_id', '=', member.login_id).execute()
    const here = await visit()
    const found = data(await here.searchIds(typed, await here.provePhone(member.phone)))
    expect(found.users).toMatchObject([{ login_id: member.login_id }])
  })
})

describe('a reset of an ID that was found, with the code of the search', () => {
  const refused = { status: 400, detail_code: 4518 }
  /** A search that has found this member with one SMS. */
  async function found(member: Member, known?: Awaited<ReturnType<typeof visit>>) {
    const here = known ?? (await visit())
    const proof = await here.provePhone(member.phone)
    expect((await here.searchIds('김하늘', proof)).status).toBe(200)
    return { here, proof }
  }
  const change = (member: Member, values: Partial<Pick<Row, 'phone' | 'second_factor' | 'admin'>>) =>
    backend.ctx.db.updateTable('members').set(values).where('login_id', '=', member.login_id).execute()

  test('sets a new password with one SMS, and signs the member in', async () => {
    const member = await copyOf(backend, 'member')
    const { here, proof } = await found(member)
    const allowed = data(await here.searchPwd(member.login_id, proof))
    expect(Object.keys(allowed).toSorted()).toEqual(['enc_alg', 'exponent', 'modulus', 'reset_token'])
    expect(data(await here.users(allowed.reset_token))).toEqual({ users: [{ login_id: member.login_id }] })
    const reply = await here.put(allowed.reset_token, member.login_id)
    const set = await here.tokens(await here.browser.go(String(data(reply).location)))
    expect(set.claims()).toMatchObject({ email: member.login_id })
    expect((await texts(member.phone)).filter((text) => text.includes('인증번호'))).toHaveLength(1)
  })

  test('counts among the five uses of the code', async () => {
    const member = await copyOf(backend, 'member')
    const { here, proof } = await found(member)
    for (let use = 2; use <= 5; use += 1) expect((await here.searchPwd(member.login_id, proof)).status).toBe(200)
    expect(codes(await here.searchPwd(member.login_id, proof))).toEqual(refused)
    expect(codes(await here.searchIds('김하늘', proof))).toEqual(refused)
  })

  test('is refused for an ID that no search found, and costs no use then', async () => {
    const [member, same, other] = [
      await copyOf(backend, 'member'),
      await copyOf(backend, 'english-name'),
      await copyOf(backend, 'member'),
    ]
    // The same phone, but another name.
    await change(same, { phone: member.phone })
    const { here, proof } = await found(member)
    for (const { login_id } of [same, other, { login_id: 'nobody@demo.test' }, same, other])
      expect(codes(await here.searchPwd(login_id, proof))).toEqual(refused)
    expect((await here.searchPwd(member.login_id, proof)).status).toBe(200)
  })

  test('is refused before the search, and after one without a result', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const proof = await here.provePhone(member.phone)
    expect(codes(await here.searchPwd(member.login_id, proof))).toEqual(refused)
    expect((await here.searchIds('김하나', proof)).status).toBe(400)
    expect(codes(await here.searchPwd(member.login_id, proof))).toEqual(refused)
  })

  test('is refused in another visit of the same browser, and in another browser', async () => {
    const member = await copyOf(backend, 'member')
    const { here, proof } = await found(member)
    const elsewhere = await visit()
    expect(codes(await elsewhere.searchPwd(member.login_id, proof))).toEqual(refused)
    const stranger = new Browser(backend.url)
    stranger.visit = here.browser.visit
    const body = { login_id: member.login_id, credential: { auth_code: proof, amr: 'SMS' } }
    expect((await stranger.post('/v1/search/pwd', body)).status).toBe(403)
    const later = await visit(here.browser)
    expect(codes(await later.searchPwd(member.login_id, proof))).toEqual(refused)
  })

  test('is refused after ten minutes', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit(undefined, { prompt: 'create' })
    const proof = await here.provePhone(member.phone)
    expect((await here.searchIds('김하늘', proof)).status).toBe(200)
    now += 601_000
    expect(codes(await here.searchPwd(member.login_id, proof))).toEqual(refused)
  })

  test('is refused as a proof of the e-mail', async () => {
    const member = await copyOf(backend, 'member')
    const { here, proof } = await found(member)
    expect(codes(await here.searchPwd(member.login_id, proof, 'EMAIL'))).toEqual(refused)
  })

  test('is refused once the member has another phone', async () => {
    const [member, other] = [await copyOf(backend, 'member'), await copyOf(backend, 'member')]
    const { here, proof } = await found(member)
    await change(member, { phone: other.phone })
    expect(codes(await here.searchPwd(member.login_id, proof))).toEqual(refused)
  })

  test.each([
    ['a second factor', { second_factor: 'SMS' }],
    ['administrator rights', { admin: true }],
  ] as const)('is refused for an account with %s, and proves no channel of it', async (_, values) => {
    const member = await copyOf(backend, 'member')
    const { here, proof } = await found(member)
    await change(member, values)
    expect(codes(await here.searchPwd(member.login_id, proof))).toEqual(refused)
    const byMail = data(await here.searchPwd(member.login_id, await here.proveMember(member, 'email'), 'EMAIL'))
    expect(byMail.also).toBe('phone')
  })

  test('of an account that becomes protected before the new password arrives, sets it after 24 hours', async () => {
    const member = await copyOf(backend, 'member')
    const { here, proof } = await found(member)
    const { reset_token } = data(await here.searchPwd(member.login_id, proof))
    await change(member, { second_factor: 'SMS' })
    expect(data(await here.put(reset_token, member.login_id)).effective_at).toBeDefined()
    for (const to of [member.phone, member.login_id])
      await expect.poll(async () => (await texts(to)).join('\n')).toContain('/reset-cancel/')
  })

  test('a code for a reset finds no IDs', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    expect(codes(await here.searchIds('김하늘', await here.proveMember(member)))).toEqual(refused)
  })

  test('ends when a password is set elsewhere, even if the search comes later', async () => {
    const member = await copyOf(backend, 'member')
    const { here, proof } = await found(member)
    const waiting = await visit()
    const early = await waiting.provePhone(member.phone)
    const owner = await visit()
    expect((await owner.put(await owner.allowReset(member), member.login_id)).status).toBe(200)
    expect(codes(await here.searchPwd(member.login_id, proof))).toEqual(refused)
    expect(codes(await waiting.searchIds('김하늘', early))).toEqual(refused)
  })

  test('ends in its own visit when the password is set there', async () => {
    const member = await copyOf(backend, 'new-terms')
    const { here, proof } = await found(member)
    const { reset_token } = data(await here.searchPwd(member.login_id, proof))
    expect(await here.put(reset_token, member.login_id)).toMatchObject({ status: 200, body: { data: {} } })
    expect(codes(await here.searchPwd(member.login_id, proof))).toEqual(refused)
  })

  test('ends when the member is removed from this browser', async () => {
    const member = await copyOf(backend, 'member')
    const browser = new Browser(backend.url)
    await signInAt(backend, browser, member)
    const { here, proof } = await found(member, await visit(browser, { prompt: 'select_account' }))
    const { sso_sessions } = data(await browser.get(`/v1/init/login${here.entry.search}`))
    const [account] = sso_sessions as { id: string }[]
    expect((await browser.call('DELETE', `/v1/sso-session/${account?.id}`)).status).toBe(204)
    expect(codes(await here.searchPwd(member.login_id, proof))).toEqual(refused)
  })
})

describe('a reset', () => {
  test.each(['phone', 'email'] as const)('by %s makes the new password sign in, and the old one not', async (by) => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const proof = await here.proveMember(member, by)
    const allowed = data(await here.searchPwd(member.login_id, proof, by === 'phone' ? 'SMS' : 'EMAIL'))
    expect(allowed).toMatchObject({ enc_alg: 'RSA-OAEP-256', exponent: '010001' })
    expect(data(await here.users(allowed.reset_token))).toEqual({ users: [{ login_id: member.login_id }] })
    expect((await here.put(allowed.reset_token, member.login_id)).status).toBe(200)
    const elsewhere = await visit()
    expect((await elsewhere.browser.signIn(elsewhere.entry, member)).status).toBe(400)
    const signedIn = await elsewhere.browser.signIn(elsewhere.entry, { ...member, password: NEW })
    expect(signedIn.status).toBe(200)
    const set = await elsewhere.tokens(await elsewhere.browser.go(String(data(signedIn).location)))
    expect(set.claims()).toMatchObject({ email: member.login_id })
  })

  test('tells the member by SMS and by e-mail', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    await here.put(await here.allowReset(member), member.login_id)
    for (const to of [member.phone, member.login_id])
      await expect.poll(async () => (await texts(to))[0]).toContain('비밀번호가 바뀌었어요')
  })

  test('lifts the lock', async () => {
    const member = await copyOf(backend, 'locked')
    const here = await visit()
    expect(codes(await here.browser.signIn(here.entry, member))).toEqual({ status: 400, detail_code: 4575 })
    await here.put(await here.allowReset(member), member.login_id)
    const elsewhere = await visit()
    expect((await elsewhere.browser.signIn(elsewhere.entry, { ...member, password: NEW })).status).toBe(200)
  })

  test.each([
    ['too simple', 'abcd1234', 4514],
    ['a common word', 'Passw0rd!9', 4514],
    ['the id', (member: Member) => member.login_id.split('@')[0] ?? '', 4533],
    ['the phone', (member: Member) => `a#${member.phone.slice(-8)}`, 4534],
    ['the password of before', (member: Member) => member.password, 4539],
  ])('refuses a password that is %s, and can be tried again', async (_, password, detail_code) => {
    const member = await copyOf(backend, 'english-name')
    const here = await visit()
    const token = await here.allowReset(member)
    const refused = await here.put(token, member.login_id, typeof password === 'string' ? password : password(member))
    expect(codes(refused)).toEqual({ status: 400, detail_code })
    expect((await here.put(token, member.login_id)).status).toBe(200)
  })

  test('of 20 parallel calls with one token one succeeds, and none afterwards', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const token = await here.allowReset(member)
    const passwords = Array.from({ length: 20 }, (_, index) => `${NEW}${index}`)
    const replies = await Promise.all(passwords.map((password) => here.put(token, member.login_id, password)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(codes(await here.put(token, member.login_id, `${NEW}x`)).status).toBe(400)
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
    expect(await here.put(token, member.login_id)).toMatchObject({ status: 403, body: { code: 'VISIT_OVER' } })
  })

  test('a proof of the e-mail does not count for the phone', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const proof = await here.proveMember(member, 'email')
    expect(codes(await here.searchPwd(member.login_id, proof, 'SMS'))).toEqual({ status: 400, detail_code: 4518 })
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
  const signInMails = async (to: string) => (await texts(to)).filter((text) => text.includes('/not-me/'))

  test('counts as one by the new password: the member’s claims, a known browser, and no notice of a new one', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const reply = await here.put(await here.allowReset(member), member.login_id)
    const set = await here.tokens(await here.browser.go(locationOf(reply)))
    expect(set.claims()).toMatchObject({ email: member.login_id, amr: ['pwd'] })
    const [shown] = data(await (await visit(here.browser, { prompt: 'login' })).initPwd(member.login_id)).channels as {
      masked: string
    }[]
    expect(shown?.masked).toContain(member.phone.slice(-2))
    await expect.poll(async () => (await texts(member.login_id)).join()).toContain('비밀번호가 바뀌었어요')
    expect((await signInMails(member.login_id)).join()).not.toContain('처음 보는 브라우저')
  })

  test('keeps ended what the old password had opened in another browser', async () => {
    const member = await copyOf(backend, 'member')
    const old = new Browser(backend.url)
    await signInAt(backend, old, member)
    const here = await visit()
    await here.browser.go(locationOf(await here.put(await here.allowReset(member), member.login_id)))
    expect((await visit(old)).entry.pathname).toBe('/init/login')
    const next = await (await partner(backend)).begin()
    expect((await here.browser.go(next.url)).searchParams.has('code')).toBe(true)
  })

  test.each(['sms', 'admin'])('does not happen for %s, whose phone is a second factor', async (key) => {
    const member = await copyOf(backend, key)
    const here = await visit()
    await here.allowReset(member)
    const both = data(await here.searchPwd(member.login_id, await here.proveMember(member, 'email'), 'EMAIL'))
    expect(data(await here.put(both.reset_token, member.login_id))).toEqual({})
    const { status, body } = await here.browser.signIn(here.entry, { ...member, password: NEW })
    expect([status, (body as { code: string }).code]).toEqual([401, 'PENDING_STEP'])
  })

  test.each(['new-terms', 'suspended'])('does not happen for %s', async (key) => {
    const member = await copyOf(backend, key)
    const here = await visit()
    expect(await here.put(await here.allowReset(member), member.login_id)).toMatchObject({
      status: 200,
      body: { data: {} },
    })
    expect((await here.browser.signIn(here.entry, { ...member, password: NEW })).status).not.toBe(200)
  })

  test('does not happen if the service wants the phone proved in its visit', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit(new Browser(backend.url), { acr_values: 'phone' })
    expect(data(await here.put(await here.allowReset(member), member.login_id))).toEqual({})
  })

  test('is answered again where the answer was lost, in its own browser, with its own password and member', async () => {
    const [member, other] = [await copyOf(backend, 'member'), await copyOf(backend, 'member')]
    const here = await visit()
    const token = await here.allowReset(member)
    const first = await here.put(token, member.login_id)
    expect(locationOf(first)).toContain('/oidc/auth/')
    expect((await here.put(token, member.login_id)).body).toEqual(first.body)
    expect(codes(await here.put(token, member.login_id, 'wK4$hN8%tB'))).toEqual({ status: 400, detail_code: 4518 })
    expect(codes(await here.put(token, other.login_id))).toEqual({ status: 400, detail_code: 4518 })
    const stranger = new Browser(backend.url)
    stranger.visit = here.browser.visit
    const password = seal(NEW, backend.ctx.keys.sealing)
    const given = { reset_token: token, login_id: member.login_id, password }
    expect((await stranger.call('PUT', '/v1/profile/search/password', given)).status).toBe(403)
    const set = await here.tokens(await here.browser.go(locationOf(first)))
    expect(set.claims()).toMatchObject({ email: member.login_id })
    expect(await here.put(token, member.login_id)).toMatchObject({ status: 403, body: { code: 'VISIT_OVER' } })
  })

  test('does not happen with a token that was not used when another sign-in ended the visit', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const token = await here.allowReset(member)
    expect((await here.browser.signIn(here.entry, member)).status).toBe(200)
    expect(await here.put(token, member.login_id)).toMatchObject({ status: 403, body: { code: 'VISIT_OVER' } })
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
    const second = await half.service('verify/mobile', pending.auth_token, { verify_code: await codeTo(member.phone) })

    const here = await visit()
    await here.allowReset(member)
    const both = await here.searchPwd(member.login_id, await here.proveMember(member, 'email'), 'EMAIL')
    await here.put(data(both).reset_token, member.login_id)
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
    const set = await here.tokens(await browser.go(String(data(reply).location)))
    expect(set.claims()).toMatchObject({ email: member.login_id })
  })

  test('codes and proofs of the same member in another browser', async () => {
    const member = await copyOf(backend, 'member')
    const [one, other] = [await visit(), await visit()]
    const proof = await other.proveMember(member)
    const later = await visit()
    const token = await later.allowReset(member)
    await one.put(await one.allowReset(member), member.login_id)
    expect(codes(await other.searchPwd(member.login_id, proof))).toEqual({ status: 400, detail_code: 4518 })
    expect((await later.put(token, member.login_id, 'wK4$hN8%tB')).status).toBe(400)
  })
})

describe('an unknown ID', () => {
  type Channel = { authenticator_type: string; masked: string }
  const channelsOf = (reply: Reply): Channel[] => Object.values(data(reply).channels ?? {}) as Channel[]

  test('is answered like a known one, each time alike', async () => {
    const member = await copyOf(backend, 'member')
    const here = await visit()
    const known = await here.initPwd(member.login_id)
    const strange = await here.initPwd(member.login_id.replace('member', 'nobod0'))
    const again = await here.initPwd(member.login_id.replace('member', 'NOBOD0'))
    const shape = (reply: Reply) =>
      channelsOf(reply).map(({ authenticator_type, masked }) => [
        authenticator_type,
        masked.replace(/\d{2}$/, '00').replace(/^(me|no)/, ''),
      ])
    expect(strange.status).toBe(known.status)
    expect(shape(strange)).toEqual(shape(known))
    expect(channelsOf(again)).toEqual(channelsOf(strange))
    // The mask hides the country and the length of the number.
    for (const phone of ['+12015550123', '+85251234567', '+4915123456789']) {
      await backend.ctx.db.updateTable('members').set({ phone }).where('login_id', '=', member.login_id).execute()
      expect(shape(await here.initPwd(member.login_id))).toEqual(shape(known))
    }
    const names = ({ headers }: Reply) => [...headers].map(([name]) => name).toSorted()
    expect(names(strange)).toEqual(names(known))
  })

  test('has what members of such an address have: a phone, or in the group one or none', async () => {
    const here = await visit()
    const ways = async (domain: string) => {
      const ids = Array.from({ length: 24 }, (_, at) => `nobody${at}@${domain}`)
      const replies = await Promise.all(ids.map(here.initPwd))
      return [
        ...new Set(
          replies.map((reply) =>
            channelsOf(reply)
              .map((one) => one.authenticator_type)
              .join(),
          ),
        ),
      ]
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
      tries.push(codes(await here.service('verify/sms', auth_token, { verify_code: '123456' })).detail_code)
    expect(tries).toEqual([4518, 4518, 4518, 4518, 4546, 4546])
    const recipients = await backend.ctx.db.selectFrom('outbox').select('to').execute()
    expect(recipients.filter(({ to }) => to.startsWith('+820') || to.startsWith('nobody'))).toEqual([])
  })

  test('is disclosed only with the setting for it', async () => {
    backend.ctx.settings.disclose_unknown_user = true
    const here = await visit()
    expect(codes(await here.initPwd('nobody@demo.test'))).toEqual({ status: 400, detail_code: 4503 })
    backend.ctx.settings.disclose_unknown_user = false
  })
})

test('without a visit of this browser nothing is answered', async () => {
  const here = await visit()
  const stranger = new Browser(backend.url)
  for (const path of ['/v1/init/search/ids', '/v1/init/search/pwd']) {
    const body = { ...here.transaction, ...(path.endsWith('pwd') && { login_id: 'member@demo.test' }) }
    expect((await stranger.post(path, body)).status).toBe(403)
  }
  const fromElsewhere = { origin: 'https://evil.test', 'content-type': 'application/json' }
  const init = { method: 'PUT', headers: fromElsewhere, body: '{}' }
  expect((await here.browser.send('/v1/profile/search/password', init)).status).toBe(403)
})

describe('an account with a second factor, or of an administrator', () => {
  const isRight = async (member: Member, password: string) =>
    (await signInAt(backend, new Browser(backend.url), { ...member, password })).reply.status !== 400
  const linkTo = async (to: string) => {
    await expect.poll(async () => (await texts(to)).join('\n')).toContain('/reset-cancel/')
    return /\/reset-cancel\/[\w-]+/.exec((await texts(to)).join('\n'))?.[0] ?? ''
  }

  test.each(['sms', 'admin'])('phone and e-mail together set the password of %s at once', async (key) => {
    const member = await copyOf(backend, key)
    const here = await visit()
    const first = data(await here.searchPwd(member.login_id, await here.proveMember(member, 'phone')))
    expect(first.also).toBe('email')
    const second = data(await here.searchPwd(member.login_id, await here.proveMember(member, 'email'), 'EMAIL'))
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
    const amr = by === 'phone' ? 'SMS' : 'EMAIL'
    const { reset_token } = data(await here.searchPwd(member.login_id, await here.proveMember(member, by), amr))
    const reply = await here.put(reset_token, member.login_id)
    const day = 24 * 3600 * 1000
    expect(Date.parse(String(data(reply).effective_at))).toBe(now + day)
    // The same call again, whose answer was lost, is the same success; another password is not.
    expect((await here.put(reset_token, member.login_id)).body).toEqual(reply.body)
    expect(codes(await here.put(reset_token, member.login_id, 'Wz8!kP4#uL'))).toEqual({
      status: 400,
      detail_code: 4518,
    })
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
    const { reset_token } = data(await here.searchPwd(member.login_id, await here.proveMember(member, 'phone')))
    await here.put(reset_token, member.login_id)
    const link = await linkTo(member.login_id)
    expect((await texts(member.phone)).join('\n')).not.toContain('/reset-cancel/')
    const owner = new Browser(backend.url)
    const open = () => owner.send(link, { headers: { 'accept-language': 'en' } })
    expect((await open()).text).toContain('Cancel the password reset?')
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

  test('proofs of another visit do not count as the second channel', async () => {
    const member = await copyOf(backend, 'sms')
    const [one, other] = [await visit(), await visit()]
    await one.searchPwd(member.login_id, await one.proveMember(member, 'phone'))
    const reply = data(await other.searchPwd(member.login_id, await other.proveMember(member, 'email'), 'EMAIL'))
    expect(reply.also).toBe('phone')
    expect(data(await other.put(reply.reset_token, member.login_id)).effective_at).toBeDefined()
  })
})
