// Password managers store a new password under the user name that precedes it in the same form.
import type { PendingStep } from '../../contract/shapes/pending.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, inject, test } from 'vitest'
import type { MemberKind } from '../../src/rules/join/member.ts'
import { platformTerms } from '../../src/rules/terms/terms.ts'
import { toggleAllTerms } from '../../src/rules/terms/termsList.ts'
import { saveIdentify } from '../../src/stores/identify.ts'
import { beginStep } from '../../src/stores/login.ts'
import type { SignUpState } from '../../src/stores/shapes.ts'
import { saveSignUp } from '../../src/stores/signUp.ts'
import { openScreen, renderJoin, toPerson } from '../support/joining.ts'
import { goTo, renderAt } from '../support/render.tsx'
import { give, server } from '../support/server.ts'

const login_id = 'member@demo.test'
const other = 'other@demo.test'
const { modulus, exponent } = inject('backend')
const right = { reset_token: 'right', modulus, exponent, enc_alg: 'RSA-OAEP-256', steps: 3 } as const

const join = (kind: MemberKind, patch: Partial<SignUpState> = {}) => {
  const consentedTerms = toggleAllTerms(platformTerms(kind), [])
  saveSignUp({ kind, consentedTerms, memberTypeCode: 'SOCIAL', login_id, emailVerified: true, ...patch })
}
const invitation: Partial<SignUpState> = { matcher_type: 'SIGN_UP', fixed: ['login_id'] }
const mayReset = (users: string[]) => saveIdentify({ login_id, selectedEmail: login_id, reset: { ...right, users } })
const step = (matcher_type: string, step_login_id: string) =>
  beginStep({ matcher_type, step: { step: matcher_type } as PendingStep, step_login_id })

test.each<[form: string, path: string, before: () => void]>([
  ['a general join', '/join/privacy/gen', () => join('GEN')],
  ['a join of the group', '/join/privacy', () => join('SK')],
  ['a general invitation', '/sign-up/privacy/gen', () => join('GEN', invitation)],
  ['an invitation of the group', '/sign-up/privacy', () => join('SK', invitation)],
  ['a reset', '/identify/password/new', () => mayReset([login_id])],
  ['a reset of one of two accounts', '/identify/password/new', () => mayReset([other, login_id])],
  ['a recommended change', '/resolve/password', () => step('RECOMMENDED_CHANGE_PWD', login_id)],
  ['a required change', '/resolve/required/password', () => step('REQUIRED_CHANGE_PWD', login_id)],
  ['a change of a member who typed no ID', '/resolve/required/password', () => step('REQUIRED_CHANGE_PWD', '')],
])('the form of %s has the ID, which cannot be changed, before the new password', async (_, path, before) => {
  server.use(
    give('auth', '/v1/profile/users', { belong_sk: false, login_id, nickname: null, name: null, birthdate: null }),
  )
  await renderAt('/about', { welcomed: true })
  act(before)
  goTo(path)
  await screen.findByRole('heading', { level: 1 })
  const created = () => [...document.querySelectorAll<HTMLInputElement>('[autocomplete="new-password"]')]
  await waitFor(() => expect(created()).toHaveLength(2))
  for (const { form } of created()) {
    const fields = [...(form?.querySelectorAll<HTMLInputElement>('[autocomplete]') ?? [])]
    const [owner, ...more] = fields.filter(({ autocomplete }) => autocomplete === 'username')
    expect(more).toEqual([])
    await waitFor(() => expect(owner).toHaveValue(login_id))
    expect(owner).toHaveAttribute('readonly')
    expect(fields.findIndex((field) => field === owner)).toBeLessThan(
      fields.findIndex((field) => field === created()[0]),
    )
  }
})

test('a password that is set again in a join has the ID before it', async () => {
  const { user } = await renderJoin('/join/privacy/gen', { ...toPerson, login_id })
  await screen.findByRole('heading', { level: 1 })
  openScreen('account')
  await user.click(await screen.findByRole('button', { name: 'Set it again' }))
  const owner = document.querySelector('form [autocomplete="username"]')
  expect(owner).toHaveValue(login_id)
  expect(owner).toHaveAttribute('readonly')
})
