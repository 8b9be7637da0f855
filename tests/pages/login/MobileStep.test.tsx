import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { lastReport, report } from '../../../src/effects/faults/report.ts'
import { encryptedSession } from '../../../src/stores/encrypted.ts'
import { maskedEmail } from '../../../src/rules/texts/initial.ts'
import { saveIdentify, useIdentify } from '../../../src/stores/identify.ts'
import { saveLogin, useLogin } from '../../../src/stores/login.ts'
import { readJoin } from '../../../src/stores/join.ts'
import { resetStores } from '../../../src/stores/persisted.ts'
import { saveSignUp } from '../../../src/stores/signUp.ts'
import { saveToWelcome, useWelcome } from '../../../src/stores/welcome.ts'
import { welcomeData } from '../../support/builders.ts'
import { deferred } from '../../support/deferred.ts'
import { goTo, passwordRight, renderAfter, renderAt } from '../../support/render.tsx'
import { calls, give, hold, refuse, server } from '../../support/server.ts'
import { beginVisit, codeSentTo, follow, memberLike } from '../../support/visit.ts'
import { someOf } from '../../support/someOf.ts'
import { typeCode, typeSignIn } from '../../support/typing.ts'

const here = () => window.location.pathname + window.location.search
const press = async (user: Awaited<ReturnType<typeof renderAt>>['user'], name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))

/** `answered`: how the server answers the code that the step sends by itself. */
function openStep(path = '/login', answered: () => void = issued, settings: Record<string, string> = {}) {
  answered()
  return renderAfter(passwordRight, path, { settings })
}
const issued = () => server.use(give('service', '/authenticator/v1/issue/sms', { expires_in: 180 }))
const verified = () => server.use(give('service', '/authenticator/v1/verify/mobile', { auth_code: 'proof' }))

test.each([
  ['sms', 'AUTH_REQUIRED', 'SECOND_FACTOR'],
  ['admin', 'ADMIN_CERTIFICATION_CHECK', 'ADMIN'],
])('a member like “%s”: the mobile form comes, and its code ends the sign-in', async (key, matcher_type, purpose) => {
  const member = await memberLike(key)
  const { user, left } = await renderAt(
    `/init/login${await beginVisit({ service: key === 'admin' ? 'service-b' : 'service-a' })}`,
  )
  await waitFor(() => expect(here()).toBe('/login'))
  await typeSignIn(user, member.login_id, member.password)
  expect(await screen.findByRole('heading', { name: 'Verify your phone' })).toBeVisible()
  expect(screen.queryByLabelText('Password')).toBeNull()
  // The name is not known before the proof.
  const whose = screen.getByText(maskedEmail(member.login_id))
  expect(whose.parentElement).toHaveTextContent(new RegExp(`^${member.login_id.charAt(0)}`, 'i'))
  expect(useLogin.getState()).toMatchObject({ matcher_type, auth_required: true })
  await typeCode(user, () => codeSentTo(member.phone))
  await waitFor(() => expect(left.to).toHaveLength(1))
  expect(await follow(left.to[0] ?? '')).toContain('code=')
  expect(await calls('/v1/matcher/resolve')[0]?.body()).toMatchObject({ matcher_type, amr: 'SMS', consent_terms: [] })
  expect(calls('/authenticator/v1/issue/sms')[0]?.headers.get('x-authenticator')).toMatch(/^Token ./)
  expect(await calls('/authenticator/v1/issue/sms')[0]?.body(), 'what the step adds, alone').toEqual({ purpose })
})

test('a member without the phone finds the customer support of the operator, and no passkey where the service knows none', async () => {
  const { user } = await openStep('/login', issued, { VITE_POLICIES_URL: 'https://help.test' })
  const way = await screen.findByRole('button', { name: 'Can’t use your phone?', expanded: false })
  expect(screen.queryByRole('link', { name: /Contact customer support/ })).toBeNull()
  await user.click(way)
  expect(way).toHaveAttribute('aria-expanded', 'true')
  const support = screen.getByRole('link', { name: /Contact customer support/ })
  expect(support).toHaveAttribute('href', 'https://help.test/support.en.html')
  expect(screen.queryByText(/With a passkey/)).toBeNull()
  await user.click(way)
  expect(support).not.toBeInTheDocument()
})

