// Faults, "A call that hangs": the press is kept as long as it takes. After 10 s the line offers to make the call again, with what was typed and
// without doing anything twice. Each test lets the server do the work of the first call, whose answer never comes.
import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { changeLocale, translation } from '../../src/i18n/languages.ts'
import type { MessageKey } from '../../src/rules/texts/messages.ts'
import { waits } from '../../src/state/waits.ts'
import { useScreen } from '../../src/stores/screen.ts'
import { LOCALES } from '../../contract/locale.ts'
import { holdTime } from '../support/clock.ts'
import { finishPrivacy, joinToPrivacy } from '../support/joining.ts'
import { renderAt } from '../support/render.tsx'
import { calls, hold, refuse, server, stall } from '../support/server.ts'
import { beginVisit, codeSentTo, follow, memberLike } from '../support/visit.ts'
import { someOf } from '../support/someOf.ts'
import { typeCode, typeSignIn } from '../support/typing.ts'

const verifyPwd = '/v1/verify/pwd'
const issueSms = '/authenticator/v1/issue/sms'
const verifyMobile = '/authenticator/v1/verify/mobile'
const say = (key: MessageKey) => translation().t(key)
const button = (name: string) => screen.findByRole('button', { name })
const liveRegion = () => document.getElementById('live-region')?.textContent

type Rendered = Awaited<ReturnType<typeof renderAt>>

async function arrive(like = 'member') {
  const member = await memberLike(like)
  const rendered = await renderAt(`/init/login${await beginVisit()}`)
  await waitFor(() => expect(window.location.pathname).toBe('/login'))
  return { ...rendered, member }
}

async function signIn(user: UserEvent, login_id: string, password: string) {
  await typeSignIn(user, login_id, password)
}

async function expectSignedIn(left: Rendered['left']) {
  await waitFor(() => expect(left.to).toHaveLength(1))
  expect(await follow(left.to[0] ?? '')).toContain('code=')
}

/** Passes the time until this long after the press. What a busy machine has taken of it for the calls before is over already. */
const passTo = (ms: number, pass: (ms: number) => void) => pass(Math.max(0, waits.since + ms - performance.now()))

/** Waits for the offer after the first call of the path, and takes it. */
async function waitLong(user: UserEvent, path: string, pass: (ms: number) => void, name = 'Try again') {
  // A second call that came while the server is at work with the first would find it at work.
  await waitFor(() => expect(calls(path)).toMatchObject([{ isLost: true }]))
  passTo(4000, pass)
  expect(await screen.findByText(say('common.slow'))).toBeVisible()
  expect(screen.queryByRole('button', { name })).toBeNull()
  passTo(10_000, pass)
  await user.click(await button(name))
  expect(useScreen.getState().toasts).toEqual([])
}

