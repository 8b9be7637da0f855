import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { changeLocale } from '../../../src/i18n/languages.ts'
import { encryptedSession } from '../../../src/stores/encrypted.ts'
import { useLogin } from '../../../src/stores/login.ts'
import { useScreen } from '../../../src/stores/screen.ts'
import { readJoin } from '../../../src/stores/join.ts'
import { saveSignUp } from '../../../src/stores/signUp.ts'
import { saveToWelcome } from '../../../src/stores/welcome.ts'
import { visitName } from '../../support/builders.ts'
import { goTo, openStep, renderAt } from '../../support/render.tsx'
import { calls, cut, give, hold, lose, refuse, server } from '../../support/server.ts'
import { expectOnlyToast } from '../../support/toasts.ts'
import { beginVisit, follow, memberLike } from '../../support/visit.ts'
import { typeCode, typeNewPassword, typeSignIn } from '../../support/typing.ts'

const here = () => window.location.pathname + window.location.search
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }))
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const matcherResolve = '/v1/matcher/resolve'
const joinState = '/v1/members/join-state'
const letterCall = '/v1/matcher/student/resolve'

async function attach(user: UserEvent) {
  const letter = new File(['%PDF-1.7 %%EOF'], 'letter.pdf', { type: 'application/pdf' })
  await user.upload(await screen.findByLabelText(/Enrolment letter/), letter)
  await screen.findByText('letter.pdf')
}

/** Fills the form that changes a password, and sends it. */
async function changePassword(user: UserEvent, current = 'kT7!mz2R') {
  await user.type(await screen.findByLabelText('Current password'), current)
  await typeNewPassword(user, 'wQ7!mz2Rk9')
  await press(user, 'Change password')
}

/** The letter of the account whose step it is. */
const initial = () => document.querySelector('.chip .initial')?.textContent

/** A real sign-in, up to its first step. */
async function signIn(from: string, service: 'service-a' | 'service-b') {
  const member = await memberLike(from)
  const rendered = await renderAt(`/init/login${await beginVisit({ service })}`)
  await waitFor(() => expect(here()).toBe('/login'))
  await typeSignIn(rendered.user, member.login_id, member.password)
  return { ...rendered, member }
}

test.each([
  ['heard', press],
  [
    'lost on its way, and asked for again',
    async (user: UserEvent, name: string, path: string) => {
      server.use(lose('auth', path))
      const before = calls(path).length
      // A press before the app knows about the lost answer has no effect.
      await waitFor(async () => {
        if (calls(path).length < before + 2) await press(user, name)
        expect(calls(path)).toHaveLength(before + 2)
      })
    },
  ],
])('three steps in a row, from the password to the partner, each answer %s', async (_, finish) => {
  const { user, left, member } = await signIn('three-steps', 'service-b')
  await press(user, 'Continue')
  await title('Please agree to the new terms')
  expect(await title('Please agree to the new terms')).toHaveAccessibleDescription(
    'Step 1 of 3 · Terms. Next: Nickname',
  )
  // The server has told the name: 김하늘.
  expect(initial()).toBe('김')
  await user.click(await screen.findByRole('checkbox'))
  await finish(user, 'Agree and continue', matcherResolve)
  const nickname = await title('Choose a nickname')
  expect(nickname).toHaveAccessibleDescription('Step 2 of 3 · Nickname. Next: The service')
  await user.clear(screen.getByLabelText('Nickname'))
  await user.type(screen.getByLabelText('Nickname'), `dami${member.phone.slice(-7)}`)
  await press(user, 'Next')
  const service = await title('Agree to use Group Academy')
  expect(service).toHaveAccessibleDescription('Step 2 of 3 · The service. Next: Details')
  expect(screen.getByText(/member type$/)).toBeVisible()
  await user.click(await screen.findByLabelText('Agree to all'))
  await finish(user, 'Agree and continue', matcherResolve)
  expect(await title('A few details are missing')).toHaveAccessibleDescription('Step 3 of 3 · Details')
  expect(initial()).toBe('김')
  expect(screen.queryByLabelText('Category')).toBeNull()
  await waitFor(() => expect(screen.getByLabelText('Job group')).toBeEnabled())
  await user.selectOptions(screen.getByLabelText('Job group'), 'JG07')
  await waitFor(() => expect(screen.getByLabelText('Job')).toBeEnabled())
  expect(calls('/public/member/v1/codes/JG07')).toHaveLength(1)
  await user.selectOptions(screen.getByLabelText('Job'), 'JG0701')
  await finish(user, 'Next', '/v1/resolve/user')
  await waitFor(() => expect(left.to).toHaveLength(1))
  expect(await follow(left.to[0] ?? '')).toContain('code=')
})

