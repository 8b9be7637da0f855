// Contract, "Account": nickname, news, second factor and passkeys.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { PasskeyRow } from '../../../contract/shapes/account.ts'
import { say } from '../../../server/texts.ts'
import { Authenticator } from '../../../conformance/authenticator.ts'
import { APP, Browser, data } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { start } from '../start.ts'
import { messagesTo } from '../inbox.ts'
import { accountMember, type AccountMember, change, enterAccount, newPhone } from './member.ts'

const backend = sharedBackend()

const newNickname = () => `별${randomUUID().slice(0, 8)}`

describe('a nickname', () => {
  test('is changed, and may be written in another case', async () => {
    const me = await accountMember(backend)
    const nickname = newNickname()
    expect(await me.call('PUT', '/nickname', { nickname })).toMatchObject({ status: 204 })
    expect(await me.call('PUT', '/nickname', { nickname: ` ${nickname.toUpperCase()} ` })).toMatchObject({
      status: 204,
    })
    expect(await me.read()).toMatchObject({ nickname: nickname.toUpperCase() })
  })

  test('of another member, of the operator, or that is none, is refused', async () => {
    const [me, other] = [await accountMember(backend), await accountMember(backend)]
    const taken = newNickname()
    await other.call('PUT', '/nickname', { nickname: taken })
    const { nickname: before } = await me.row()
    for (const nickname of [taken, taken.toUpperCase(), '관리자', 'x', '🙂🙂'])
      expect(await me.call('PUT', '/nickname', { nickname })).toMatchObject({
        status: 400,
        body: { data: { field: 'nickname' } },
      })
    expect((await me.row()).nickname).toBe(before)
  })

  test('is given to one of two members who want it at once', async () => {
    const both = [await accountMember(backend), await accountMember(backend)]
    const nickname = newNickname()
    const replies = await Promise.all(both.map((me) => me.call('PUT', '/nickname', { nickname })))
    expect(replies.map(({ status }) => status)).toEqual(expect.arrayContaining([204, 400]))
  })
})

describe('news', () => {
  const consents = async (me: AccountMember) =>
    backend.ctx.db
      .selectFrom('consents')
      .select(['id', 'terms_code', 'agreed', 'at'])
      .where('member_id', '=', (await me.row()).id)
      .orderBy('id')
      .execute()

  test.each([
    ['member', ''],
    ['sk', 'SK_'],
  ])('are further answers to the terms, and earlier ones stay: %s', async (from, prefix) => {
    const me = await accountMember(backend, from)
    const before = await consents(me)
    expect(await me.call('PUT', '/marketing', { email: true, sms: false })).toMatchObject({ status: 204 })
    const { marketing } = await me.read()
    expect(marketing).toMatchObject({ email: true, sms: false, email_at: expect.any(String) })
    await me.call('PUT', '/marketing', { email: false, sms: false })
    await me.call('PUT', '/marketing', { email: false, sms: false })
    expect((await me.read()).marketing).toMatchObject({ email: false, sms: false })
    const after = await consents(me)
    expect(after.slice(0, before.length)).toEqual(before)
    const added = after.slice(before.length).map(({ terms_code, agreed }) => `${terms_code} ${agreed}`)
    expect(added.filter((one) => one.startsWith(`${prefix}AD_EMAIL`))).toEqual([
      `${prefix}AD_EMAIL true`,
      `${prefix}AD_EMAIL false`,
    ])
  })

  test('are answered once by parallel calls', async () => {
    const me = await accountMember(backend)
    await me.call('PUT', '/marketing', { email: false, sms: false })
    const before = await consents(me)
    await Promise.all([1, 2, 3].map(() => me.call('PUT', '/marketing', { email: true, sms: true })))
    const added = (await consents(me)).slice(before.length).map(({ terms_code }) => terms_code)
    expect(added.toSorted()).toEqual(['AD_EMAIL', 'AD_SMS', 'MARKETING'])
  })
})

test('a change of a factor leaves other browsers signed in until the member ends them, unless it is the password', async () => {
  const me = await accountMember(backend)
  const enter = async () => (await enterAccount(backend, me.member)).browser
  const isIn = async (browser: Browser) => (await browser.get('/v1/account')).status === 200
  const other = await enter()
  const done = [
    await me.call('PUT', '/second-factor', { second_factor: 'SMS' }),
    await me.call('PUT', '/second-factor', { second_factor: 'NONE' }),
    (await change(me, 'phone', newPhone())).reply,
  ]
  await me.addPasskey()
  const [passkey] = data(await me.call('GET', '/passkeys')) as unknown as PasskeyRow[]
  done.push(await me.call('DELETE', `/passkeys/${passkey?.id}`))
  expect(done.map(({ status }) => status)).toEqual([204, 204, 200, 204])
  expect(await isIn(other)).toBe(true)
  await me.call('DELETE', '/sessions')
  expect(await isIn(other)).toBe(false)
  const third = await enter()
  await me.prove('EMAIL')
  expect(await me.call('PUT', '/password', { password: await me.seal('kT7!mz2Rk9x') })).toMatchObject({ status: 200 })
  expect(await isIn(third)).toBe(false)
})