describe('a sign-in', () => {
  test('is made again with the same sealed password, and ends at the service', async () => {
    server.use(stall('auth', verifyPwd))
    const { user, left, member } = await arrive()
    const { pass } = holdTime()
    await signIn(user, member.login_id, member.password)
    await waitLong(user, verifyPwd, pass)
    await expectSignedIn(left)
    const [first, second] = await Promise.all(calls(verifyPwd).map((call) => call.body()))
    expect(second).toEqual(first)
  })

  test('with a wrong password that is sent three times counts once', async () => {
    server.use(stall('auth', verifyPwd), stall('auth', verifyPwd))
    const { user, member } = await arrive()
    const { pass } = holdTime()
    await signIn(user, member.login_id, 'Wrong-one-1!')
    await waitLong(user, verifyPwd, pass)
    await waitFor(() => expect(calls(verifyPwd)).toHaveLength(2))
    pass(10_000)
    await user.click(await button('Try again'))
    // The text of a third wrong password counts the attempts that are left.
    expect(await screen.findByText('The email or password is not correct. Check both and try again.')).toBeVisible()
    expect(calls(verifyPwd)).toHaveLength(3)
    expect(screen.getByLabelText('Email')).toHaveValue(member.login_id)
    expect(window.location.pathname).toBe('/login')
    await waitFor(() => expect(screen.queryByText(say('common.slow'))).toBeNull())
  })

  test('is kept for a minute, and an answer that then comes is taken', async () => {
    const { handler, release } = hold('auth', verifyPwd, { location: 'http://localhost:3002/callback' })
    server.use(handler)
    const { user, left } = await renderAt('/login', { welcomed: true })
    const { pass } = holdTime()
    await signIn(user, 'member@example.com', 'kT7!mz2R')
    await waitFor(() => expect(calls(verifyPwd)).toHaveLength(1))
    passTo(4000, pass)
    expect(await screen.findByText(say('common.slow'))).toBeVisible()
    expect(screen.getByRole('alert'), 'it is no error').toBeEmptyDOMElement()
    for (let seconds = 0; seconds < 60; seconds += 10) pass(10_000)
    expect(await button('Try again')).toBeVisible()
    act(() => release())
    await waitFor(() => expect(left.to).toEqual(['http://localhost:3002/callback']))
    expect(calls(verifyPwd)).toHaveLength(1)
  })

  test('that waits for the entry asks the entry again', async () => {
    const member = await memberLike('member')
    server.use(stall('auth', '/v1/init/login'))
    const { user, left } = await renderAt(`/init/login${await beginVisit()}`)
    const { pass } = holdTime()
    await signIn(user, member.login_id, member.password)
    await waitLong(user, '/v1/init/login', pass)
    await expectSignedIn(left)
  })

  test('announces each line once, and moves the focus from the button to its line and back to the form', async () => {
    server.use(stall('auth', verifyPwd))
    const { user, member } = await arrive()
    const { pass } = holdTime()
    await signIn(user, member.login_id, 'Wrong-one-1!')
    await waitFor(() => expect(calls(verifyPwd)).toHaveLength(1))
    await waitFor(() => expect(document.getElementById('slow')).toBeNull())
    passTo(4000, pass)
    await screen.findByText(say('common.slow'))
    pass(300)
    expect(liveRegion()).toBe(say('common.slow'))
    passTo(10_000, pass)
    const again = await button('Try again')
    pass(300)
    expect(liveRegion()).toBe(say('common.slowLong'))
    again.focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toHaveTextContent(say('common.slow'))
    expect(again).not.toBeInTheDocument()
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
  })
})

test.each(someOf(LOCALES, 1))('the line and its offer speak %s', async (locale) => {
  const { handler } = hold('auth', verifyPwd, {})
  server.use(handler)
  const { user } = await renderAt('/login', { welcomed: true })
  const { pass } = holdTime()
  await signIn(user, 'member@example.com', 'kT7!mz2R')
  await waitFor(() => expect(calls(verifyPwd)).toHaveLength(1))
  await act(() => changeLocale(locale))
  pass(10_000)
  expect(await screen.findByText(say('common.slowLong'))).toBeVisible()
  expect(await button(say('error.retry'))).toBeVisible()
})

describe('a code', () => {
  test('whose sending has no answer can be entered, and no second one is sent', async () => {
    server.use(stall('service', issueSms))
    const { user, left, member } = await arrive('sms')
    const { pass } = holdTime()
    await signIn(user, member.login_id, member.password)
    await screen.findByRole('heading', { name: 'Verify your phone' })
    await waitLong(user, issueSms, pass, 'Enter the code')
    const code = await screen.findByLabelText('Verification code')
    await waitFor(() => expect(code).toHaveFocus())
    // The clock has passed the ten seconds at once, and the server may still be sending.
    const sent = await waitFor(async () => {
      const digits = await codeSentTo(member.phone)
      expect(digits).not.toBe('')
      return digits
    })
    await user.type(code, sent)
    await expectSignedIn(left)
    expect(calls(issueSms)).toHaveLength(1)
  })

  test('whose check has no answer is checked again, and earns the same proof', async () => {
    server.use(stall('service', verifyMobile))
    const { user, left, member } = await arrive('sms')
    const { pass } = holdTime()
    await signIn(user, member.login_id, member.password)
    await typeCode(user, () => codeSentTo(member.phone))
    await waitLong(user, verifyMobile, pass)
    await expectSignedIn(left)
  })

  test('whose proof has no answer is used again', async () => {
    server.use(stall('auth', '/v1/matcher/resolve'))
    const { user, left, member } = await arrive('sms')
    const { pass } = holdTime()
    await signIn(user, member.login_id, member.password)
    await typeCode(user, () => codeSentTo(member.phone))
    await waitLong(user, '/v1/matcher/resolve', pass)
    await expectSignedIn(left)
  })
})

