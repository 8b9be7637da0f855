import { act, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as steps from '../../../src/rules/visit/outcome.ts'
import { paths } from '../../../src/rules/visit/paths.ts'
import { encryptedSession } from '../../../src/stores/encrypted.ts'
import { keepId } from '../../../src/stores/expiredVisit.ts'
import { saveLogin, useLogin } from '../../../src/stores/login.ts'
import { closeModal, useScreen } from '../../../src/stores/screen.ts'
import { readJoin } from '../../../src/stores/join.ts'
import { saveSignUp } from '../../../src/stores/signUp.ts'
import { saveToWelcome, useWelcome } from '../../../src/stores/welcome.ts'
import { serviceInfo, welcomeData } from '../../support/builders.ts'
import { holdTime } from '../../support/clock.ts'
import { performer } from '../../support/performer.tsx'
import { calls, cut, give, refuse, server } from '../../support/server.ts'

const here = () => window.location.pathname + window.location.search
const modal = () => useScreen.getState().modal

describe('a page of this app', () => {
  test('go leads to it, and Back leads back', async () => {
    const { perform } = await performer('/login')
    const before = history.length
    await act(() => perform([steps.go(paths.join, { type: 'sk' })]))
    expect(here()).toBe('/join?type=sk')
    expect(history.length).toBe(before + 1)
  })

  test.each(['/', '/init/login', '/init'])('a page that only leads on (%s) is replaced', async (at) => {
    const { perform } = await performer(at)
    const before = history.length
    await act(() => perform([steps.go(paths.login)]))
    expect(here()).toBe('/login')
    expect(history.length).toBe(before)
  })

  test('the error page replaces the page that failed', async () => {
    const { perform } = await performer('/join')
    const before = history.length
    await act(() => perform([steps.goError('403')]))
    expect(here()).toBe('/error?code=403')
    expect(history.length).toBe(before)
  })

  test('back goes one page back', async () => {
    const { perform } = await performer('/login')
    await act(() => perform([steps.go(paths.join)]))
    await act(() => perform([steps.back]))
    await waitFor(() => expect(here()).toBe('/login'))
  })
})

describe('a location of a server', () => {
  const after = steps.toast('errors.forbidden')

  test('that is allowed is left for, and never settles', async () => {
    const { perform, left } = await performer()
    let settled = false
    void perform([steps.signIn('http://localhost:3002/callback?code=1'), after]).then(() => (settled = true))
    await waitFor(() => expect(left.to).toEqual(['http://localhost:3002/callback?code=1']))
    await act(() => Promise.resolve())
    expect(settled).toBe(false)
    expect(useScreen.getState().toasts).toEqual([])
    expect(useWelcome.getState().signed_in).toBe(true)
  })

  test('that does not answer shows a message, and is tried again', async () => {
    const { perform, left } = await performer()
    const { pass } = holdTime()
    void perform([steps.signIn('http://localhost:3002/callback?code=1')])
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(modal()).toBeNull()
    pass(10_000)
    await waitFor(() => expect(modal()).toMatchObject({ name: 'notice', text: 'errors.serviceSlow' }))
    act(() => closeModal('ok'))
    await waitFor(() => expect(left.to).toEqual(Array(2).fill('http://localhost:3002/callback?code=1')))
  })

  test('that ends a sign-in ends the visit: the cookie goes, and what is stored, but for that it has ended', async () => {
    const { perform, left } = await performer()
    const sso_sessions = [{ id: 's', login_id: 'a***', name: 'Somebody', last_used_at: '2026-01-01T00:00:00Z' }]
    await act(() => perform([steps.saveWelcome(welcomeData({ sso_sessions })), steps.saveService(serviceInfo())]))
    saveLogin({ login_id: 'a@b.kr' })
    saveToWelcome({ route_query: { login_id: 'hint@b.kr' } })
    void perform([steps.signIn('http://localhost:3002/callback?code=1')])
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(document.cookie).not.toContain('daemun_welcome')
    const kept = encryptedSession.getItem('welcome') as string
    expect(kept).not.toMatch(/Somebody|a\*\*\*|hint@b.kr|transaction-1/)
    expect(JSON.parse(kept)).toMatchObject({ signed_in: true, service_info: serviceInfo(), welcome: null })
    await waitFor(() => expect(Object.keys(sessionStorage)).toEqual(['daemun.welcome']))
    expect(useLogin.getState().login_id, 'the page stays as it is until it is left').toBe('a@b.kr')
  })

  test('back to the service, without a sign-in, clears the session data and the welcome cookie', async () => {
    const { perform, left } = await performer()
    await act(() => perform([steps.saveWelcome(welcomeData())]))
    void perform([steps.redirect('http://localhost:3002/')])
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(useWelcome.getState().signed_in).toBe(false)
    expect(document.cookie).not.toContain('daemun_welcome')
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test('a visit that took too long leaves its id and its service, and nothing else of a member', async () => {
    const { perform } = await performer()
    const service = serviceInfo({ domain: '' })
    await act(() => perform([steps.saveWelcome(welcomeData()), steps.saveService(service)]))
    saveLogin({ login_id: 'a@b.kr' })
    saveSignUp({ nickName: 'Somebody' })
    saveToWelcome({ welcome_expiry: 1 })
    await act(() => perform([steps.expire, steps.goError('403', 'expired')]))
    expect(readJoin()).toMatchObject({ nickName: '' })
    expect(useLogin.getState().login_id).toBe('')
    expect(useWelcome.getState()).toMatchObject({
      welcome: null,
      welcome_expiry: 1,
      service_info: { ...service, domain: 'http://localhost:3002/' },
    })
    expect(encryptedSession.getItem('expiredVisit')).toContain('a@b.kr')
    expect(document.cookie).not.toContain('daemun_welcome')
  })

  test('the id of a visit that took too long waits for the next one', async () => {
    const { perform, left } = await performer()
    keepId('a@b.kr')
    saveLogin({ login_id: 'a@b.kr' })
    void perform([steps.redirect('http://localhost:3002/')])
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(encryptedSession.getItem('expiredVisit')).toContain('a@b.kr')
    expect(encryptedSession.getItem('login')).toBeNull()
  })

  test('that is not trusted is reported by its origin alone', async () => {
    const { perform } = await performer()
    await act(() => perform([steps.signIn('https://other.test/callback?code=secret-code#secret-too')]))
    const sent = () => Promise.all(calls('/v1/client-errors').map((call) => call.body()))
    await waitFor(() => expect(calls('/v1/client-errors')).not.toHaveLength(0))
    const said = JSON.stringify(await sent())
    expect(said).toContain('"location not trusted: https://other.test"')
    expect(said).not.toMatch(/code=|secret/)
  })

  // tests/rules/visit/exit.test.ts has the addresses.
  test('outside the allow-list leads to error 403, which says why', async () => {
    const { perform, left } = await performer()
    await act(() => perform([steps.signIn('http://localhost:3002@evil.test/'), after]))
    expect(left.to).toEqual([])
    expect(here()).toBe('/error?code=403&reason=untrusted')
    expect(useWelcome.getState().signed_in).toBe(false)
  })

  test.each([
    ['/join/terms?type=general', '/join/terms?type=general'],
    ['http://localhost:3000/init/login?transaction_id=T2&state=s', '/init/login?transaction_id=T2&state=s'],
  ])('that is a path of this app ends the visit as any other does: the page is loaded anew (%s)', async (url, to) => {
    const { perform, left } = await performer()
    await act(() => perform([steps.saveWelcome(welcomeData())]))
    void perform([steps.signIn(url), after])
    await waitFor(() => expect(left.to).toEqual([to]))
    expect(here()).toBe('/login')
    expect(useWelcome.getState().signed_in).toBe(true)
    expect(document.cookie).not.toContain('daemun_welcome')
    await waitFor(() => expect(Object.keys(sessionStorage)).toEqual(['daemun.welcome']))
    expect(useScreen.getState().toasts).toEqual([])
  })
})

describe('dialogs', () => {
  test.each(['ok', 'close'] as const)('a notice goes on however it is closed (%s)', async (status) => {
    const { perform } = await performer()
    const running = perform([steps.notice('refused.ip'), steps.go(paths.join)])
    expect(modal()).toMatchObject({ name: 'notice', text: 'refused.ip' })
    act(() => closeModal(status))
    await act(() => running)
    expect(here()).toBe('/join')
  })

  test.each([
    ['ok', '/join'],
    ['cancel', '/login'],
    ['close', '/login'],
    ['initialize', '/login'],
  ] as const)('a modal that is answered %s leads to %s', async (status, path) => {
    const { perform } = await performer()
    const running = perform([steps.modal('maxFailure'), steps.go(paths.join)])
    expect(modal()).toMatchObject({ name: 'maxFailure' })
    act(() => closeModal(status))
    await act(() => running)
    expect(here()).toBe(path)
  })
})

describe('what is known', () => {
  test('welcome: a successful init starts afresh, for 50 minutes', async () => {
    const { perform } = await performer()
    saveLogin({ login_id: 'before' })
    saveToWelcome({
      signed_in: true,
      locale: 'en',
      init_password: true,
      route_params: { action: 'login', transaction_id: 'a', state: 'b' },
    })
    await act(() => perform([steps.saveWelcome(welcomeData())]))
    const { welcome, welcome_expiry, signed_in, locale, init_password, route_params } = useWelcome.getState()
    expect({ welcome, signed_in, locale, init_password, route_params }).toEqual({
      welcome: welcomeData(),
      signed_in: false,
      locale: 'en',
      init_password: true,
      route_params: { action: 'login' },
    })
    expect(Math.abs(welcome_expiry - Date.now() - 50 * 60_000)).toBeLessThan(5000)
    expect(useLogin.getState().login_id).toBe('')
    expect(document.cookie).toContain('daemun_welcome=1')
  })

  test('service, and remember with its time', async () => {
    const { perform } = await performer()
    await act(() =>
      perform([steps.saveService(serviceInfo()), steps.beginStep({ auth_token: 't', auth_required: true })]),
    )
    expect(useWelcome.getState().service_info).toEqual(serviceInfo())
    expect(useLogin.getState()).toMatchObject({ auth_token: 't', auth_required: true })
    expect(Date.now() - useLogin.getState().auth_at).toBeLessThan(5000)
  })

  test('dropStep voids the pending step and keeps the ID; its input stays on the page, and not in the storage', async () => {
    const { perform } = await performer()
    await act(() => perform([steps.beginStep({ auth_token: 't', matcher_type: 'ADD_INFO' })]))
    const draft = { consent_terms: [], nickname: '하늘', profile: {} }
    const identity = { belong_sk: true, login_id: 'a@b.kr', nickname: null, name: '김하늘', birthdate: null }
    saveLogin({ login_id: 'a@b.kr', draft, identity })
    await act(() => perform([steps.dropStep]))
    expect(useLogin.getState()).toMatchObject({ auth_token: '', login_id: 'a@b.kr', draft })
    const kept: unknown = JSON.parse(encryptedSession.getItem('login') ?? '')
    expect(kept).toEqual({ ...useLogin.getInitialState(), login_id: 'a@b.kr' })
  })

  test('loadUserInfo keeps the member behind the pending step', async () => {
    const identity = { belong_sk: true, login_id: 'a@b.kr', nickname: null, name: null, birthdate: null }
    server.use(give('auth', '/v1/profile/users', identity))
    const { perform } = await performer()
    await act(() => perform([steps.loadUserInfo, steps.go(paths.joinInfo)]))
    expect(useLogin.getState().identity).toEqual(identity)
    expect(here()).toBe('/join/info')
  })

  test.each([
    ['is refused ends at error 403', refuse('auth', '/v1/profile/users', { status: 401 }), '403'],
    ['a server fails at ends at error 500', refuse('auth', '/v1/profile/users', { status: 500 }), '500'],
    ['nobody answers ends at error 500', cut('auth', '/v1/profile/users'), '500&reason=unreachable'],
  ])('loadUserInfo that %s', async (_, handler, code) => {
    server.use(handler)
    const { perform } = await performer()
    await act(() => perform([steps.loadUserInfo, steps.go(paths.joinInfo)]))
    expect(here()).toBe(`/error?code=${code}`)
  })
})

test('steps for the form reach the form, in their order', async () => {
  const { perform, done } = await performer()
  await act(() =>
    perform([
      steps.clear('password'),
      steps.formError('refused.wrongPasswordLeft', { left: 2 }),
      steps.fieldError('login_id', 'login.enterEmail'),
      steps.focus('login_id'),
    ]),
  )
  expect(done).toEqual([
    ['clear', 'password'],
    ['formError', { text: 'refused.wrongPasswordLeft', values: { left: 2 } }],
    ['fieldError', 'login_id', 'login.enterEmail'],
    ['focus', 'login_id'],
  ])
})

test.each([
  ['of the form', steps.formError('refused.wrongPasswordLeft', { left: 2 })],
  ['of a field', steps.fieldError('login_id', 'login.enterEmail')],
])('without a form, a message %s is a notice', async (_, step) => {
  const { alone } = await performer()
  act(() => void alone([step]))
  const { text, values } = step as { text: string; values?: object }
  await waitFor(() =>
    expect(useScreen.getState().modal).toMatchObject({ name: 'notice', text, ...(values && { values }) }),
  )
})

test('a toast is shown', async () => {
  const { perform } = await performer()
  await act(() => perform([steps.toast('errors.unavailable')]))
  expect(useScreen.getState().toasts).toMatchObject([{ text: 'errors.unavailable' }])
})

test('a report is sent, and nothing waits for it', async () => {
  const { perform } = await performer('/login')
  await act(() => perform([steps.report('contract: location')]))
  await waitFor(() => expect(calls('/v1/client-errors')).toHaveLength(1))
  expect(await calls('/v1/client-errors')[0]?.body()).toMatchObject({ message: 'contract: location', route: '/login' })
})
