// Contract, "Account": another phone or address. The former one is told, and can undo it for seven days.
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningBackend } from '../../../backend/main.ts'
import { followChanges } from '../../../backend/standingChanges.ts'
import { sweep } from '../../../backend/sweep.ts'
import { APP, Browser, data, seal } from '../browser.ts'
import { Joiner } from '../joiner.ts'
import { copyOf, signInAt, start } from '../start.ts'
import { accountMember, messagesTo, type AccountMember } from './member.ts'

const MANY = 100_000
const DAY = 86_400_000
let backend: RunningBackend
let late = 0
beforeAll(async () => {
  const limits = { send_gap_seconds: 0, sends_per_hour: MANY, sends_per_day: MANY, sends_per_ip_hour: MANY }
  backend = await start({ limits, now: () => new Date(Date.now() + late) })
}, 120_000)
afterAll(() => backend.close())

const newPhone = () => `+82104${String(randomInt(10_000_000)).padStart(7, '0')}`
const newEmail = () => `n${randomUUID().slice(0, 8)}@mail.test`
const rowOf = ({ id }: { id: string }) =>
  backend.ctx.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function change(me: AccountMember, kind: 'phone' | 'email', to: string) {
  const auth_code = await me.code(kind === 'phone' ? 'SMS' : 'EMAIL', to)
  return { auth_code, reply: await me.call('PUT', `/${kind}`, { auth_code }) }
}
/** The link that undoes a change, in the newest message to a former phone or address. */
async function linkTo(to: string): Promise<string> {
  await followChanges(backend.ctx)
  const texts = await messagesTo(backend, to)
  return texts.flatMap((text) => /\/change-undo\/[\w-]+/.exec(text)?.[0] ?? [])[0] ?? ''
}
const press = (link: string, method = 'POST') =>
  new Browser(backend.url).send(link, { method, headers: method === 'GET' ? {} : { origin: backend.url } })

