import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey as derive } from 'altcha-lib/algorithms/pbkdf2'
import type { VerifySolutionOptions } from 'altcha-lib/types'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { changeLocale } from '../../../src/i18n/languages.ts'
import { remembered, rememberUsername } from '../../../src/effects/session/remembered.ts'
import { keptId } from '../../../src/stores/expiredVisit.ts'
import { importSubmit } from '../../../src/pages/login/importSubmit.ts'
import { useLogin } from '../../../src/stores/login.ts'
import { readJoin } from '../../../src/stores/join.ts'
import { useScreen } from '../../../src/stores/screen.ts'
import { welcomeData } from '../../support/builders.ts'
import { goTo, renderAt } from '../../support/render.tsx'
import { calls, cut, give, hold, refuse, server } from '../../support/server.ts'
import { expectOnlyToast } from '../../support/toasts.ts'
import { beginVisit, follow, memberLike } from '../../support/visit.ts'

const here = () => window.location.pathname + window.location.search
const email = () => screen.getByLabelText('Email')
const password = () => screen.getByLabelText('Password')
const button = () => screen.getByRole('button', { name: 'Sign in' })
const dialog = () => screen.findByRole('dialog')
const verifyPwd = '/v1/verify/pwd'
const UNAVAILABLE = 'The service is not available right now. Please try again in a moment.'

async function signIn(user: UserEvent, login_id = 'member@example.com', secret = 'kT7!mz2R') {
  await user.type(email(), login_id)
  await user.type(password(), `${secret}{Enter}`)
}
const press = async (user: UserEvent, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))

test('a member signs in and is sent where the server says', async () => {
  const member = await memberLike('member')
  const { user, left } = await renderAt(`/init/login${await beginVisit()}`)
  await signIn(user, member.login_id, member.password)
  await waitFor(() => expect(left.to).toHaveLength(1))
  expect(await follow(left.to[0] ?? '')).toContain('code=')
})

test('the password leaves only sealed, and is kept nowhere', async () => {
  server.use(give('auth', verifyPwd, { location: 'http://localhost:3002/' }))
  const { user, left } = await renderAt('/login', { welcomed: { stay_session: true } })
  await user.click(screen.getByLabelText('Stay signed in'))
  await signIn(user)
  await waitFor(() => expect(left.to).toHaveLength(1))
  const [call] = calls(verifyPwd)
  const body = await call?.body()
  expect(body).toEqual({
    login_id: 'member@example.com',
    password: expect.stringMatching(/^[A-Za-z0-9+/]{342,}=*$/) as unknown,
    transaction_id: 'transaction-1',
    state: 'state-1',
    stay_session: true,
  })
  const kept = JSON.stringify([
    Object.entries(localStorage),
    Object.entries(sessionStorage),
    history.state,
    document.cookie,
    useLogin.getState(),
  ])
  expect(kept).not.toContain('kT7!mz2R')
  expect(password()).toHaveValue('')
})

describe('a server that asks for a proof of work', () => {
  const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' }
  const puzzle = () =>
    createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, counter: 20, deriveKey: derive, ...secrets })

  test('gets it without a message to the member, with the same password', async () => {
    const challenge = await puzzle()
    server.use(give('auth', verifyPwd, { location: 'http://localhost:3002/' }))
    server.use(refuse('auth', verifyPwd, { status: 428, code: 'PROOF_OF_WORK', data: { challenge }, once: true }))
    const { user, left } = await renderAt('/login', { welcomed: true })
    await signIn(user)
    await waitFor(() => expect(left.to).toHaveLength(1))
    const [first, second] = await Promise.all(calls(verifyPwd).map((call) => call.body() as Promise<object>))
    const { proof_of_work = '', ...rest } = second as { proof_of_work?: string }
    expect(rest).toEqual(first)
    const proof = JSON.parse(atob(proof_of_work)) as Pick<VerifySolutionOptions, 'challenge' | 'solution'>
    expect(await verifySolution({ ...proof, deriveKey: derive, ...secrets })).toMatchObject({ verified: true })
    expect(screen.getByRole('alert')).toBeEmptyDOMElement()
  })

  test.each([
    ['no puzzle', {}],
    ['a puzzle of another kind', { challenge: { parameters: { algorithm: 'SHA-256' }, signature: '00' } }],
  ])('with %s shows that the service is unavailable, and what was typed stays', async (_, data) => {
    server.use(refuse('auth', verifyPwd, { status: 428, code: 'PROOF_OF_WORK', data }))
    const { user } = await renderAt('/login', { welcomed: true })
    await signIn(user)
    expect(await dialog()).toHaveTextContent(UNAVAILABLE)
    expect(calls(verifyPwd)).toHaveLength(1)
    expect(email()).toHaveValue('member@example.com')
  })
})