test.each([
  ['offered', {}, true],
  ['not offered where the service requires a proved phone', { certification: true }, false],
])('a passkey in place of the code is %s', async (_, more, isOffered) => {
  issued()
  const atService = () => {
    passwordRight()
    saveToWelcome({ welcome: welcomeData({ passkey: { rp_id: 'localhost' } }), route_query: more })
  }
  const { user } = await renderAfter(atService, '/login')
  await user.click(await screen.findByRole('button', { name: 'Can’t use your phone?' }))
  expect(screen.queryAllByText(/With a passkey/)).toHaveLength(isOffered ? 1 : 0)
})

describe('a step that cannot be done', () => {
  const dialog = () => screen.findByRole('dialog')
  /** Signs in as a member with a second factor, at the real backend unless a test replaces one answer. */
  async function signIn() {
    const member = await memberLike('sms')
    const rendered = await renderAt(`/init/login${await beginVisit()}`)
    await waitFor(() => expect(here()).toBe('/login'))
    await typeSignIn(rendered.user, member.login_id, member.password)
    return { ...rendered, member }
  }

  const WITHOUT_TOKEN = [{ auth_required: true }, { matcher_type: 'ADMIN_CERTIFICATION_CHECK' }]
  test.each(WITHOUT_TOKEN)(
    'without auth_token (%o) shows a notice, sends an error event, and leaves a login form that signs in',
    async (data) => {
      server.use(refuse('auth', '/v1/verify/pwd', { status: 401, data }))
      report(new Error('an earlier event'))
      const { user, member, left } = await signIn()
      expect(await dialog()).toHaveTextContent('The verification details are missing.')
      await press(user, 'Go to sign in')
      expect(lastReport()).toBe('auth_token missing')
      server.use(give('auth', '/v1/verify/pwd', { location: 'http://localhost:3002/' }))
      await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue(member.login_id))
      await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
      await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' })).not.toHaveAttribute('aria-disabled'))
      await user.type(screen.getByLabelText('Password'), `${member.password}{Enter}`)
      await waitFor(() => expect(left.to).toHaveLength(1))
    },
  )

  const FORMS = someOf(['/login', '/resolve/certification'], 1)
  test.each(FORMS)('an unknown step after a code shows a notice, and a login form that signs in (%s)', async (path) => {
    const { user, member } = await signIn()
    await screen.findByRole('heading', { name: 'Verify your phone' })
    const before = await screen.findByLabelText('Verification code')
    await waitFor(() => expect(before).toBeEnabled())
    goTo(path)
    await waitFor(() => expect(before.isConnected).toBe(path === '/login'))
    server.use(refuse('auth', '/v1/matcher/resolve', { status: 401, data: { matcher_type: 'NEW_STEP' } }))
    await typeCode(user, () => codeSentTo(member.phone))
    expect(await dialog()).toHaveTextContent('The service is not available right now.')
    await press(user, 'Go to sign in')
    expect(await screen.findByLabelText('Password')).toBeVisible()
    expect(here()).toBe('/login')
    await user.type(screen.getByLabelText('Password'), `${member.password}{Enter}`)
    expect(await screen.findByRole('heading', { name: 'Verify your phone' })).toBeVisible()
  })
})

