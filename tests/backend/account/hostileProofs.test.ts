// A hostile review of the account: a thief has the cookie of a session whose sign-in is ten minutes old, and brings codes, challenges and sealed passwords that were
// made for something else. hostile.test.ts says what is where.
import { describe, expect, test } from 'vitest'
import type { CreationOptions, RequestOptions } from '../../../contract/shapes/passkeys.ts'
import { Authenticator } from '../../../conformance/authenticator.ts'
import { APP, Browser, data, seal, visitIn as visitName } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { authorization, copyOf, signInAt, MANY_SENDS } from '../start.ts'
import { accountAddress, accountMember, AccountMember, enterAccount } from './member.ts'

const backend = sharedBackend({ limits: MANY_SENDS })

/** The copy asks for a proof, so nothing counts as one. */
const expectNoProof = async (me: AccountMember) =>
  expect(await me.call('GET', '/export')).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })
const prove = (me: AccountMember, credential: unknown) => me.call('POST', '/proof', { method: 'PASSKEY', credential })

/** A session that is ten minutes old, of a member with a passkey. */
async function aged() {
  const me = await accountMember(backend)
  const authenticator = await me.addPasskey()
  await me.age()
  return { me, authenticator }
}

/** What a visit offers in this browser. */
async function visitIn(browser: Browser, address: string) {
  const entry = await browser.go(address)
  return { named: visitName(entry), offered: data(await browser.get(`/v1/init/login${entry.search}`)) }
}

describe('no fresh proof comes from', () => {
  test.each([
    ['the account’s own sign-in', (browser: Browser) => accountAddress(browser)],
    ['a service', async () => authorization()],
  ])('choosing the account again in a visit of %s', async (_, address) => {
    const me = await accountMember(backend, 'member', { stay: true })
    await me.age()
    const { id: member_id } = await me.row()
    await backend.ctx.db
      .updateTable('browser_sessions')
      .set({ signed_in_at: new Date(Date.now() - 600_000) })
      .where('member_id', '=', member_id)
      .execute()
    const { offered } = await visitIn(me.browser, `${await address(me.browser)}&prompt=select_account`)
    const [account] = offered.sso_sessions as { id: string }[]
    const chosen = await me.browser.post('/v1/verify/sso', { sso_session_id: account?.id })
    expect(chosen.status).toBe(200)
    await me.browser.go(String(data(chosen).location))
    await expectNoProof(me)
  })

  test('an answer to the challenge of a sign-in', async () => {
    const { me, authenticator } = await aged()
    const browser = new Browser(backend.url)
    await visitIn(browser, authorization())
    const asked = data(await browser.post('/v1/init/passkey', {}))
    const reply = await prove(me, authenticator.get(asked.options as RequestOptions))
    expect(reply.status).toBe(400)
    await expectNoProof(me)
  })

  test('an answer that has proved the member before', async () => {
    const { me, authenticator } = await aged()
    const { options } = data(await me.call('POST', '/proof/passkey'))
    const credential = authenticator.get(options as RequestOptions)
    expect(await prove(me, credential)).toMatchObject({ status: 200 })
    await me.age()
    expect(await prove(me, credential)).toMatchObject({ status: 400 })
    await expectNoProof(me)
  })

  test('an answer to the challenge for a new passkey', async () => {
    const me = await accountMember(backend)
    const authenticator = await me.addPasskey()
    const { options } = data(await me.call('POST', '/passkeys/options'))
    await me.age()
    const { challenge, rp } = options as CreationOptions
    const asked: RequestOptions = { challenge, rpId: rp.id, userVerification: 'required' }
    expect((await prove(me, authenticator.get(asked))).status).toBe(400)
    await expectNoProof(me)
  })

  test('an answer to the challenge of another session of the member', async () => {
    const { me, authenticator } = await aged()
    const other = await accountMember(backend, me.member)
    const { options } = data(await other.call('POST', '/proof/passkey'))
    expect((await prove(me, authenticator.get(options as RequestOptions))).status).toBe(400)
    await expectNoProof(me)
  })

  test('a sealed password that was read on its way to a sign-in', async () => {
    const me = await accountMember(backend)
    await me.age()
    const browser = new Browser(backend.url)
    const { offered, named } = await visitIn(browser, authorization())
    const password = seal(me.member.password, offered)
    const { login_id } = me.member
    const signed = await browser.post('/v1/verify/pwd', { login_id, password, stay_session: false, ...named })
    expect(signed.status).toBe(200)
    expect((await me.call('POST', '/proof', { method: 'PWD', password })).status).toBe(400)
    await expectNoProof(me)
  })

  test('a sealed password that has proved the member, in another session of the same member', async () => {
    const me = await accountMember(backend)
    const other = await accountMember(backend, me.member)
    await other.age()
    const password = await me.seal()
    expect(await me.call('POST', '/proof', { method: 'PWD', password })).toMatchObject({ status: 200 })
    expect((await other.call('POST', '/proof', { method: 'PWD', password })).status).toBe(400)
    await expectNoProof(other)
  })

  test.each([
    ['an empty code', { method: 'SMS', auth_code: '' }],
    ['a code and a password', { method: 'SMS', auth_code: 'x', password: 'x' }],
    ['a code in a list', { method: 'SMS', auth_code: ['x'] }],
    ['no method', { auth_code: 'x' }],
    ['a method that is none', { method: 'ADMIN', auth_code: 'x' }],
    ['a code with a character that the database does not store', { method: 'SMS', auth_code: '\u0000' }],
    ['a password that is not sealed', { method: 'PWD', password: 'pA5$word' }],
    ['an empty password', { method: 'PWD', password: '' }],
  ])('%s', async (_, body) => {
    const me = await accountMember(backend)
    await me.age()
    expect((await me.call('POST', '/proof', body)).status).toBe(400)
    await expectNoProof(me)
  })
})