test('an address is sent as a join would send it', async () => {
  server.use(give('auth', verifyPwd, { location: 'http://localhost:3002/' }))
  const { user } = await renderAt('/login', { welcomed: true })
  await signIn(user, '\u200eｍember@example.com', 'kT7!mz2R')
  await waitFor(() => expect(calls(verifyPwd)).toHaveLength(1))
  expect(await calls(verifyPwd)[0]?.body()).toMatchObject({ login_id: 'member@example.com' })
})

describe('an error line says what is missing', () => {
  test.each([
    ['nothing typed', '', '', 'Enter your email.', 'login_id'],
    ['blanks for an e-mail', '   ', 'secret', 'Enter your email.', 'login_id'],
    ['no password', 'a@b.kr', '', 'Enter your password.', 'password'],
  ])('%s', async (_, login_id, secret, text, field) => {
    const { user } = await renderAt('/login', { welcomed: true })
    if (login_id) await user.type(email(), login_id)
    if (secret) await user.type(password(), secret)
    await user.click(button())
    expect(await screen.findByText(text)).toBeVisible()
    const input = document.querySelector(`input[name="${field}"]`)
    expect(input).toHaveAccessibleDescription(text)
    await waitFor(() => expect(input).toHaveFocus())
    expect(calls(verifyPwd)).toEqual([])
  })
})

