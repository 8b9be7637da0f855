import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { readJoin } from '../../../src/stores/join.ts'
import { useWelcome } from '../../../src/stores/welcome.ts'
import { serviceInfo, welcomeData } from '../../support/builders.ts'
import { renderAt } from '../../support/render.tsx'
import { calls, cut, empty, give, hold, refuse, server } from '../../support/server.ts'
import { expectLasting, expectOnlyToast } from '../../support/toasts.ts'

const sso_sessions = [
  { id: 'older', login_id: 'o***@b.kr', name: 'Older', last_used_at: '2026-01-01T09:00:00Z' },
  { id: 'newer', login_id: 'n***@b.kr', name: 'Newer', last_used_at: '2026-02-01T09:00:00Z' },
]
const open = (path = '/loginSSO') =>
  renderAt(path, { welcomed: { possible_sso_login: true, amrs: ['SSO', 'PWD'], sso_sessions } })
const here = () => window.location.pathname + window.location.search
const account = (name: string) => screen.findByRole('button', { name: new RegExp(`^Continue as ${name}`) })

test.each(['/loginSSO', '/login/sso'])('%s lists the accounts of this browser, the last used first', async (path) => {
  await open(path)
  await account('Newer')
  expect(
    screen
      .getAllByRole('listitem')
      .filter((item) => within(item).queryAllByRole('button').length > 0)
      .map((item) => item.textContent),
  ).toEqual([expect.stringContaining('Newer') as unknown, expect.stringContaining('Older') as unknown])
})

test('says how long ago each account was used, and marks it with the letter of its name', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const sessions = sso_sessions.map((session) => ({
    ...session,
    login_id: 'h***@b.kr',
    last_used_at: ago(session.id === 'older' ? 31 : 3),
  }))
  await renderAt('/loginSSO', { welcomed: { possible_sso_login: true, amrs: ['SSO', 'PWD'], sso_sessions: sessions } })
  expect(await account('Newer')).toHaveTextContent(/^NNewer.*Last used 3 days ago/)
  expect(await account('Older')).toHaveTextContent(/^OOlder.*Last used a month ago/)
})

test('the only account opens its own pages without a question', async () => {
  const [only] = sso_sessions
  const welcome = welcomeData({
    client_id: 'account',
    possible_sso_login: true,
    amrs: ['SSO', 'PWD'],
    sso_sessions: only ? [only] : [],
  })
  server.use(
    give('auth', '/v1/init/login', welcome),
    give('auth', '/v1/profile/rp', serviceInfo()),
    give('auth', '/v1/verify/sso', { location: 'http://localhost:3002/callback' }),
  )
  const { left } = await renderAt('/init/login?transaction_id=transaction-1&state=state-1')
  await waitFor(() => expect(left.to).toEqual(['http://localhost:3002/callback']))
  expect(await calls('/v1/verify/sso')[0]?.body()).toMatchObject({ sso_session_id: 'older' })
})

test.each([
  ['possible single sign-on', { sso_sessions }],
  ['an account', { possible_sso_login: true, amrs: ['SSO', 'PWD'], sso_sessions: [] }],
])('without %s the login page is shown', async (_, welcomed) => {
  await renderAt('/loginSSO', { welcomed })
  await waitFor(() => expect(here()).toBe('/login'))
})

