import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { remembered, rememberUsername } from '../../../src/effects/session/remembered.ts'
import { readJoin } from '../../../src/stores/join.ts'
import { saveLogin, useLogin } from '../../../src/stores/login.ts'
import { useScreen } from '../../../src/stores/screen.ts'
import { saveToWelcome, useWelcome } from '../../../src/stores/welcome.ts'
import { serviceInfo, welcomeData } from '../../support/builders.ts'
import { renderAt } from '../../support/render.tsx'
import { bases, calls, cut, give, hold, refuse, server } from '../../support/server.ts'
import { beginVisit } from '../../support/visit.ts'
import { typeSignIn } from '../../support/typing.ts'

const here = () => window.location.pathname + window.location.search
const expectPath = (path: string) => waitFor(() => expect(here()).toBe(path))

const account = { id: '1', login_id: 'm***@b.kr', name: 'Member', last_used_at: '2026-01-01T09:00:00Z' }
let last = 0
/** A new transaction for each test, because the app calls the entry once per transaction. */
let query = ''
beforeEach(() => {
  query = `transaction_id=entry-${++last}&state=state`
})
const good = (welcome = {}, service = {}) =>
  server.use(give('auth', '/v1/init/login', welcomeData(welcome)), give('auth', '/v1/profile/rp', serviceInfo(service)))

// What each query lacks is in tests/rules/visit/entry.test.ts.
const ENTRIES = ['', '/login', '/session', '/password', '/join', '/sign-up']
test.each(ENTRIES)('/init%s needs a query; without it the user goes to error 403', async (action) => {
  await renderAt(`/init${action}`)
  await expectPath('/error?code=403')
  // The error page asks which service the browser came from, and names no visit.
  for (const { path, query } of calls()) expect([path, query]).toEqual(['/v1/profile/rp', {}])
})

