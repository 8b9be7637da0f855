// Contract, "Account": who is signed in, and what a fresh proof is.
import { describe, expect, test } from 'vitest'
import { sharedBackend } from '../shared.ts'
import { accountMember } from './member.ts'

const backend = sharedBackend()

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
})