describe('Spec §8, login resolver', () => {
  test.each([
    ['4502 without a count', { detail_code: 4502 }, 'The email or password is not correct. Check both and try again.'],
    ['4503: user not found', { detail_code: 4503 }, 'No account was found. Please check the email.'],
  ])('%s', async (_, refused, text) => {
    server.use(refuse('auth', verifyPwd, refused))
    const { user } = await renderAt('/login', { welcomed: true })
    await signIn(user)
    await waitFor(() => expect(screen.getByText(text)).toBeVisible())
    await waitFor(() => expect(password()).toHaveValue(''))
    expect(email()).toHaveValue('member@example.com')
    await waitFor(() => expect(email()).toHaveFocus())
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'))
    // Nothing is selected, so a password that is typed at once does not replace the ID.
    await user.keyboard('kT7')
    expect(email()).toHaveValue('member@example.comkT7')
  })

  test('an error is in the language of the page, and so is a missing value', async () => {
    server.use(refuse('auth', verifyPwd, { detail_code: 4502, description: 'wrong password [3]' }))
    const { user } = await renderAt('/login', { welcomed: true, locale: 'ko' })
    await user.type(screen.getByLabelText('이메일'), 'member@example.com')
    await user.type(screen.getByLabelText('비밀번호'), 'kT7!mz2R{Enter}')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/2번.더 틀리면/))
    await act(() => changeLocale('en'))
    expect(screen.getByRole('alert')).toHaveTextContent(
      'The email or password is not correct. Your account locks after 5 wrong attempts. You have 2 left. If you forgot the password, reset it.',
    )
    await user.click(button())
    await waitFor(() => expect(password()).toHaveAccessibleDescription('Enter your password.'))
    await act(() => changeLocale('zh'))
    expect(screen.getByLabelText('密码')).not.toHaveAccessibleDescription('Enter your password.')
    expect(screen.getByLabelText('密码')).toHaveAccessibleDescription(/./)
  })

  test('429: the form says how long to wait, and sends nothing for that time', async () => {
    server.use(refuse('auth', verifyPwd, { status: 429, headers: { 'retry-after': '30' } }))
    const { user } = await renderAt('/login', { welcomed: true })
    await signIn(user)
    await waitFor(() => expect(screen.getByText('Too many attempts. Please try again in 30 seconds.')).toBeVisible())
    expect(await screen.findByRole('button', { name: /^Sign in \(\d+\)$/ })).toHaveAttribute('aria-disabled', 'true')
    await user.type(password(), 'kT7!mz2R{Enter}')
    expect(calls(verifyPwd)).toHaveLength(1)
  })

  test('4588 fills the page, begins at its heading, and says for whom the service is and whom to ask', async () => {
    server.use(refuse('auth', verifyPwd, { detail_code: 4588 }))
    const { user } = await renderAt('/login', { welcomed: true, service: { permission: 'ONLY_SK' } })
    await signIn(user)
    expect(await screen.findByRole('dialog')).toHaveTextContent(
      'Learning Hall is for group members only. If you are one, please ask the people who run the service.',
    )
    await waitFor(() => expect(screen.getByRole('heading', { name: 'You can’t sign in' })).toHaveFocus())
  })

  // Each code has its row in tests/rules/errors/login.test.ts; here is one of each kind.
  test.each([
    ['a message to confirm', { detail_code: 4514 }, undefined, 'This password cannot be used. It may be easy to guess'],
    ['the state of an account', { detail_code: 4529 }, 'You can’t sign in', 'This account is suspended.'],
    ['the service', { detail_code: 4580 }, 'You can’t sign in', 'Learning Hall is not open to this account.'],
    [
      'words of the server, which are never shown',
      { description: '<b>secret</b>'.repeat(800) },
      undefined,
      UNAVAILABLE,
    ],
  ])('a notice about %s', async (_, refused, name, text) => {
    server.use(refuse('auth', verifyPwd, refused))
    const { user } = await renderAt('/login', { welcomed: true })
    await signIn(user)
    expect(await screen.findByRole('dialog', name ? { name } : {})).toHaveTextContent(text)
    expect(document.body).not.toHaveTextContent('secret')
    // The state of an account fills the page and offers ways on; other notices are messages to confirm.
    await press(user, /^(OK|Back to sign-in)$/)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(email()).toHaveFocus())
    expect(password()).toHaveValue('')
    expect(here()).toBe('/login')
  })

  test('a second failure replaces the message of the first', async () => {
    server.use(refuse('auth', verifyPwd, { status: 500 }))
    const { user } = await renderAt('/login', { welcomed: true })
    await signIn(user)
    await expectOnlyToast('errors.unavailable')
    await waitFor(() => expect(email()).toHaveFocus())
    await waitFor(() => expect(password()).toHaveValue(''))
    expect(here()).toBe('/login')
    server.use(refuse('auth', verifyPwd, { detail_code: 4503 }))
    await signIn(user)
    await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement())
    expect(useScreen.getState().toasts).toEqual([])
    server.use(refuse('auth', verifyPwd, { status: 500 }))
    await signIn(user)
    await expectOnlyToast('errors.unavailable')
  })

  test('4502 at 5: the max-failure modal, then the password page', async () => {
    server.use(refuse('auth', verifyPwd, { detail_code: 4502, description: 'wrong password [5]' }))
    const { user } = await renderAt('/login', { welcomed: true })
    await signIn(user)
    expect(await screen.findByRole('dialog', { name: 'The account is locked' })).toBeVisible()
    expect(password()).toHaveValue('')
    await press(user, 'Reset password')
    await waitFor(() => expect(here()).toBe('/identify/password'))
  })

  test.each([
    [4031, '/join/info?type=sk', 'You already have a group account'],
    [4595, '/join/terms/gen?type=general', 'Please read the terms'],
  ])('%i goes to %s, which knows the id', async (detail_code, path, title) => {
    server.use(refuse('auth', verifyPwd, { detail_code }))
    const { user } = await renderAt('/login', { welcomed: true })
    await signIn(user)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(here()).toBe(path)
    expect(readJoin()).toMatchObject({ login_id: 'member@example.com', emailVerified: false })
  })

  test('VISIT_OVER shows the way back to the service, and keeps the ID for the next visit', async () => {
    server.use(refuse('auth', verifyPwd, { status: 403, code: 'VISIT_OVER' }))
    const { user } = await renderAt(`/init/login${await beginVisit()}`)
    await signIn(user)
    await waitFor(() => expect(here()).toBe('/error?code=403&reason=ended'))
    expect(await screen.findByRole('heading', { name: 'You can’t continue on this page' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to Step Learning' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Sign in again' })).toBeNull()
    goTo('/login')
    await waitFor(() => expect(here()).toBe('/error?code=403&reason=expired'))
    expect(keptId()).toBe('member@example.com')
  })
})

