// Security A5, 429: every form shows the wait, counts it down at its button, sends nothing before its end, and keeps the input.
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { saveIdentify } from '../../src/stores/identify.ts'
import { newEmail } from '../backend/joiner.ts'
import { welcomeData } from '../support/builders.ts'
import { holdTime } from '../support/clock.ts'
import { joinToPrivacy, finishPrivacy } from '../support/joining.ts'
import { openStep, renderAfter, renderAt } from '../support/render.tsx'
import { calls, give, refuse, server } from '../support/server.ts'
import { typeCode, typeNewPassword } from '../support/typing.ts'

const SECONDS = 40
// The page calls it in the background, and a fake clock would break the connection.
beforeEach(() => server.use(give('service', '/common/terms/v1/rps/service-a', [])))

const tooMany = (path: string, backend: 'auth' | 'service' = 'auth') =>
  server.use(refuse(backend, path, { status: 429, headers: { 'retry-after': String(SECONDS) } }))
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }))

/** Presses the button after `path` answered 429, and follows the wait to its end. */
async function expectCounted(user: UserEvent, name: string, path: string): Promise<void> {
  const { pass } = holdTime()
  await press(user, name)
  const counting = await screen.findByRole('button', { name: new RegExp(`^${name} \\(\\d+\\)$`) })
  expect(screen.getByText(/Please try again in 40 seconds\.$/)).toBeVisible()
  expect(counting).toHaveAttribute('aria-disabled', 'true')
  expect(screen.queryByRole('dialog')).toBeNull()
  const asked = calls(path).length
  await user.click(counting)
  expect(calls(path)).toHaveLength(asked)
  pass((SECONDS + 1) * 1000)
  await waitFor(() => expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-disabled'))
  expect(screen.queryByText(/Please try again in/)).toBeNull()
}

describe('a recovery that has to wait counts at the button of', () => {
  test('the id of a reset', async () => {
    tooMany('/v1/init/search/pwd')
    const { user } = await renderAt('/identify/password', { welcomed: true })
    await user.type(await screen.findByLabelText('Email'), 'member@demo.test')
    await expectCounted(user, 'Next', '/v1/init/search/pwd')
    expect(screen.getByLabelText('Email')).toHaveValue('member@demo.test')
  })

  test('a search for ids', async () => {
    server.use(
      give('auth', '/v1/init/search/ids', { auth_token: 'token' }),
      give('service', '/authenticator/v1/issue/sms', { expires_in: 180 }),
      give('service', '/authenticator/v1/verify/sms', { auth_code: 'proof' }),
    )
    // The code also searches. This search fails, so that the button stays for another one.
    server.use(refuse('auth', '/v1/search/ids', { status: 500 }))
    const { user } = await renderAt('/identify/myid', { welcomed: true })
    await user.type(await screen.findByLabelText('Name'), '김하늘')
    await user.type(screen.getByLabelText('Mobile number'), '01012345678')
    await press(user, 'Send code')
    await typeCode(user, '123456{Enter}')
    await screen.findByText('Verified.')
    await waitFor(() => expect(calls('/v1/search/ids')).toHaveLength(1))
    tooMany('/v1/search/ids')
    const { pass } = holdTime()
    await press(user, 'Find my ID')
    await screen.findByRole('button', { name: /^Find my ID \(\d+\)$/ })
    expect(screen.getByLabelText('Name')).toHaveValue('김하늘')
    pass((SECONDS + 1) * 1000)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Find my ID' })).not.toHaveAttribute('aria-disabled'))
  })

  test('the token of a search: counted at the button that asks for the code', async () => {
    tooMany('/v1/init/search/ids')
    const { user } = await renderAt('/identify/myid', { welcomed: true })
    await user.type(await screen.findByLabelText('Name'), '김하늘')
    await user.type(screen.getByLabelText('Mobile number'), '01012345678')
    await press(user, 'Send code')
    await screen.findByRole('button', { name: /^Send code \(\d+\)$/ })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByLabelText('Mobile number')).toHaveValue('010-1234-5678')
  })

  test('the reset of an id that was found', async () => {
    tooMany('/v1/init/search/pwd')
    const found = [{ login_id: 'member@demo.test', joined_at: '2024-03-04T05:06:07Z' }]
    const searched = { mobileVerified: true, myEmails: found, selectedEmail: 'member@demo.test' }
    const { user } = await renderAfter(() => saveIdentify(searched), '/identify/myid/done')
    await expectCounted(user, 'Reset password', '/v1/init/search/pwd')
  })

  test('a new password', async () => {
    tooMany('/v1/profile/search/password')
    const { modulus, exponent } = welcomeData()
    const login_id = 'member@demo.test'
    const reset = {
      reset_token: 'reset',
      modulus,
      exponent,
      enc_alg: 'RSA-OAEP-256',
      users: [login_id],
      steps: 3,
    } as const
    const allowed = () => saveIdentify({ login_id, selectedEmail: login_id, reset })
    const { user } = await renderAfter(allowed, '/identify/password/new')
    await user.type(await screen.findByLabelText('New password'), 'wQ7!mz2Rk9')
    await user.type(screen.getByLabelText('Repeat the new password'), 'wQ7!mz2Rk9')
    await expectCounted(user, 'Change password', '/v1/profile/search/password')
  })
})

