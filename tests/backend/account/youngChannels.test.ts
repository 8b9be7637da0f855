// Security E10, A11: a phone or an address that is younger than seven days opens nothing alone (docs/decisions/0040).
import { describe, expect, test } from 'vitest'
import { Browser, data } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { codeTo, messagesTo } from '../inbox.ts'
import { allowedBy, setPassword, type Channel } from '../resetting.ts'
import { MANY_SENDS } from '../start.ts'
import { accountAddress, accountMember, change, newEmail, newPhone } from './member.ts'

const backend = sharedBackend({ limits: MANY_SENDS })

describe('a phone or an address of less than seven days', () => {
  const NEW = 'kT7!mz2Rk9x'

  /** Resets the password by these channels, in a new browser. */
  async function reset(login_id: string, channels: readonly Channel[]) {
    const browser = new Browser(backend.url)
    await browser.go(await accountAddress(browser))
    const last = await allowedBy(backend, browser, login_id, channels)
    return { also: last.also, done: data(await setPassword(browser, login_id, last, NEW)) }
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
    const told = await Promise.all([me.member.phone, me.member.login_id, to].map((one) => messagesTo(backend, one)))
    expect(told.map((texts) => texts.some((text) => text.includes('/reset-cancel/')))).toEqual([true, true, false])
  })

  test('does not find the account by an ID search and reset it with the same code', async () => {
    const me = await accountMember(backend)
    await change(me, 'phone', newPhone())
    const { name, phone, login_id } = await me.row()
    expect(phone).not.toBe(me.member.phone)
    const browser = new Browser(backend.url)
    await browser.go(await accountAddress(browser))
    const { auth_token } = data(await browser.post('/v1/init/search/ids', {}))
    const token = { 'x-authenticator': `Token ${String(auth_token)}` }
    const number = { phone_number: phone?.replace('+82', '0'), nation_tel_no: '82' }
    await browser.post('/authenticator/v1/issue/sms', number, token)
    const verify_code = await codeTo(backend, phone ?? '')
    const { auth_code } = data(await browser.post('/authenticator/v1/verify/sms', { verify_code }, token))
    const credential = { auth_code, amr: 'SMS' }
    expect(await browser.post('/v1/search/ids', { name, credential })).toMatchObject({ status: 200 })
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
    const verify_code = await codeTo(backend, to)
    const { auth_code } = data(await me.browser.post('/authenticator/v1/verify/sms', { verify_code }, token))
    expect(await me.call('POST', '/proof', { method: 'SMS', auth_code })).toMatchObject({ status: 200 })
    expect(await me.call('PUT', '/password', { password: await me.seal(NEW) })).toMatchObject({
      status: 403,
      body: { data: { methods: ['EMAIL'] } },
    })
  })

  test('proves nobody without the password, where both are young, also right after the sign-in', async () => {
    const me = await accountMember(backend)
    const [phone, login_id] = [newPhone(), newEmail()]
    await change(me, 'phone', phone)
    await change(me, 'email', login_id)
    const set = async () => me.call('PUT', '/password', { password: await me.seal(NEW) })
    const needs = (...methods: string[]) => ({ status: 403, body: { data: { methods } } })
    Object.assign(me.member, { phone, login_id })
    await me.prove('SMS')
    expect(await set()).toMatchObject(needs('PWD'))
    await me.prove('PWD')
    expect(await set()).toMatchObject({ status: 200 })
  })
})