describe('login', () => {
  test('from a real partner: what the server says is stored, and the address keeps nothing of it', async () => {
    await renderAt(`/init/login${await beginVisit()}`)
    await expectPath('/login')
    const { welcome, service_info, route_params } = useWelcome.getState()
    expect(welcome).toMatchObject({ client_id: 'service-a', enc_alg: 'RSA-OAEP-256', amrs: ['PWD'] })
    expect(service_info).toMatchObject({ rp_id: 'service-a' })
    expect(route_params).toEqual({ action: 'login' })
    expect(document.cookie).toContain('daemun_welcome=1')
    expect(JSON.stringify(history.state)).not.toContain(welcome?.transaction_id)
  })

  // The order of all methods is in tests/rules/visit/entry.test.ts.
  test.each([
    ['the chooser', { amrs: ['PWD', 'SSO'], possible_sso_login: true, sso_sessions: [account] }, '/loginSSO'],
    ['the recovery', { amrs: ['CREDENTIAL'] }, '/identify'],
  ])('the first method of the server opens %s', async (_, welcome, path) => {
    good(welcome)
    await renderAt(`/init/login?${query}`)
    await waitFor(() => expect(window.location.pathname).toMatch(new RegExp(`^${path}`)))
  })

  test('/init is the same entry', async () => {
    good()
    await renderAt(`/init?${query}`)
    await expectPath('/login')
  })

  test('what is typed before the server has answered stays', async () => {
    good()
    const { handler, release } = hold('auth', '/v1/init/login', welcomeData())
    server.use(handler)
    const { user } = await renderAt(`/init/login?${query}`)
    await user.type(screen.getByLabelText('Email'), 'early@b.kr')
    expect(screen.queryAllByRole('link', { name: /password|ID/ }), 'every page behind them is still closed').toEqual([])
    release()
    await expectPath('/login')
    await waitFor(() => expect(screen.getAllByRole('link', { name: /password|ID/ })).toHaveLength(2))
    expect(screen.getByLabelText('Email')).toHaveValue('early@b.kr')
    expect(useLogin.getState().login_id, 'for a reload too').toBe('early@b.kr')
  })

  test('a password that is sent before the server has answered gets its answer, also where accounts are signed in', async () => {
    const sso = { amrs: ['SSO', 'PWD'], possible_sso_login: true, sso_sessions: [account] }
    const { handler, release } = hold('auth', '/v1/init/login', welcomeData(sso))
    good()
    server.use(handler, refuse('auth', '/v1/verify/pwd', { status: 500 }))
    const { user } = await renderAt(`/init/login?${query}`)
    await typeSignIn(user, 'early@b.kr')
    release()
    await waitFor(() => expect(calls('/v1/verify/pwd')).toHaveLength(1))
    expect(await screen.findByText(/not available right now/)).toBeVisible()
    await expectPath('/login')
    expect(screen.getByLabelText('Email')).toHaveValue('early@b.kr')
  })

  test('login_hint stands in the place of the remembered ID, which stays remembered', async () => {
    rememberUsername('known@b.kr')
    good()
    server.use(give('auth', '/v1/verify/pwd', { location: 'http://localhost:3002/' }))
    const { user, left } = await renderAt(`/init/login?${query}&login_hint=hint%40b.kr`)
    await expectPath('/login')
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('hint@b.kr'))
    expect(screen.getByLabelText('Remember email')).not.toBeChecked()
    await user.type(screen.getByLabelText('Password'), 'kT7!mz2R{Enter}')
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(remembered()?.login_id).toBe('known@b.kr')
  })

  test('a box that the member has changed before the answer stays as the member left it', async () => {
    rememberUsername('known@b.kr')
    good()
    await renderAt(`/init/login?${query}&login_hint=hint%40b.kr`)
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember email' })
    fireEvent.click(box)
    const chosen = box.checked
    await expectPath('/login')
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('hint@b.kr'))
    expect(box.checked).toBe(chosen)
  })

  test.each([
    ['refused', () => refuse('auth', '/v1/init/login', { status: 400 }), '&reason=stale'],
    ['broken', () => cut('auth', '/v1/init/login'), '&reason=unreachable'],
    ['unavailable', () => refuse('auth', '/v1/init/login', { status: 503 }), '&reason=unavailable'],
    ['without a modulus', () => give('auth', '/v1/init/login', { ...welcomeData(), modulus: undefined }), ''],
    ['with null for a list', () => give('auth', '/v1/init/login', { ...welcomeData(), amrs: null }), ''],
  ])('init that is %s gives error 500', async (_, handler, reason) => {
    good()
    server.use(handler())
    await renderAt(`/init/login?${query}`)
    await expectPath(`/error?code=500${reason}`)
    expect(useWelcome.getState().welcome).toBeNull()
  })

  test.each([
    ['403', () => new Response('{}', { status: 403 })],
    ['500', () => new Response('{}', { status: 500 })],
    ['no answer', () => Response.error()],
  ])('service info that fails (%s) is asked for once more, without a message', async (_, reply) => {
    good()
    let times = 0
    server.use(http.all(`${bases.auth}/v1/profile/rp`, () => (times++ === 0 ? reply() : undefined)))
    await renderAt(`/init/login?${query}`)
    await expectPath('/login')
    expect(calls('/v1/profile/rp')).toHaveLength(2)
    expect(useWelcome.getState().service_info).toEqual(serviceInfo())
    expect(useScreen.getState().toasts).toEqual([])
  })

  test('a submit that was pressed before the app was up is judged with the id of login_hint', async () => {
    const query = await beginVisit()
    window.daemunHeld = true
    await renderAt(`/init/login${query}&login_hint=hint%40b.kr`)
    expect(await screen.findAllByText('Enter your password.')).not.toEqual([])
    expect(screen.getByLabelText('Email')).toHaveValue('hint@b.kr')
    expect(screen.queryByText('Enter your email.')).toBeNull()
  })

  test('a service whose rp_id is not its client_id is asked for once', async () => {
    good({}, { rp_id: 'rp-1' })
    await renderAt(`/init/login?${query}`)
    await expectPath('/login')
    expect(calls('/v1/profile/rp')).toHaveLength(1)
    expect(useWelcome.getState().service_info?.rp_id).toBe('rp-1')
  })

  test('a new init starts afresh', async () => {
    good()
    saveLogin({ auth_token: 'old', auth_required: true, auth_at: Date.now() })
    saveToWelcome({ signed_in: true })
    await renderAt(`/init/login?${query}`)
    await expectPath('/login')
    expect(useLogin.getState().auth_token).toBe('')
    expect(useWelcome.getState().signed_in).toBe(false)
  })
})

