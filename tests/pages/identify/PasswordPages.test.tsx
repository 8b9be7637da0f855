import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, inject, test } from 'vitest'
import { changeLocale } from '../../../src/i18n/languages.ts'
import { saveIdentify, useIdentify } from '../../../src/stores/identify.ts'
import { keptId } from '../../../src/stores/expiredVisit.ts'
import { useScreen } from '../../../src/stores/screen.ts'
import { saveToWelcome, useWelcome } from '../../../src/stores/welcome.ts'
import { accountServer } from '../../support/account.ts'
import { goTo, renderAt } from '../../support/render.tsx'
import { calls, cut, give, refuse, server } from '../../support/server.ts'
import { expectOnlyToast } from '../../support/toasts.ts'
import { beginVisit, codeSentTo, follow, memberLike } from '../../support/visit.ts'
import { typeCode, typeNewPassword } from '../../support/typing.ts'

const NEW = 'Tq7!vR2#pZ'
const PUT = '/v1/profile/search/password'
const here = () => window.location.pathname
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = (name: string) => screen.findByRole('button', { name })
const { modulus, exponent } = inject('backend')
const allowed = { reset_token: 'a-right-to-reset', modulus, exponent, enc_alg: 'RSA-OAEP-256' as const }

const EMAIL = { authenticator_type: 'email', masked: 'm***' }
const begins = (channels: object[]) => give('auth', '/v1/init/search/pwd', { auth_token: 'a-token', channels })

/** At the page of the code, with these ways to prove who it is. */
async function atVerification(channels: object[]) {
  server.use(begins(channels))
  const rendered = await renderAt('/identify/password', { welcomed: true })
  await rendered.user.type(await screen.findByLabelText('Email'), 'member@demo.test')
  await rendered.user.click(await press('Next'))
  return rendered
}

/** At the page of the new password, with the right to set one for this id. */
async function atNew(users = ['member@demo.test']) {
  const rendered = await renderAt('/identify/password', { welcomed: true })
  saveIdentify({ login_id: users[0], selectedEmail: users[0], reset: { ...allowed, users, steps: 3 } })
  goTo('/identify/password/new')
  await heading('Set a new password')
  return rendered
}
async function set(user: Awaited<ReturnType<typeof atNew>>['user'], password: string, again = password) {
  for (const [label, text] of [
    ['New password', password],
    ['Repeat the new password', again],
  ] as const) {
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), text.replace(/[{[]/g, '$&$&'))
  }
  await user.click(await press('Change password'))
}

/** The notice of the new password, and on to the service. */
async function goOn(user: Awaited<ReturnType<typeof atNew>>['user'], service = 'Learning Hall') {
  const dialog = await screen.findByRole('dialog', { name: 'Your password was changed' })
  expect(dialog).toHaveTextContent('You were signed out everywhere else.')
  expect(dialog.querySelector('.drawing.done')).toBeVisible()
  await user.click(await press(`Continue to ${service}`))
}

test('from the id to the service, on the real server', async () => {
  const member = await memberLike('member')
  const { user, left } = await renderAt(`/init/password${await beginVisit()}`)
  await user.type(await screen.findByLabelText('Email'), member.login_id)
  await user.click(await press('Next'))
  await heading('Verify your identity')
  expect(screen.getByRole('radio', { name: /^Text message/ })).toBeChecked()
  expect(screen.queryByText(member.phone)).toBeNull()
  await user.click(await press('Send code'))
  await typeCode(user, () => codeSentTo(member.phone))
  await heading('Set a new password')
  expect(screen.getByLabelText('Email')).toHaveValue(member.login_id)
  await set(user, NEW)
  await goOn(user, 'Step Learning')
  await waitFor(() => expect(left.to).toHaveLength(1))
  expect(await follow(left.to[0] ?? '')).toContain('code=')
  expect(useWelcome.getState().signed_in).toBe(true)
  expect(JSON.stringify(await calls(PUT)[0]?.body())).not.toContain(NEW)
  expect(useIdentify.getState()).toMatchObject({ reset: null, auth_token: '', login_id: '' })
}, 60_000)

test.each([
  ['the sign-in', {}, 'Go to sign in'],
  ['the service', { location: 'http://localhost:3002/callback?code=1' }, 'Continue to Learning Hall'],
])('leads to the account from its end, and to %s first', async (_, done, first) => {
  server.use(give('auth', PUT, done))
  const { user, left } = await atNew()
  await set(user, NEW)
  const notice = within(await screen.findByRole('dialog', { name: 'Your password was changed' }))
  await waitFor(() => expect(notice.getByRole('button', { name: first })).toHaveFocus())
  accountServer()
  await user.click(notice.getByRole('button', { name: 'My account' }))
  await heading('My account')
  expect(left.to).toEqual([])
})

