// Contract, "Account", *fresh*: the dialog that asks for a proof, and then goes on with what was asked.
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ProofMethod } from '../../../contract/signInMethods.ts'
import { accountServer, codeServer } from '../../support/account.ts'
import { holdTime } from '../../support/clock.ts'
import { renderAt } from '../../support/render.tsx'
import { calls, hold, refuse, server } from '../../support/server.ts'
import { stubAuthenticator } from '../../support/webauthn.ts'

const FACTOR = '/v1/account/second-factor'
const PROOF = '/v1/account/proof'
const dialog = () => screen.findByRole('dialog', { name: 'Is it you?' })
const turnOn = () => screen.findByRole('button', { name: 'Turn on Second step at sign-in' })
const proofs = () => Promise.all(calls(PROOF).map(({ body }) => body()))

/** Opens the page of a member whose next change needs these proofs, and asks for the change. */
async function askFor(...needed: ProofMethod[][]) {
  const state = accountServer()
  state.proofs = needed
  codeServer()
  const { user, left } = await renderAt('/account/security')
  await user.click(await turnOn())
  return { state, user, left, box: await dialog() }
}

describe('a proof by the password', () => {
  test.each(['a1', 'wörd', '____'])('takes the password of a former system: %j', async (former) => {
    const { state, user, box } = await askFor(['PWD'])
    await user.type(within(box).getByLabelText('Password'), `${former}{Enter}`)
    await waitFor(() => expect(state.account.second_factor).toBe('SMS'))
  })

  test('holds one with a space or in Hangul once, and takes it when the member presses again', async () => {
    const { state, user, box } = await askFor(['PWD'])
    const field = within(box).getByLabelText('Password')
    await user.click(field)
    await user.paste('a 비밀')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/If that is right, press again/))
    expect(await proofs()).toEqual([])
    expect(field).toHaveValue('a 비밀')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(state.account.second_factor).toBe('SMS'))
  })

  test('is asked for by name and focus, sealed, and goes on with what was asked', async () => {
    const { state, user, box } = await askFor(['PWD', 'SMS'])
    expect(calls(FACTOR)).toHaveLength(1)
    expect(state.account.second_factor).toBe('NONE')
    await waitFor(() => expect(within(box).getByLabelText('Password')).toHaveFocus())
    await user.type(within(box).getByLabelText('Password'), 'kT7!mz2R{Enter}')
    await waitFor(() => expect(state.account.second_factor).toBe('SMS'))
    expect(await screen.findByText(/On: after the password/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls(FACTOR)).toHaveLength(2)
    expect(await proofs()).toMatchObject([{ method: 'PWD' }])
    expect(JSON.stringify(await proofs())).not.toContain('kT7!mz2R')
  })

  test('that is empty is not sent', async () => {
    const { user, box } = await askFor(['PWD'])
    await user.click(within(box).getByRole('button', { name: 'Confirm' }))
    expect(await within(box).findByText('Enter your current password.')).toBeVisible()
    expect(calls(PROOF)).toEqual([])
  })

  test.each([
    [{ detail_code: 4502, description: 'wrong password [1]' }, /current password is not correct/],
    [{ detail_code: 4502, description: 'wrong password [3]' }, /You have 2 left/],
    [{ detail_code: 4575 }, /wrong too often/],
  ])('that is refused with %j says so, and stays open', async (refusal, text) => {
    const { user, box, state } = await askFor(['PWD'])
    server.use(refuse('auth', PROOF, refusal))
    await user.type(within(box).getByLabelText('Password'), 'kT7!mz2R{Enter}')
    expect(await within(box).findByText(text)).toBeVisible()
    await waitFor(() => expect(within(box).getByLabelText('Password')).toHaveValue(''))
    expect(state.account.second_factor).toBe('NONE')
  })

  test('that is pressed twice is sent once', async () => {
    const { user, box } = await askFor(['PWD'])
    const held = hold('auth', PROOF, { fresh_until: '2030-01-01T00:00:00Z' })
    server.use(held.handler)
    await user.type(within(box).getByLabelText('Password'), 'kT7!mz2R{Enter}{Enter}')
    await user.click(within(box).getByRole('button', { name: 'Confirm' }))
    expect(calls(PROOF)).toHaveLength(1)
    held.release()
  })
})

describe('a proof that is cancelled leaves everything as it was', () => {
  test.each<[string, (user: Awaited<ReturnType<typeof askFor>>['user'], box: HTMLElement) => Promise<void> | void]>([
    ['by its button', (user, box) => user.click(within(box).getByRole('button', { name: 'Cancel' }))],
    ['by Escape', (user) => user.keyboard('{Escape}')],
    ['by Back', () => act(() => history.back())],
  ])('%s', async (_, cancel) => {
    const { state, user, box } = await askFor(['PWD'])
    expect(document.getElementById('main')).toHaveAttribute('inert')
    await cancel(user, box)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(state.account.second_factor).toBe('NONE')
    expect(calls(FACTOR)).toHaveLength(1)
    for (const alert of screen.queryAllByRole('alert')) expect(alert).toBeEmptyDOMElement()
    expect(document.getElementById('main')).not.toHaveAttribute('inert')
    await waitFor(async () => expect(await turnOn()).toHaveFocus())
    await user.click(await turnOn())
    await dialog()
  })
})