describe('the terms page', () => {
  const terms = {
    terms: [
      { terms_code: 'PRIVACY', name: 'Privacy', url: 'https://terms.example/p', required: true },
      { terms_code: 'NEWS', name: 'News', url: 'http://terms.example/n', required: false },
    ],
  }
  const open = async (path = '/resolve/terms?terms_types=ADD_SUNI', type = 'ADD_SUNI') => {
    server.use(give('auth', '/v1/terms/ADD_SUNI', terms), give('auth', '/v1/terms/ADD_RELYING_PARTY', { terms: [] }))
    return openStep(path, 'ADD_TERMS_AGREEMENT', { terms_types: [type] })
  }

  test('required terms without agreement show an error, and nothing is sent', async () => {
    const { user } = await open()
    await user.click(await screen.findByLabelText(/News/))
    await press(user, 'Agree and continue')
    expect(await screen.findByText('Please agree to all required terms.')).toBeVisible()
    expect(calls(matcherResolve)).toEqual([])
  })

  test('a member who does not agree leaves to the service: nothing is sent, and nothing stays of the step', async () => {
    const { user } = await open()
    await user.click(await screen.findByLabelText(/News/))
    const decline = screen.getByRole('link', { name: 'Leave without agreeing' })
    expect(decline).toHaveAttribute('href', 'http://localhost:3002/')
    await waitFor(() => expect(Object.keys(sessionStorage)).toContain('daemun.login'))
    decline.addEventListener('click', (event) => event.preventDefault())
    await user.click(decline)
    expect(calls(matcherResolve)).toEqual([])
    expect(Object.keys(sessionStorage)).toEqual(['daemun-language'])
  })

  test('sends what was agreed to, and of the address only known types are asked for', async () => {
    server.use(give('auth', matcherResolve, { location: 'http://localhost:3002/' }))
    const { user, left } = await open()
    await user.click(await screen.findByLabelText(/Privacy/))
    await press(user, 'Agree and continue')
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(await calls(matcherResolve)[0]?.body()).toEqual({
      ...visitName,
      matcher_type: 'ADD_TERMS_AGREEMENT',
      consent_terms: ['PRIVACY'],
    })
  })

  test('an address without a known type shows what the step has asked for', async () => {
    await open('/resolve/terms/service?terms_types=[broken', 'ADD_RELYING_PARTY')
    await waitFor(() => expect(calls('/v1/terms/ADD_RELYING_PARTY')).toHaveLength(1))
    expect(calls('/v1/terms/ADD_SUNI')).toEqual([])
  })

  test('the page of the platform’s terms leads to that of the service’s, where those are asked for', async () => {
    await open('/resolve/terms', 'ADD_RELYING_PARTY')
    await title('Please agree to the service terms')
    expect(here()).toBe('/resolve/terms/service')
    expect(calls('/v1/terms/ADD_SUNI')).toEqual([])
  })

  test('without types in the address and the step, the page shows those of the entry', async () => {
    saveToWelcome({ route_query: { terms_types: ['SUNI'] } })
    server.use(give('auth', '/v1/terms/SUNI', terms))
    await openStep('/resolve/terms', 'ADD_TERMS_AGREEMENT')
    expect(await screen.findByLabelText(/Privacy/)).toBeVisible()
    expect(calls('/v1/terms/ADD_SUNI')).toEqual([])
  })

  test('terms that could not be loaded are asked for again, and nothing can be agreed to before', async () => {
    server.use(cut('auth', '/v1/terms/ADD_SUNI'))
    const { user } = await openStep('/resolve/terms?terms_types=ADD_SUNI', 'ADD_TERMS_AGREEMENT')
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByRole('button', { name: 'Agree and continue' })).toBeNull()
    server.use(give('auth', '/v1/terms/ADD_SUNI', terms))
    await user.click(again)
    expect(await screen.findByLabelText(/Privacy/)).toBeVisible()
  })

  test('a lost answer shows one toast, which the next press removes', async () => {
    const { user } = await open()
    await user.click(await screen.findByLabelText(/Privacy/))
    server.use(cut('auth', matcherResolve))
    await press(user, 'Agree and continue')
    await expectOnlyToast('errors.noConnection')
    await act(() => changeLocale('ko'))
    server.use(refuse('auth', matcherResolve, { detail_code: 4529 }))
    await press(user, '동의하고 계속하기')
    expect(await screen.findByRole('dialog')).toHaveTextContent('이용이 정지된 계정이에요.')
    expect(useScreen.getState().toasts).toEqual([])
  })

  test('a server that no longer knows the member: what was agreed to stays behind the dialog, without an error', async () => {
    server.use(refuse('auth', matcherResolve, { status: 401 }))
    const { user } = await open()
    await user.click(await screen.findByLabelText(/Privacy/))
    await press(user, 'Agree and continue')
    await screen.findByRole('dialog')
    expect(screen.getByLabelText(/Privacy/)).toBeChecked()
    expect(screen.queryByText('Please agree to all required terms.')).toBeNull()
  })

  test('an answer that comes after the member went back is not followed', async () => {
    const { handler, release } = hold('auth', matcherResolve, { location: 'http://localhost:3002/' })
    server.use(handler)
    const { user, left } = await open()
    await user.click(await screen.findByLabelText(/Privacy/))
    await press(user, 'Agree and continue')
    await waitFor(() => expect(calls(matcherResolve)).toHaveLength(1))
    goTo('/about')
    await waitFor(() => expect(screen.queryByLabelText(/Privacy/)).toBeNull())
    release()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([here(), left.to, useScreen.getState().modal]).toEqual(['/about', [], null])
  })

  test('a change of the language keeps what was agreed to', async () => {
    const { user } = await open()
    await user.click(await screen.findByLabelText(/Privacy/))
    await act(() => changeLocale('ko'))
    await waitFor(() => expect(calls('/v1/terms/ADD_SUNI').at(-1)?.query).toEqual({ ...visitName, language: 'KR' }))
    expect(screen.getByLabelText(/Privacy/)).toBeChecked()
  })
})