describe('Spec §8, login failure', () => {
  test('no response redirects to error 403, says that there is no connection, and "sign in again" knows the e-mail', async () => {
    server.use(cut('auth', verifyPwd))
    const { user } = await renderAt('/login', { welcomed: true })
    await signIn(user)
    await waitFor(() => expect(here()).toBe('/error?code=403&reason=unanswered'))
    expect(await screen.findByText('No connection to the server. Please try again.')).toBeVisible()
    await user.click(await screen.findByRole('link', { name: 'Sign in again' }))
    await waitFor(() => expect(here()).toBe('/login'))
    await waitFor(() => expect(email()).toHaveValue('member@example.com'))
  })

  test('an unusable key shows an inline error, and nothing is sent', async () => {
    const { user } = await renderAt('/login', { welcomed: { exponent: '3' } })
    await signIn(user)
    await waitFor(() => expect(screen.getByText(/you were not signed in/)).toBeVisible())
    expect(calls(verifyPwd)).toEqual([])
    expect(password()).toHaveValue('')
  })

  test('a location outside the allow-list is not followed', async () => {
    server.use(give('auth', verifyPwd, { location: 'https://evil.test/' }))
    const { user, left } = await renderAt('/login', { welcomed: true })
    await signIn(user)
    await waitFor(() => expect(here()).toBe('/error?code=403&reason=untrusted'))
    expect(await screen.findByRole('heading', { name: 'We stopped an unsafe redirect' })).toBeVisible()
    const line = screen.getByText('Reference').parentElement?.textContent ?? ''
    const { reference } = /(?<reference>[0-9a-f]{8})/.exec(line)?.groups ?? {}
    await waitFor(async () =>
      expect(await Promise.all(calls('/v1/client-errors').map((call) => call.body()))).toContainEqual(
        expect.objectContaining({
          id: reference,
          message: 'error page untrusted after location not trusted: https://evil.test',
        }),
      ),
    )
    expect(left.to).toEqual([])
  })
})

describe('while the request is in flight', () => {
  test('the button is busy, and nothing is sent a second time', async () => {
    const { handler, release } = hold('auth', verifyPwd, { location: 'http://localhost:3002/' })
    server.use(handler)
    const { user, left } = await renderAt('/login', { welcomed: true })
    await signIn(user)
    await waitFor(() => expect(button()).toHaveAttribute('aria-disabled', 'true'))
    for (let times = 0; times < 10; times++) await user.click(button())
    await user.type(password(), '{Enter}')
    release()
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(calls(verifyPwd)).toHaveLength(1)
    // A redirect never settles: the button stays busy until the page unloads.
    expect(button()).toHaveAttribute('aria-disabled', 'true')
  })

  test('a page restored from the back-forward cache is ready again, without its password', async () => {
    const { handler } = hold('auth', verifyPwd, { location: 'http://localhost:3002/' })
    server.use(handler)
    const { user } = await renderAt('/login', { welcomed: true })
    await signIn(user)
    await waitFor(() => expect(button()).toHaveAttribute('aria-disabled', 'true'))
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    expect(button()).not.toHaveAttribute('aria-disabled')
    expect(password()).toHaveValue('')
    await waitFor(() => expect(email()).toHaveValue('member@example.com'))
  })
})

