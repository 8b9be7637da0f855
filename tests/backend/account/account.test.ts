// Contract, "Account": who is signed in, and what a fresh proof is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningBackend } from '../../../backend/main.ts'
import { data, seal } from '../browser.ts'
import { start } from '../start.ts'
import { accountMember } from './member.ts'

let backend: RunningBackend
let late = 0
beforeAll(async () => {
  backend = await start({ now: () => new Date(Date.now() + late) })
}, 120_000)
afterAll(() => backend.close())

const proofNeeded = (...methods: string[]) => ({ status: 403, body: { code: 'PROOF_NEEDED', data: { methods } } })

describe('the account', () => {
  test('says who is signed in, with the phone and the address masked', async () => {
    const me = await accountMember(backend)
    const { password_changed_at } = await me.row()
    expect(await me.read()).toMatchObject({
      login_id: me.member.login_id,
      phone: expect.stringMatching(/^010-\*{4}-\*\*\d\d$/),
      email: expect.stringMatching(/^\w{1,2}\*\*\*@/),
      password_changed_at: password_changed_at.toISOString(),
      second_factor: 'NONE',
      second_factor_required: false,
      email_managed: false,
      member_kind: 'GEN',
      passkeys: { count: 0 },
      enc_alg: 'RSA-OAEP-256',
    })
  })

  test('has the number of a group member, which a relative needs for a join, and of nobody else', async () => {
    const group = await accountMember(backend, 'sk')
    const { mbr_no } = await group.row()
    expect(mbr_no).toMatch(/^\d{8}$/)
    expect(await group.read()).toMatchObject({ mbr_no, belong_sk: true })
    expect(await (await accountMember(backend)).read()).not.toHaveProperty('mbr_no')
  })

  test('asks for a proof again five minutes after the sign-in', async () => {
    const me = await accountMember(backend)
    expect(await me.call('PUT', '/second-factor', { second_factor: 'NONE' })).toMatchObject({ status: 204 })
    await me.age()
    expect(await me.call('PUT', '/second-factor', { second_factor: 'NONE' })).toMatchObject(proofNeeded('PWD', 'EMAIL'))
    expect(await me.prove('PWD')).toMatchObject({ status: 200 })
    expect(await me.call('PUT', '/second-factor', { second_factor: 'NONE' })).toMatchObject({ status: 204 })
    late = 301_000
    expect(await me.call('PUT', '/second-factor', { second_factor: 'NONE' })).toMatchObject(proofNeeded('PWD', 'EMAIL'))
    late = 0
  })

  test('sets another password, and this browser stays signed in, with another cookie', async () => {
    const me = await accountMember(backend)
    const other = await accountMember(backend, me.member)
    const old = me.browser.cookiesFor(new URL(backend.url))
    await me.prove('SMS')
    const changed = await me.call('PUT', '/password', { password: seal('kH7$wq2Lm9', await me.read()) })
    expect(changed).toMatchObject({ status: 200, body: { data: { ended_sessions: 1 } } })
    expect(await me.call('GET')).toMatchObject({ status: 200 })
    expect(await other.call('GET')).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
    const copy = { cookie: old }
    expect(await me.call('GET', '', undefined, copy)).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
    const { location } = data(await me.browser.post('/v1/init/account', { return_to: '/account' }))
    expect((await me.browser.go(String(location))).search).toBe('?signed_in=1')
  })
})