describe('a pending step that has to wait counts at the button of', () => {
  test('terms', async () => {
    const terms = [{ terms_code: 'SERVICE', name: 'Service', url: 'https://terms.example/s', required: true }]
    server.use(give('auth', '/v1/terms/ADD_SUNI', { terms }))
    tooMany('/v1/matcher/resolve')
    const { user } = await openStep('/resolve/terms?terms_types=ADD_SUNI', 'ADD_TERMS_AGREEMENT')
    await user.click(await screen.findByLabelText(/Service/))
    await expectCounted(user, 'Agree and continue', '/v1/matcher/resolve')
    expect(screen.getByLabelText(/Service/)).toBeChecked()
  })

  test('a password that is put off', async () => {
    tooMany('/v1/matcher/resolve')
    const { user } = await openStep('/resolve/password', 'RECOMMENDED_CHANGE_PWD')
    await expectCounted(user, 'Change it later', '/v1/matcher/resolve')
  })

  test('a password that is changed', async () => {
    tooMany('/v1/profile/change/password')
    const { user } = await openStep('/resolve/required/password', 'REQUIRED_CHANGE_PWD')
    await user.type(await screen.findByLabelText('Current password'), 'mR7$kwd2Tq')
    await typeNewPassword(user, 'wQ7!mz2Rk9')
    await expectCounted(user, 'Change password', '/v1/profile/change/password')
  })

  test('an approval, and the page says so', async () => {
    server.use(
      give('portal', '/v1/members/join-state', {
        join_status: 'WAITING',
        join_type: 'NEW',
        requested_at: '2026-01-01T00:00:00Z',
      }),
    )
    tooMany('/v1/matcher/resolve')
    const { user } = await openStep('/resolve/member', 'JOIN_STATE')
    await press(user, 'Check again')
    expect(await screen.findByText(/Please try again in 40 seconds\.$/)).toBeVisible()
    const counting = await screen.findByRole('button', { name: /^Check again \(\d+\)$/ })
    expect(counting).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('the chooser', () => {
  test('the page counts, and no account is asked about before', async () => {
    const session = { id: 'one', login_id: 'o***@b.kr', name: 'One', last_used_at: '2026-01-01T00:00:00Z' }
    tooMany('/v1/verify/sso')
    const { user } = await renderAt('/loginSSO', {
      welcomed: { amrs: ['SSO', 'PWD'], sso_sessions: [session], possible_sso_login: true },
    })
    const { pass } = holdTime()
    const account = await screen.findByRole('button', { name: /^Continue as One/ })
    await user.click(account)
    await waitFor(() => expect(account).toHaveAttribute('aria-disabled', 'true'))
    expect(await screen.findByText(/Please try again in \d+ seconds/)).toBeVisible()
    await user.click(account)
    expect(calls('/v1/verify/sso')).toHaveLength(1)
    pass((SECONDS + 1) * 1000)
    await waitFor(() => expect(account).not.toHaveAttribute('aria-disabled'))
  })
})

describe('a join', () => {
  test('its last page keeps what was chosen, and counts at both buttons', async () => {
    const rendered = await joinToPrivacy()
    await finishPrivacy(rendered)
    tooMany('/v1/verify/join')
    await expectCounted(rendered.user, 'Skip and create account', '/v1/verify/join')
  })

  test('the challenge of an address is counted at the button of its code', async () => {
    const { user } = await joinToPrivacy()
    const login_id = newEmail()
    const email = screen.getByLabelText('Email (your ID)')
    tooMany('/v1/challenge/join/:id')
    // Blur starts the challenge call, whose answer the page shows.
    await user.type(email, login_id)
    const [send] = screen.getAllByRole('button', { name: 'Send code' })
    if (send) await user.click(send)
    await screen.findAllByRole('button', { name: /^(Send code|Next) \(\d+\)$/ })
    expect(email).toHaveValue(login_id)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