test('a page restored from the back-forward cache after its visit has ended is loaded anew, once', async () => {
  server.use(give('auth', verifyPwd, { location: 'http://localhost:3002/' }))
  const { user, left } = await renderAt('/login', { welcomed: true })
  await signIn(user)
  await waitFor(() => expect(left.to).toHaveLength(1))
  const shown = (persisted: boolean) =>
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })))
  shown(false)
  expect(left.reloads).toBe(0)
  shown(true)
  expect(left.reloads).toBe(1)
  expect(button(), 'nothing is made anew before that').toHaveAttribute('aria-disabled', 'true')
})

describe('what the login page offers', () => {
  test.each([
    ['service-a', true],
    ['service-b', true],
    ['service-c', false],
    ['', false],
  ])('the join button for %s: %s', async (client_id, shown) => {
    await renderAt('/login', { welcomed: { client_id }, settings: { VITE_JOIN_CLIENT_IDS: 'service-a, service-b' } })
    expect(screen.queryAllByRole('link', { name: 'Create account' })).toHaveLength(shown ? 1 : 0)
  })

  test.each([true, false])('staying signed in only when the init data allows it: %s', async (stay_session) => {
    await renderAt('/login', { welcomed: { stay_session } })
    expect(screen.queryAllByLabelText('Stay signed in')).toHaveLength(stay_session ? 1 : 0)
  })

  test('the forgot-credentials link goes to the identify section, with what was typed', async () => {
    const { user } = await renderAt('/login', { welcomed: true })
    await user.type(email(), 'a@b.kr')
    await user.click(screen.getByRole('link', { name: 'Reset password' }))
    await waitFor(() => expect(here()).toMatch(/^\/identify/))
    expect(useLogin.getState().login_id).toBe('a@b.kr')
  })

  test('the fields carry their names and what a password manager looks for', async () => {
    await renderAt('/login', { welcomed: true })
    expect(email()).toHaveAttribute('name', 'login_id')
    expect(email()).toHaveAttribute('autocomplete', 'username')
    expect(password()).toHaveAttribute('autocomplete', 'current-password')
    expect(password().closest('form')).toHaveAttribute('method', 'post')
  })

  test('what autofill puts in without an event is read when the form is sent', async () => {
    server.use(give('auth', verifyPwd, { location: 'http://localhost:3002/' }))
    const { user, left } = await renderAt('/login', { welcomed: true })
    for (const [field, value] of [
      [email(), 'auto@fill.kr'],
      [password(), 'kT7!mz2R'],
    ] as const)
      (field as HTMLInputElement).value = value
    await user.click(button())
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(await calls(verifyPwd)[0]?.body()).toMatchObject({ login_id: 'auto@fill.kr' })
  })
})

describe('the remembered username', () => {
  test('is off by default, and kept only after a sign-in with the box ticked', async () => {
    server.use(give('auth', verifyPwd, { location: 'http://localhost:3002/' }))
    const { user, left } = await renderAt('/login', { welcomed: true })
    expect(screen.getByLabelText('Remember email')).not.toBeChecked()
    await user.click(screen.getByLabelText('Remember email'))
    await signIn(user)
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(remembered()?.login_id).toBe('member@example.com')
  })

  test('stands in the field next time, and is forgotten when the box is unticked', async () => {
    rememberUsername('known@b.kr')
    server.use(give('auth', verifyPwd, { location: 'http://localhost:3002/' }))
    const { user, left } = await renderAt('/login', { welcomed: true })
    await waitFor(() => expect(email()).toHaveValue('known@b.kr'))
    expect(screen.getByLabelText('Remember email')).toBeChecked()
    await user.click(screen.getByLabelText('Remember email'))
    await user.type(password(), 'kT7!mz2R{Enter}')
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(remembered()).toBeNull()
  })

  test('is forgotten, too, when the browser has restored the tick after a reload, and the box is unticked', async () => {
    rememberUsername('known@b.kr')
    server.use(give('auth', verifyPwd, { location: 'http://localhost:3002/' }))
    const { user, left } = await renderAt('/login', { welcomed: true })
    screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember email' }).checked = true
    await waitFor(() => expect(email()).toHaveValue('known@b.kr'))
    await user.click(screen.getByLabelText('Remember email'))
    await user.type(password(), 'kT7!mz2R{Enter}')
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(remembered()).toBeNull()
  })

  test('is not offered where this browser cannot remember', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await renderAt('/login', { welcomed: true })
    await waitFor(() => expect(screen.queryByLabelText('Remember email')).toBeNull())
  })
})