test('a dialog that waits for the member is nothing slow', async () => {
  server.use(refuse('auth', verifyPwd, { detail_code: 4543 }))
  const { user } = await renderAt('/login', { welcomed: true })
  const { pass } = holdTime()
  await signIn(user, 'member@example.com', 'kT7!mz2R')
  await screen.findByRole('dialog', { name: say('modal.restrictChild') })
  pass(20_000)
  expect(screen.queryByText(say('common.slow'))).toBeNull()
})

test('the last press of a join makes one member', async () => {
  const rendered = await joinToPrivacy()
  await finishPrivacy(rendered)
  server.use(stall('auth', '/v1/verify/join'))
  const { pass } = holdTime()
  await rendered.user.click(await button('Skip and create account'))
  await waitLong(rendered.user, '/v1/verify/join', pass)
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/join\/completed/))
  expect(calls('/v1/verify/join')).toHaveLength(2)
})

test('a new password is set once, and signs the member in', async () => {
  const member = await memberLike('member')
  const { user, left } = await renderAt(`/init/password${await beginVisit()}`)
  await user.type(await screen.findByLabelText('Email'), member.login_id)
  await user.click(await button('Next'))
  await user.click(await button('Send code'))
  await typeCode(user, () => codeSentTo(member.phone))
  await user.type(await screen.findByLabelText('New password'), 'Tq7!vR2#pZ')
  await user.type(screen.getByLabelText('Repeat the new password'), 'Tq7!vR2#pZ')
  server.use(stall('auth', '/v1/profile/search/password'))
  const { pass } = holdTime()
  await user.click(await button('Change password'))
  await waitLong(user, '/v1/profile/search/password', pass)
  await user.click(await button('Continue to Step Learning'))
  await expectSignedIn(left)
})

test('an account of the list is asked for again', async () => {
  const sso_sessions = [{ id: 'one', login_id: 'o***@b.kr', name: 'One', last_used_at: '2026-01-01T00:00:00Z' }]
  const { handler, release } = hold('auth', '/v1/verify/sso', { location: 'http://localhost:3002/callback' })
  server.use(handler)
  const { user, left } = await renderAt('/loginSSO', {
    welcomed: { possible_sso_login: true, amrs: ['SSO', 'PWD'], sso_sessions },
  })
  const { pass } = holdTime()
  await user.click(await screen.findByRole('button', { name: /^Continue as One/ }))
  await waitLong(user, '/v1/verify/sso', pass)
  await waitFor(() => expect(calls('/v1/verify/sso')).toHaveLength(2))
  release()
  await waitFor(() => expect(left.to).toEqual(['http://localhost:3002/callback']))
})

test('an approval is asked for again', async () => {
  const { user, member } = await arrive('waiting')
  await signIn(user, member.login_id, member.password)
  server.use(stall('auth', '/v1/matcher/resolve'))
  const check = await button('Check again')
  const { pass } = holdTime()
  await user.click(check)
  await waitLong(user, '/v1/matcher/resolve', pass)
  expect(await screen.findByText(/still waiting/i)).toBeVisible()
  await waitFor(() => expect(check).toHaveFocus())
})

test('a call that no press waits for still ends after ten seconds', async () => {
  const { handler } = hold('auth', '/v1/init/login', {})
  server.use(handler)
  const { pass } = holdTime()
  await renderAt(`/init/login${await beginVisit()}`)
  await waitFor(() => expect(calls('/v1/init/login')).toHaveLength(1))
  pass(10_100)
  await waitFor(() => expect(window.location.pathname).toBe('/error'))
})
