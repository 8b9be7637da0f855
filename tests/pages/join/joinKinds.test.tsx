// Spec §2 and §4, the two ways of a join: choices made for one path have no effect on the other.
import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { MemberKind } from '../../../src/rules/join/member.ts'
import { platformTerms } from '../../../src/rules/terms/terms.ts'
import { toggleAllTerms } from '../../../src/rules/terms/termsList.ts'
import { readJoin } from '../../../src/stores/join.ts'
import { saveLogin } from '../../../src/stores/login.ts'
import { saveSignUp } from '../../../src/stores/signUp.ts'
import type { SignUpState } from '../../../src/stores/shapes.ts'
import { newEmail } from '../../backend/joiner.ts'
import { proveEmail } from '../../support/joining.ts'
import { renderAt } from '../../support/render.tsx'
import { calls, give, hold, refuse, server } from '../../support/server.ts'
import { beginVisit } from '../../support/visit.ts'

const here = () => window.location.pathname
const open = (path: string) =>
  act(() => {
    // The router counts the entries of a tab.
    history.pushState({ idx: history.length }, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  })

const filled = (kind: MemberKind): Partial<SignUpState> => ({
  consentedTerms: toggleAllTerms(platformTerms(kind), []),
  login_id: 'someone@group.test',
  nickName: '하늘',
  fullName: '김하늘',
  birthday: kind === 'SK' ? '1990' : '1990-01-31',
  password: 'sealed',
})

/** Skips the service page. @returns the body that was sent */
async function skipService(user: UserEvent, answer = give('auth', '/v1/verify/join', { join_status: 'WAITING' })) {
  server.use(give('auth', '/v1/terms/RELYING_PARTY', { terms: [] }), answer)
  open('/join/service')
  await user.click(await screen.findByRole('button', { name: 'Skip and create account' }))
  await waitFor(() => expect(calls('/v1/verify/join')).toHaveLength(1))
  return calls('/v1/verify/join')[0]?.body()
}

test('a visitor who looked at the family card first can still join as a group member', async () => {
  const { user } = await renderAt('/join', { welcomed: true })
  await user.click(await screen.findByRole('button', { name: /family/i }))
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  await user.click(await screen.findByRole('link', { name: 'Create account as a group member' }))
  await waitFor(() => expect(here()).toBe('/join/terms'))
  saveSignUp(filled('SK'))
  expect(await skipService(user)).toMatchObject({ belong_sk: true, matcher_type: 'JOIN', amr: 'NONE', profile: {} })
})

test('an address that a general join has proved is proved again for a group member', async () => {
  const { user } = await renderAt('/join', { welcomed: true })
  const link = await screen.findByRole('link', { name: 'Create account as a group member' })
  saveSignUp({ ...filled('GEN'), kind: 'GEN', emailVerified: true })
  await user.click(link)
  await waitFor(() => expect(here()).toBe('/join/terms'))
  expect(readJoin()).toMatchObject({ kind: 'SK', login_id: 'someone@group.test', emailVerified: false })
})

test('an address that the server has fixed stays proved for a group member', async () => {
  const { user } = await renderAt('/join', { welcomed: true })
  const link = await screen.findByRole('link', { name: 'Create account as a group member' })
  saveSignUp({ ...filled('GEN'), kind: 'GEN', emailVerified: true, fixed: ['login_id'] })
  await user.click(link)
  await waitFor(() => expect(here()).toBe('/join/terms'))
  expect(readJoin().emailVerified).toBe(true)
})

/** Carries a group account over, as far as the terms, and turns back. */
async function turnBack() {
  const rendered = await renderAt('/join', { welcomed: true })
  await screen.findByRole('button', { name: /Social/ })
  saveSignUp({ login_id: 'someone@group.test' })
  open('/join/info')
  const use = await screen.findByRole('button', { name: 'Use this account' })
  expect(screen.getByText(/Next: the terms, a password and the details that are missing/)).toBeVisible()
  await rendered.user.click(use)
  await waitFor(() => expect(here()).toBe('/join/terms'))
  expect(screen.queryByText(/^Already have an account/)).toBeNull()
  expect(readJoin()).toMatchObject({ kind: 'SK', isGroupConversion: true })
  open('/join')
  return rendered
}

test('a completed conversion is sent as one', async () => {
  const { user } = await turnBack()
  open('/join/terms')
  saveSignUp(filled('SK'))
  expect(await skipService(user)).toMatchObject({ belong_sk: true, matcher_type: 'CONVERSION_JOIN' })
})

test('the account that is carried over is no step: the terms after it are the first', async () => {
  const { user } = await renderAt('/join', { welcomed: true })
  await screen.findByRole('button', { name: /Social/ })
  const login_id = 'someone@group.test'
  saveLogin({ identity: { belong_sk: true, login_id, nickname: '*하늘*', name: null, birthdate: null } })
  open('/join/info')
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
  expect(await heading('You already have a group account')).not.toHaveAccessibleDescription()
  await user.click(screen.getByRole('button', { name: 'Use this account' }))
  expect(await heading('Please read the terms')).toHaveAccessibleDescription(/^Step 1 of 5/)
})

test('a conversion that was given up leaves a general join unmarked', async () => {
  const { user } = await turnBack()
  await user.click(await screen.findByRole('button', { name: /Social/ }))
  await waitFor(() => expect(here()).toBe('/join/terms/gen'))
  saveSignUp(filled('GEN'))
  expect(await skipService(user)).toMatchObject({ belong_sk: false, matcher_type: 'JOIN' })
})

test('a conversion that was given up leaves another join of a group member unmarked', async () => {
  const { user } = await turnBack()
  await user.click(await screen.findByRole('link', { name: 'Create account as a group member' }))
  await waitFor(() => expect(here()).toBe('/join/terms'))
  saveSignUp(filled('SK'))
  expect(await skipService(user)).toMatchObject({ belong_sk: true, matcher_type: 'JOIN' })
})

test('a card that stays chosen while the other way is looked at brings back a general join whole', async () => {
  const { user } = await renderAt('/join', { welcomed: true })
  await user.click(await screen.findByRole('button', { name: /Social/ }))
  saveSignUp({ birthday: '1990-01-31' })
  open('/join')
  await user.click(await screen.findByRole('link', { name: 'Create account as a group member' }))
  await waitFor(() => expect(here()).toBe('/join/terms'))
  saveSignUp({ affiliationCode: 'SK01' })
  open('/join')
  await user.click(await screen.findByRole('button', { name: /Social/ }))
  await waitFor(() => expect(here()).toBe('/join/terms/gen'))
  expect(readJoin()).toMatchObject({ kind: 'GEN', birthday: '1990-01-31', affiliationCode: '' })
})

describe('a group join whose address is not of the group', () => {
  const typed = { birthday: '1990', affiliationCode: 'SK002', empNo: 'E12345', fullName: '김하늘' }
  const login_id = newEmail()
  const rest = { ...filled('SK'), ...typed, login_id, emailVerified: true }
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

  test.each([
    ['when the address is proved', (user: UserEvent) => proveEmail({ user }, login_id)],
    [
      'at its end',
      (user: UserEvent) => (
        act(() => saveSignUp(rest)),
        skipService(user, refuse('auth', '/v1/verify/join', { detail_code: 4595 }))
      ),
    ],
  ])('is refused %s: Back leads to the address, and what was typed is there', async (_, press) => {
    const { user } = await renderAt(`/init/join${await beginVisit({ prompt: 'create' })}`)
    const agree = async () => {
      await user.click(await screen.findByRole('checkbox', { name: /Agree to all/ }))
      await user.click(screen.getByRole('button', { name: 'Next' }))
    }
    await user.click(await screen.findByRole('link', { name: 'Create account as a group member' }))
    await agree()
    await heading('Verify your email')
    act(() => saveSignUp(typed))
    await press(user)
    await user.click(await screen.findByRole('button', { name: 'Choose another member type' }))
    await waitFor(() => expect(here()).toBe('/join/terms/gen'))
    await agree()
    await heading('Which best describes you?')
    act(() => history.back())
    await heading('Please read the terms')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await heading('Verify your email')
    expect(here()).toBe('/join/privacy')
    expect(screen.getByLabelText('Email (your ID)')).toHaveValue(login_id)
    expect(screen.getByRole('button', { name: 'Send code' })).toBeVisible()
    expect(readJoin()).toMatchObject(typed)
  })
})

test.each([
  ['ONLY_SK', '/join/terms/gen', /Only group members can create an account/, 'For group members only'],
  ['ONLY_SK', '/join/terms?type=general', /Only group members can create an account/, 'For group members only'],
  ['ONLY_GEN', '/join/info', /Only general members can create an account/, 'Which best describes you?'],
] as const)('a service that is %s: %s says why it is closed, and leads back', async (permission, path, text, title) => {
  const { user } = await renderAt(path, { welcomed: true, service: { permission } })
  expect(await screen.findByText(text)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(here()).toBe('/join')
})

test.each([
  ['Create account', 'Skip and create account'],
  ['Skip and create account', 'Create account'],
])('a join is sent once: after "%s" the other button does nothing until it is answered', async (first, second) => {
  const { handler, release } = hold('auth', '/v1/verify/join', { join_status: 'WAITING' })
  server.use(give('auth', '/v1/terms/RELYING_PARTY', { terms: [] }), handler)
  const { user } = await renderAt('/join', { welcomed: true })
  saveSignUp({ ...filled('SK'), kind: 'SK' })
  open('/join/service')
  const [pressed, other] = [
    await screen.findByRole('button', { name: first }),
    screen.getByRole('button', { name: second }),
  ]
  await waitFor(() => expect(pressed).not.toHaveAttribute('aria-disabled'))
  await user.click(pressed)
  await waitFor(() => expect(other).toHaveAttribute('aria-disabled'))
  await user.click(other)
  release()
  await waitFor(() => expect(here()).toBe('/join/completed'))
  expect(calls('/v1/verify/join')).toHaveLength(1)
})