describe('a proof by a code', () => {
  test.each([
    ['SMS', 'Get a code by text message', '010-****-**34', 'mobile'],
    ['EMAIL', 'Get a code by email', 'ha***@demo.test', 'email'],
  ] as const)('by %s is offered beside the password, and sent by a press', async (method, name, masked, channel) => {
    const { state, user, box } = await askFor(['PWD', 'SMS', 'EMAIL'])
    await user.click(within(box).getByRole('button', { name }))
    expect(within(box).getByText(masked)).toBeVisible()
    expect(calls('/v1/account/proof/token')).toEqual([])
    await user.click(within(box).getByRole('button', { name: 'Send code' }))
    const code = await within(box).findByLabelText('Verification code')
    expect(within(box).getByText(masked).closest('[role=status]')).toHaveTextContent(`We sent a code to ${masked} by `)
    await user.type(code, '123456')
    await waitFor(() => expect(state.account.second_factor).toBe('SMS'))
    expect(await calls('/v1/account/proof/token')[0]?.body()).toEqual({ method, purpose: 'PROOF' })
    expect(calls(`/authenticator/v1/verify/${channel}`)).toHaveLength(1)
    expect(await proofs()).toEqual([{ method, auth_code: 'the-proof' }])
  })

  test('whose token is refused says why', async () => {
    const { user, box } = await askFor(['SMS'])
    server.use(refuse('auth', '/v1/account/proof/token', { code: 'NO_PHONE' }))
    await user.click(within(box).getByRole('button', { name: 'Send code' }))
    expect(await within(box).findByText(/has no mobile number/)).toBeVisible()
  })
})

describe('a proof by a passkey', () => {
  test('comes first where it is the strongest', async () => {
    const { questions } = stubAuthenticator()
    const { state, user, box } = await askFor(['PASSKEY', 'PWD'])
    await user.click(within(box).getByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(questions).toHaveLength(1))
    act(() => questions[0]?.end({ id: 'one' }))
    await waitFor(() => expect(state.account.second_factor).toBe('SMS'))
    expect(await proofs()).toMatchObject([{ method: 'PASSKEY', credential: { id: 'b25l' } }])
  })

  test('that the member cancels leaves the other ways', async () => {
    const { questions } = stubAuthenticator()
    const { user, box } = await askFor(['PASSKEY', 'PWD'])
    await user.click(within(box).getByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(questions).toHaveLength(1))
    act(() => questions[0]?.end({ error: 'NotAllowedError' }))
    expect(await within(box).findByText(/No passkey was used/)).toBeVisible()
    await user.click(within(box).getByRole('button', { name: 'Use the password' }))
    expect(within(box).getByLabelText('Password')).toBeVisible()
  })

  test('that the server does not know is forgotten by the browser', async () => {
    const { questions, forgotten } = stubAuthenticator()
    const { user, box } = await askFor(['PASSKEY', 'PWD'])
    server.use(refuse('auth', PROOF, { code: 'PASSKEY_UNKNOWN' }))
    await user.click(within(box).getByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(questions).toHaveLength(1))
    act(() => questions[0]?.end({ id: 'one' }))
    expect(await within(box).findByText(/no longer registered/)).toBeVisible()
    expect(forgotten).toEqual([{ rpId: 'localhost', credentialId: 'b25l' }])
  })

  test('is not offered by a browser without WebAuthn', async () => {
    const { box } = await askFor(['PASSKEY', 'PWD'])
    expect(within(box).getByLabelText('Password')).toBeVisible()
    expect(within(box).queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  })
})

test('one proof more is asked for where the change replaces what proved it', async () => {
  const { state, user, box } = await askFor(['PWD'], ['EMAIL'])
  await user.type(within(box).getByLabelText('Password'), 'kT7!mz2R{Enter}')
  expect(await screen.findByText(/needs one more proof/)).toBeVisible()
  expect(state.account.second_factor).toBe('NONE')
  const again = await dialog()
  await user.click(within(again).getByRole('button', { name: 'Send code' }))
  await user.type(await within(again).findByLabelText('Verification code'), '123456')
  await waitFor(() => expect(state.account.second_factor).toBe('SMS'))
})

test('a session that ends while the dialog is open takes the dialog along', async () => {
  const { state, user, box } = await askFor(['PWD'])
  state.signedOut = true
  await user.type(within(box).getByLabelText('Password'), 'kT7!mz2R{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'You are signed out' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.getElementById('main')).not.toHaveAttribute('inert'))
})

test('a dialog that waits for the member does not say that the server takes long', async () => {
  const time = holdTime()
  await askFor(['PWD'])
  time.pass(4000)
  time.pass(10_000)
  expect(screen.queryByText(/longer than usual/)).toBeNull()
})
