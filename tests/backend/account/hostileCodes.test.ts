// A hostile review of the account: the tokens of codes, and cookies from before a sign-in. hostile.test.ts says what is where.
import { describe, expect, test } from 'vitest'
import { bindingOf } from '../../../backend/domain/account/accountVisit.ts'
import { markOf } from '../../../backend/domain/signIn/transactions.ts'
import { APP, Browser, data } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf, MANY_SENDS } from '../start.ts'
import { accountAddress, accountMember, type AccountMember, enterAccount, newEmail, newPhone } from './member.ts'

const backend = sharedBackend({ limits: MANY_SENDS })

const expectNoProof = async (me: AccountMember) =>
  expect(await me.call('GET', '/export')).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })

describe('the token of a code', () => {
  const tokenOf = async (me: AccountMember, purpose = 'PROOF') =>
    String(data(await me.call('POST', '/proof/token', { method: 'SMS', purpose })).auth_token)
  const issue = (me: AccountMember, token: string) =>
    me.browser.post('/authenticator/v1/issue/sms', {}, { 'x-authenticator': `Token ${token}` })

  test('ends with its session', async () => {
    const me = await accountMember(backend)
    const other = await accountMember(backend, me.member)
    const [token, auth_code] = [await tokenOf(me), await me.code('SMS')]
    expect(await other.call('DELETE', '/sessions')).toMatchObject({ status: 204 })
    expect((await issue(me, token)).status).toBe(401)
    await other.age()
    expect((await other.call('POST', '/proof', { method: 'SMS', auth_code })).status).toBe(400)
    await expectNoProof(other)
  })

  test('for a new phone that was made in time changes nothing once the proof is too old', async () => {
    const me = await accountMember(backend)
    const auth_code = await me.code('SMS', newPhone())
    await me.age()
    expect(await me.call('PUT', '/phone', { auth_code })).toMatchObject({ body: { code: 'PROOF_NEEDED' } })
    expect((await me.row()).phone).toBe(me.member.phone)
  })

  test('for a new address says nothing about who has that address', async () => {
    const me = await accountMember(backend)
    const known = (await copyOf(backend, 'member')).login_id
    const answers = []
    for (const email of [known, newEmail()]) {
      const { auth_token } = data(await me.call('POST', '/proof/token', { method: 'EMAIL', purpose: 'CHANGE' }))
      const token = { 'x-authenticator': `Token ${String(auth_token)}` }
      const { status, body } = await me.browser.post('/authenticator/v1/issue/email', { email }, token)
      answers.push({ status, fields: Object.keys(data({ status, body } as never)).toSorted() })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.status).toBe(200)
  })
})

test('the cookie of a visit with the name of a session in it opens no transaction of that session', async () => {
  const me = await accountMember(backend)
  await me.read()
  const { id } = await me.row()
  const rows = backend.ctx.db.selectFrom('oidc_payloads').select('payload').where('model', '=', 'Session')
  const session = (await rows.execute()).find(({ payload }) => payload.accountId === id)
  const uid = String(session?.payload.uid)
  const row = backend.ctx.db.selectFrom('transactions').selectAll().where('binding_hash', '=', bindingOf(uid))
  const { id: transaction_id } = await row.executeTakeFirstOrThrow()
  const thief = new Browser(backend.url)
  for (const secret of [uid, `account ${uid}`, encodeURIComponent(`account ${uid}`), bindingOf(uid)]) {
    const headers = { origin: APP, cookie: `tx.${markOf(transaction_id)}=${secret}` }
    const named = `/v1/init/session?transaction_id=${transaction_id}&state=x`
    expect((await thief.send(named, { headers })).status).toBeGreaterThanOrEqual(400)
  }
})

test('a cookie that a thief had before the sign-in, or has planted, opens nothing after it', async () => {
  const browser = new Browser(backend.url)
  await browser.go(await accountAddress(browser))
  const planted = browser.cookiesFor(new URL('/v1/account', backend.url))
  expect(planted).not.toBe('')
  await enterAccount(backend, await copyOf(backend, 'member'), { browser })
  expect(await browser.call('GET', '/v1/account')).toMatchObject({ status: 200 })
  const thief = new Browser(backend.url)
  const headers = { origin: APP, cookie: planted }
  expect(await thief.send('/v1/account', { headers })).toMatchObject({ status: 401 })
})
