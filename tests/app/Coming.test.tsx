// Screens, "Around every page": a loading page says so.
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { saveLogin } from '../../src/stores/login.ts'
import { useScreen, whileComing } from '../../src/stores/screen.ts'
import { deferred } from '../support/deferred.ts'
import { goTo, renderAt } from '../support/render.tsx'
import { calls, give, hold, refuse, server } from '../support/server.ts'
import { typeCode, typeSignIn } from '../support/typing.ts'
import '../support/network.ts'

const line = () => document.querySelector('.coming')

test('shows and announces a line while page code loads, until the last request ends', async () => {
  await renderAt('/about')
  await screen.findByRole('main')
  const [one, other] = [deferred(), deferred()]
  const both = [one, other].map(({ promise }) => whileComing(promise))
  await expect.poll(line).not.toBeNull()
  await expect.poll(() => document.getElementById('live-region')?.textContent).toMatch(/working/i)
  await act(async () => {
    one.resolve()
    await both[0]
  })
  expect(line()).not.toBeNull()
  await act(async () => {
    other.resolve()
    await both[1]
  })
  expect(line()).toBeNull()
})

test('removes the line when code is lost', async () => {
  await renderAt('/about')
  await screen.findByRole('main')
  await act(() => whileComing(Promise.reject(new Error('gone'))).catch(() => {}))
  expect(line()).toBeNull()
})

/** The code of the next page waits for the connection. */
function loseConnection() {
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  return async () => {
    connection.mockReturnValue(true)
    await act(async () => void dispatchEvent(new Event('online')))
  }
}
const title = () => screen.getByRole('heading', { level: 1 })

test('after the password, the filled form stays busy until the next page is shown', async () => {
  const { handler, release } = hold('auth', '/v1/verify/pwd', { matcher_type: 'JOIN_STATE' })
  server.use(handler)
  const { user } = await renderAt('/login', { welcomed: true })
  await typeSignIn(user, 'member@example.com')
  await waitFor(() => expect(calls('/v1/verify/pwd')).toHaveLength(1))
  const restore = loseConnection()
  release()
  await waitFor(() => expect(useScreen.getState().waiting).toBe(true))
  expect(screen.getByLabelText('Email')).toHaveValue('member@example.com')
  expect(screen.getByLabelText('Password')).toHaveValue('kT7!mz2R')
  expect(screen.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-disabled', 'true')
  await restore()
  await waitFor(() => expect(title()).not.toHaveTextContent('Sign in'))
})

test('a second press on a link whose page is still loading adds no entry to the history', async () => {
  const { user } = await renderAt('/login', { welcomed: true })
  const before = history.length
  const restore = loseConnection()
  const link = screen.getByRole('link', { name: 'Reset password' })
  await user.dblClick(link)
  await waitFor(() => expect(useScreen.getState().waiting).toBe(true))
  expect(window.location.pathname).toMatch(/^\/identify/)
  expect(history.length - before).toBe(1)
  await restore()
  await waitFor(() => expect(title()).not.toHaveTextContent('Sign in'))
})

test('a page to which Back leads, and which is still loading, stays in the history when the member goes elsewhere', async () => {
  const { user } = await renderAt('/login', { welcomed: true })
  const restore = loseConnection()
  goTo('/privacyPolicy')
  await waitFor(() => expect(useScreen.getState().waiting).toBe(true))
  const before = history.length
  await user.click(screen.getByRole('link', { name: 'Reset password' }))
  expect(window.location.pathname).toMatch(/^\/identify/)
  expect(history.length - before).toBe(1)
  await restore()
})

test('after the phone, the form of the code stays behind the notice and until the next page is shown', async () => {
  server.use(
    give('service', '/authenticator/v1/issue/sms', { expires_in: 180 }),
    give('service', '/authenticator/v1/verify/mobile', { auth_code: 'proof' }),
    refuse('auth', '/v1/matcher/resolve', {
      status: 401,
      data: { matcher_type: 'ADD_TERMS_AGREEMENT', terms_types: ['ADD_SUNI'], auth_token: 'token-2' },
    }),
    give('auth', '/v1/profile/users', {
      belong_sk: false,
      login_id: 'a@b.kr',
      nickname: 'nick',
      name: 'Name',
      birthdate: '19900101',
    }),
  )
  const { view } = await renderAt('/about', { welcomed: true })
  view.unmount()
  const step = {
    auth_required: true,
    auth_token: 'token-1',
    matcher_type: 'AUTH_REQUIRED',
    phone_number: '010-****-1234',
  }
  saveLogin({ ...step, auth_at: Date.now(), login_id: 'a@b.kr' })
  const { user } = await renderAt('/login')
  await typeCode(user, '123456')
  const ok = await screen.findByRole('button', { name: /continue|ok/i })
  const restore = loseConnection()
  expect(title()).toHaveTextContent('Verify your phone')
  await user.click(ok)
  await waitFor(() => expect(useScreen.getState().waiting).toBe(true))
  expect(title()).toHaveTextContent('Verify your phone')
  expect(screen.getByText('Verified.')).toBeVisible()
  await restore()
  await waitFor(() => expect(title()).not.toHaveTextContent('Verify your phone'))
})