describe('the nickname', () => {
  const nobody = { belong_sk: false, login_id: 'a@b.kr', nickname: null, name: null, birthdate: null }

  test('begins with that of the address, then with that of the member; a bad one is not taken over', async () => {
    const known = { ...nobody, nickname: 'own' }
    server.use(give('auth', '/v1/profile/users', known), give('auth', '/v1/valid/nickname', { available: true }))
    const first = await openStep('/resolve/service/nickname?nick=given', 'CONSENT_RELYING_PARTY')
    expect(await screen.findByLabelText('Nickname')).toHaveValue('given')
    first.view.unmount()
    const second = await openStep('/resolve/service/nickname', 'CONSENT_RELYING_PARTY')
    expect(await screen.findByLabelText('Nickname')).toHaveValue('given')
    second.view.unmount()
    saveToWelcome({ route_query: {} })
    await openStep('/resolve/service/nickname?nick=%3Cscript%3E', 'CONSENT_RELYING_PARTY')
    await waitFor(() => expect(screen.getByLabelText('Nickname')).toHaveValue('own'))
  })

  test('of the second account of a visit is that account’s own', async () => {
    const known = (name: string) => give('auth', '/v1/profile/users', { ...nobody, login_id: name, nickname: name })
    const pending = (matcher_type: string) => refuse('auth', '/v1/verify/pwd', { status: 401, data: { matcher_type } })
    const signInAs = async (user: UserEvent, login_id: string) => {
      await user.clear(await screen.findByLabelText('Email'))
      await typeSignIn(user, login_id)
    }
    server.use(give('auth', '/v1/valid/nickname', { available: true }), pending('CONSENT_RELYING_PARTY'))
    server.use(known('first'))
    const { user } = await renderAt('/login', { welcomed: true })
    await signInAs(user, 'first@b.kr')
    await waitFor(() => expect(screen.getByLabelText('Nickname')).toHaveValue('first'))
    act(() => saveToWelcome({ route_query: { nick: 'first' } }))
    await user.click(screen.getByRole('link', { name: 'Sign in with another account' }))
    server.use(known('second'))
    await signInAs(user, 'second@b.kr')
    await waitFor(() => expect(screen.getByLabelText('Nickname')).toHaveValue('second'))
    act(() => history.back())
    server.use(known('third'))
    await signInAs(user, 'third@b.kr')
    await waitFor(() => expect(screen.getByLabelText('Nickname')).toHaveValue('third'))
  })

  test('a taken nickname does not continue', async () => {
    server.use(give('auth', '/v1/profile/users', nobody), give('auth', '/v1/valid/nickname', { available: false }))
    const { user } = await openStep('/resolve/service/nickname?nick=given', 'CONSENT_RELYING_PARTY')
    await press(user, 'Next')
    await waitFor(() => expect(calls('/v1/valid/nickname').length).toBeGreaterThan(0))
    expect(here()).toContain('/resolve/service/nickname')
    await waitFor(() => expect(screen.getByLabelText('Nickname')).toHaveFocus())
    expect(screen.getByLabelText('Nickname')).toHaveAccessibleDescription('This nickname is taken. Choose another one.')
  })

  test('the service page without one leads back to it', async () => {
    server.use(give('auth', '/v1/profile/users', nobody))
    await openStep('/resolve/service', 'CONSENT_RELYING_PARTY')
    await waitFor(() => expect(here()).toBe('/resolve/service/nickname'))
  })
})

