// Access 2.4.3: where the focus is when a page opens. One row for each route of the table, and for each screen of the join.
import type { PendingStep } from '../../contract/shapes/pending.ts'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, inject, test } from 'vitest'
import { table } from '../../src/app/routes.tsx'
import { enter, saveService } from '../../src/effects/session/session.ts'
import { rememberUsername } from '../../src/effects/session/remembered.ts'
import type { MemberKind } from '../../src/rules/join/member.ts'
import { platformTerms } from '../../src/rules/terms/terms.ts'
import { toggleAllTerms } from '../../src/rules/terms/termsList.ts'
import { saveIdentify } from '../../src/stores/identify.ts'
import { beginStep, saveDraft, saveLogin } from '../../src/stores/login.ts'
import type { SignUpState } from '../../src/stores/shapes.ts'
import { saveSignUp } from '../../src/stores/signUp.ts'
import { arrive } from '../../src/ui/arrival.ts'
import type { Welcome } from '../../contract/shapes/welcome.ts'
import { accountServer } from '../support/account.ts'
import { serviceInfo, welcomeData } from '../support/builders.ts'
import { atScreen, openScreen } from '../support/joining.ts'
import { stubAuthenticator } from '../support/webauthn.ts'
import { goTo, renderAt } from '../support/render.tsx'
import { give, hold, refuse, server } from '../support/server.ts'

/** The label of the focused field, or the heading. */
const HEADING = 'the heading'
const login_id = 'member@demo.test'
const { modulus, exponent } = inject('backend')
const reset = { reset_token: 'right', modulus, exponent, enc_alg: 'RSA-OAEP-256', users: [login_id], steps: 3 } as const
const phone = { authenticator_type: 'phone', masked: '010-****-**34' } as const
const sso_sessions = [{ id: 'one', login_id: 'o***@b.kr', name: 'One', last_used_at: '2026-01-01T09:00:00Z' }]

const identity = { belong_sk: true, login_id, nickname: '하늘', name: null, birthdate: null }

const step = (matcher_type: string, given: object = {}) =>
  beginStep({ matcher_type, step: { step: matcher_type, ...given } as PendingStep, step_login_id: login_id })
const code = () => saveLogin({ auth_required: true, auth_token: 'token', auth_at: Date.now(), phone_number: '010' })
const join = (kind: MemberKind, patch: Partial<SignUpState> = {}) =>
  saveSignUp({ kind, consentedTerms: toggleAllTerms(platformTerms(kind), []), memberTypeCode: 'SOCIAL', ...patch })
const invited: Partial<SignUpState> = { matcher_type: 'SIGN_UP', login_id, emailVerified: true, fixed: ['login_id'] }
const account = { login_id, emailVerified: true, password: 'sealed', nickName: '하늘' }

