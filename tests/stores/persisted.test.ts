import { beforeEach, describe, expect, test } from 'vitest'
import { createCipher } from '../../src/stores/cipher.ts'
import { encryptedSession, openVault } from '../../src/stores/encrypted.ts'
import { useIdentify } from '../../src/stores/identify.ts'
import { keptId, useExpiredVisit } from '../../src/stores/expiredVisit.ts'
import { forgetStep, saveLogin, secondStepPending, useLogin } from '../../src/stores/login.ts'
import { rehydrateStores, resetStores } from '../../src/stores/persisted.ts'
import { dismissToast, openModal, closeModal, saveSms, showToast, useScreen } from '../../src/stores/screen.ts'
import { shapes, type StoreName } from '../../src/stores/shapes.ts'
import { useSignUp } from '../../src/stores/signUp.ts'
import { saveToWelcome, useWelcome } from '../../src/stores/welcome.ts'
import { serviceInfo, welcomeData } from '../support/builders.ts'

beforeEach(() => openVault(createCipher('a storage key for tests'), shapes))

const stores = {
  welcome: useWelcome,
  login: useLogin,
  signUp: useSignUp,
  identify: useIdentify,
  screen: useScreen,
  expiredVisit: useExpiredVisit,
}
const stored = (name: StoreName): unknown => JSON.parse(encryptedSession.getItem(name) ?? 'null') as unknown
const plant = (name: StoreName, state: unknown) => encryptedSession.setItem(name, JSON.stringify(state))

describe('a reload', () => {
  test('brings back what each store held', () => {
    const welcome = welcomeData()
    saveToWelcome({ welcome, service_info: serviceInfo(), welcome_expiry: 1, locale: 'zh' })
    saveLogin({ login_id: 'a@b.kr', auth_token: 't', auth_at: 1 })
    const kept = [encryptedSession.getItem('welcome'), encryptedSession.getItem('login')] as [string, string]
    resetStores()
    expect(useLogin.getState().login_id).toBe('')
    encryptedSession.setItem('welcome', kept[0])
    encryptedSession.setItem('login', kept[1])
    rehydrateStores()
    expect(useWelcome.getState()).toMatchObject({ welcome, service_info: serviceInfo(), locale: 'zh' })
    expect(useLogin.getState()).toMatchObject({ login_id: 'a@b.kr', auth_token: 't' })
  })

  test.each<[string, StoreName, unknown]>([
    ['a field of another type', 'login', { ...useLogin.getState(), login_id: 7 }],
    ['a missing field', 'login', { login_id: 'a@b.kr' }],
    ['a list', 'login', []],
    ['null', 'welcome', null],
    ['a text', 'signUp', 'text'],
    ['an unknown language', 'welcome', { ...useWelcome.getState(), locale: 'xx' }],
    ['an unknown member type', 'signUp', { ...useSignUp.getState(), memberTypeCode: 'KING' }],
    ['a welcome of another shape', 'welcome', { ...useWelcome.getState(), welcome: { client_id: 'a' } }],
    ['e-mails that are none', 'identify', { ...useIdentify.getState(), myEmails: [1] }],
  ])('with %s falls back to the empty store', (_, name, state) => {
    const empty = stores[name].getInitialState()
    plant(name, state)
    rehydrateStores()
    expect(stores[name].getState()).toEqual(empty)
  })

  test('an entry brings back the id of a visit that was over', () => {
    plant('expiredVisit', { login_id: 'a@b.kr' })
    expect(keptId()).toBe('a@b.kr')
    resetStores()
    expect(keptId()).toBe('')
  })

  test('with unknown fields leaves them out', () => {
    plant('login', { ...useLogin.getState(), login_id: 'a@b.kr', __proto__: null, password: 'secret' })
    rehydrateStores()
    expect(useLogin.getState()).toEqual({ ...useLogin.getInitialState(), login_id: 'a@b.kr' })
  })

  test('of text that is no JSON falls back to the empty store', () => {
    encryptedSession.setItem('login', '{')
    expect(rehydrateStores).not.toThrow()
    expect(useLogin.getState()).toEqual(useLogin.getInitialState())
  })
})

test('a reset forgets every store and its envelope', () => {
  saveLogin({ login_id: 'a@b.kr' })
  useSignUp.setState({ nickName: 'dami' })
  resetStores()
  expect(useLogin.getState()).toEqual(useLogin.getInitialState())
  expect(useSignUp.getState()).toEqual(useSignUp.getInitialState())
  expect(sessionStorage).toHaveLength(0)
})

describe('the screen', () => {
  test('keeps only how far the phone verification has come', () => {
    void openModal({ name: 'maxFailure' })
    showToast('errors.forbidden', 'error')
    saveSms('login', { at: 'issued', until: 1, sentTo: '010' })
    expect(stored('screen')).toEqual({ sms: { login: { at: 'issued', until: 1, sentTo: '010' } } })
    saveSms('login', null)
    expect(stored('screen')).toEqual({ sms: {} })
  })

  test('has one modal at a time; the one before is closed with “initialize”', async () => {
    const first = openModal({ name: 'maxFailure' })
    const second = openModal({ name: 'notice', text: 'errors.unavailable' })
    expect(await first).toBe('initialize')
    expect(useScreen.getState().modal).toMatchObject({ name: 'notice' })
    closeModal('ok')
    expect(await second).toBe('ok')
    expect(useScreen.getState().modal).toBeNull()
    closeModal('cancel')
    expect(await second).toBe('ok')
  })

  test('collapses equal toasts', () => {
    showToast('errors.waitSeconds', 'error', { seconds: 3 })
    showToast('errors.waitSeconds', 'error', { seconds: 3 })
    showToast('errors.waitSeconds', 'error', { seconds: 4 })
    const [first, second, ...others] = useScreen.getState().toasts
    expect(others).toEqual([])
    dismissToast(first?.id ?? 0)
    expect(useScreen.getState().toasts).toEqual([second])
  })
})

describe('a second step', () => {
  const step = { auth_required: true, auth_token: 't', auth_at: 1000 }
  test.each([
    ['is pending with its token', step, 1000, true],
    ['is over after ten minutes', step, 1000 + 600_000, false],
    ['needs its token', { ...step, auth_token: '' }, 1000, false],
    ['needs to be asked for', { ...step, auth_required: false }, 1000, false],
  ])('%s', (_, patch, at, pending) => {
    saveLogin(patch)
    expect(secondStepPending(at)).toBe(pending)
  })

  test('is dropped with its token; the id stays', () => {
    saveLogin({ ...step, login_id: 'a@b.kr', matcher_type: 'AUTH_REQUIRED', phone_number: '010' })
    forgetStep()
    expect(useLogin.getState()).toEqual({ ...useLogin.getInitialState(), login_id: 'a@b.kr' })
  })
})