describe('the passwords', () => {
  const later = 'Change it later'

  test('recommended: later sends skip', async () => {
    server.use(give('auth', matcherResolve, { location: 'http://localhost:3002/' }))
    const { user, left } = await openStep('/resolve/password', 'RECOMMENDED_CHANGE_PWD')
    await press(user, later)
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(await calls(matcherResolve)[0]?.body()).toEqual({
      ...visitName,
      matcher_type: 'RECOMMENDED_CHANGE_PWD',
      consent_terms: [],
      skip: true,
    })
  })

  test.each([
    ['Change password', later, '/v1/profile/change/password', matcherResolve],
    [later, 'Change password', matcherResolve, '/v1/profile/change/password'],
  ])('recommended: while "%s" is under way, "%s" does nothing', async (first, second, path, never) => {
    const { handler, release } = hold('auth', path, { location: 'http://localhost:3002/' })
    server.use(handler)
    const { user, left } = await openStep('/resolve/password', 'RECOMMENDED_CHANGE_PWD')
    await user.type(await screen.findByLabelText('Current password'), 'kT7!mz2R')
    await typeNewPassword(user, 'wQ7!mz2Rk9')
    await press(user, first)
    await waitFor(() => expect(calls(path)).toHaveLength(1))
    expect(screen.getByRole('button', { name: second })).toHaveAttribute('aria-disabled')
    await press(user, second)
    release()
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(calls(never)).toEqual([])
  })

  test('a required change has no "later", and an empty form says what is missing', async () => {
    const { user } = await openStep('/resolve/required/password', 'REQUIRED_CHANGE_PWD')
    await title('Please change your password')
    expect(screen.queryByRole('button', { name: later })).toBeNull()
    await press(user, 'Change password')
    expect((await screen.findAllByText('Enter your current password.')).length).toBeGreaterThan(0)
    expect(calls('/v1/profile/change/password')).toEqual([])
  })

  test('after a change without an answer, another new password is not sent; the first one is, and the step goes on', async () => {
    const path = '/v1/profile/change/password'
    server.use(cut('auth', path))
    const { user, left } = await openStep('/resolve/required/password', 'REQUIRED_CHANGE_PWD')
    const type = async (password: string) => {
      for (const label of ['New password', 'Repeat the new password']) {
        await user.clear(screen.getByLabelText(label))
        await user.type(screen.getByLabelText(label), password)
      }
    }
    await user.type(await screen.findByLabelText('Current password'), 'kT7!mz2R')
    await type('wQ7!mz2Rk9')
    await press(user, 'Change password')
    await expectOnlyToast('errors.noConnection')
    server.use(give('auth', path, { location: 'http://localhost:3002/' }))
    await type('xP4?nb8Ls6')
    await press(user, 'Change password')
    await waitFor(() =>
      expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(/^The new password you sent first/),
    )
    expect(calls(path)).toHaveLength(1)
    await type('wQ7!mz2Rk9')
    await press(user, 'Change password')
    await waitFor(() => expect(left.to).toEqual(['http://localhost:3002/']))
    expect(calls(path)).toHaveLength(2)
  })

  test('both leave sealed only; a refusal stands beside its field', async () => {
    server.use(refuse('auth', '/v1/profile/change/password', { detail_code: 4539 }))
    const { user } = await openStep('/resolve/required/password', 'REQUIRED_CHANGE_PWD')
    await changePassword(user)
    expect((await screen.findAllByText('You can’t reuse an earlier password. Choose another one.')).length).toBe(1)
    const [call] = calls('/v1/profile/change/password')
    expect(call?.method).toBe('PUT')
    const sealed = expect.stringMatching(/^[A-Za-z0-9+/]{342,}=*$/) as unknown
    expect(await call?.body()).toEqual({
      ...visitName,
      current_password: sealed,
      password: sealed,
      matcher_type: 'REQUIRED_CHANGE_PWD',
    })
    expect(JSON.stringify([useLogin.getState(), Object.entries(sessionStorage)])).not.toMatch(/kT7!mz2R|wQ7!mz2Rk9/)
  })
})

test('a current password with a space is held once, and sent when the member presses again', async () => {
  server.use(refuse('auth', '/v1/profile/change/password', { detail_code: 4502 }))
  const { user } = await openStep('/resolve/required/password', 'REQUIRED_CHANGE_PWD')
  await changePassword(user, 'kT7!mz2R ')
  const field = screen.getByLabelText('Current password')
  await waitFor(() => expect(field).toHaveAccessibleDescription(/If that is right, press again/))
  expect(calls('/v1/profile/change/password')).toHaveLength(0)
  await press(user, 'Change password')
  await waitFor(() => expect(calls('/v1/profile/change/password')).toHaveLength(1))
})