describe('another phone', () => {
  test('takes the place of the former one, and its answer can be lost', async () => {
    const me = await accountMember(backend)
    const to = newPhone()
    const { auth_code, reply } = await change(me, 'phone', to)
    const answer = { status: 200, body: { data: { masked: `010-****-**${to.slice(-2)}` } } }
    expect(reply).toMatchObject(answer)
    expect((await me.row()).phone).toBe(to)
    const again = await Promise.all([1, 2, 3].map(() => me.call('PUT', '/phone', { auth_code })))
    for (const one of again) expect(one).toMatchObject(answer)
    const changes = backend.ctx.db.selectFrom('channel_changes').selectAll().where('became', '=', to)
    expect(await changes.execute()).toHaveLength(1)
  })

  test('is changed once by parallel calls with one code', async () => {
    const me = await accountMember(backend)
    const auth_code = await me.code('SMS', newPhone())
    const replies = await Promise.all([1, 2, 3, 4].map(() => me.call('PUT', '/phone', { auth_code })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { id } = await me.row()
    expect(
      await backend.ctx.db.selectFrom('channel_changes').select('id').where('member_id', '=', id).execute(),
    ).toHaveLength(1)
  })

  test('needs a code of this session, for a phone', async () => {
    const [me, other] = [await accountMember(backend), await accountMember(backend)]
    const { phone } = await me.row()
    const wrong = [await me.code('EMAIL', newEmail()), await me.code('SMS'), await other.code('SMS', newPhone())]
    for (const auth_code of wrong)
      expect(await me.call('PUT', '/phone', { auth_code })).toMatchObject({ status: 400, body: { detail_code: 4518 } })
    expect((await me.row()).phone).toBe(phone)
  })

  test('is refused where a member of this name and birthdate has it', async () => {
    const [me, other] = [await accountMember(backend), await accountMember(backend)]
    const { name, birthdate } = await me.row()
    await backend.ctx.db
      .updateTable('members')
      .set({ name, birthdate })
      .where('login_id', '=', other.member.login_id)
      .execute()
    const { auth_code, reply } = await change(me, 'phone', other.member.phone)
    expect(reply).toMatchObject({ status: 400, body: { detail_code: 4025 } })
    await backend.ctx.db
      .updateTable('members')
      .set({ birthdate: '1970-01-01' })
      .where('login_id', '=', other.member.login_id)
      .execute()
    expect(await me.call('PUT', '/phone', { auth_code })).toMatchObject({ status: 200 })
  })

  test('is told to the former phone and by e-mail, with a link that undoes it', async () => {
    const me = await accountMember(backend)
    const row = await me.row()
    await change(me, 'phone', newPhone())
    const link = await linkTo(me.member.phone)
    expect(await linkTo(me.member.login_id)).toBe(link)
    expect(await press(link, 'GET')).toMatchObject({ status: 200, text: expect.stringContaining('<button') })
    expect((await rowOf(row)).phone).not.toBe(row.phone)
    const done = await press(link)
    expect(done.text).toContain(`${APP}/account`)
    expect(await rowOf(row)).toMatchObject({ phone: row.phone, status: 'PROTECTED' })
    expect(await me.call('GET')).toMatchObject({ status: 401 })
    expect((await press(link)).text).not.toContain(`${APP}/account`)
    const { reply } = await signInAt(backend, new Browser(backend.url), me.member)
    expect(reply.status).not.toBe(200)
  })

  test('cannot be undone after seven days', async () => {
    const me = await accountMember(backend)
    await change(me, 'phone', newPhone())
    const link = await linkTo(me.member.phone)
    const { phone } = await me.row()
    late += 7 * DAY + 1000
    await press(link)
    expect(await me.row()).toMatchObject({ phone, status: 'ACTIVE' })
    await sweep(backend.ctx)
    const { id } = await me.row()
    expect(
      await backend.ctx.db.selectFrom('channel_changes').select('id').where('member_id', '=', id).execute(),
    ).toEqual([])
    late = 0
  })

  test('does not end the link of an earlier change: it brings back the first one, and the later link ends', async () => {
    const me = await accountMember(backend)
    const row = await me.row()
    const second = newPhone()
    await change(me, 'phone', second)
    const first = await linkTo(me.member.phone)
    await me.prove('PWD')
    await change(me, 'phone', newPhone())
    const later = await linkTo(second)
    expect(later).not.toBe(first)
    await press(first)
    await press(later)
    expect(await rowOf(row)).toMatchObject({ phone: row.phone, status: 'PROTECTED' })
  })
})

describe('another address', () => {
  test('is the login ID from now on, and its answer can be lost', async () => {
    const me = await accountMember(backend)
    const row = await me.row()
    const to = newEmail()
    const { auth_code, reply } = await change(me, 'email', to.toUpperCase())
    expect(reply).toMatchObject({ status: 200, body: { data: { masked: `${to.slice(0, 2)}***@mail.test` } } })
    expect(await me.call('PUT', '/email', { auth_code })).toEqual(expect.objectContaining({ body: reply.body }))
    expect(await rowOf(row)).toMatchObject({ login_id: to, login_id_key: to, email_verified: true })
    const signIn = (login_id: string) => signInAt(backend, new Browser(backend.url), { ...me.member, login_id })
    expect((await signIn(to)).reply.status).toBe(200)
    expect((await signIn(me.member.login_id)).reply.status).toBe(400)
  })

  test('is not one that another member has, and nothing is used up', async () => {
    const me = await accountMember(backend)
    const other = await copyOf(backend, 'member')
    const { reply } = await change(me, 'email', other.login_id)
    expect(reply).toMatchObject({ status: 400, body: { detail_code: 4501 } })
  })

  test('is not one of a group, nor of a member whose company manages it', async () => {
    const me = await accountMember(backend)
    const group = await accountMember(backend, 'sk')
    expect((await group.read()).email_managed).toBe(true)
    const auth_code = await group.code('EMAIL', newEmail())
    expect(await group.call('PUT', '/email', { auth_code })).toMatchObject({ status: 400, body: { code: 'MANAGED' } })
    const domain = group.member.login_id.split('@')[1] ?? ''
    if (domain !== 'demo.test') {
      const { reply } = await change(me, 'email', `x${randomUUID().slice(0, 8)}@${domain}`)
      expect(reply).toMatchObject({ status: 400, body: { code: 'MANAGED' } })
    }
  })

  test('is told to the former one, whose link brings it back; nobody else gets it meanwhile', async () => {
    const me = await accountMember(backend)
    const row = await me.row()
    const to = newEmail()
    await change(me, 'email', to)
    const other = await accountMember(backend)
    expect((await change(other, 'email', me.member.login_id)).reply).toMatchObject({
      status: 400,
      body: { detail_code: 4501 },
    })
    const joiner = await new Joiner(backend, me.member.login_id).arrive()
    await joiner.proveEmail()
    expect(await joiner.challenge()).toMatchObject({ status: 400, body: { detail_code: 4501 } })
    const link = await linkTo(me.member.login_id)
    expect(await linkTo(to)).toBe('')
    await press(link)
    expect(await rowOf(row)).toMatchObject({ login_id: row.login_id_key, login_id_key: row.login_id_key })
    expect((await rowOf(row)).status).toBe('PROTECTED')
  })

  test('takes the wrong passwords of the former one along', async () => {
    const me = await accountMember(backend)
    const wrong = { ...me.member, password: 'wR4$ngpass' }
    for (const _ of [1, 2, 3, 4, 5]) await signInAt(backend, new Browser(backend.url), wrong)
    const to = newEmail()
    await change(me, 'email', to)
    const { reply } = await signInAt(backend, new Browser(backend.url), { ...me.member, login_id: to })
    expect(reply).toMatchObject({ status: 400, body: { code: 'LOCKED' } })
  })
})

describe('a phone or an address of less than seven days', () => {
  const NEW = 'kT7!mz2Rk9x'

  /** Resets the password by these channels, in a new browser. */
  async function reset(login_id: string, channels: readonly ['sms' | 'email', string][]) {
    const browser = new Browser(backend.url)
    await browser.go((await backendVisit(browser)).href)
    let last: Record<string, unknown> = {}
    for (const [by, to] of channels) {
      const { auth_token } = data(await browser.post('/v1/init/search/pwd', { login_id }))
      const token = { 'x-authenticator': `Token ${String(auth_token)}` }
      const before = (await messagesTo(backend, to)).length
      await browser.post(`/authenticator/v1/issue/${by}`, {}, token)
      await expect.poll(async () => (await messagesTo(backend, to)).length).toBeGreaterThan(before)
      const verify_code = /(?<![\w-])\d{6}(?![\w-])/.exec((await messagesTo(backend, to))[0] ?? '')?.[0]
      const verify = by === 'sms' ? 'verify/mobile' : 'verify/email'
      const { auth_code } = data(await browser.post(`/authenticator/v1/${verify}`, { verify_code }, token))
      last = data(await browser.post('/v1/search/pwd', { login_id, credential: { auth_code, amr: by.toUpperCase() } }))
    }
    const given = { reset_token: last.reset_token, login_id, password: seal(NEW, last) }
    return { also: last.also, done: data(await browser.call('PUT', '/v1/profile/search/password', given)) }
  }
  const backendVisit = async (browser: Browser): Promise<URL> => {
    const { location } = data(await browser.post('/v1/init/account', { return_to: '/account' }))
    return new URL(String(location))
  }
  const isDelayed = { effective_at: expect.any(String) }

  test('does not reset the password alone: the former one is told, and can stop it', async () => {
    const me = await accountMember(backend)
    const to = newPhone()
    await change(me, 'phone', to)
    const { also, done } = await reset(me.member.login_id, [['sms', to]])
    expect([also, done]).toEqual(['email', isDelayed])
    const told = await Promise.all([me.member.phone, me.member.login_id, to].map((one) => messagesTo(backend, one)))
    expect(told.map((texts) => texts.some((text) => text.includes('/reset-cancel/')))).toEqual([true, true, false])
  })

  test('does not stand in the way of the other one, which resets it at once', async () => {
    const me = await accountMember(backend)
    await change(me, 'phone', newPhone())
    const { also, done } = await reset(me.member.login_id, [['email', me.member.login_id]])
    expect([also, done]).toEqual([undefined, expect.not.objectContaining({ effective_at: expect.anything() })])
  })

  test('does not reset the password of a member with a passkey, even together with the other one', async () => {
    const me = await accountMember(backend)
    await me.addPasskey()
    await me.prove('PWD')
    const to = newPhone()
    await change(me, 'phone', to)
    const { done } = await reset(me.member.login_id, [
      ['sms', to],
      ['email', me.member.login_id],
    ])
    expect(done).toEqual(isDelayed)
    expect((await messagesTo(backend, me.member.phone)).some((text) => text.includes('/reset-cancel/'))).toBe(true)
  })

  test('does not find the account by an ID search and reset it with the same code', async () => {
    const me = await accountMember(backend)
    await change(me, 'phone', newPhone())
    const { id, name, phone } = await me.row()
    expect(phone).not.toBe(me.member.phone)
    const browser = new Browser(backend.url)
    await browser.go((await backendVisit(browser)).href)
    const { auth_token } = data(await browser.post('/v1/init/search/ids', {}))
    const token = { 'x-authenticator': `Token ${String(auth_token)}` }
    const number = { phone_number: phone?.replace('+82', '0'), nation_tel_no: '82' }
    await browser.post('/authenticator/v1/issue/sms', number, token)
    const verify_code = /\d{6}/.exec((await messagesTo(backend, phone ?? ''))[0] ?? '')?.[0]
    const { auth_code } = data(await browser.post('/authenticator/v1/verify/sms', { verify_code }, token))
    const credential = { auth_code, amr: 'SMS' }
    expect(await browser.post('/v1/search/ids', { name, credential })).toMatchObject({ status: 200 })
    const { login_id } = await rowOf({ id })
    expect(await browser.post('/v1/search/pwd', { login_id, credential })).toMatchObject({ status: 400 })
  })

  test('proves nobody alone in the account, while the member has something older', async () => {
    const me = await accountMember(backend)
    const to = newPhone()
    await change(me, 'phone', to)
    await me.age()
    const { auth_token } = data(await me.call('POST', '/proof/token', { method: 'SMS' }))
    const token = { 'x-authenticator': `Token ${String(auth_token)}` }
    await me.browser.post('/authenticator/v1/issue/sms', {}, token)
    const verify_code = /\d{6}/.exec((await messagesTo(backend, to))[0] ?? '')?.[0]
    const { auth_code } = data(await me.browser.post('/authenticator/v1/verify/sms', { verify_code }, token))
    expect(await me.call('POST', '/proof', { method: 'SMS', auth_code })).toMatchObject({ status: 200 })
    expect(await me.call('PUT', '/password', { password: await me.seal(NEW) })).toMatchObject({
      status: 403,
      body: { data: { methods: ['EMAIL'] } },
    })
  })
})