test('messages are in the language of the page: that of the sign-in, and another one that the member picks in the account', async () => {
  const headers = { 'accept-language': 'ja' }
  const me = await accountMember(backend, 'member', { browser: new Browser(backend.url, headers) })
  const newest = async () => (await messagesTo(backend, me.member.phone))[0]
  await me.call('POST', '/leave', {})
  // Who stays before the notice has left gets none about leaving.
  expect(await newest()).toContain(say('ja', 'notice.leaving.title', { from: 'Daemun' }))
  headers['accept-language'] = 'en'
  await me.call('DELETE', '/leave')
  expect(await newest()).toContain(say('en', 'notice.stayed.title', { from: 'Daemun' }))
  expect(await me.row()).toMatchObject({ locale: 'en' })
})

describe('the code at a sign-in', () => {
  const set = async (me: AccountMember, values: { phone?: null; admin?: boolean }) =>
    backend.ctx.db
      .updateTable('members')
      .set(values)
      .where('id', '=', (await me.row()).id)
      .execute()

  test('needs a phone', async () => {
    const me = await accountMember(backend)
    await set(me, { phone: null })
    expect(await me.call('PUT', '/second-factor', { second_factor: 'SMS' })).toMatchObject({
      status: 400,
      body: { code: 'NO_PHONE' },
    })
  })

  test('stays on for an administrator', async () => {
    const me = await accountMember(backend)
    await set(me, { admin: true })
    expect(await me.read()).toMatchObject({ second_factor: 'SMS', second_factor_required: true })
    expect(await me.call('PUT', '/second-factor', { second_factor: 'NONE' })).toMatchObject({ status: 400 })
  })
})

describe('a passkey', () => {
  const rowsOf = async (me: AccountMember) => data(await me.call('GET', '/passkeys')) as unknown as PasskeyRow[]

  test('is added, named, used as a proof and removed, and the member is told', async () => {
    const me = await accountMember(backend)
    const authenticator = await me.addPasskey()
    const [row] = await rowsOf(me)
    expect(row).toMatchObject({ synced: false, last_used_at: null, name: expect.any(String) })
    expect((await me.read()).passkeys).toMatchObject({ count: 1 })
    expect(await me.call('PUT', `/passkeys/${row?.id}`, { name: '  내  노트북 ' })).toMatchObject({ status: 204 })
    expect(await me.proveByPasskey(authenticator)).toMatchObject({ status: 200 })
    expect(await rowsOf(me)).toMatchObject([
      { name: '내 노트북', provider: 'Google Password Manager', last_used_at: expect.any(String) },
    ])
    await me.prove('PWD')
    expect(await me.call('DELETE', `/passkeys/${row?.id}`)).toMatchObject({ status: 204 })
    expect(await rowsOf(me)).toEqual([])
    const texts = await messagesTo(backend, me.member.phone)
    for (const kind of ['passkeyAdded', 'passkeyRemoved'] as const)
      expect(texts.some((text) => text.includes(say('ko', `notice.${kind}.title`, { from: '대문' })))).toBe(true)
  })

  test('is kept once when its answer was lost', async () => {
    const me = await accountMember(backend)
    const { options } = data(await me.call('POST', '/passkeys/options'))
    const credential = new Authenticator(APP).create(options as never)
    const first = await me.call('POST', '/passkeys', { credential })
    const again = await me.call('POST', '/passkeys', { credential })
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect(await rowsOf(me)).toHaveLength(1)
  })

  test('for the challenge of one session is not added in another one', async () => {
    const [me, other] = [await accountMember(backend), await accountMember(backend)]
    const { options } = data(await other.call('POST', '/passkeys/options'))
    const credential = new Authenticator(APP).create(options as never)
    expect(await me.call('POST', '/passkeys', { credential })).toMatchObject({
      status: 400,
      body: { code: 'PASSKEY_FAILED' },
    })
  })

  test('is the twentieth at most', async () => {
    const me = await accountMember(backend)
    for (let count = 0; count < 20; count += 1) await me.addPasskey()
    await expect(me.addPasskey()).rejects.toThrow('PASSKEY_FAILED')
    expect(await rowsOf(me)).toHaveLength(20)
  })

  test('of a backend without passkeys is not found', async () => {
    const without = await start({ passkeys: { mode: 'off' } })
    const me = await accountMember(without)
    for (const [method, path] of [
      ['GET', '/passkeys'],
      ['POST', '/passkeys/options'],
      ['POST', '/proof/passkey'],
      ['DELETE', '/passkeys/x'],
    ] as const)
      expect(await me.call(method, path)).toMatchObject({ status: 404 })
    expect((await me.read()).passkeys).toBeUndefined()
    await without.close()
  })
})