test('a sign-in in another tab is noticed, and the server is asked anew whom this visit may go on as: at /certification with a proved phone only', async () => {
  const sso_sessions = [{ id: 'one', login_id: 'o***@b.kr', name: 'One', last_used_at: '2026-02-01T09:00:00Z' }]
  const known = welcomeData({ amrs: ['SSO', 'PWD'], possible_sso_login: true, sso_sessions })
  server.use(give('auth', '/v1/init/login', known))
  const { user, left } = await renderAt('/certification', { welcomed: true })
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  const region = within(screen.getByRole('main')).getByRole('status')
  const other = new BroadcastChannel('daemun')
  other.postMessage({ signed_in: 'another-visit' })
  await waitFor(() => expect(region).toHaveTextContent('You signed in in another tab.'))
  other.close()
  await press(user, 'Continue')
  await screen.findByRole('button', { name: 'Continue as One (o***@b.kr)' })
  expect(calls('/v1/init/login')).toMatchObject([{ query: { transaction_id: 'transaction-1', state: 'state-1' } }])
  server.use(give('auth', '/v1/verify/sso', { location: 'http://localhost:3002/callback' }))
  await press(user, 'Continue as One (o***@b.kr)')
  expect(await screen.findByRole('dialog')).toHaveTextContent('your phone was not verified')
  expect(left.to).toEqual([])
})

test('without a connection the way to go on as in the other tab stays', async () => {
  const { user } = await renderAt('/login', { welcomed: true })
  // What the form loads at the first key is there.
  await user.type(email(), 'a')
  const other = new BroadcastChannel('daemun')
  other.postMessage({ signed_in: 'another-visit' })
  await screen.findByRole('button', { name: 'Continue' })
  other.close()
  await importSubmit()
  server.use(cut('auth', '/v1/init/login'))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await press(user, 'Continue')
  await waitFor(() => expect(calls('/v1/init/login')).toHaveLength(1))
  await expectOnlyToast('errors.noConnection')
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeVisible()
})

test('a message from another window changes nothing', async () => {
  await renderAt('/login', { welcomed: true })
  const before = document.body.innerHTML
  act(() => {
    for (const data of [{ signed_in: 'transaction-1' }, { type: 'redirect', url: 'https://evil.test' }, null])
      window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://evil.test' }))
  })
  expect(document.body.innerHTML).toBe(before)
})

test('what every next screen needs loads while the server checks the password, and stops when the member leaves', async () => {
  const root = document.body.appendChild(document.createElement('div'))
  Object.assign(root, { id: 'root' }).dataset.screen = 'assets/screen.js'
  const ask = globalThis.fetch
  const loads: RequestInit[] = []
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    if (input !== '/assets/screen.js') return ask(input, init)
    loads.push(init ?? {})
    return new Promise(() => {})
  })
  try {
    const { user, left } = await renderAt('/login', { welcomed: true })
    const { handler, release } = hold('auth', verifyPwd, { location: 'http://localhost:3002/' })
    server.use(handler)
    await signIn(user)
    await waitFor(() => expect(loads).toMatchObject([{ priority: 'low', signal: { aborted: false } }]))
    expect(calls(verifyPwd)).toHaveLength(1)
    release()
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(loads).toMatchObject([{ signal: { aborted: true } }])
  } finally {
    vi.unstubAllGlobals()
    root.remove()
  }
})
