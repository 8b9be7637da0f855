// Contract, "Passkeys": signing in with a passkey, in a browser whose questions end as the test wants.
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { holdTime } from '../../support/clock.ts'
import { stubAuthenticator } from '../../support/webauthn.ts'
import { renderAt } from '../../support/render.tsx'
import { calls, cut, give, hold, refuse, server } from '../../support/server.ts'

const INIT = '/v1/init/passkey'
const VERIFY = '/v1/verify/passkey'
const options = { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', userVerification: 'required' }
const location = 'http://localhost:3002/callback'
const passkey = { rp_id: 'localhost' }
const button = () => screen.findByRole('button', { name: 'Sign in with a passkey' })
const email = () => screen.getByLabelText('Email')

const open = (welcomed: object = { passkey }, path = '/login') => {
  server.use(give('auth', INIT, { options }), give('auth', VERIFY, { location }))
  return renderAt(path, { welcomed })
}

describe('by the field of the e-mail', () => {
  test('one choice there signs the member in, and the form stays as it was until then', async () => {
    const { questions } = stubAuthenticator({ autofill: true })
    const { left, user } = await open({ passkey, stay_session: true })
    await waitFor(() => expect(questions).toHaveLength(1))
    expect(questions[0]?.mediation).toBe('conditional')
    await waitFor(() => expect(email()).toHaveAttribute('autocomplete', 'username webauthn'))
    await user.click(screen.getByLabelText('Stay signed in'))
    act(() => questions[0]?.end({ id: 'mine' }))
    await waitFor(() => expect(left.to).toEqual([location]))
    expect(await calls(VERIFY)[0]?.body()).toMatchObject({
      transaction_id: 'transaction-1',
      state: 'state-1',
      stay_session: true,
      credential: { id: 'bWluZQ', type: 'public-key' },
    })
  })

  test('a password that is sent ends the question, and it begins again after a refusal', async () => {
    const { questions } = stubAuthenticator({ autofill: true })
    const { user } = await open()
    await waitFor(() => expect(questions).toHaveLength(1))
    server.use(refuse('auth', '/v1/verify/pwd', { status: 400, detail_code: 4503 }))
    await user.type(email(), 'member@demo.test')
    await user.type(screen.getByLabelText('Password'), 'kT7!mz2R{Enter}')
    await waitFor(() => expect(questions[0]?.isOver()).toBe(true))
    expect(screen.queryByText(/No passkey was used/)).toBeNull()
    await waitFor(() => expect(questions).toHaveLength(2))
    expect(questions[1]?.isOver()).toBe(false)
  })

  test('no question is open while a password is being checked', async () => {
    const { questions } = stubAuthenticator({ autofill: true })
    const { user, left } = await open()
    const { handler, release } = hold('auth', '/v1/verify/pwd', { location })
    server.use(handler)
    const passkey = await button()
    await user.type(email(), 'member@demo.test')
    await user.type(screen.getByLabelText('Password'), 'kT7!mz2R{Enter}')
    await waitFor(() => expect(calls('/v1/verify/pwd')).toHaveLength(1))
    await user.click(passkey)
    expect(questions.filter((question) => !question.isOver())).toEqual([])
    release()
    await waitFor(() => expect(left.to).toEqual([location]))
  })

  test('the browser learns of a passkey that the server does not know, and the member reads how to go on', async () => {
    const { questions, forgotten } = stubAuthenticator({ autofill: true })
    await open()
    server.use(refuse('auth', VERIFY, { status: 400, code: 'PASSKEY_UNKNOWN' }))
    await waitFor(() => expect(questions).toHaveLength(1))
    act(() => questions[0]?.end({ id: 'gone' }))
    expect(await screen.findByText(/no longer registered/)).toBeVisible()
    expect(forgotten).toEqual([{ rpId: 'localhost', credentialId: 'Z29uZQ' }])
    await waitFor(() => expect(questions).toHaveLength(2))
  })

  test('after the device has slept with the page in sight, the question is a new one, and a failure in between passes', async () => {
    const { pass } = holdTime()
    const { questions } = stubAuthenticator({ autofill: true })
    await open()
    await waitFor(() => expect(questions).toHaveLength(1))
    pass(200_000)
    expect(questions[0]?.isOver()).toBe(false)
    server.use(refuse('auth', INIT, { status: 503 }))
    // The wall clock has gone on, and the timers have not.
    vi.setSystemTime(Date.now() + 600_000)
    pass(1000)
    await waitFor(() => expect(questions[0]?.isOver()).toBe(true))
    server.use(give('auth', INIT, { options }))
    pass(60_000)
    await waitFor(() => expect(questions).toHaveLength(2))
    expect(questions[1]?.isOver()).toBe(false)
    server.use(refuse('auth', INIT, { status: 403, code: 'VISIT_OVER' }))
    pass(240_000)
    await waitFor(() => expect(questions[1]?.isOver()).toBe(true))
    const asked = calls(INIT).length
    pass(600_000)
    expect(calls(INIT), 'a visit that has ended is not asked for').toHaveLength(asked)
  })

  test('a question without options says nothing', async () => {
    const { questions } = stubAuthenticator({ autofill: true })
    server.use(refuse('auth', INIT, { status: 503 }))
    await renderAt('/login', { welcomed: { passkey } })
    await button()
    await waitFor(() => expect(calls(INIT)).toHaveLength(1))
    expect(questions).toEqual([])
    expect(screen.queryByText(/aren’t available/)).toBeNull()
  })

  test('leaving the form ends the question', async () => {
    const { questions } = stubAuthenticator({ autofill: true })
    const { user } = await open()
    await waitFor(() => expect(questions).toHaveLength(1))
    await user.click(screen.getByRole('link', { name: 'Reset password' }))
    await waitFor(() => expect(questions[0]?.isOver()).toBe(true))
  })
})

describe('by the button', () => {
  test('a press asks and signs in', async () => {
    const { questions } = stubAuthenticator()
    const { left, user } = await open()
    await user.click(await button())
    await waitFor(() => expect(questions).toHaveLength(1))
    expect(questions[0]?.mediation).toBeUndefined()
    expect(email()).toHaveAttribute('autocomplete', 'username')
    act(() => questions[0]?.end({ id: 'mine' }))
    await waitFor(() => expect(left.to).toEqual([location]))
  })

  test('a press ends the question in the field, and asks with its options', async () => {
    const { questions } = stubAuthenticator({ autofill: true })
    const { left, user } = await open()
    await waitFor(() => expect(questions).toHaveLength(1))
    await user.click(await button())
    await waitFor(() => expect(questions).toHaveLength(2))
    expect(questions.map(({ mediation, isOver }) => [mediation, isOver()])).toEqual([
      ['conditional', true],
      [undefined, false],
    ])
    expect(calls(INIT)).toHaveLength(1)
    act(() => questions[1]?.end({ id: 'mine' }))
    await waitFor(() => expect(left.to).toEqual([location]))
  })

  test.each([
    ['NotAllowedError', /No passkey was used/],
    ['SecurityError', /can’t be used at this address/],
    ['UnknownError', /couldn’t use a passkey/],
  ])('a question that ends with %s says how to go on, and can be asked again', async (error, text) => {
    const { questions } = stubAuthenticator()
    const { user } = await open()
    await user.click(await button())
    await waitFor(() => expect(questions).toHaveLength(1))
    act(() => questions[0]?.end({ error }))
    expect(await screen.findByText(text)).toBeVisible()
    await user.click(await button())
    await waitFor(() => expect(questions).toHaveLength(2))
    expect(screen.queryByText(text)).toBeNull()
  })

  test('a lost network before the question shows a message', async () => {
    stubAuthenticator()
    const { user } = await open()
    server.use(cut('auth', INIT))
    await user.click(await button())
    expect(await screen.findByText(/No connection to the server/)).toBeVisible()
  })

  test('an answer that gets lost keeps the form, and the passkey can be used again', async () => {
    const { questions } = stubAuthenticator()
    const { user } = await open()
    server.use(cut('auth', VERIFY))
    await user.click(await button())
    await waitFor(() => expect(questions).toHaveLength(1))
    act(() => questions[0]?.end({ id: 'mine' }))
    expect(await screen.findByText(/connection was lost before the answer came/)).toBeVisible()
    await waitFor(async () => expect(await button()).not.toHaveAttribute('aria-disabled'))
  })

  test('at /certification it does not end the sign-in before the phone was proved', async () => {
    const { questions } = stubAuthenticator()
    const { left, user } = await open({ passkey }, '/certification')
    await user.click(await button())
    await waitFor(() => expect(questions).toHaveLength(1))
    act(() => questions[0]?.end({ id: 'mine' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent('your phone was not verified')
    expect(left.to).toEqual([])
  })

  test('the account chooser has it, and leads on from there', async () => {
    const { questions } = stubAuthenticator({ autofill: true })
    const sso_sessions = [{ id: 'one', login_id: 'o***@b.kr', name: 'One', last_used_at: '2026-01-01T09:00:00Z' }]
    const { left, user } = await open({ passkey, possible_sso_login: true, sso_sessions }, '/loginSSO')
    await user.click(await button())
    await waitFor(() => expect(questions).toHaveLength(1))
    act(() => questions[0]?.end({ id: 'mine' }))
    await waitFor(() => expect(left.to).toEqual([location]))
  })
})

test('a service without passkeys has no button, and asks for none', async () => {
  stubAuthenticator({ autofill: true })
  const { view } = await open({})
  expect(view.container.querySelector('.if-passkey')).toBeNull()
  expect(calls(INIT)).toEqual([])
})

test('a browser inside an app without WebAuthn reads how to open a real one', async () => {
  Object.defineProperty(navigator, 'userAgent', { value: 'Mobile KAKAOTALK 10.4.5', configurable: true })
  await open()
  expect(await screen.findByText(/Passkeys don’t work in this app/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
  Reflect.deleteProperty(navigator, 'userAgent')
})