test('an answer that says nothing is followed by a notice and the login page', async () => {
  server.use(give('auth', PUT, {}))
  const { user, left } = await atNew()
  await set(user, NEW)
  expect(await screen.findByRole('dialog')).toHaveTextContent('Your password was changed')
  await user.click(await press('Go to sign in'))
  await waitFor(() => expect(here()).toBe('/login'))
  await heading('Sign in')
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('member@demo.test'))
  expect(left.to).toEqual([])
})

test('a location is held back while the service still wants the phone proved', async () => {
  server.use(give('auth', PUT, { location: 'http://localhost:3002/callback?code=1' }))
  const { user, left } = await atNew()
  saveToWelcome({ route_query: { certification: true } })
  await set(user, NEW)
  await goOn(user)
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('your phone was not verified'))
  expect(left.to).toEqual([])
})

test('a reset that is begun again has sent no code yet: the one that was sent counted for another', async () => {
  server.use(give('service', '/authenticator/v1/issue/sms', { expires_in: 180 }))
  const { user } = await atVerification([{ authenticator_type: 'phone', masked: '010-****-1234' }])
  await user.click(await press('Send code'))
  await waitFor(() => expect(screen.getByLabelText('Verification code')).toBeEnabled())
  // What was typed, in full, so that a slip is seen. Whether there is such an account stays open.
  expect(document.querySelector('.code-news')).toHaveTextContent(
    'If member@demo.test has an account, a code is on its way by text message.',
  )
  expect(document.querySelector('.who')).toHaveTextContent('member@demo.test')
  await user.click(screen.getByRole('link', { name: 'Change ID' }))
  await user.clear(await screen.findByLabelText('Email'))
  await user.type(screen.getByLabelText('Email'), 'other@demo.test')
  await user.click(await press('Next'))
  await press('Send code')
  expect(screen.queryByLabelText('Verification code')).toBeNull()
})

/** What is wrong comes first, then the rules. */
const described = (text: string) => expect.stringMatching(new RegExp(`^${text}`)) as string

test('a change whose answer was lost: sent again, it is found done, and the login page has the id', async () => {
  server.use(cut('auth', PUT))
  const { user } = await atNew()
  await set(user, NEW)
  await expectOnlyToast('errors.noConnection')
  server.use(refuse('auth', PUT, { detail_code: 4518 }))
  const button = await press('Change password')
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  await user.click(button)
  expect(await screen.findByRole('dialog')).toHaveTextContent('seems to have been changed already')
  await user.click(await press('Go to sign in'))
  await heading('Sign in')
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('member@demo.test'))
})

test('a page restored from the back-forward cache holds no password, and can be sent', async () => {
  const { user } = await atNew()
  await typeNewPassword(user, NEW)
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }))
  expect(screen.getByLabelText('New password')).toHaveValue('')
  expect(screen.getByLabelText('Repeat the new password')).toHaveValue('')
  await set(user, 'kT7!qwe9')
  await waitFor(() =>
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
      described('“qwe” is in keyboard or number order. Change one of these characters.'),
    ),
  )
})

test('both fields show their errors, and nothing is sent', async () => {
  const { user } = await atNew()
  await set(user, 'kT7!qwe9', 'other')
  const summary = await screen.findByRole('group', { name: 'Please check 2 fields' })
  const [wrong, other] = within(summary).getAllByRole('link')
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(described(wrong?.textContent ?? ''))
  expect(wrong, 'the same words as at the field').toHaveTextContent('“qwe” is in keyboard or number order.')
  expect(other).toHaveTextContent('The passwords don’t match.')
  expect(calls(PUT)).toHaveLength(0)
})

test('a confirmation loses its error once the first field matches it', async () => {
  const { user } = await atNew()
  const again = screen.getByLabelText('Repeat the new password')
  await user.type(screen.getByLabelText('New password'), 'Tq7!vR2#p')
  await user.type(again, NEW)
  await user.tab()
  await waitFor(() => expect(again).toHaveAccessibleDescription(/don’t match/))
  await user.type(screen.getByLabelText('New password'), 'Z')
  await waitFor(() => expect(again).not.toHaveAttribute('aria-invalid'))
  await user.type(screen.getByLabelText('New password'), 'x')
  await waitFor(() => expect(again).toHaveAccessibleDescription(/don’t match/))
})

test('a password with a part of the ID is refused before a call', async () => {
  const { user } = await atNew()
  await set(user, 'Xmember7!')
  expect(await screen.findByText('The password contains your ID. Choose one without it.')).toBeVisible()
})

