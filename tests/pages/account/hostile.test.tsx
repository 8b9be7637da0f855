// Security, H and E10, a hostile review of the pages: texts that are markup, addresses that are scripts, ways back that lead elsewhere, and answers
// that come after their session. What the calls refuse is in tests/backend/account/hostile*.test.ts.
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { accountServer, type AccountState, SIGN_IN } from '../../support/account.ts'
import { renderAt } from '../../support/render.tsx'
import { calls, give, hold, server } from '../../support/server.ts'

declare global {
  interface Window {
    hit?: number
  }
}

const MARKUP = '<img src="x" onerror="window.hit=1"><script>window.hit=1</script>'
/** An address that is a script, in parts for the linter. */
const SCRIPT = ['javascript', 'window.hit=1'].join(':')
/** The markup as a text, alone or in a sentence. */
const asText = () => screen.findAllByText((text) => text.includes(MARKUP))
const made = () => document.querySelectorAll('#root img, #root script, #root iframe, main img, main script').length

afterEach(() => {
  delete window.hit
})

describe('a text that is markup stays a text', () => {
  const PLACES: Record<string, { path: string; put: (state: AccountState) => void }> = {
    'the name': { path: '/account', put: ({ account }) => (account.name = MARKUP) },
    'the nickname': { path: '/account', put: ({ account }) => (account.nickname = MARKUP) },
    'the masked address': { path: '/account', put: ({ account }) => (account.email = MARKUP) },
    'the masked phone': { path: '/account/security', put: ({ account }) => (account.phone = MARKUP) },
    'a passkey': { path: '/account/security', put: ({ passkeys }) => passkeys.forEach((row) => (row.name = MARKUP)) },
    'a browser': { path: '/account/devices', put: ({ sessions }) => sessions.forEach((row) => (row.browser = MARKUP)) },
    'a system': { path: '/account/devices', put: ({ sessions }) => sessions.forEach((row) => (row.system = MARKUP)) },
    'a place': { path: '/account/devices', put: ({ sessions }) => sessions.forEach((row) => (row.place = MARKUP)) },
    'a service of a browser': {
      path: '/account/devices',
      put: ({ sessions }) => sessions.forEach((row) => (row.services = [MARKUP])),
    },
    'a service': {
      path: '/account/services',
      put: ({ services }) => services.forEach((row) => (row.rp_name = MARKUP)),
    },
    'a text of terms': {
      path: '/account/services',
      put: ({ services }) => services.flatMap(({ terms }) => terms).forEach((term) => (term.name = MARKUP)),
    },
    'a version of terms': {
      path: '/account/services',
      put: ({ services }) => services.flatMap(({ terms }) => terms).forEach((term) => (term.version = MARKUP)),
    },
    'the service of a sign-in': {
      path: '/account/activity',
      put: ({ activity }) =>
        activity.push({ id: 'a', at: '2026-01-01T09:00:00Z', event: 'SIGN_IN', result: 'DONE', service: MARKUP }),
    },
    'the browser of an event that nobody knows': {
      path: '/account/activity',
      put: ({ activity }) =>
        activity.push({ id: 'a', at: '2026-01-01T09:00:00Z', event: MARKUP, result: MARKUP, browser: MARKUP }),
    },
    'the file name of a letter': {
      path: '/account/privacy',
      put: ({ account }) => (account.letter = { received_at: '2026-01-01T09:00:00Z', file_name: MARKUP }),
    },
  }
  test.each(Object.entries(PLACES))('%s', async (_, { path, put }) => {
    put(accountServer())
    await renderAt(path)
    expect((await asText()).length).toBeGreaterThan(0)
    expect([made(), window.hit]).toEqual([0, undefined])
  })

  test.each([
    ['the name of a table', { [MARKUP]: [{ a: 1 }] }],
    ['the name of a field', { members: [{ [MARKUP]: 1 }] }],
    ['a value', { members: [{ name: MARKUP }] }],
    ['a value within a value', { members: [{ profile: { [MARKUP]: [MARKUP] } }] }],
    ['names that every object has', { constructor: [{ toString: MARKUP }] }],
  ] as [string, object][])('%s of the copy', async (_, tables) => {
    accountServer()
    server.use(give('auth', '/v1/account/export', tables))
    const { user } = await renderAt('/account/privacy')
    await user.click(await screen.findByRole('button', { name: 'Show as a page' }))
    expect((await asText()).length).toBeGreaterThan(0)
    expect([made(), window.hit]).toEqual([0, undefined])
  })
})