type Row = [path: string, focus: string, before?: () => void, welcome?: Partial<Welcome>]
const rows: Row[] = [
  ['/login', 'Email'],
  ['/login', 'Password', () => saveLogin({ login_id })],
  ['/loginSSO', HEADING, undefined, { possible_sso_login: true, sso_sessions }],
  ['/login/sso', HEADING, undefined, { possible_sso_login: true, sso_sessions }],
  ['/certification', 'Email'],
  ['/mobileVerify', HEADING],
  ['/error', HEADING],
  ['/about', HEADING],
  ['/privacyPolicy', HEADING],
  ['/join', HEADING],
  ['/join', HEADING, () => saveSignUp({ memberTypeCode: 'SOCIAL' })],
  ['/join/info', HEADING, () => saveLogin({ identity })],
  ['/join/terms', HEADING],
  ['/join/terms/gen', HEADING],
  ['/join/privacy', 'Email (your ID)', () => join('SK')],
  ['/join/privacy/gen', 'Email (your ID)', () => join('GEN')],
  ['/join/service', HEADING, () => join('GEN', account)],
  ['/join/completed', HEADING, () => join('SK', { join_status: 'JOINED' })],
  ['/join/completed/gen', HEADING, () => join('GEN', { join_status: 'WAITING' })],
  ['/sign-up/terms', HEADING, () => saveSignUp(invited)],
  ['/sign-up/terms/gen', HEADING, () => saveSignUp(invited)],
  ['/sign-up/privacy', 'Password', () => join('SK', invited)],
  ['/sign-up/privacy/gen', 'Password', () => join('GEN', invited)],
  ['/identify', 'Name'],
  ['/identify/myid', 'Name'],
  ['/identify/myid', 'Mobile number', () => saveIdentify({ fullName: '김하늘' })],
  ['/identify/myid/done', HEADING, () => saveIdentify({ mobileVerified: true })],
  ['/identify/password', 'Email'],
  ['/identify/password', HEADING, () => saveIdentify({ login_id })],
  [
    '/identify/password/verify',
    HEADING,
    () =>
      saveIdentify({
        login_id,
        channels_of: login_id,
        channels: [phone],
        auth_token: 't',
        auth_for: 'searchPwd',
        auth_at: Date.now(),
      }),
  ],
  ['/identify/password/new', 'New password', () => saveIdentify({ login_id, selectedEmail: login_id, reset })],
  ['/resolve', HEADING, () => step('SUSPENDED_STATE')],
  ['/resolve/terms', HEADING, () => step('ADD_TERMS_AGREEMENT', { terms_types: ['ADD_SUNI'] })],
  ['/resolve/terms/service', HEADING, () => step('ADD_TERMS_AGREEMENT', { terms_types: ['ADD_RELYING_PARTY'] })],
  ['/resolve/member', HEADING, () => step('JOIN_STATE')],
  ['/resolve/password', 'Current password', () => step('RECOMMENDED_CHANGE_PWD')],
  ['/resolve/required/password', 'Current password', () => step('REQUIRED_CHANGE_PWD')],
  ['/resolve/passkey', HEADING, () => (stubAuthenticator(), step('RECOMMENDED_PASSKEY'))],
  ['/resolve/service', HEADING, () => (step('CONSENT_RELYING_PARTY'), saveDraft({ nickname: '하늘' }))],
  ['/resolve/service/nickname', 'Nickname', () => step('CONSENT_RELYING_PARTY')],
  ['/resolve/service/info', 'Job group', () => step('SERVICE_ADD_INFO', { profile_fields: ['current_job_group'] })],
  ['/resolve/certification', HEADING, code],
  ...['', '/security', '/devices', '/services', '/activity', '/privacy'].map((section): Row => [
    `/account${section}`,
    HEADING,
    () => void accountServer(),
  ]),
]
/** Each leads to another page. */
const passing = ['/', '/init', '/init/login', '/init/session', '/init/password', '/init/join', '/init/sign-up']

function focused(): string | undefined {
  const { activeElement } = document
  if (activeElement === document.getElementById('title')) return HEADING
  const words = activeElement instanceof HTMLElement && 'labels' in activeElement ? activeElement : null
  const label = (words as HTMLInputElement | null)?.labels?.[0]
  return (label?.querySelector('strong') ?? label)?.textContent
}

/** Moves to the page from another one. */
async function arriveAt(path: string, before = () => {}, welcome: Partial<Welcome> = {}) {
  const start = path === '/about' ? '/privacyPolicy' : '/about'
  const rendered = await renderAt(start)
  await screen.findByRole('heading', { level: 1 })
  enter(welcomeData(welcome))
  saveService(serviceInfo())
  act(before)
  goTo(path)
  return rendered
}

describe('the focus on arrival', () => {
  test('has a row for each route that stays', () => {
    const named = new Set([...passing, ...rows.map(([path]) => path)])
    expect(table.map(({ path }) => path).filter((path) => !named.has(path))).toEqual([])
  })

  test.each(rows)('at %s is on: %s', async (path, focus, before, welcome) => {
    server.use(refuse('service', '/authenticator/v1/issue/sms', { status: 500 }))
    await arriveAt(path, before, welcome)
    await waitFor(() => expect(focused()).toBe(focus))
  })

  test('is on the heading while the form says something that has to be read first', async () => {
    await arriveAt('/identify/password', () => saveIdentify({ told: { text: 'errors.unavailable' } }))
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement()
    await waitFor(() => expect(focused()).toBe(HEADING))
  })
})

describe('the focus on a screen of the join', () => {
  const person = { ...account, fullName: '김하늘', birthday: '1999-01-31', gender: 'F' }
  const whole = { ...person, mobileNumber: '01012345678', mobileVerified: true }
  const all: Partial<SignUpState> = { ...whole, nationalCode: 'KR' }

  test.each<[string, Parameters<typeof openScreen>[0], Partial<SignUpState>, string, string]>([
    ['a new password', 'account', { login_id, emailVerified: true }, 'Choose a password and a nickname', 'Password'],
    ['a name', 'person', account, 'Tell us about you', 'Name'],
    [
      'a birthday after a known name',
      'person',
      { ...account, fullName: '김하늘' },
      'Tell us about you',
      'Date of birth',
    ],
    ['a phone', 'phone', person, 'Verify your phone', 'Mobile number'],
    ['an organisation, whose list is loading', 'social', all, 'Tell us about your organisation', 'Organisation'],
    ['what is filled in already', 'person', all, 'Tell us about you', HEADING],
  ])('that asks for %s', async (_, name, kept, title, focus) => {
    server.use(give('service', '/public/member/v1/codegroups/GENDER_GRP/codes', []))
    await arriveAt('/join/privacy/gen', () => join('GEN', kept))
    openScreen(name === 'account' ? 'email' : 'account')
    await screen.findByRole('heading', { level: 1 })
    openScreen(name)
    await atScreen(title)
    await waitFor(() => expect(focused()).toBe(focus))
  })
})

