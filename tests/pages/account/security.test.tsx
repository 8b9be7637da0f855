// Screens, /account/security: password, second factor, phone, e-mail and passkeys.
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { accountServer, codeServer } from '../../support/account.ts'
import { renderAt } from '../../support/render.tsx'
import { calls, cut, refuse, server } from '../../support/server.ts'
import { storedTexts } from '../../support/storage.ts'
import { stubAuthenticator } from '../../support/webauthn.ts'
import { typeNewPassword } from '../../support/typing.ts'

const NEW = 'wQ7!mz2Rk9'
const button = (name: string | RegExp) => screen.findByRole('button', { name })
/** The focus comes back after the answer, in an effect of React. */
const expectFocus = (name: string) => waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus())
const bodies = (path: string) => Promise.all(calls(path).map(({ body }) => body()))

async function open(patch: Parameters<typeof accountServer>[0] = {}) {
  const state = accountServer(patch)
  codeServer()
  const rendered = await renderAt('/account/security')
  await screen.findByRole('heading', { level: 1, name: 'Security' })
  return { state, ...rendered }
}

describe('the password', () => {
  async function typeNew() {
    const opened = await open()
    await opened.user.click(await button('Change Password'))
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveFocus())
    await typeNewPassword(opened.user, NEW)
    return opened
  }

  test('is sealed and changed, and the page says what that did', async () => {
    const { user } = await typeNew()
    await user.click(await button('Change password'))
    expect(await screen.findByText(/All other browsers are signed out/)).toBeVisible()
    expect(screen.queryByLabelText('New password')).toBeNull()
    await expectFocus('Change Password')
    expect(JSON.stringify(await bodies('/v1/account/password'))).not.toContain(NEW)
  })

  test('has a field for password managers with the ID', async () => {
    await typeNew()
    expect(screen.getByDisplayValue('haneul.kim@demo.test')).toHaveAttribute('autocomplete', 'username')
  })

  test('waits for a proof, and keeps what was typed when the member cancels it', async () => {
    const { user, state } = await typeNew()
    state.proofs = [['PWD']]
    await user.click(await button('Change password'))
    const box = await screen.findByRole('dialog')
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
    await user.click(within(box).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText('New password')).toHaveValue(NEW)
    state.proofs = []
    await user.click(await button('Change password'))
    expect(await screen.findByText(/All other browsers are signed out/)).toBeVisible()
  })

  test.each([
    [4514, /may be easy to guess/],
    [4534, /contains your mobile number/],
    [4539, /can’t reuse an earlier password/],
  ])('that the server refuses with %i says why at the field', async (detail_code, text) => {
    const { user } = await typeNew()
    server.use(refuse('auth', '/v1/account/password', { detail_code }))
    await user.click(await button('Change password'))
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(text))
  })

  test('whose answer was lost counts as changed when the server has it already', async () => {
    const { user } = await typeNew()
    server.use(cut('auth', '/v1/account/password'))
    await user.click(await button('Change password'))
    await screen.findByRole('button', { name: 'Try again' })
    server.use(refuse('auth', '/v1/account/password', { detail_code: 4539 }))
    await user.click(await button('Change password'))
    expect(await screen.findByText(/All other browsers are signed out/)).toBeVisible()
  })
})

describe('the second step', () => {
  test('is turned off again', async () => {
    const { user, state } = await open({ second_factor: 'SMS' })
    await user.click(await button('Turn off Second step at sign-in'))
    await expectFocus('Turn on Second step at sign-in')
    expect(state.account.second_factor).toBe('NONE')
  })

  test.each([
    ['needs a phone first', { phone: null }, /Add a mobile number first/],
    ['of an administrator stays on', { second_factor: 'SMS', second_factor_required: true }, /can’t turn this off/],
  ] as const)('%s', async (_, patch, text) => {
    await open(patch)
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.queryByRole('button', { name: /Turn o/ })).toBeNull()
  })
})

test('a change that was asked for too often waits for its seconds', async () => {
  const { user } = await open()
  server.use(refuse('auth', '/v1/account/second-factor', { status: 429, headers: { 'retry-after': '30' } }))
  await user.click(await button('Turn on Second step at sign-in'))
  expect(await screen.findByText(/Please try again in \d+ seconds/)).toBeVisible()
  await user.click(await button('Turn on Second step at sign-in'))
  expect(calls('/v1/account/second-factor')).toHaveLength(1)
})

