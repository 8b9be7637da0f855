import '../support/network.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Early } from '../../src/api/early.ts'
import { followSession, signInEarly } from '../../src/api/earlySignIn.ts'
import { takeEarly, takeSignIn } from '../../src/api/handover.ts'
import { REMEMBERED } from '../../src/state/stored.ts'
import type { Welcome } from '../../contract/shapes/welcome.ts'
import { visitName, welcomeData } from '../support/builders.ts'
import { bases, calls, give, refuse, server } from '../support/server.ts'

const PATH = '/v1/verify/pwd'
const SERVICE = 'https://learn.example'
/** Base64 of the ciphertext of a key of 2048 or 3072 bits. */
const SEALED = /^[\w+/]{342,512}={0,2}$/
const TYPED = { login_id: 'member@demo.test', password: 'kT7!mz2R', stay_session: false }

beforeEach(() => history.replaceState(null, '', '/init/login?transaction_id=transaction-1&state=state-1'))
afterEach(() => {
  document.body.replaceChildren()
  delete window.daemunEarly
})

function formWith(typed: Partial<Record<'login_id' | 'password', string>> = {}): HTMLFormElement {
  const form = document.createElement('form')
  form.innerHTML = `<input name="login_id"><input name="password" type="password"><input name="remember" type="checkbox"><input name="stay_session" type="checkbox">`
  for (const [name, value] of Object.entries({ ...TYPED, ...typed }))
    Object.assign(form.querySelector(`[name=${name}]`) ?? {}, { value })
  document.body.append(form)
  return form
}

const boxOf = (form: HTMLFormElement, name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)

const earlyWith = (data: Partial<Welcome> = {}, init = Response.json({ data: welcomeData(data) })): Early => ({
  name: visitName,
  base: bases.auth,
  init: Promise.resolve(init),
})

/** Presses, and waits for what follows. @returns where the browser went */
async function press(form = formWith(), early = earlyWith(), before = () => {}): Promise<string[]> {
  const left: string[] = []
  const settings = { VITE_REDIRECT_ORIGINS: `https://other.example, ${SERVICE}` }
  const done = signInEarly(form, early, settings, (url) => left.push(url))
  before()
  await done
  return left
}

const answer = (location: string) => server.use(give('auth', PATH, { location }))

describe('a press before the app', () => {
  test('is sent with a sealed password and the name of its visit, and leads to the service', async () => {
    answer(`${SERVICE}/callback?code=1`)
    document.documentElement.lang = 'ja'
    expect(await press()).toEqual([`${SERVICE}/callback?code=1`])
    const [call, ...more] = calls(PATH)
    expect(more).toEqual([])
    expect(await call?.body()).toEqual({
      ...visitName,
      login_id: TYPED.login_id,
      password: expect.stringMatching(SEALED),
      stay_session: false,
    })
    expect(call?.headers.get('accept-language')).toBe('ja')
  })

  test('leaves nothing in the tab of an earlier visit', async () => {
    sessionStorage.setItem('daemun.signUp', 'sealed')
    sessionStorage.setItem('other', 'kept')
    answer(`${SERVICE}/`)
    expect(await press()).toHaveLength(1)
    expect(Object.keys(sessionStorage)).toEqual(['other'])
  })

  test('is sent once, however often it is pressed', async () => {
    answer(`${SERVICE}/`)
    const [form, early] = [formWith(), earlyWith()]
    await Promise.all([press(form, early), press(form, early)])
    expect(calls(PATH)).toHaveLength(1)
  })

  test.each<[string, Early]>([
    ['a server whose algorithm no browser has', earlyWith({ enc_alg: undefined })],
    ['a key that is too short', earlyWith({ modulus: 'f'.repeat(256) })],
    ['a weak exponent', earlyWith({ exponent: '3' })],
    ['init data that was refused', earlyWith({}, Response.json({ code: 'NO_VISIT' }, { status: 404 }))],
    ['init data that is none', earlyWith({}, new Response('<html>'))],
  ])('waits for the app with %s', async (_, early) => {
    expect(await press(formWith(), early)).toEqual([])
    expect(calls(PATH)).toEqual([])
    window.daemunEarly = () => early
    expect(await takeSignIn('transaction-1', TYPED)).toBeNull()
  })

  test.each<[string, Partial<typeof TYPED>]>([
    ['no ID', { login_id: '  ' }],
    ['no password', { password: '' }],
    ['an ID that the app rewrites', { login_id: 'ｍember@demo.test' }],
    ['a password with Korean letters, about which the app asks', { password: 'ㅏT7!mz2R' }],
    ['a password with a space, about which the app asks', { password: 'kT7!mz2R ' }],
  ])('waits for the app with %s', async (_, typed) => {
    expect(await press(formWith(typed))).toEqual([])
    expect(calls(PATH)).toEqual([])
  })

  test('waits for the app without a connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(await press()).toEqual([])
    expect(calls(PATH)).toEqual([])
  })
})