describe('continue as an account', () => {
  test('leads where the server says, asked once', async () => {
    const { handler, release } = hold('auth', '/v1/verify/sso', { location: 'http://localhost:3002/callback' })
    server.use(handler)
    const { user, left } = await open()
    await user.click(await account('Older'))
    await user.click(await account('Newer'))
    expect(screen.getByText('Working on it')).toBeInTheDocument()
    release()
    await waitFor(() => expect(left.to).toEqual(['http://localhost:3002/callback']))
    expect(calls('/v1/verify/sso')).toHaveLength(1)
    expect(await calls('/v1/verify/sso')[0]?.body()).toEqual({
      sso_session_id: 'older',
      transaction_id: 'transaction-1',
      state: 'state-1',
    })
  })

  test('may ask for a step first', async () => {
    server.use(refuse('auth', '/v1/verify/sso', { status: 401, data: { matcher_type: 'JOIN_STATE' } }))
    const { user } = await open()
    await user.click(await account('Older'))
    await waitFor(() => expect(here()).toBe('/resolve/member'))
  })

  test('that has a group account leads to carrying it over (4031); its id, which is known masked only, is typed later', async () => {
    server.use(refuse('auth', '/v1/verify/sso', { detail_code: 4031 }))
    const { user } = await open()
    await user.click(await account('Older'))
    expect(await screen.findByText(/Next: the terms, the email/)).toBeVisible()
    expect(here()).toBe('/join/info?type=sk')
    await user.click(screen.getByRole('button', { name: 'Use this account' }))
    await waitFor(() => expect(here()).toBe('/join/terms?type=sk'))
    expect(readJoin()).toMatchObject({ isGroupConversion: true, kind: 'SK', login_id: '' })
  })

  test('that the server has signed out shows the reason and the login page, and the account leaves the list', async () => {
    server.use(refuse('auth', '/v1/verify/sso', { status: 401 }))
    const { user } = await open()
    await user.click(await account('Older'))
    expect(await screen.findByRole('dialog')).toHaveTextContent('This account has been signed out.')
    await user.click(screen.getByRole('button', { name: 'Go to sign in' }))
    await waitFor(() => expect(here()).toBe('/login'))
    expect(useWelcome.getState().welcome?.sso_sessions.map(({ id }) => id)).toEqual(['newer'])
  })

  test('that is refused opens a dialog', async () => {
    server.use(refuse('auth', '/v1/verify/sso', { detail_code: 4529 }))
    const { user } = await open()
    await user.click(await account('Older'))
    expect(await screen.findByRole('dialog')).toHaveTextContent('This account is suspended.')
    await user.click(screen.getByRole('button', { name: 'Back to sign-in' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(here()).toBe('/loginSSO')
  })

  test('that does not exist shows a message', async () => {
    server.use(refuse('auth', '/v1/verify/sso', { detail_code: 4503 }))
    const { user } = await open()
    await user.click(await account('Older'))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('No account was found.'))
  })

  test('that fails stays on the page, and "try again" continues', async () => {
    server.use(refuse('auth', '/v1/verify/sso', { status: 500 }))
    const { user, left } = await open()
    await user.click(await account('Older'))
    const alert = await expectLasting('errors.unavailable')
    server.use(give('auth', '/v1/verify/sso', { location: 'http://localhost:3002/' }))
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(left.to).toEqual(['http://localhost:3002/']))
  })

  test('without a response leads to error 403', async () => {
    server.use(cut('auth', '/v1/verify/sso'))
    const { user } = await open()
    await user.click(await account('Older'))
    await waitFor(() => expect(here()).toBe('/error?code=403&reason=unanswered'))
  })
})

describe('forget an account', () => {
  const forget = async (user: Awaited<ReturnType<typeof open>>['user'], name: string, answer: string) => {
    await user.click(await screen.findByRole('button', { name: new RegExp(`^Sign out ${name}`) }))
    await user.click(await screen.findByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const ids = () => useWelcome.getState().welcome?.sso_sessions.map(({ id }) => id)

  test.each([
    ['the server forgets it', () => empty('auth', '/v1/sso-session/older')],
    ['the server did not know it', () => refuse('auth', '/v1/sso-session/older', { status: 404 })],
  ])('asks first, and then it is gone: %s', async (_, handler) => {
    server.use(handler())
    const { user } = await open()
    await forget(user, 'Older', 'Sign out')
    await waitFor(() => expect(ids()).toEqual(['newer']))
    expect(calls('/v1/sso-session/older')).toMatchObject([{ method: 'DELETE' }])
    expect((await screen.findByText('Signed out.')).closest('[role=status]')).toBeVisible()
    await expectOnlyToast('sso.forgotten')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  })

  test('the question names the account', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: /^Sign out Older/ }))
    expect(await screen.findByRole('dialog')).toHaveAccessibleDescription(
      'Older (o***@b.kr) will be signed out of this browser.',
    )
  })

  test('cancelled changes nothing', async () => {
    const { user } = await open()
    await forget(user, 'Older', 'Cancel')
    expect(calls('/v1/sso-session/older')).toEqual([])
    expect(ids()).toEqual(['older', 'newer'])
  })

  test('the last one leads to the login page', async () => {
    server.use(empty('auth', '/v1/sso-session/older'), empty('auth', '/v1/sso-session/newer'))
    const { user } = await open()
    await forget(user, 'Older', 'Sign out')
    await waitFor(() => expect(ids()).toEqual(['newer']))
    await forget(user, 'Newer', 'Sign out')
    await waitFor(() => expect(here()).toBe('/login'))
  })

  test.each([
    ['is lost', cut('auth', '/v1/sso-session/older'), 'errors.noConnection'],
    ['fails', refuse('auth', '/v1/sso-session/older', { status: 500 }), 'errors.serverError'],
  ] as const)('that %s shows one toast, and keeps the account', async (_, handler, text) => {
    server.use(handler)
    const { user } = await open()
    await forget(user, 'Older', 'Sign out')
    await expectOnlyToast(text)
    const older = await account('Older')
    await waitFor(() => expect(older).not.toHaveAttribute('aria-disabled'))
    expect(ids()).toEqual(['older', 'newer'])
  })
})

test('another account leads to the login page', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('link', { name: 'Use another account' }))
  await waitFor(() => expect(here()).toBe('/login'))
})