describe('the phone', () => {
  async function typePhone() {
    const opened = await open()
    await opened.user.click(await button('Change Mobile number'))
    const field = await screen.findByLabelText('New mobile number')
    await opened.user.type(field, '0101234')
    const send = await button('Send code')
    expect(send).toHaveAttribute('aria-disabled', 'true')
    await opened.user.click(send)
    expect(await screen.findByText('Enter a mobile number of 10 to 14 digits.')).toBeVisible()
    await opened.user.clear(field)
    await opened.user.type(field, '01099998888')
    await opened.user.click(send)
    return opened
  }

  test('is changed when the new number is proved', async () => {
    const { user } = await typePhone()
    await waitFor(() => expect(calls('/authenticator/v1/issue/sms')).toHaveLength(1))
    expect(await bodies('/v1/account/proof/token')).toEqual([{ method: 'SMS', purpose: 'CHANGE' }])
    expect(await bodies('/authenticator/v1/issue/sms')).toMatchObject([{ phone_number: '01099998888' }])
    await user.type(await screen.findByLabelText('Verification code'), '123456')
    expect(await screen.findByText('010-****-**99')).toBeVisible()
    expect(await bodies('/v1/account/phone')).toEqual([{ auth_code: 'the-proof' }])
    await expectFocus('Change Mobile number')
  })

  test('waits for a fresh proof, which does not cost the code of the new number', async () => {
    const { user, state } = await typePhone()
    state.proofs = [['PWD']]
    await user.type(await screen.findByLabelText('Verification code'), '123456')
    const box = await screen.findByRole('dialog')
    await user.click(within(box).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(await button('Continue'))
    await user.type(within(await screen.findByRole('dialog')).getByLabelText('Password'), 'kT7!mz2R{Enter}')
    expect(await screen.findByText('010-****-**99')).toBeVisible()
    expect(calls('/authenticator/v1/verify/sms')).toHaveLength(1)
  })

  test('that another account has says so', async () => {
    const { user } = await typePhone()
    server.use(refuse('auth', '/v1/account/phone', { detail_code: 4025 }))
    await user.type(await screen.findByLabelText('Verification code'), '123456')
    expect(await screen.findByText(/Another account already uses this number/)).toBeVisible()
    expect(screen.getByText('010-****-**34')).toBeVisible()
  })

  test('leaves no trace of the new number in the storage', async () => {
    await typePhone()
    await screen.findByLabelText('Verification code')
    expect(storedTexts()).not.toMatch(/9999.?8888/)
  })
})

describe('the e-mail', () => {
  test('is changed when the new address is proved', async () => {
    const { user, state } = await open()
    await user.click(await button('Change Email'))
    await user.type(await screen.findByLabelText('New email'), 'new@demo.test')
    await user.click(await button('Send code'))
    await waitFor(() => expect(calls('/authenticator/v1/issue/email')).toHaveLength(1))
    expect(await bodies('/authenticator/v1/issue/email')).toMatchObject([{ email: 'new@demo.test' }])
    state.account.login_id = 'new@demo.test'
    await user.type(await screen.findByLabelText('Verification code'), '123456')
    expect(await screen.findByText('ne***@demo.test')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  })

  test('that is another account’s says so, and the typed address stays', async () => {
    const { user } = await open()
    await user.click(await button('Change Email'))
    await user.type(await screen.findByLabelText('New email'), 'new@demo.test')
    await user.click(await button('Send code'))
    server.use(refuse('auth', '/v1/account/email', { detail_code: 4501 }))
    await user.type(await screen.findByLabelText('Verification code'), '123456')
    expect(await screen.findByText(/Another account already uses this address/)).toBeVisible()
    expect(screen.getByLabelText('New email')).toHaveValue('new@demo.test')
  })

  test('that the company manages cannot be changed', async () => {
    await open({ email_managed: true })
    expect(screen.getByText(/Your company manages this address/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Change Email' })).toBeNull()
  })
})

describe('the passkeys', () => {
  test('are not there where the backend has none', async () => {
    await open({ passkeys: undefined })
    expect(screen.queryByRole('heading', { name: 'Passkeys' })).toBeNull()
    expect(calls('/v1/account/passkeys')).toEqual([])
  })

  test('are listed, and one more is added', async () => {
    const { questions } = stubAuthenticator()
    const { user } = await open()
    expect(await screen.findByText('My phone')).toBeVisible()
    await user.click(await button('Add a passkey'))
    await waitFor(() => expect(questions).toHaveLength(1))
    act(() => questions[0]?.end({ id: 'two' }))
    expect(await screen.findByText('New passkey')).toBeVisible()
    const saved = calls('/v1/account/passkeys').find(({ method }) => method === 'POST')
    expect(await saved?.body()).toMatchObject({ credential: { id: 'dHdv' } })
  })

  test('without a name are named in the language of the page, and drawn as what keeps them', async () => {
    const state = accountServer()
    const row = { name: 'Passkey', created_at: '2026-01-01T09:00:00Z', synced: false }
    state.passkeys = [
      { ...row, id: 'one', provider: 'Windows Hello' },
      { ...row, id: 'two', name: 'Mine' },
    ]
    await renderAt('/account/security', { locale: 'ko' })
    const drawing = (name: HTMLElement) => name.closest('p')?.querySelector('path')?.getAttribute('d')
    const nameless = drawing(await screen.findByText('패스키', { selector: 'bdi' })) ?? ''
    expect(nameless).not.toBe('')
    expect(drawing(screen.getByText('Mine'))).not.toBe(nameless)
  })

  test('that the server does not save is taken back from the browser', async () => {
    const { questions, forgotten } = stubAuthenticator()
    const { user, state } = await open()
    await screen.findByText('My phone')
    server.use(refuse('auth', '/v1/account/passkeys', { code: 'PASSKEY_FAILED' }))
    await user.click(await button('Add a passkey'))
    await waitFor(() => expect(questions).toHaveLength(1))
    act(() => questions[0]?.end({ id: 'two' }))
    expect(await screen.findByText(/couldn’t check this passkey/)).toBeVisible()
    expect(forgotten).toEqual([{ rpId: 'localhost', credentialId: 'dHdv' }])
    expect(state.passkeys).toHaveLength(1)
  })

  test.each([
    ['NotAllowedError', /No passkey was created/],
    ['InvalidStateError', /already has a passkey/],
  ])('that the browser does not create (%s) says so', async (error, text) => {
    const { questions } = stubAuthenticator()
    const { user } = await open()
    await user.click(await button('Add a passkey'))
    await waitFor(() => expect(questions).toHaveLength(1))
    act(() => questions[0]?.end({ error }))
    expect(await screen.findByText(text)).toBeVisible()
  })

  test('get another name', async () => {
    const { user, state } = await open()
    await user.click(await button('Rename My phone'))
    const field = await screen.findByLabelText('Name of the passkey')
    await waitFor(() => expect(field).toHaveFocus())
    await user.clear(field)
    await user.click(await button('Save'))
    expect(await screen.findByText('Enter a name.')).toBeVisible()
    await user.type(field, 'Work phone{Enter}')
    expect(await screen.findByText('Work phone')).toBeVisible()
    await waitFor(async () => expect(await button('Rename Work phone')).toHaveFocus())
    expect(state.passkeys[0]?.name).toBe('Work phone')
  })

  test('are removed after a question, and the browser is told', async () => {
    const { forgotten } = stubAuthenticator()
    const { user, state } = await open()
    await user.click(await button('Remove My phone'))
    const question = await screen.findByRole('dialog', { name: 'Remove this passkey?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(state.passkeys).toHaveLength(1)
    await user.click(await button('Remove My phone'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('You have no passkey yet.')).toBeVisible()
    expect(forgotten).toEqual([{ rpId: 'localhost', credentialId: 'b25l' }])
  })

  test('cannot be created by a browser without WebAuthn, which says so', async () => {
    await open()
    expect(screen.getByText('This browser can’t create passkeys. Add one in another browser.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })
})

describe('after a change of what opens the account', () => {
  type User = Awaited<ReturnType<typeof open>>['user']
  const OFFER = 'Sign out all other browsers'
  const proveNew = async (user: User, setting: string, label: string, value: string) => {
    await user.click(await button(`Change ${setting}`))
    await user.type(await screen.findByLabelText(label), value)
    await user.click(await button('Send code'))
    await user.type(await screen.findByLabelText('Verification code'), '123456')
  }
  const removePasskey = async (user: User) => {
    await user.click(await button('Remove My phone'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await screen.findByText('You have no passkey yet.')
  }

  test.each<[what: string, change: (user: User) => Promise<void>]>([
    ['the second step', async (user) => user.click(await button('Turn on Second step at sign-in'))],
    ['the phone', (user) => proveNew(user, 'Mobile number', 'New mobile number', '01099998888')],
    ['the e-mail', (user) => proveNew(user, 'Email', 'New email', 'new@demo.test')],
    ['the passkeys', removePasskey],
  ])('such as %s, all other browsers can be signed out', async (_, change) => {
    stubAuthenticator()
    const { user, state } = await open()
    expect(screen.queryByRole('button', { name: OFFER })).toBeNull()
    await change(user)
    await user.click(await button(OFFER))
    const question = await screen.findByRole('dialog')
    await user.click(within(question).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: OFFER })).toBeNull())
    expect(state.sessions.map(({ id }) => id)).toEqual(['here'])
    expect(document.body).not.toHaveFocus()
  })

  test('nothing is offered where no other browser is signed in', async () => {
    const { user, state } = await open()
    state.sessions = state.sessions.filter(({ current }) => current)
    await user.click(await button('Turn on Second step at sign-in'))
    await waitFor(() => expect(calls('/v1/account/sessions')).toHaveLength(1))
    await act(async () => {})
    expect(screen.queryByRole('button', { name: OFFER })).toBeNull()
  })
})

describe('the nickname', () => {
  test('is changed on the overview', async () => {
    const state = accountServer()
    const { user } = await renderAt('/account')
    await user.click(await button('Change Nickname'))
    await user.clear(screen.getByLabelText('Nickname', { selector: 'input' }))
    await user.type(screen.getByLabelText('Nickname', { selector: 'input' }), 'Cloud{Enter}')
    expect(await screen.findByText('Cloud')).toBeVisible()
    expect(state.account.nickname).toBe('Cloud')
  })

  test('that the server refuses stays in its field', async () => {
    accountServer()
    const { user } = await renderAt('/account')
    server.use(refuse('auth', '/v1/account/nickname', { data: { field: 'nickname' } }))
    await user.click(await button('Change Nickname'))
    await user.type(screen.getByLabelText('Nickname', { selector: 'input' }), 'y{Enter}')
    expect(await screen.findByText(/someone else has it/)).toBeVisible()
    expect(screen.getByLabelText('Nickname', { selector: 'input' })).toHaveValue('Skyy')
  })
})
