import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { saveLogin } from '../../../src/stores/login.ts'
import { saveToWelcome, useWelcome } from '../../../src/stores/welcome.ts'
import { serviceInfo } from '../../support/builders.ts'
import { holdTime } from '../../support/clock.ts'
import { goTo, renderAt } from '../../support/render.tsx'
import { calls, give, refuse, server } from '../../support/server.ts'

const BEGIN = 'Go to the service you were using and choose “Sign in” there.'
const VITE_SERVICES = JSON.stringify([
  { display_name: '학습', display_name_en: 'Learning', url: 'https://learn.test/' },
  { display_name: '연구실', url: 'https://lab.test/' },
])
const SCRIPT = ['java', 'script:'].join('')

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const link = (name: string | RegExp) => screen.queryByRole('link', { name })

/** As soon as the server has said that it is there. */
async function press(user: UserEvent) {
  const button = await screen.findByRole('button', { name: 'Try again' })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  await user.click(button)
}

describe('the error page', () => {
  test.each([
    ['/error/403', 'You can’t open this page'],
    ['/error?code=403', 'You can’t open this page'],
    ['/error/404', 'Page not found'],
    ['/error/500', 'Something went wrong on our side'],
    ['/error?code=503', 'Not available right now'],
    ['/error', 'We couldn’t complete your request'],
    ['/error/999', 'We couldn’t complete your request'],
    ['/error/%3Cscript%3E', 'We couldn’t complete your request'],
    ['/error?code=403&reason=expired', 'Your session has expired'],
    ['/error?code=403&reason=unanswered', 'No response from the server'],
    ['/error?code=500&reason=unreachable', 'No response from the server'],
    ['/error?code=500&reason=unavailable', 'Not available right now'],
    ['/error?code=500&reason=stale', 'You can’t start from this address'],
    ['/error?code=403&reason=untrusted', 'We stopped an unsafe redirect'],
  ])('%s: %s', async (path, title) => {
    await renderAt(path)
    expect(await heading(title)).toBeVisible()
  })

  test('after too many attempts it counts the wait, and then tries the entry again', async () => {
    const { pass } = holdTime()
    saveToWelcome({ route_params: { action: 'sign-up', transaction_id: 't', state: 's' } })
    const { user } = await renderAt('/error?code=503&reason=tooMany&wait=30')
    expect(await heading('Too many attempts')).toBeVisible()
    const button = await screen.findByRole('button', { name: 'Try again (30)' })
    await user.click(button)
    expect(window.location.pathname).toBe('/error')
    pass(30_000)
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(calls('/v1/init/login')).toHaveLength(1))
  })

  test('in a tab that does not know the service it asks for it, and leads back to it', async () => {
    server.use(give('auth', '/v1/profile/rp', serviceInfo()))
    await renderAt('/identify/myid')
    await heading('You can’t open this page')
    await waitFor(() => expect(link('Back to Learning Hall')).toHaveAttribute('href', 'http://localhost:3002/'))
    expect(screen.queryByText(BEGIN)).toBeNull()
  })

  test('without a service says once where to begin, whom to ask, and whose page it is', async () => {
    await renderAt('/error/403')
    await heading('You can’t open this page')
    expect(screen.queryByText(BEGIN)).toBeNull()
    expect(within(screen.getByRole('banner')).getByText('Daemun')).toBeVisible()
    expect(link(/^Customer support/)).toHaveAttribute('href', '/policies/support.en.html')
    expect(link('About Daemun')).toHaveAttribute('href', '/about')
  })

  test('that is not about the sign-in says where to begin as well', async () => {
    await renderAt('/error/404')
    expect(await screen.findByText(BEGIN)).toBeVisible()
  })

  test.each(['/error/403', '/error/404', '/about'])('of %s leads to the services of the operator', async (address) => {
    await renderAt(address, { settings: { VITE_SERVICES } })
    expect(await screen.findByRole('link', { name: 'Learning' })).toHaveAttribute('href', 'https://learn.test/')
    expect(link('연구실')).toHaveAttribute('href', 'https://lab.test/')
    expect(screen.queryByText(BEGIN)).toBeNull()
  })

  test.each(['/error/403', '/about'])('of %s leads a visitor from a service to that one only', async (address) => {
    await renderAt(address, { welcomed: true, settings: { VITE_SERVICES } })
    expect(await screen.findByRole('link', { name: 'Back to Learning Hall' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Learning' })).toBeNull()
    expect(within(screen.getByRole('banner')).queryByText('Daemun')).toBeNull()
  })

  test('leads back to the service, and to the sign-in as long as the visit lasts', async () => {
    await renderAt('/error/403', { welcomed: true })
    await heading('You can’t open this page')
    expect(link('Back to Learning Hall')).toHaveAttribute('href', 'http://localhost:3002/')
    expect(link('Sign in again')).toHaveAttribute('href', '/login')
  })

  const UNSAFE = [`${SCRIPT}alert(1)`, 'https://other.test', 'http://someone:secret@localhost:3002']
  test.each(UNSAFE)('a service whose domain is %s is not linked to', async (domain) => {
    await renderAt('/error/403', { welcomed: { callback_url: '' }, service: { domain } })
    await heading('You can’t open this page')
    expect(link('Back to Learning Hall')).toBeNull()
  })

  test('of the server asks for its health, with growing intervals, and offers to try again', async () => {
    const { pass } = holdTime()
    server.use(refuse('node', '/v1/health', { status: 503 }))
    const { user, left } = await renderAt('/error/500')
    await waitFor(() => expect(screen.getByText('Still no response. We’ll keep checking.')).toBeVisible())
    const retry = screen.getByRole('button', { name: 'Try again' })
    expect(retry, 'not before it is back, and why').toHaveAttribute('aria-disabled', 'true')
    expect(retry).toHaveAccessibleDescription('Still no response. We’ll keep checking.')
    pass(2000)
    await waitFor(() => expect(calls('/v1/health')).toHaveLength(2))
    await waitFor(() => expect(screen.getByText('Still no response. We’ll keep checking.')).toBeVisible())
    pass(2000)
    expect(calls('/v1/health')).toHaveLength(2)
    server.use(give('node', '/v1/health', { status: 'ok' }))
    pass(2000)
    await waitFor(() => expect(screen.getByText('You can try again now.')).toBeVisible())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(left.reloads).toBe(1)
  })

  test('shows the name that the server gave the failed call, and reports itself under it', async () => {
    const id = '5d0f2a52-9f1d-4f43-8f51-2f4ad9f4b3a1'
    const failed = { status: 500, description: `correlation id ${id}` }
    server.use(refuse('auth', '/v1/init/login', failed), refuse('auth', '/v1/profile/rp', { status: 503 }))
    await renderAt('/init/login?transaction_id=named-1&state=s')
    expect(await screen.findByText(id)).toBeVisible()
    await waitFor(() => expect(calls('/v1/client-errors')).toHaveLength(1))
    expect(await calls('/v1/client-errors')[0]?.body()).toMatchObject({ id })
  })

  test('tries the entry that failed once more', async () => {
    server.use(refuse('auth', '/v1/init/login', { status: 500 }), refuse('auth', '/v1/profile/rp', { status: 500 }))
    const asked = 'transaction_id=retry-1&state=s&terms_types=SUNI&login_hint=a%40b.kr&type=sk&ui_locales=fr+en'
    const { user, left } = await renderAt(`/init/login?${asked}`)
    await heading('Something went wrong on our side')
    await press(user)
    await waitFor(() => expect(calls('/v1/init/login')).toHaveLength(2))
    expect(calls('/v1/init/login')[1]?.query).toEqual({ transaction_id: 'retry-1', state: 's' })
    expect(left.reloads).toBe(0)
    await heading('Something went wrong on our side')
    expect(useWelcome.getState().route_query, 'what came with it').toEqual({
      terms_types: ['SUNI'],
      login_id: 'a@b.kr',
      type: 'sk',
      ui_locales: 'fr en',
      certification: false,
    })
  })

  test('leads back to the step that waits, once more with what is known of the member, as often as it takes', async () => {
    const users = '/v1/profile/users'
    server.use(refuse('auth', users, { status: 500 }))
    const { user, left } = await renderAt('/about', { welcomed: true })
    saveLogin({ matcher_type: 'CONVERSION_JOIN', step: { step: 'CONVERSION_JOIN' } })
    goTo('/error?code=500')
    const entries = history.length
    await press(user)
    await waitFor(() => expect(calls(users)).toHaveLength(1))
    await heading('Something went wrong on our side')
    const identity = { belong_sk: true, login_id: 'a@group.test', nickname: null, name: null, birthdate: null }
    server.use(give('auth', users, identity))
    await press(user)
    await waitFor(() => expect(window.location.pathname).toBe('/join/info'))
    expect(await screen.findByText('a@group.test')).toBeVisible()
    expect(history.length, 'Back does not lead to the error again').toBe(entries)
    expect(left.reloads).toBe(0)
  })

  test('of the server has a reference, which is that of the report of what failed', async () => {
    server.use(refuse('auth', '/v1/init/login', { status: 502 }))
    const { user } = await renderAt('/init/login?transaction_id=reported-1&state=s')
    await heading('Not available right now')
    await waitFor(() => expect(calls('/v1/client-errors')).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await calls('/v1/client-errors')[0]?.body()).toMatchObject({
      id: (await navigator.clipboard.readText()).split(' ')[0],
      message: 'error page 503 after GET /v1/init/login: refused 502',
      route: '/error',
    })
  })

  test('of 403 asks nothing', async () => {
    await renderAt('/error/403')
    await heading('You can’t open this page')
    expect(calls('/v1/health')).toEqual([])
    expect(calls('/v1/client-errors')).toEqual([])
    expect(screen.queryByText('Reference')).toBeNull()
  })
})

describe('pages that need no welcome', () => {
  const LANGUAGES = ['ko', 'en', 'zh', 'ja'] as const
  test.each(LANGUAGES)('/about and /privacyPolicy in %s lead to each other, and to the policies', async (locale) => {
    const { view } = await renderAt('/about', { locale })
    await waitFor(() => expect(document.querySelector('a[href="/privacyPolicy"]')).not.toBeNull())
    view.unmount()
    await renderAt('/privacyPolicy', { locale })
    await waitFor(() => expect(document.querySelector('a[href="/about"]')).not.toBeNull())
    expect(document.querySelector(`main a[href="/policies/privacy.${locale}.html"]`)).not.toBeNull()
    expect(document.querySelector('main')).not.toHaveTextContent(/[a-z]+\.[a-z]+[A-Z]\w*/)
  })

  test('/privacyPolicy leads to the policies of the operator, and an error to the support', async () => {
    const settings = { VITE_POLICIES_URL: 'https://help.test/pages' }
    const { view } = await renderAt('/privacyPolicy', { locale: 'ko', settings })
    const main = () => [...document.querySelectorAll('main a')].map((one) => one.getAttribute('href'))
    await waitFor(() =>
      expect(main()).toEqual([
        '/account',
        'https://help.test/pages/privacy.ko.html',
        'https://help.test/pages/cookie.ko.html',
        '/about',
      ]),
    )
    view.unmount()
    await renderAt('/error/403', { settings })
    await waitFor(() => expect(main()).toContain('https://help.test/pages/support.en.html'))
  })

  test('/about leads back to the service, when it is known', async () => {
    await renderAt('/about', { welcomed: true })
    await waitFor(() => expect(link('Back to Learning Hall')).toHaveAttribute('href', 'http://localhost:3002/'))
    saveToWelcome({ service_info: null })
  })
})