test('the third wrong current password shows the tries that are left, in every language, and a way to the reset', async () => {
  const wrong = { detail_code: 4502, description: 'incorrect password [3]' }
  server.use(refuse('auth', '/v1/profile/change/password', wrong))
  const { user } = await openStep('/resolve/password', 'RECOMMENDED_CHANGE_PWD')
  await changePassword(user)
  const field = () => document.querySelector('input[name=current_password]')
  await waitFor(() =>
    expect(field()).toHaveAccessibleDescription(
      'The current password is not correct. Please enter it again. Your account locks after 5 wrong attempts. You have 2 left.',
    ),
  )
  await act(() => changeLocale('ja'))
  await waitFor(() => expect(field()).toHaveAccessibleDescription(/あと2回間違える/))
  await act(() => changeLocale('en'))
  await user.click(await screen.findByRole('link', { name: 'Reset password' }))
  await waitFor(() => expect(here()).toBe('/identify/password'))
  expect(await screen.findByLabelText('Email')).toHaveValue('member@demo.test')
})

describe('missing details', () => {
  test('a list that could not be loaded is loaded again, and only the requested fields are sent', async () => {
    server.use(cut('portal', '/v1/interests'))
    server.use(give('auth', '/v1/resolve/user', { location: 'http://localhost:3002/' }))
    const { user, left } = await openStep('/resolve/service/info', 'SERVICE_ADD_INFO', {
      profile_fields: ['interest_field'],
    })
    const again = await screen.findByRole('button', { name: 'Try again' })
    server.resetHandlers()
    server.use(give('auth', '/v1/resolve/user', { location: 'http://localhost:3002/' }))
    await user.click(again)
    await user.selectOptions(await screen.findByLabelText('Category'), 'IC02')
    await user.selectOptions(screen.getByLabelText('Topic'), 'IC0201')
    await press(user, 'Next')
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(await calls('/v1/resolve/user')[0]?.body()).toEqual({
      ...visitName,
      matcher_type: 'SERVICE_ADD_INFO',
      interest_category: 'IC02',
      interest_field: 'IC0201',
    })
  })
})

test('a job code of one character is reported at its field, and nothing is sent', async () => {
  const code = (value: string, parent: string | null = null) => ({ code: value, code_name: value, parent })
  const jobs = [code('JG01'), code('J', 'JG01')]
  server.use(
    give('service', '/public/member/v1/codegroups/JOBGROUP/codes', jobs),
    give('service', '/public/member/v1/codes/JG01', { ...jobs[0], children: jobs.slice(1) }),
  )
  const { user } = await openStep('/resolve/service/info', 'SERVICE_ADD_INFO', { profile_fields: ['current_job'] })
  await waitFor(() => expect(screen.getByLabelText('Job group')).toBeEnabled())
  await user.selectOptions(screen.getByLabelText('Job group'), 'JG01')
  await waitFor(() => expect(screen.getByLabelText('Job')).toBeEnabled())
  await user.selectOptions(screen.getByLabelText('Job'), 'J')
  await press(user, 'Next')
  await waitFor(() => expect(screen.getByLabelText('Job')).toHaveAccessibleDescription(/cannot be used/))
  expect(calls('/v1/resolve/user')).toEqual([])
})

describe('without a welcome', () => {
  const pendingStep = (data: object) => server.use(refuse('auth', matcherResolve, { status: 401, data }))
  async function verify() {
    server.use(
      give('service', '/authenticator/v1/issue/sms', { expires_in: 180 }),
      give('service', '/authenticator/v1/verify/mobile', { auth_code: 'proof' }),
    )
    const rendered = await renderAt('/mobileVerify?auth_token=token&state=s')
    await typeCode(rendered.user, '123456{Enter}')
    return rendered
  }

  const STATES =
    'SERVICE_PERMISSIONS PROTECTED_STATE INCUMBENT_STATE SUSPENDED_STATE ID_SEARCH CHANGED_PASSWORD SIGN_UP'
  const STEPS = `${STATES} JOIN_STATE ADD_TERMS_AGREEMENT CONSENT_RELYING_PARTY SERVICE_ADD_INFO`
  test.each(STEPS.split(' '))(
    '%s after /mobileVerify offers support, and no page that needs one',
    async (matcher_type) => {
      pendingStep({ matcher_type, terms_types: ['ADD_RELYING_PARTY'] })
      server.use(
        cut('portal', joinState),
        give('auth', '/v1/profile/users', { login_id: 'member@demo.test', belong_sk: false }),
      )
      await verify()
      await waitFor(() => expect(here()).toMatch(/^\/resolve/))
      // The footer may have such a link too, and it is no way out of the page.
      const support = await within(screen.getByRole('main')).findByRole('link', { name: /^Contact customer support/ })
      expect(support).toHaveAttribute('href', expect.stringMatching(/^\/policies\/support\./))
      for (const link of screen.getAllByRole('link'))
        expect(link.getAttribute('href')).not.toMatch(/^\/(login|identify|join|init)/)
    },
  )

  test('an unknown step after /mobileVerify leaves nothing to verify, and no error page', async () => {
    pendingStep({ matcher_type: 'NEW_STEP' })
    const { user } = await verify()
    await press(user, 'OK')
    await title('There is nothing to verify')
    expect(here()).toBe('/mobileVerify')
  })
})