test('Korean letters are removed with a message, also in place of an earlier error', async () => {
  const { user } = await atNew()
  await set(user, 'qwe')
  const field = screen.getByLabelText<HTMLInputElement>('New password')
  await waitFor(() => expect(field).toBeInvalid())
  fireEvent.input(field, { target: { value: '한글Tq7!' } })
  expect(field).toHaveValue('Tq7!')
  expect(field).toHaveAccessibleDescription(/^Korean characters can’t be used/)
})

test('Korean letters are removed with a message, after the syllable is finished', async () => {
  await atNew()
  const field = screen.getByLabelText<HTMLInputElement>('New password')
  fireEvent.compositionStart(field)
  fireEvent.input(field, { target: { value: 'Tq7!한' }, isComposing: true })
  expect(field).toHaveValue('Tq7!한')
  fireEvent.compositionEnd(field)
  expect(field).toHaveValue('Tq7!')
  expect(field).toHaveAccessibleDescription(/^Korean characters can’t be used/)
  fireEvent.input(field, { target: { value: 'Tq7!v' } })
  expect(field).not.toHaveAccessibleDescription(/Korean/)
})

test('the fields are what a password manager looks for, and nothing is cut', async () => {
  const { user } = await atNew()
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username')
  for (const label of ['New password', 'Repeat the new password']) {
    const field = screen.getByLabelText(label)
    expect(field).toHaveAttribute('autocomplete', 'new-password')
    expect(field.getAttribute('passwordrules')).toContain('maxlength: 16')
    await user.type(field, 'Tq7!vR2#pZTq7!vR2#pZ')
    expect(field).toHaveValue('Tq7!vR2#pZTq7!vR2#pZ')
  }
})

test('where more than one account may be reset, the member chooses', async () => {
  server.use(give('auth', PUT, {}))
  const { user } = await atNew(['one@demo.test', 'two@demo.test'])
  await user.click(screen.getByRole('radio', { name: 'two@demo.test' }))
  await set(user, NEW)
  await user.click(await press('Go to sign in'))
  await heading('Sign in')
  expect(await calls(PUT)[0]?.body()).toMatchObject({ login_id: 'two@demo.test' })
})

test('without the right to reset (a reload) the member verifies again, and the id is kept', async () => {
  server.use(begins([EMAIL]))
  await renderAt('/identify/password', { welcomed: true })
  saveIdentify({ login_id: 'member@demo.test' })
  const entries = history.length
  goTo('/identify/password/new')
  await heading('Verify your identity')
  const told = await screen.findByText('For your safety, please verify your identity again.')
  expect(told).toBeVisible()
  // Nobody has made a mistake, and Back does not lead to the same page once more.
  expect(told.closest('[role="alert"]')).toBeNull()
  expect(history.length).toBe(entries + 1)
  expect(useIdentify.getState().login_id).toBe('member@demo.test')
})

test('an ID that is unknown by now shows an error at its field, and no toast', async () => {
  await renderAt('/identify/password', { welcomed: true })
  saveIdentify({ login_id: 'gone@demo.test' })
  server.use(refuse('auth', '/v1/init/search/pwd', { detail_code: 4503 }))
  goTo('/identify/password/verify')
  await waitFor(() => expect(here()).toBe('/identify/password'))
  await waitFor(() => expect(screen.getByLabelText('Email')).toBeInvalid())
  expect(screen.getByLabelText('Email')).toHaveValue('gone@demo.test')
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
  expect(useScreen.getState().toasts).toEqual([])
})

test.each(['/identify/password/verify', '/identify/password/new'])('%s needs a login id', async (path) => {
  await renderAt(path, { welcomed: true })
  await waitFor(() => expect(here()).toBe('/login'))
})

test.each([
  ['the proof', '/v1/search/pwd', 2, 1],
  ['whose it is', '/v1/profile/search/users', 1, 2],
])('a lost answer about %s is asked for again by the button, and nothing else', async (_, lost, ofProof, ofUsers) => {
  server.use(
    give('service', '/authenticator/v1/issue/email', { expires_in: 180 }),
    give('service', '/authenticator/v1/verify/email', { auth_code: 'proof' }),
    give('auth', '/v1/search/pwd', allowed),
    give('auth', '/v1/profile/search/users', { users: [{ login_id: 'member@demo.test' }] }),
  )
  server.use(cut('auth', lost))
  const { user } = await atVerification([EMAIL])
  await user.click(await press('Send code'))
  await typeCode(user, '123456{Enter}')
  const button = await press('Continue')
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  await expectOnlyToast('errors.noConnection')
  server.use(
    give('auth', '/v1/search/pwd', allowed),
    give('auth', '/v1/profile/search/users', { users: [{ login_id: 'member@demo.test' }] }),
  )
  await user.click(button)
  await heading('Set a new password')
  expect(calls('/v1/search/pwd')).toHaveLength(ofProof)
  expect(calls('/v1/profile/search/users')).toHaveLength(ofUsers)
  expect(calls('/authenticator/v1/verify/email')).toHaveLength(1)
})