describe('after the code', () => {
  const enterCode = async (user: Awaited<ReturnType<typeof openStep>>['user']) => {
    verified()
    await typeCode(user, '123456{Enter}')
  }

  test('an answer without a location shows a notice, whose title says the same, and the login page', async () => {
    server.use(give('auth', '/v1/matcher/resolve', {}))
    const { user } = await openStep()
    await enterCode(user)
    expect(await screen.findByRole('dialog', { name: 'We couldn’t take you back' })).toHaveTextContent(
      'You’re signed in, but we couldn’t find the page to return to.',
    )
    await press(user, 'Go to sign in')
    expect(await screen.findByLabelText('Password')).toBeVisible()
    expect(here()).toBe('/login')
  })

  test('another phone step begins anew', async () => {
    const data = { matcher_type: 'ADMIN_CERTIFICATION_CHECK', auth_token: 'token-2', phone_number: '010-****-9999' }
    server.use(refuse('auth', '/v1/matcher/resolve', { status: 401, data }))
    const { user, left } = await openStep()
    await enterCode(user)
    await waitFor(() => expect(screen.getByText('010-****-9999')).toBeVisible())
    server.use(give('auth', '/v1/matcher/resolve', { location: 'http://localhost:3002/' }))
    await enterCode(user)
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(calls('/authenticator/v1/issue/sms')[1]?.headers.get('x-authenticator')).toBe('Token token-2')
  })

  const resolve = '/v1/matcher/resolve'
  const done = give('auth', resolve, { location: 'http://localhost:3002/' })

  test.each([
    ['refused', { detail_code: 4529 }, 'This account is suspended.'],
    ['no longer good', { detail_code: 4518 }, 'the earlier code no longer works'],
    ['not taken', {}, 'We couldn’t accept'],
  ])('a proof that is %s shows a message, and a code is asked for anew', async (_, refused, text) => {
    server.use(refuse('auth', resolve, refused))
    const { user, left } = await openStep()
    await enterCode(user)
    expect(await screen.findByRole('dialog')).toHaveTextContent(text)
    await press(user, /^(OK|Back to sign-in)$/)
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    server.use(done)
    await press(user, 'Send code')
    await enterCode(user)
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(calls('/authenticator/v1/issue/sms')).toHaveLength(2)
  })

  test('the form does not stay if the visit is over and the service is unknown', async () => {
    server.use(refuse('auth', resolve, { status: 412 }))
    const rendered = await renderAt('/about', { welcomed: { callback_url: '' }, service: null })
    rendered.view.unmount()
    issued()
    passwordRight()
    const { user } = await renderAt('/login', {})
    await enterCode(user)
    await press(user, 'Go to sign in')
    expect(await screen.findByLabelText('Password')).toBeVisible()
    expect(useLogin.getState().auth_token).toBe('')
  })

  test('the code and its proof are in no storage', async () => {
    server.use(give('auth', '/v1/matcher/resolve', { location: 'http://localhost:3002/' }))
    const { user, left } = await openStep()
    await enterCode(user)
    await waitFor(() => expect(left.to).toHaveLength(1))
    const stored = ['login', 'screen', 'welcome'].map((name) => encryptedSession.getItem(name))
    expect(JSON.stringify([stored, history.state, Object.entries(localStorage)])).not.toMatch(/123456|proof|token-1/)
  })
})

describe('a token that the server takes no longer', () => {
  const ended = (path: string) => server.use(refuse('service', `/authenticator/v1/${path}`, { status: 401 }))

  test.each([
    ['/login', 'OK'],
    ['/certification', 'OK'],
    ['/resolve/certification', 'Go to sign in'],
  ])('a message gives the reason, and the password begins the step again (%s)', async (path, button) => {
    const { user } = await openStep(path, () => ended('issue/sms'))
    expect(await screen.findByRole('dialog')).toHaveTextContent('Please sign in with your password again.')
    await press(user, button)
    expect(await screen.findByLabelText('Password')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('a@b.kr'))
    expect(here()).toBe(path === '/resolve/certification' ? '/login' : path)
  })

  test('so it is where the code is checked', async () => {
    ended('verify/mobile')
    const { user } = await openStep()
    await typeCode(user, '123456{Enter}')
    expect(await screen.findByRole('dialog')).toHaveTextContent('Please sign in with your password again.')
  })
})

test('the button for another account brings back the login form with the ID, and nothing else of the one before', async () => {
  const { user } = await openStep()
  saveSignUp({ fullName: 'Somebody', login_id: 'a@b.kr', fixed: ['login_id'] })
  saveIdentify({ fullName: 'Somebody' })
  await press(user, 'Sign in with another account')
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('a@b.kr'))
  expect(useLogin.getState().auth_token).toBe('')
  expect(JSON.stringify([readJoin(), useIdentify.getState()])).not.toMatch(/Somebody|a@b.kr/)
})