test('each missing detail that can be chosen now is named once', async () => {
  const { user } = await openStep('/resolve/service/info', 'SERVICE_ADD_INFO')
  await waitFor(() => expect(screen.getByLabelText('Category')).toBeEnabled())
  await waitFor(() => screen.getAllByLabelText('Job group').forEach((list) => expect(list).toBeEnabled()))
  await press(user, 'Next')
  const summary = await screen.findByRole('group', { name: 'Please check 3 fields' })
  expect(
    within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'What you do now · Choose a job group.',
    'What you would like to do · Choose a job group.',
    'What interests you · Choose a category.',
  ])
  expect(screen.getAllByLabelText('Job group')[1]).toHaveAccessibleDescription('Choose a job group.')
  await waitFor(() => expect(summary).toHaveFocus())
  await user.click(within(summary).getByRole('link', { name: 'What you would like to do · Choose a job group.' }))
  expect(screen.getAllByLabelText('Job group')[1]).toHaveFocus()
})

describe('a service that asks for a letter or a nickname, in a visit of its own', () => {
  test('asks for exactly the letter, and sends it', async () => {
    server.use(give('file', letterCall, { location: 'http://localhost:3002/' }))
    const { user, left } = await openStep('/resolve/service/info', 'SERVICE_ADD_INFO', {
      profile_fields: ['enrollment_letter'],
    })
    await user.click(await screen.findByRole('button', { name: 'Next' }))
    expect(await screen.findAllByText('Attach your enrolment letter.')).not.toEqual([])
    expect(screen.queryByLabelText('Job group')).toBeNull()
    expect(screen.queryByLabelText('Category')).toBeNull()
    await attach(user)
    await press(user, 'Next')
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(calls(letterCall)).toHaveLength(1)
  })

  test('asks for exactly the nickname, and sends it', async () => {
    server.use(
      give('auth', '/v1/valid/nickname', { available: true }),
      give('auth', '/v1/resolve/user', { location: 'http://localhost:3002/' }),
    )
    const { user, left } = await openStep('/resolve/service/info', 'SERVICE_ADD_INFO', { profile_fields: ['nickname'] })
    await user.type(await screen.findByLabelText('Nickname'), 'dami')
    await press(user, 'Next')
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(await calls('/v1/resolve/user')[0]?.body()).toEqual({
      ...visitName,
      matcher_type: 'SERVICE_ADD_INFO',
      nickname: 'dami',
    })
    expect(screen.queryByLabelText('Job group')).toBeNull()
  })
})