test('the page of the certification is named after its heading', async () => {
  await arriveAt('/certification')
  const { textContent } = await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(document.title).toMatch(new RegExp(`^${textContent} – `)))
})

test('a field that takes the focus is preceded by the name of its page, for a screen reader', async () => {
  await arriveAt('/identify/myid')
  await waitFor(() => expect(focused()).toBe('Name'))
  await waitFor(() =>
    expect(document.getElementById('live-region')).toHaveTextContent(
      'Step 1 of 2 · Verification. Next: Your IDs · Find my ID',
    ),
  )
})

test('a field whose choices come later takes the focus, unless the member has moved it', async () => {
  const open = async (meanwhile: () => Promise<void>) => {
    const list = hold('service', '/public/member/v1/codegroups/JOBGROUP/codes', [])
    server.use(list.handler)
    const rendered = await arriveAt('/resolve/service/info', () =>
      step('SERVICE_ADD_INFO', { profile_fields: ['current_job_group'] }),
    )
    expect(await screen.findByLabelText('Job group')).toBeDisabled()
    await waitFor(() => expect(focused()).toBe(HEADING))
    await meanwhile()
    list.release()
    await waitFor(() => expect(screen.getByLabelText('Job group')).toBeEnabled())
    return rendered
  }
  const { view } = await open(async () => {})
  await waitFor(() => expect(focused()).toBe('Job group'))
  view.unmount()
  await open(async () => act(() => screen.getByLabelText('Language').focus()))
  expect(screen.getByLabelText('Language')).toHaveFocus()
})

test('the focus stays where the member moves it as soon as the page is shown', async () => {
  const shown = new MutationObserver(() => {
    if (document.getElementById('title')?.textContent.includes('About')) screen.getByLabelText('Language').focus()
  })
  shown.observe(document.body, { childList: true, subtree: true, characterData: true })
  await arriveAt('/about')
  await screen.findByRole('heading', { name: /About/ })
  shown.disconnect()
  for (let frame = 0; frame < 5; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  expect(screen.getByLabelText('Language')).toHaveFocus()
})

test('the focus stays where the member types already when the page arrives', async () => {
  render(
    <main id="main">
      <h1 id="title" tabIndex={-1}>
        Company
      </h1>
      <form>
        <input aria-label="Company" required />
        <input aria-label="Number" required />
      </form>
    </main>,
  )
  const company = screen.getByLabelText('Company')
  company.focus()
  arrive()
  fireEvent.input(company, { target: { value: '다온' } })
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  expect(company).toHaveFocus()
})

test('a field that the page has focused is no mistake when the member leaves it as it was', async () => {
  const { user } = await arriveAt('/identify/myid')
  await waitFor(() => expect(focused()).toBe('Name'))
  await user.click(screen.getByLabelText('Mobile number'))
  await user.type(screen.getByLabelText('Mobile number'), '010')
  expect(screen.getByLabelText('Name')).not.toHaveAttribute('aria-invalid')
  await user.click(screen.getByLabelText('Name'))
  await user.tab()
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Enter your name.'))
})

describe('the first page of a visit', () => {
  test('begins in the e-mail field', async () => {
    await renderAt('/login', { welcomed: true })
    await waitFor(() => expect(focused()).toBe('Email'))
  })

  test('begins in the password if this browser remembers the e-mail', async () => {
    rememberUsername(login_id)
    await renderAt('/login', { welcomed: true })
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue(login_id))
    await waitFor(() => expect(focused()).toBe('Password'))
  })

  test('leaves the focus of a member who has begun where it is', async () => {
    rememberUsername(login_id)
    const { view } = await renderAt('/about')
    view.unmount()
    const field = document.createElement('input')
    document.body.append(field)
    field.focus()
    await renderAt('/login', { welcomed: true })
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue(login_id))
    expect(field).toHaveFocus()
    field.remove()
  })
})

test('a later login page begins in the password if this browser remembers the e-mail', async () => {
  await arriveAt('/login', () => rememberUsername(login_id))
  await waitFor(() => expect(focused()).toBe('Password'))
})