describe('its answer is left to the app', () => {
  test.each([
    ['an address that the settings do not name', 'https://evil.example/'],
    ['an address that begins like one of them', `${SERVICE}.evil.example/`],
    ['an address with a name in it', 'https://learn.example@evil.example/'],
    ['a file', 'file:///etc/hosts'],
    ['a path', '/account'],
    ['an address without encryption', 'http://learn.example/'],
  ])('with %s', async (_, location) => {
    answer(location)
    expect(await press()).toEqual([])
    expect(calls(PATH)).toHaveLength(1)
  })

  test('with a step that is pending, or a refusal', async () => {
    server.use(give('auth', PATH, { matcher_type: 'RECOMMENDED_CHANGE_PWD', auth_token: 'token-1' }))
    expect(await press()).toEqual([])
    server.use(refuse('auth', PATH, { status: 401, detail_code: 4502 }))
    expect(await press()).toEqual([])
    expect(calls(PATH)).toHaveLength(2)
  })

  test.each<[string, (form: HTMLFormElement, early: Early) => void]>([
    ['the ID is to be remembered', (form) => Object.assign(boxOf(form, 'remember') ?? {}, { checked: true })],
    ['an ID is remembered', () => localStorage.setItem(REMEMBERED, '{}')],
    [
      'the browser refuses its storage',
      () =>
        vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
          throw new Error('refused')
        }),
    ],
    ['the service wants the phone', () => history.replaceState(null, '', `${location.href}&certification=true`)],
    ['the password has changed since', (form) => Object.assign(boxOf(form, 'password') ?? {}, { value: 'another' })],
    ['the entry of the app has begun', (_, early) => delete early.init],
    ['the app has taken the answer', (_, early) => delete early.signIn],
  ])('if %s', async (_, change) => {
    answer(`${SERVICE}/`)
    const [form, early] = [formWith(), earlyWith()]
    expect(await press(form, early, () => change(form, early))).toEqual([])
    expect(calls(PATH)).toHaveLength(1)
  })
})

describe('a session that stands', () => {
  const settings = { VITE_REDIRECT_ORIGINS: SERVICE }
  const checked = (answer: Response): Early => ({ name: visitName, base: bases.auth, session: Promise.resolve(answer) })
  const standing = () => checked(Response.json({ data: { location: `${SERVICE}/callback?code=1` } }))

  /** @returns where the browser went */
  async function follow(early: Early, before = () => {}): Promise<string[]> {
    const left: string[] = []
    const done = followSession(early, settings, (url) => left.push(url))
    before()
    await done
    return left
  }

  test('leads to the service, and an app that comes meanwhile does not go there a second time', async () => {
    const early = standing()
    expect(await follow(early)).toEqual([`${SERVICE}/callback?code=1`])
    window.daemunEarly = () => early
    const settled = vi.fn<() => void>()
    void takeEarly('session', 'transaction-1')?.finally(settled)
    await new Promise((resolve) => setTimeout(resolve))
    expect(settled).not.toHaveBeenCalled()
  })

  test.each<[string, Early, (early: Early) => void]>([
    [
      'an address that the settings do not name',
      checked(Response.json({ location: 'https://evil.example/' })),
      () => {},
    ],
    ['a step', checked(Response.json({ data: { matcher_type: 'AGREE_TERMS' } }, { status: 401 })), () => {}],
    ['a refusal', checked(Response.json({ location: `${SERVICE}/` }, { status: 403 })), () => {}],
    ['no answer', checked(new Response('<html>')), () => {}],
    [
      'a phone that the service wants',
      standing(),
      () => history.replaceState(null, '', `${location.href}&certification=true`),
    ],
    ['an app that has taken the answer', standing(), (early) => delete early.session],
  ])('is left to the app with %s', async (_, early, change) => {
    expect(await follow(early, () => change(early))).toEqual([])
  })
})

describe('the app takes over', () => {
  test('the same sign-in once, with its sealed password and its answer', async () => {
    server.use(refuse('auth', PATH, { status: 401, detail_code: 4502 }))
    const early = earlyWith()
    await press(formWith(), early)
    window.daemunEarly = () => early
    const taken = await takeSignIn('transaction-1', TYPED)
    expect(taken?.sealed).toMatch(SEALED)
    expect((await taken?.response)?.status).toBe(401)
    expect(await takeSignIn('transaction-1', TYPED)).toBeNull()
  })

  test.each([
    ['another password', 'transaction-1', { ...TYPED, password: 'another' }],
    ['another ID', 'transaction-1', { ...TYPED, login_id: 'other@demo.test' }],
    ['another tick', 'transaction-1', { ...TYPED, stay_session: true }],
    ['another visit', 'transaction-2', TYPED],
  ])('nothing with %s', async (_, transaction_id, typed) => {
    answer(`${SERVICE}/`)
    const early = earlyWith()
    await press(formWith(), early)
    window.daemunEarly = () => early
    expect(await takeSignIn(transaction_id, typed)).toBeNull()
  })
})