describe('what is missing, of a student who has just joined', () => {
  async function choose(joined: Parameters<typeof saveSignUp>[0] = {}) {
    const fields = { profile_fields: ['interest_field'] }
    const first = await openStep('/resolve/service/info', 'SERVICE_ADD_INFO', fields)
    first.view.unmount()
    saveSignUp({ memberTypeCode: 'STUDENT', join_status: 'JOINED', schoolCourse: 'SCH_CURS_02', ...joined })
    const rendered = await renderAt('/resolve/service/info')
    await waitFor(() => expect(screen.getByLabelText('Category')).toBeEnabled())
    await rendered.user.selectOptions(await screen.findByLabelText('Category'), 'IC02')
    await rendered.user.selectOptions(screen.getByLabelText('Topic'), 'IC0201')
    return rendered
  }

  test('goes with the enrollment letter in one call', async () => {
    server.use(give('file', letterCall, { location: 'http://localhost:3002/' }))
    const { user, left } = await choose()
    await attach(user)
    await press(user, 'Next')
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(calls(letterCall)[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data/)
    expect(calls('/v1/resolve/user')).toEqual([])
    expect(readJoin()).toMatchObject({ letter: null, letter_sent: true })
  })

  test('a refused letter shows an error, and can be changed', async () => {
    server.use(refuse('file', letterCall, { status: 415 }))
    const { user } = await choose()
    await attach(user)
    await press(user, 'Next')
    expect(await screen.findByRole('dialog')).toBeVisible()
    expect(readJoin().letter_sent).toBe(false)
  })

  test('goes without it where none is chosen, and none is asked for once it was sent', async () => {
    server.use(give('auth', '/v1/resolve/user', { location: 'http://localhost:3002/' }))
    const { user, left } = await choose({ letter_sent: true })
    expect(screen.queryByLabelText(/Enrolment letter/)).toBeNull()
    await press(user, 'Next')
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(calls(letterCall)).toEqual([])
  })
})

describe('the state of a join', () => {
  const state = {
    join_status: 'UNAPPROVED',
    join_type: 'NEW',
    requested_at: '2026-01-05T03:00:00Z',
    reason: 'No record',
  }
  const waits = () => server.use(give('portal', joinState, { ...state, join_status: 'WAITING' }))

  test('a refused join shows the reason and a contact, which is a link and can be copied', async () => {
    server.use(give('portal', joinState, { ...state, contact: 'help@example.com' }))
    const { user } = await openStep('/resolve/member', 'JOIN_STATE')
    await title('Your account was not approved')
    expect(screen.getByText('No record')).toBeVisible()
    expect(screen.getByRole('link', { name: 'help@example.com' })).toHaveAttribute('href', 'mailto:help@example.com')
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe('help@example.com')
    expect(await screen.findByText('Copied')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
  })

  describe('with a letter that the join still owes', () => {
    const owed = { profile_fields: ['enrollment_letter'] }
    const openOwed = () => {
      waits()
      return openStep('/resolve/member', 'JOIN_STATE', owed)
    }
    const sendLetter = async (user: UserEvent) => {
      await attach(user)
      await press(user, 'Submit the letter')
    }

    test('asks for no letter if the step names none', async () => {
      waits()
      await openStep('/resolve/member', 'JOIN_STATE')
      await screen.findByRole('button', { name: 'Check again' })
      expect(screen.queryByLabelText(/Enrolment letter/)).toBeNull()
    })

    test('says at the field that the letter is missing, and sends nothing', async () => {
      const { user } = await openOwed()
      await press(user, 'Submit the letter')
      expect(await screen.findByText('Attach your enrolment letter.')).toBeVisible()
      expect(calls(letterCall)).toEqual([])
    })

    test('sends the letter and leaves for the location of the answer', async () => {
      server.use(give('file', letterCall, { location: 'http://localhost:3002/' }))
      const { user, left } = await openOwed()
      await sendLetter(user)
      await waitFor(() => expect(left.to).toEqual(['http://localhost:3002/']))
      expect(calls(letterCall)[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data/)
    })

    test('follows the step in the answer', async () => {
      server.use(give('file', letterCall, { matcher_type: 'SERVICE_ADD_INFO', profile_fields: ['nickname'] }))
      const { user } = await openOwed()
      await sendLetter(user)
      await waitFor(() => expect(here()).toBe('/resolve/service/info'))
      expect(await screen.findByLabelText('Nickname')).toBeVisible()
    })

    test('asks for the letter no longer once the server has it and the join still waits', async () => {
      server.use(give('file', letterCall, { matcher_type: 'JOIN_STATE' }))
      const { user } = await openOwed()
      await sendLetter(user)
      await waitFor(() => expect(screen.queryByLabelText(/Enrolment letter/)).toBeNull())
      expect(here()).toBe('/resolve/member')
      expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible()
    })

    test('keeps a refused letter, which can be sent again', async () => {
      server.use(refuse('file', letterCall, { status: 415 }))
      const { user, left } = await openOwed()
      await sendLetter(user)
      await press(user, 'OK')
      server.use(give('file', letterCall, { location: 'http://localhost:3002/' }))
      await press(user, 'Submit the letter')
      await waitFor(() => expect(left.to).toHaveLength(1))
    })
  })

  test('that could not be loaded can be loaded again, and the page has a way out', async () => {
    server.use(cut('portal', joinState))
    const { user } = await openStep('/resolve/member', 'JOIN_STATE')
    await title('We couldn’t check your account')
    expect(screen.getByRole('link', { name: 'Back to Learning Hall' })).toBeVisible()
    waits()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await title('Your account is waiting for approval')
  })

  /** A join that waits, also when the server is asked again. */
  async function openWaiting() {
    waits()
    server.use(give('auth', matcherResolve, { matcher_type: 'JOIN_STATE' }))
    const rendered = await openStep('/resolve/member', 'JOIN_STATE')
    await screen.findByRole('button', { name: 'Check again' })
    return rendered
  }

  test('asked again and still waiting, the page says so with the time', async () => {
    const { user } = await openWaiting()
    await press(user, 'Check again')
    expect(await screen.findByText(/^Still waiting for approval as of \d/)).toBeVisible()
  })

  test.each([
    [401, () => screen.findByRole('dialog')],
    [503, () => screen.findByText(/not available right now\./, { selector: '#main *' })],
  ])('asked again, the server answers %i: the page says that it failed', async (status, said) => {
    const { user } = await openWaiting()
    server.use(refuse('portal', joinState, { status }))
    await press(user, 'Check again')
    expect(await said()).toHaveTextContent(/./)
    expect(screen.queryByText(/^Still waiting/)).toBeNull()
  })

  test('approved meanwhile: asking again leads on', async () => {
    waits()
    server.use(give('auth', matcherResolve, { location: 'http://localhost:3002/' }))
    const { user, left } = await openStep('/resolve/member', 'JOIN_STATE')
    expect(await screen.findByText('me***@demo.test')).toBeVisible()
    await press(user, 'Check again')
    await waitFor(() => expect(left.to).toEqual(['http://localhost:3002/']))
  })
})

describe('the state of an account', () => {
  test.each([
    ['SERVICE_PERMISSIONS', 'You don’t have access to this service', 'Back to Learning Hall'],
    ['PROTECTED_STATE', 'Your account is protected', 'Reset password'],
    ['INCUMBENT_STATE', 'We need to confirm your employment', 'Contact customer support'],
    ['SUSPENDED_STATE', 'This account is suspended', 'Contact customer support'],
    ['ID_SEARCH', 'Please use your current ID', 'Find my ID'],
    ['CHANGED_PASSWORD', 'Your password was changed', 'Sign in again'],
    ['SIGN_UP', 'You are invited', 'Accept the invitation'],
  ])('%s: its title, what helps, and the way back to the service', async (state, heading, way) => {
    await openStep('/resolve', state)
    await title(heading)
    expect(screen.getByText('me***@demo.test')).toBeVisible()
    expect(screen.getByRole('link', { name: /another account/i })).toBeVisible()
    expect(screen.getAllByRole('link', { name: way })[0]).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to Learning Hall' })).toHaveAttribute(
      'href',
      'http://localhost:3002/',
    )
  })

  test('another step than that of the page leads to its own page, and no step leads to the login page', async () => {
    const first = await openStep('/resolve', 'REQUIRED_CHANGE_PWD')
    await waitFor(() => expect(here()).toBe('/resolve/required/password'))
    first.view.unmount()
    await openStep('/resolve/service/info', '')
    await waitFor(() => expect(here()).toBe('/login'))
  })
})

test.each([
  ['/resolve', 'SUSPENDED_STATE'],
  ['/resolve/member', 'JOIN_STATE'],
])('going back to the service from %s leaves nothing of the member in this tab', async (path, matcher_type) => {
  server.use(give('portal', joinState, { join_status: 'WAITING', join_type: 'NEW', requested_at: '' }))
  const { user } = await openStep(path, matcher_type)
  saveSignUp({ fullName: 'Somebody' })
  const link = await screen.findByRole('link', { name: 'Back to Learning Hall' })
  // jsdom cannot leave.
  link.addEventListener('click', (event) => event.preventDefault())
  expect(encryptedSession.getItem('login')).toContain('member@demo.test')
  await user.click(link)
  for (const store of ['login', 'signUp', 'welcome']) expect(encryptedSession.getItem(store)).toBeNull()
  expect(document.cookie).not.toContain('daemun_welcome')
})

test('an unknown step shows a notice and the login page', async () => {
  server.use(give('auth', matcherResolve, { matcher_type: 'SOMETHING_NEW' }))
  const { user } = await openStep('/resolve/password', 'RECOMMENDED_CHANGE_PWD')
  await press(user, 'Change it later')
  await press(user, 'Go to sign in')
  await waitFor(() => expect(here()).toBe('/login'))
})

test('an init_url that leads elsewhere is not asked', async () => {
  server.use(
    refuse('auth', matcherResolve, {
      status: 401,
      data: { matcher_type: 'SERVICE_ADD_INFO', init_url: 'https://evil.example/v1/init' },
    }),
  )
  const { user } = await openStep('/resolve/password', 'RECOMMENDED_CHANGE_PWD')
  await press(user, 'Change it later')
  expect(await screen.findByText(/The service is not available right now/)).toBeVisible()
  await waitFor(() => expect(calls('/v1/client-errors')).toHaveLength(1))
  expect(await calls('/v1/client-errors')[0]?.body()).toMatchObject({
    message: 'POST /v1/matcher/resolve: contract: init_url',
  })
})