test('a code by SMS proves nothing by e-mail, neither before nor after it has proved the member', async () => {
  const me = await accountMember(backend)
  await me.age()
  const by = (method: 'SMS' | 'EMAIL', auth_code: string) => me.call('POST', '/proof', { method, auth_code })
  expect(await by('EMAIL', await me.code('SMS'))).toMatchObject({ status: 400 })
  const auth_code = await me.code('SMS')
  expect(await by('SMS', auth_code)).toMatchObject({ status: 200 })
  expect(await by('EMAIL', auth_code)).toMatchObject({ status: 400 })
  const { id } = await me.row()
  const proofs = backend.ctx.db.selectFrom('account_proofs').select('method').where('member_id', '=', id)
  expect(await proofs.execute()).toEqual([{ method: 'SMS' }])
})

test('guesses in a stolen session do not keep the owner out of a known browser', async () => {
  const member = await copyOf(backend, 'member')
  const home = new Browser(backend.url)
  await signInAt(backend, home, member)
  const thief = new AccountMember(backend, member, (await enterAccount(backend, member)).browser)
  await thief.age()
  for (let guess = 0; guess < 6; guess += 1)
    await thief.call('POST', '/proof', { method: 'PWD', password: await thief.seal('wR4$ngpass') })
  const { offered, named } = await visitIn(home, `${authorization()}&prompt=login`)
  const { login_id } = member
  const password = seal(member.password, offered)
  const reply = await home.post('/v1/verify/pwd', { login_id, password, stay_session: false, ...named })
  expect(reply).toMatchObject({ status: 200 })
})

test('a new authenticator of the thief’s is not added with an old sign-in', async () => {
  const { me } = await aged()
  expect(await me.call('POST', '/passkeys/options')).toMatchObject({ body: { code: 'PROOF_NEEDED' } })
  const { options } = data(await me.call('POST', '/proof/passkey'))
  const { challenge, rpId } = options as RequestOptions
  const user = { id: 'AAAA', name: 'x', displayName: 'x' }
  const asked = { challenge, rp: { id: rpId, name: 'x' }, user, pubKeyCredParams: [] } as unknown as CreationOptions
  const credential = new Authenticator(APP).create(asked)
  expect(await me.call('POST', '/passkeys', { credential })).toMatchObject({ body: { code: 'PROOF_NEEDED' } })
  await me.prove('PWD')
  expect((await me.call('POST', '/passkeys', { credential })).status).toBe(400)
})