describe('the code that the step sends by itself', () => {
  const ISSUE = '/authenticator/v1/issue/sms'
  const isSent = () => waitFor(() => expect(screen.getByLabelText('Verification code')).toBeEnabled())
  const button = (name: string) => screen.findByRole('button', { name })

  test('is sent once, and not again by a reload, Back, or another language', async () => {
    const { user, view } = await openStep()
    await isSent()
    expect(screen.getByText('010-****-1234').closest('p')).toHaveTextContent(/^We sent a code to 010-/)
    view.unmount()
    await renderAt('/login', {})
    await isSent()
    expect(await button('Request a new code')).toBeVisible()
    act(() => history.pushState(null, '', '/about'))
    act(() => history.back())
    await user.click(screen.getByLabelText('Verification code'))
    expect(calls(ISSUE)).toHaveLength(1)
  })

  test('is sent by the next page, if the first one goes before it could be', async () => {
    const { promise, resolve } = deferred()
    const digest = crypto.subtle.digest.bind(crypto.subtle)
    const slow = vi.spyOn(crypto.subtle, 'digest').mockImplementation((...of) => promise.then(() => digest(...of)))
    const { view } = await openStep()
    await waitFor(() => expect(slow).toHaveBeenCalled())
    view.unmount()
    resolve()
    await renderAt('/login', {})
    await isSent()
    expect(calls(ISSUE)).toHaveLength(1)
  })

  test('is told as coming before the answer, and as sent after it', async () => {
    const { handler, release } = hold('service', ISSUE, { expires_in: 180 })
    await openStep('/login', () => server.use(handler))
    expect(await screen.findByText(/^We’re sending a code to/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Request a new code' })).toHaveAttribute('aria-disabled', 'true')
    release()
    expect(await screen.findByText(/^We sent a code to/)).toBeVisible()
    expect(screen.queryByText(/^We’re sending/)).toBeNull()
  })

  test('is not sent by a second tab with the same step: its code may be typed there', async () => {
    const { view } = await openStep()
    await isSent()
    view.unmount()
    sessionStorage.clear()
    resetStores()
    await openStep()
    await isSent()
    expect(screen.getByText(/^We couldn’t tell/)).toBeVisible()
    expect(calls(ISSUE)).toHaveLength(1)
  })

  test.each([
    ['too soon', { status: 429, headers: { 'retry-after': '40' } }, 'Send code (40)'],
    ['a failure of the server', { status: 500 }, 'Send code'],
  ])('that fails leaves the button (%s)', async (_, refused, name) => {
    const { user } = await openStep('/login', () => server.use(refuse('service', ISSUE, refused)))
    const send = await button(name)
    expect(calls(ISSUE)).toHaveLength(1)
    if (name !== 'Send code') return
    issued()
    await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled'))
    await user.click(send)
    await isSent()
  })
})

describe('certification', () => {
  const step = { matcher_type: 'ADMIN_CERTIFICATION_CHECK', auth_token: 'token', phone_number: '010-****-1234' }
  const location = 'http://localhost:3002/callback?code=1'
  async function enterAndSignIn(asked = '&certification=true') {
    const member = await memberLike('member')
    const rendered = await renderAt(`/init/login${await beginVisit()}${asked}`)
    await waitFor(() => expect(here()).toBe(asked ? '/certification' : '/login'))
    goTo('/certification')
    await typeSignIn(rendered.user, member.login_id, member.password)
    return rendered
  }

  test('the entry goes on at /certification, and a proved phone ends the sign-in', async () => {
    server.use(
      refuse('auth', '/v1/verify/pwd', { status: 401, data: step }),
      give('auth', '/v1/matcher/resolve', { location }),
    )
    issued()
    verified()
    const { user, left } = await enterAndSignIn()
    await typeCode(user, '123456{Enter}')
    await waitFor(() => expect(left.to).toEqual([location]))
  })

  test.each([
    ['asks for it', '&certification=true'],
    ['asks for nothing: the page /certification is opened by its address', ''],
  ])('no location is followed before the phone was proved, where the entry %s', async (_, asked) => {
    const { user, left } = await enterAndSignIn(asked)
    expect(await screen.findByRole('dialog')).toHaveTextContent('your phone was not verified')
    await press(user, 'Back to Step Learning')
    await waitFor(() => expect(left.to).toEqual(['http://localhost:3002/']))
    expect(useWelcome.getState().signed_in).toBe(false)
  })

  test('no location is followed after another step that comes first', async () => {
    server.use(
      refuse('auth', '/v1/verify/pwd', { status: 401, data: { matcher_type: 'RECOMMENDED_CHANGE_PWD' } }),
      give('auth', '/v1/matcher/resolve', { location }),
    )
    const { user, left } = await enterAndSignIn()
    await press(user, 'Change it later')
    expect(await screen.findByRole('dialog')).toHaveTextContent('your phone was not verified')
    await press(user, 'Back to Step Learning')
    await waitFor(() => expect(left.to).toEqual(['http://localhost:3002/']))
  })

  test('the backend asks for the phone between the password and the terms, also after a reload without the requirement', async () => {
    const member = await memberLike('new-terms')
    const query = await beginVisit({ acr_values: 'phone' })
    expect(query).toContain('certification=true')
    const first = await renderAt(`/init/login${query}`)
    await waitFor(() => expect(here()).toBe('/certification'))
    first.view.unmount()
    // What the tab keeps is lost, or somebody has changed it.
    saveToWelcome({ route_query: {}, phone_proved: true })
    const { user, left } = await renderAt('/login', {})
    await typeSignIn(user, member.login_id, member.password)
    expect(await screen.findByRole('heading', { name: 'Verify your phone' })).toBeVisible()
    expect(left.to).toEqual([])
    await typeCode(user, `${await codeSentTo(member.phone)}{Enter}`)
    await press(user, 'Continue')
    await waitFor(() => expect(here()).toContain('/resolve/terms'))
    expect(left.to).toEqual([])
  })

  test('a proof of one account does not count for another', async () => {
    server.use(refuse('auth', '/v1/verify/pwd', { status: 401, data: step }))
    issued()
    const { user, left } = await enterAndSignIn()
    saveToWelcome({ phone_proved: true })
    await press(user, 'Sign in with another account')
    server.use(give('auth', '/v1/verify/pwd', { location }))
    await user.type(await screen.findByLabelText('Password'), 'another-0ne!{Enter}')
    expect(await screen.findByRole('dialog')).toHaveTextContent('your phone was not verified')
    await press(user, 'Back to Step Learning')
    await waitFor(() => expect(left.to).toEqual(['http://localhost:3002/']))
  })

  test('no location is followed at a session check before the phone was proved', async () => {
    server.use(give('auth', '/v1/init/session', { location }))
    const { user, left } = await renderAt(`/init/session${await beginVisit()}&certification=true`)
    expect(await screen.findByRole('dialog')).toHaveTextContent('your phone was not verified')
    await waitFor(() => expect(lastReport()).toBe('contract: location before the phone was proved'))
    await press(user, 'OK')
    await waitFor(() => expect(here()).toBe('/error?code=403'))
    expect(left.to).toEqual([])
  })
})

describe('/mobileVerify', () => {
  test('with nothing to verify leads back to the service that this tab knows', async () => {
    await renderAt('/mobileVerify', { welcomed: true })
    expect(await screen.findByRole('link', { name: 'Back to Learning Hall' })).toHaveAttribute(
      'href',
      'http://localhost:3002/',
    )
  })

  test('says nothing of the member whose step this tab had before', async () => {
    const identity = { belong_sk: false, login_id: 'before@b.kr', nickname: null, name: null, birthdate: null }
    await renderAfter(
      () => saveLogin({ identity, auth_at: Date.now() }),
      '/mobileVerify?auth_token=secret-token&state=s',
    )
    await screen.findByRole('heading', { name: 'Verify your phone' })
    expect(screen.queryByText(/@b\.kr/)).toBeNull()
  })

  test('needs no welcome; what it needs is in the query, and leaves the address at once', async () => {
    await renderAt('/mobileVerify?auth_token=secret-token&state=s&phone_number=010-****-1234')
    expect(await screen.findByRole('heading', { name: 'Verify your phone' })).toBeVisible()
    await waitFor(() => expect(here()).toBe('/mobileVerify'))
    expect(JSON.stringify(history.state)).not.toContain('secret-token')
    expect(screen.queryByRole('button', { name: 'Sign in with another account' })).toBeNull()
  })

  test.each([
    ['010-****-1234', true],
    ['+82******5678', true],
    ['support: call 02-123-4567', false],
    ['*'.repeat(33), false],
  ])('a number in the address is shown if it is one: %s', async (phone_number, isShown) => {
    server.use(hold('service', '/authenticator/v1/issue/sms', {}).handler)
    await renderAt(`/mobileVerify?${new URLSearchParams({ auth_token: 'secret-token', phone_number }).toString()}`)
    await screen.findByRole('heading', { name: 'Verify your phone' })
    expect(screen.queryAllByText(phone_number)).toHaveLength(isShown ? 1 : 0)
    const named = isShown ? phone_number : 'your registered phone'
    const sending = await screen.findByText(/^We’re sending a code to/)
    expect(sending.closest('p')).toHaveTextContent(`to ${named} by text message.`)
  })

  test('the page says that the server does not know the token', async () => {
    server.use(refuse('service', '/authenticator/v1/issue/sms', { status: 401 }))
    await renderAt('/mobileVerify?auth_token=secret-token&state=s')
    expect(await screen.findByText(/^The link has expired or was already used/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  })

  const codeFor = async (next: object) => {
    issued()
    verified()
    server.use(refuse('auth', '/v1/matcher/resolve', { status: 401, data: next }))
    const rendered = await renderAt('/mobileVerify?auth_token=secret-token&state=s')
    await typeCode(rendered.user, '123456{Enter}')
    return rendered
  }

  test('the step that a server names after the code is open without a welcome, to the end', async () => {
    const terms = [{ terms_code: 'PRIVACY', name: 'Privacy', url: 'https://terms.example/p', required: true }]
    const identity = { belong_sk: false, login_id: 'a@b.kr', nickname: null, name: null, birthdate: null }
    server.use(give('auth', '/v1/profile/users', identity), give('auth', '/v1/terms/ADD_SUNI', { terms }))
    const { user, left } = await codeFor({ matcher_type: 'ADD_TERMS_AGREEMENT', terms_types: ['ADD_SUNI'] })
    await press(user, 'Continue')
    await user.click(await screen.findByLabelText(/Privacy/))
    expect(window.location.pathname).toBe('/resolve/terms')
    server.use(
      refuse('auth', '/v1/matcher/resolve', { status: 401, data: { matcher_type: 'JOIN_STATE' } }),
      give('portal', '/v1/members/join-state', { join_status: 'JOINED', join_type: 'NEW', requested_at: '' }),
    )
    await press(user, 'Agree and continue')
    await screen.findByRole('heading', { name: 'Your account is approved' })
    server.use(give('auth', '/v1/matcher/resolve', { location: 'http://localhost:3002/' }))
    await press(user, 'Next')
    await waitFor(() => expect(left.to).toEqual(['http://localhost:3002/']))
  })

  test.each([
    ['another code', { auth_required: true, auth_token: 'token-2' }, '/resolve/certification', 'Verify your phone'],
    ['an account state', { matcher_type: 'SUSPENDED_STATE' }, '/resolve', 'This account is suspended'],
    [
      'what needs the key of a welcome',
      { matcher_type: 'REQUIRED_CHANGE_PWD' },
      '/error?code=403',
      'You can’t open this page',
    ],
  ])('%s after the code', async (_, next, path, text) => {
    await codeFor(next)
    await waitFor(() => expect(here()).toBe(path))
    expect(await screen.findByText(text)).toBeVisible()
  })

  test('what the address names is no step that a server has named', async () => {
    const { view } = await renderAt('/mobileVerify?auth_token=made-up&matcher_type=JOIN_STATE')
    await screen.findByRole('heading', { name: 'Verify your phone' })
    view.unmount()
    await renderAt('/resolve/member')
    await waitFor(() => expect(here()).toBe('/error?code=403'))
  })

  test.each(
    someOf(
      [
        '',
        '?auth_token=',
        '?auth_token=a&auth_token=b',
        `?auth_token=${'a'.repeat(513)}`,
        '?auth_token=a&matcher_type=NOBODY',
      ],
      2,
    ),
  )('with “%s” there is nothing to verify', async (search) => {
    await renderAt(`/mobileVerify${search.slice(0, 600)}`)
    expect(await screen.findByRole('heading', { name: 'There is nothing to verify' })).toBeVisible()
    // No service is known that could help.
    expect(screen.getByRole('link', { name: /^Contact customer support/ })).toHaveClass('button', { exact: true })
    await waitFor(() => expect(here()).toBe('/mobileVerify'))
    expect(calls()).toEqual([])
  })
})