describe('password, join and sign-up', () => {
  test('/init/join with type and login_id begins with that id', async () => {
    await renderAt(`/init/join${await beginVisit({ prompt: 'create' })}&type=general&login_id=hint%40b.kr`)
    await expectPath('/join/terms/gen')
    expect(readJoin().login_id).toBe('hint@b.kr')
  })

  test.each([
    ['password', '/identify/password'],
    ['join', '/join'],
  ])('/init/%s goes to %s, asked once', async (action, path) => {
    good()
    await renderAt(`/init/${action}?${query}`, { strict: true })
    await waitFor(() => expect(window.location.pathname).toBe(path))
    expect(useWelcome.getState().init_password).toBe(action === 'password')
    expect(calls('/v1/init/login')).toHaveLength(1)
  })

  test.each([
    ['general members', { belong_sk: false }, '/sign-up/terms/gen'],
    ['SK members', { belong_sk: true, member_kind: 'SK' }, '/sign-up/terms'],
  ])('/init/sign-up picks the terms page by member kind: %s', async (_, kind, path) => {
    good()
    server.use(give('auth', '/v1/profile/sign-up', { login_id: 'a@b.kr', join_type: 'INVITATION', ...kind }))
    await renderAt(`/init/sign-up?${query}`, { strict: true })
    await expectPath(path)
    expect(calls('/v1/profile/sign-up')).toHaveLength(1)
  })

  test('/init/sign-up of an invalid invitation shows its notice, then error 403', async () => {
    good()
    server.use(refuse('auth', '/v1/profile/sign-up', { detail_code: 4585 }))
    const { user } = await renderAt(`/init/sign-up?${query}`)
    expect(await screen.findByRole('dialog')).toHaveTextContent('We couldn’t create your account.')
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await expectPath('/error?code=403')
    expect(await screen.findByRole('link', { name: 'Back to Learning Hall' })).toHaveAttribute(
      'href',
      'http://localhost:3002/',
    )
    expect(useWelcome.getState().welcome).toBeNull()
  })

  test.each([
    ['a server fails', refuse('auth', '/v1/profile/sign-up', { status: 500 }), ''],
    ['nobody answers', cut('auth', '/v1/profile/sign-up'), '&reason=unreachable'],
  ])('/init/sign-up of an invitation that %s: error 500, which can be tried again', async (_, handler, reason) => {
    good()
    server.use(handler)
    const { user } = await renderAt(`/init/sign-up?${query}`)
    await expectPath(`/error?code=500${reason}`)
    server.use(give('auth', '/v1/profile/sign-up', { login_id: 'a@b.kr', join_type: 'INVITATION', belong_sk: false }))
    const again = await screen.findByRole('button', { name: 'Try again' })
    await waitFor(() => expect(again).not.toHaveAttribute('aria-disabled'))
    await user.click(again)
    await expectPath('/sign-up/terms/gen')
  })

  test.each([
    ['login', '/login'],
    ['password', '/identify/password'],
    ['join', '/join'],
    ['sign-up', '/sign-up/terms/gen'],
  ])('/init/%s without service info shows a “service unavailable” toast, and goes on', async (action, path) => {
    good()
    server.use(
      refuse('auth', '/v1/profile/rp', { status: 403 }),
      give('auth', '/v1/profile/sign-up', { login_id: 'a@b.kr', join_type: 'INVITATION', belong_sk: false }),
    )
    await renderAt(`/init/${action}?${query}`)
    await expectPath(path)
    expect(
      await screen.findByText('The service is not available right now. Please try again in a moment.'),
    ).toBeVisible()
  })

  test.each(['password', 'join', 'sign-up'])('/init/%s whose init fails gives error 500', async (action) => {
    good()
    server.use(refuse('auth', '/v1/init/login', { status: 500 }))
    await renderAt(`/init/${action}?${query}`)
    await expectPath('/error?code=500')
  })
})