test('a token that has ended is got anew: the id and the chosen way stay', async () => {
  server.use(refuse('service', '/authenticator/v1/issue/email', { status: 401 }))
  const { user } = await atVerification([{ authenticator_type: 'phone', masked: '010-****-5678' }, EMAIL])
  await user.click(await screen.findByRole('radio', { name: /^Email/ }))
  await user.click(await press('Send code'))
  expect(await screen.findByText(/^Time ran out/)).toBeVisible()
  await waitFor(() => expect(calls('/v1/init/search/pwd')).toHaveLength(2))
  await waitFor(() => expect(screen.getByRole('radio', { name: /^Email/ })).toBeChecked())
  server.use(give('service', '/authenticator/v1/issue/email', { expires_in: 180 }))
  await user.click(await press('Send code'))
  await waitFor(() => expect(screen.getByLabelText('Verification code')).toBeEnabled())
  await user.click(screen.getByRole('radio', { name: /^Text message/ }))
  await waitFor(() =>
    expect(document.getElementById('mobileVeriCode-note')).toHaveTextContent(
      'You chose another way. Send a code by text message.',
    ),
  )
  // After too many wrong codes none is sent for a while, and the page names the way that is open.
  const closed = { status: 429, detail_code: 4546, headers: { 'retry-after': '3000' } }
  server.use(refuse('service', '/authenticator/v1/issue/sms', closed))
  await user.click(await press('Send code'))
  expect(await screen.findByText(/^Too many wrong codes\..* To continue now, choose the other way\.$/)).toBeVisible()
})

test('names the phone in words where its mask has no digit, and a change of language keeps a code that was sent', async () => {
  const { user } = await atVerification([{ authenticator_type: 'phone', masked: '**********' }, EMAIL])
  expect(await screen.findByRole('radio', { name: /^Text message ?The phone number of this account$/ })).toBeVisible()
  expect(screen.getByRole('radio', { name: /^Email ?m\*\*\*$/ })).toBeVisible()
  server.use(give('service', '/authenticator/v1/issue/sms', { expires_in: 180 }))
  await user.click(await press('Send code'))
  await typeCode(user, '123')
  await act(() => changeLocale('ko'))
  expect(screen.getByLabelText('인증번호')).toHaveValue('123')
  await act(() => changeLocale('en'))
})

test('a visit whose time is over says so, offers no way into it, and the next one begins with the id', async () => {
  server.use(refuse('auth', '/v1/init/search/pwd', { status: 403, code: 'VISIT_OVER' }))
  const { user } = await renderAt('/identify/password', { welcomed: true })
  await user.type(await screen.findByLabelText('Email'), 'member@demo.test')
  await user.click(await press('Next'))
  await heading('You can’t continue on this page')
  expect(screen.queryByRole('link', { name: 'Sign in again' })).toBeNull()
  expect(keptId()).toBe('member@demo.test')
  server.resetHandlers()
  goTo(`/init/login${await beginVisit()}`)
  await heading('Sign in')
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('member@demo.test'))
})

describe('an account with a second factor', () => {
  async function prove(user: Awaited<ReturnType<typeof renderAt>>['user'], to: string) {
    await user.click(await press('Send code'))
    await typeCode(user, () => codeSentTo(to))
  }
  async function atVerify() {
    const member = await memberLike('sms')
    const { user } = await renderAt(`/init/password${await beginVisit()}`)
    await user.type(await screen.findByLabelText('Email'), member.login_id)
    await user.click(await press('Next'))
    await heading('Verify your identity')
    return { member, user }
  }

  test('proves phone and e-mail, and the new password counts at once', async () => {
    const { member, user } = await atVerify()
    await prove(user, member.phone)
    expect(await screen.findByText(/verify your email as well/)).toBeVisible()
    expect(screen.getByText(/^3 \/ 4/)).toBeVisible()
    expect(screen.queryByRole('radio')).toBeNull()
    await prove(user, member.login_id)
    await heading('Set a new password')
    expect(screen.getByText(/^4 \/ 4/)).toBeVisible()
    await set(user, NEW)
    expect(await screen.findByRole('dialog')).toHaveTextContent('Your password was changed')
  }, 60_000)

  test('may go on with one of them: the member reads that the password changes in 24 hours', async () => {
    const { member, user } = await atVerify()
    await prove(user, member.phone)
    await user.click(await press('Continue without it (changes in 24 hours)'))
    await heading('Set a new password')
    await set(user, NEW)
    expect(await screen.findByRole('dialog')).toHaveTextContent('Your new password works in 24 hours')
  }, 60_000)
})