describe('an address that is no page is neither linked to nor loaded', () => {
  /** The links and pictures of the services with this address. */
  async function foundWith(address: string): Promise<number> {
    const { services } = accountServer()
    for (const row of services) {
      Object.assign(row, { domain: address, icon_image_url: address })
      for (const term of row.terms) term.url = address
    }
    await renderAt('/account/services')
    expect(await screen.findByText('Terms of Step')).toBeVisible()
    return document.querySelectorAll('main .item :is(a, img)').length
  }

  test('while a page is', async () => expect(await foundWith('https://step.test/')).toBe(3))

  test.each([
    SCRIPT,
    ` ${SCRIPT}`,
    SCRIPT.replace('script', '\tscript'),
    'data:text/html,<script>window.hit=1</script>',
    'vbscript:window.hit=1',
    'blob:https://elsewhere.test/1',
    'file:///etc/passwd',
    '//elsewhere.test/',
    '/account/privacy',
    'http://elsewhere.test/',
  ])('%j', async (address) => {
    expect(await foundWith(address)).toBe(0)
    expect(window.hit).toBeUndefined()
  })
})

describe('a sign-in leads back to a page of the account alone', () => {
  test.each([
    ['/account/services?return_to=https://elsewhere.test/', '/account/services'],
    ['/account/services?return_to=//elsewhere.test#/account', '/account/services'],
    ['/account/devices#javascript:window.hit=1', '/account/devices'],
    ['/account/?next=%2F%2Felsewhere.test', '/account'],
    ['/account/privacy/', '/account/privacy'],
  ])('from %s', async (address, page) => {
    accountServer().signedOut = true
    const { left } = await renderAt(address)
    await waitFor(() => expect(left.to).toEqual([SIGN_IN]))
    expect(await calls('/v1/init/account')[0]?.body()).toEqual({ return_to: page })
  })

  test.each([
    SCRIPT,
    'data:text/html,x',
    '//elsewhere.test/',
    'https://localhost:3002.elsewhere.test/',
    'http://localhost:3002@elsewhere.test/',
  ])('and begins at no address like %s', async (location) => {
    accountServer().signedOut = true
    server.use(give('auth', '/v1/init/account', { location }))
    const { left } = await renderAt('/account')
    await waitFor(() => expect(document.location.pathname).toBe('/error'))
    expect([left.to, window.hit]).toEqual([[], undefined])
  })
})

describe('an answer that comes after its session shows nothing', () => {
  const LISTS = {
    '/account/devices': [
      '/v1/account/sessions',
      [
        {
          id: 'late',
          browser: 'Late Browser',
          system: 'Late',
          signed_in_at: '2026-01-01T09:00:00Z',
          last_used_at: '2026-01-01T09:00:00Z',
          current: true,
          services: [],
        },
      ],
      'Late Browser',
    ],
    '/account/services': [
      '/v1/account/services',
      [{ client_id: 'late', rp_name: 'Late Service', scopes: [], terms: [] }],
      'Late Service',
    ],
  } as const
  const ENDS: Record<string, (state: AccountState) => void> = {
    'has ended': (state) => (state.signedOut = true),
    'is another member’s': ({ account }) => Object.assign(account, { session: 'second', login_id: 'other@demo.test' }),
  }
  test.each(
    Object.entries(LISTS).flatMap(([path, list]) =>
      Object.entries(ENDS).map(([how, end]) => ({ path, list, how, end })),
    ),
  )('$path, whose session $how', async ({ path, list: [call, rows, text], end }) => {
    const state = accountServer()
    const { handler, release } = hold('auth', call, rows)
    server.use(handler)
    await renderAt(path)
    await waitFor(() => expect(calls(call)).toHaveLength(1))
    end(state)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await screen.findByRole('heading', { level: 1, name: /signed out|signed in/i })
    release()
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(screen.queryByText(new RegExp(text))).toBeNull()
    expect(screen.queryByText('Haneul Kim')).toBeNull()
  })
})
