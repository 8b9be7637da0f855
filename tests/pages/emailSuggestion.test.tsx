// "Did you mean …?" below each field that keeps an address for later. The sign-in does not keep one: it refuses an unknown address.
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { SignUpState } from '../../src/stores/shapes.ts'
import { accountServer } from '../support/account.ts'
import { renderJoin, toEmail, toOwn } from '../support/joining.ts'
import { renderAt } from '../support/render.tsx'
import { calls, give, server } from '../support/server.ts'

const openJoin = async (kept: Partial<SignUpState>): Promise<UserEvent> =>
  (await renderJoin('/join/privacy/gen', { ...kept, memberTypeCode: 'BSNS' })).user

async function openAccount(): Promise<UserEvent> {
  accountServer()
  const { user } = await renderAt('/account/security')
  await user.click(await screen.findByRole('button', { name: 'Change Email' }))
  return user
}

test('a code for an address that is probably mistyped is sent by the second press only', async () => {
  server.use(
    give('auth', '/v1/challenge/join/:id', { join_type: 'NEW', belong_sk: false, auth_token: 'token' }),
    give('service', '/public/member/v1/codegroups/DENIED_DOMAIN/verified', { verified: true }),
    give('service', '/authenticator/v1/issue/email', { expires_in: 180 }),
  )
  const user = await openJoin(toEmail)
  await user.type(await screen.findByLabelText('Email (your ID)'), 'hana@naver.con')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  expect(await screen.findByText('Please check the address. If it is right, press the button again.')).toBeVisible()
  expect(calls('/authenticator/v1/issue/email')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await waitFor(() => expect(calls('/authenticator/v1/issue/email')).toHaveLength(1))
})

test.each<[string, string, () => Promise<UserEvent>]>([
  ['the ID of a join', 'Email (your ID)', () => openJoin(toEmail)],
  ['the address of an office', 'Office email', () => openJoin(toOwn)],
  ['the ID of a reset', 'Email', async () => (await renderAt('/identify/password', { welcomed: true })).user],
  ['another address of an account', 'New email', openAccount],
])('%s asks for the address that was meant, and a press takes it', async (_, label, open) => {
  const user = await open()
  const field = await screen.findByLabelText(label)
  await user.type(field, 'hana@naver.con')
  const meant = await screen.findByRole('button', { name: 'hana@naver.com' })
  expect(screen.getByText('Did you mean this address?')).toBeVisible()
  await user.click(meant)
  expect(field).toHaveValue('hana@naver.com')
  await waitFor(() => expect(field).toHaveFocus())
  await waitFor(() => expect(screen.queryByText('Did you mean this address?')).not.toBeInTheDocument())
})