describe('session', () => {
  const session = '/v1/init/session'

  test('200: redirects to the returned location, asked once', async () => {
    good()
    server.use(give('auth', session, { location: 'http://localhost:3002/callback?code=1' }))
    const { left } = await renderAt(`/init/session?${query}`, { strict: true })
    await waitFor(() => expect(left.to).toEqual(['http://localhost:3002/callback?code=1']))
    expect(calls(session)).toHaveLength(1)
    expect(useWelcome.getState().signed_in).toBe(true)
  })

  test('401: sets the welcome data and the cookie, and runs the handler', async () => {
    good()
    server.use(
      refuse('auth', session, { status: 401, data: { ...welcomeData(), matcher_type: 'JOIN_STATE', auth_token: 't' } }),
    )
    await renderAt(`/init/session?${query}`)
    await expectPath('/resolve/member')
    expect(useWelcome.getState().welcome).toEqual(welcomeData())
    expect(useLogin.getState()).toMatchObject({ matcher_type: 'JOIN_STATE', auth_token: 't' })
    expect(document.cookie).toContain('daemun_welcome=1')
  })

  test('what came with it is kept for the pages that need it, as of any entry', async () => {
    good()
    const step = { matcher_type: 'ADD_TERMS_AGREEMENT' }
    const identity = { belong_sk: false, login_id: 'a@b.kr', nickname: null, name: null, birthdate: null }
    server.use(
      refuse('auth', session, { status: 401, data: { ...welcomeData(), ...step } }),
      give('auth', '/v1/profile/users', identity),
      give('auth', '/v1/terms/ADD_RELYING_PARTY', { terms: [] }),
    )
    const asked = new URLSearchParams({ terms_types: '["ADD_RELYING_PARTY"]', login_hint: 'a@b.kr', type: 'sk' })
    const { user } = await renderAt(`/init/session?${query}&${asked}`)
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(calls('/v1/terms/ADD_RELYING_PARTY')).toHaveLength(1))
    expect(useWelcome.getState()).toMatchObject({
      route_params: { action: 'session' },
      route_query: { terms_types: ['ADD_RELYING_PARTY'], login_id: 'a@b.kr', type: 'sk' },
    })
  })

  const unavailable = 'The service is not available right now.'
  test.each([
    ['401 without a step', () => refuse('auth', session, { status: 401 }), unavailable],
    ['403', () => refuse('auth', session, { status: 403 }), unavailable],
    ['500', () => refuse('auth', session, { status: 500 }), unavailable],
    ['no response', () => cut('auth', session), 'No connection to the server.'],
    ['another shape', () => give('auth', session, {}), unavailable],
  ])('%s: one notice, and /error?code=403', async (_, handler, text) => {
    good()
    server.use(handler())
    const { user } = await renderAt(`/init/session?${query}`)
    expect(await screen.findByRole('dialog')).toHaveTextContent(text)
    expect(useScreen.getState().toasts, 'one cause, one message').toEqual([])
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await expectPath('/error?code=403')
  })

  test('a browser that keeps no cookies can try again more than once, and is asked anew each time', async () => {
    good()
    server.use(refuse('auth', session, { status: 403, code: 'NO_COOKIES' }))
    const { user } = await renderAt(`/init/session?${query}`)
    for (const times of [1, 2, 3]) {
      await expectPath('/error?code=403&reason=cookies')
      expect(calls(session)).toHaveLength(times)
      await user.click(await screen.findByRole('button', { name: 'Try again' }))
      await waitFor(() => expect(calls(session)).toHaveLength(times + 1))
    }
  })

  test('401: a service whose rp_id is not its client_id is asked for once', async () => {
    good({}, { rp_id: 'rp-1' })
    const data = { ...welcomeData(), matcher_type: 'JOIN_STATE' }
    server.use(refuse('auth', session, { status: 401, data }))
    await renderAt(`/init/session?${query}`)
    await expectPath('/resolve/member')
    expect(calls('/v1/profile/rp')).toHaveLength(1)
  })
})
