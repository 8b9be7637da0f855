import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { platformTerms } from '../../../src/rules/terms/terms.ts'
import { toggleAllTerms } from '../../../src/rules/terms/termsList.ts'
import { keptId } from '../../../src/stores/expiredVisit.ts'
import { encryptedSession } from '../../../src/stores/encrypted.ts'
import { rehydrateStores } from '../../../src/stores/persisted.ts'
import { saveLogin } from '../../../src/stores/login.ts'
import { closeModal } from '../../../src/stores/screen.ts'
import { readJoin } from '../../../src/stores/join.ts'
import { saveSignUp, useSignUp } from '../../../src/stores/signUp.ts'
import { holdTime } from '../../support/clock.ts'
import { openScreen, renderJoin, toAccount, toEmail, toOwn, toPerson } from '../../support/joining.ts'
import { goTo, renderAt } from '../../support/render.tsx'
import { calls, cut, give, hold, refuse, server } from '../../support/server.ts'

const here = () => window.location.pathname
const nicknamePath = '/v1/valid/nickname'

/** The list that is searched by typing. A native list stands in its place until its code has come. */
const searchField = (name: string) =>
  waitFor(() => {
    const field = screen.getByRole('combobox', { name })
    if (!(field instanceof HTMLInputElement)) throw new Error(`the search of “${name}” has not come`)
    return field
  })

describe('/join', () => {
  test('a card leads on, and is marked on the way back', async () => {
    const { user } = await renderAt('/join', { welcomed: true })
    const card = () => screen.findByRole('button', { name: 'University student' })
    expect(await card()).not.toHaveAttribute('aria-current')
    expect(screen.queryByRole('button', { name: 'Next' })).not.toBeInTheDocument()
    await user.click(await card())
    await waitFor(() => expect(here()).toBe('/join/terms/gen'))
    expect(readJoin().memberTypeCode).toBe('STUDENT')
    act(() => history.back())
    expect(await card()).toHaveAttribute('aria-current', 'true')
  })

  test('each way says what to have at hand, and a business partner reads that an approval follows', async () => {
    await renderAt('/join', { welcomed: true })
    const card = (name: string) => screen.findByRole('button', { name })
    expect(await card('Business partner')).toHaveAccessibleDescription(/office phone number and office email.*approved/)
    expect(await card('Social enterprise')).toHaveAccessibleDescription(/organisation, position and rank/)
    expect(await card('University student')).toHaveAccessibleDescription(/enrolment letter/)
    expect(screen.getByText('Have your work email and employee number at hand.')).toBeVisible()
    expect(await card('Family of a group member')).toHaveAccessibleDescription(/member number/)
  })

  test('ONLY_GEN hides the way of group members, ONLY_SK every other one', async () => {
    const { view } = await renderAt('/join', { welcomed: true, service: { permission: 'ONLY_GEN' } })
    await screen.findByRole('button', { name: /Business partner/ })
    expect(screen.queryByRole('link', { name: 'Create account as a group member' })).not.toBeInTheDocument()
    view.unmount()
    await renderAt('/join', { welcomed: true, service: { permission: 'ONLY_SK' } })
    await screen.findByRole('button', { name: 'Create account as a group member' })
    expect(screen.queryByRole('button', { name: /Business partner/ })).not.toBeInTheDocument()
  })
})

test.each(['/join', '/join/terms', '/join/terms/gen'])('%s leads a member to the login form', async (path) => {
  const { user } = await renderAt(path, { welcomed: true })
  expect(await screen.findByText(/^Already have an account\?/)).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Sign in' }))
  await waitFor(() => expect(here()).toBe('/login'))
  expect(await screen.findByLabelText('Email')).toBeVisible()
})

describe('/join, of a visitor who has signed in without being a member yet', () => {
  const signedIn = { matcher_type: 'JOIN', step_login_id: 'first@b.kr', login_id: 'first@b.kr' }

  test('knows the id of that sign-in, whatever is typed into its form afterwards', async () => {
    await renderJoin('/about')
    saveLogin({ ...signedIn, login_id: 'typed@b.kr' })
    goTo('/join')
    await waitFor(() =>
      expect(readJoin()).toMatchObject({ login_id: 'first@b.kr', emailVerified: true, fixed: ['login_id'] }),
    )
  })

  test('reads why the sign-in has led here, and is not asked to sign in again', async () => {
    const { user } = await renderJoin('/about')
    saveLogin(signedIn)
    goTo('/join')
    expect(await screen.findByText(/^You haven’t created your account yet/)).toBeVisible()
    expect(screen.getByText('fi***@b.kr')).toBeVisible()
    expect(screen.queryByText(/^Already have an account/)).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Sign in with another account' }))
    await waitFor(() => expect(here()).toBe('/login'))
  })

  test('keeps nothing of the one before', async () => {
    await renderJoin('/about', { login_id: 'other@b.kr', fixed: ['login_id'], fullName: 'Other', mobileNumber: '010' })
    saveLogin(signedIn)
    goTo('/join')
    await waitFor(() => expect(readJoin()).toMatchObject({ login_id: 'first@b.kr', fullName: '', mobileNumber: '' }))
  })

  test('keeps what was typed before the sign-in', async () => {
    await renderJoin('/about', { login_id: 'other@b.kr', fullName: 'Own' })
    saveLogin(signedIn)
    goTo('/join')
    await waitFor(() => expect(readJoin()).toMatchObject({ login_id: 'first@b.kr', fullName: 'Own' }))
  })
})

describe('/join/info', () => {
  test('begins with the login id of its address, which leaves it at once', async () => {
    await renderJoin('/join/info?type=sk&login_id=hana@group.test')
    expect(await screen.findByText('hana@group.test')).toBeVisible()
    await waitFor(() => expect(window.location.search).toBe('?type=sk'))
  })

  test.each(['', '?login_id=nobody', '?login_id=a@b.kr&login_id=c@d.kr'])('without one (%s): /join', async (search) => {
    await renderJoin(`/join/info${search}`)
    await waitFor(() => expect(here()).toBe('/join'))
  })
})

describe('the progress of a join', () => {
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

  test('begins at 1 with the terms, whatever the visitor has chosen before', async () => {
    const { user } = await renderAt('/join', { welcomed: true })
    const types = await heading('Which best describes you?')
    expect(types).not.toHaveAccessibleDescription()
    await user.click(await screen.findByRole('button', { name: 'University student' }))
    expect(await heading('Please read the terms')).toHaveAccessibleDescription('Step 1 of 8 · Terms. Next: Email')
    goTo('/join')
    await user.click(await screen.findByRole('link', { name: 'Create account as a group member' }))
    expect(await heading('Please read the terms')).toHaveAccessibleDescription('Step 1 of 6 · Terms. Next: Email')
  })

  test('names no total while the member type is unknown, and counts the type as no step', async () => {
    const { user } = await renderJoin('/join/terms/gen', {
      memberTypeCode: null,
      consentedTerms: toEmail.consentedTerms,
    })
    expect(await heading('Please read the terms')).toHaveAccessibleDescription('Step 1 · Terms. Next: Member type')
    expect(screen.getByText('1 · Terms')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await heading('Which best describes you?')).not.toHaveAccessibleDescription()
    await user.click(screen.getByRole('button', { name: 'Social enterprise' }))
    expect(await heading('Verify your email')).toHaveAccessibleDescription('Step 2 of 7 · Email. Next: Account')
  })
})

describe('/join/terms', () => {
  test('a text of a listed origin opens over the page, any other one in a new tab', async () => {
    const url = (name: string) => `https://${name}.test/terms`
    server.use(
      give('service', '/common/terms/v1/rps/suni', [
        { terms_code: 'SERVICE', url: url('listed') },
        { terms_code: 'CUSTOM', url: url('other') },
      ]),
    )
    const settings = { VITE_TERMS_ORIGINS: 'https://listed.test' }
    const { user } = await renderAt('/join/terms/gen', { welcomed: true, settings })
    expect(await screen.findByRole('link', { name: /^Read: .*personalised/ })).toHaveAttribute('target', '_blank')
    await user.click(screen.getByRole('link', { name: 'Read: Terms of service' }))
    expect(await screen.findByTitle('Terms of service')).toHaveAttribute('src', url('listed'))
    act(() => closeModal('close'))
  })

  test('the operator names and orders the texts, and the app decides which are required', async () => {
    const text = (terms_code: string, name?: string) => ({ terms_code, url: 'https://a.test/t', ...(name && { name }) })
    server.use(
      give('service', '/common/terms/v1/rps/suni', [
        text('PRIVACY', 'Step: personal data'),
        text('UNKNOWN', 'Step: another text'),
        text('SERVICE', 'Step: terms of use'),
        text('AD_SMS', 'Step: by SMS'),
        text('AD_EMAIL'),
        text('MARKETING', 'Step: news'),
      ]),
    )
    const names = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
    const { view } = await renderAt('/join/terms/gen', { welcomed: true })
    await screen.findByText('Step: terms of use')
    expect(names().slice(1)).toEqual([
      '[Required] Step: personal data',
      '[Required] Step: terms of use',
      '[Optional] Step: news',
      'Step: by SMS',
      'By email',
      '[Required] Terms of personalised learning',
    ])
    view.unmount()
    // The answer has no name in Japanese.
    await renderAt('/join/terms/gen', { welcomed: true, locale: 'ja' })
    await waitFor(() => expect(names()[1]).toBe('[必須] 個人情報の収集・利用'))
  })

  test('the required ones must be agreed to; the channels are kept as consents of their own', async () => {
    const { user } = await renderAt('/join/terms/gen', { welcomed: true })
    await user.click(await screen.findByRole('button', { name: 'Next' }))
    expect(screen.getByText('Please agree to all required terms.')).toBeInTheDocument()
    for (const name of [/Terms of service/, /personalised/, /personal data/, /By email/])
      await user.click(screen.getByRole('checkbox', { name }))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(here()).toBe('/join/privacy/gen'))
    expect(readJoin()).toMatchObject({
      consentedTerms: ['SERVICE', 'CUSTOM', 'PRIVACY', 'MARKETING', 'AD_EMAIL'],
      isEmailDelivery: true,
      isSmsDelivery: false,
    })
  })

  test('marketing can be agreed to without a channel', async () => {
    const { user } = await renderAt('/join/terms/gen', { welcomed: true })
    await user.click(await screen.findByRole('checkbox', { name: /News and offers/ }))
    expect(readJoin()).toMatchObject({ consentedTerms: ['MARKETING'], isEmailDelivery: false, isSmsDelivery: false })
    for (const checked of [true, false]) {
      await user.click(screen.getByRole('checkbox', { name: /By email/ }))
      expect(readJoin()).toMatchObject({ isEmailDelivery: checked })
    }
    expect(readJoin().consentedTerms).toEqual(['MARKETING'])
  })

  test.each([
    ['/join/terms?type=general', '/join/terms/gen', 'GEN', 'ONLY_GEN'],
    ['/join/terms/gen?type=sk', '/join/terms', 'SK', 'ONLY_SK'],
    ['/join/terms?type=other', '/join/terms', 'SK', 'EVERYONE'],
  ] as const)(
    '%s shows the list at %s, also where the service is open to it alone',
    async (path, at, kind, permission) => {
      await renderAt(path, { welcomed: true, service: { permission } })
      expect(await screen.findByRole('button', { name: 'Next' })).toBeVisible()
      await waitFor(() => expect(here()).toBe(at))
      await waitFor(() => expect(readJoin().kind).toBe(kind))
    },
  )

  test('a login id in the address is kept, and leaves it', async () => {
    await renderAt('/join/terms?type=sk&login_id=someone%40group.test', { welcomed: true })
    await waitFor(() => expect(window.location.search).toBe('?type=sk'))
    expect(readJoin()).toMatchObject({ login_id: 'someone@group.test', kind: 'SK' })
  })
})

test('a message announces the end of the visit five minutes before it, and not earlier', async () => {
  const { pass } = holdTime(new Date('2026-03-02T09:00:00'))
  // Mocked here, because the fake clock would also end timeouts of a real connection.
  server.use(give('service', '/common/terms/v1/rps/suni', []))
  await renderAt('/join/terms/gen', { welcomed: true })
  await screen.findByRole('button', { name: 'Next' })
  // The page's clock starts after its first frame.
  await act(() => Promise.resolve())
  const told = () => screen.queryByText(/Finish creating your account by 09:50\./)
  pass(44 * 60_000)
  expect(told()).not.toBeInTheDocument()
  pass(60_000)
  expect(told()?.closest('[role=status]')).toBeVisible()
  // The device sleeps with the page in sight: the wall clock goes on, and the timers do not.
  vi.setSystemTime(Date.now() + 5 * 60_000)
  pass(1000)
  expect(told()).not.toBeInTheDocument()
  expect(screen.getByText(/Your session has expired/).closest('[role=status]')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: /Agree to all/ })).toBeInTheDocument()
})

describe('/join/terms: the addresses of the texts', () => {
  const suni = '/common/terms/v1/rps/suni'
  const why = /Some texts of the terms can’t be shown right now\./
  const link = (terms_code: string) => ({ terms_code, url: `https://terms.test/${terms_code}` })

  test.each([
    ['a failure of the server', () => refuse('service', suni, { status: 500 })],
    ['404', () => refuse('service', suni, { status: 404 })],
    ['no answer', () => cut('service', suni)],
    ['an empty list', () => give('service', suni, [])],
  ])('%s is shown as missing links, and the member can go on', async (_, answer) => {
    server.use(answer())
    const { user } = await renderAt('/join/terms/gen', { welcomed: true })
    expect((await screen.findByText(why)).closest('[role=alert]')).toBeVisible()
    expect(screen.getAllByText('Text not available')).toHaveLength(4)
    await user.click(screen.getByRole('checkbox', { name: /Agree to all/ }))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(here()).toBe('/join/privacy/gen'))
  })

  test('are asked for again on request', async () => {
    server.use(give('service', suni, [link('SERVICE')]))
    const { user } = await renderAt('/join/terms/gen', { welcomed: true })
    await screen.findByText(why)
    expect(screen.getAllByText('Text not available')).toHaveLength(3)
    server.use(give('service', suni, ['SERVICE', 'CUSTOM', 'PRIVACY', 'MARKETING'].map(link)))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(why)).toBeNull())
    expect(screen.queryByText('Text not available')).toBeNull()
  })
})

test('a join that took too long hands the typed email on to the next visit, and nothing else', async () => {
  const { pass } = holdTime(new Date('2026-03-02T09:00:00'))
  server.use(give('service', '/common/terms/v1/rps/suni', []))
  const { user } = await renderJoin('/join/terms/gen', { login_id: 'new@b.kr', fullName: '김하늘' })
  await screen.findByRole('button', { name: 'Next' })
  await act(() => Promise.resolve())
  pass(50 * 60_000)
  const [link] = await screen.findAllByRole('link', { name: 'Back to Learning Hall' })
  link?.addEventListener('click', (event) => event.preventDefault())
  await user.click(link as HTMLElement)
  expect(keptId()).toBe('new@b.kr')
  for (const store of ['login', 'signUp', 'welcome']) expect(encryptedSession.getItem(store)).toBeNull()
})

describe('/join/privacy', () => {
  test('names every lack of its screen at once, and sends nothing', async () => {
    const { user } = await renderJoin('/join/privacy/gen', toOwn)
    await user.click(await screen.findByRole('button', { name: 'Next' }))
    const summary = await screen.findByRole('group', { name: 'Please check 3 fields' })
    for (const text of ['Choose your organisation.', 'Choose your position.', 'Choose your rank.'])
      expect(summary).toHaveTextContent(text)
    expect(summary).not.toHaveTextContent('nickname')
    expect(here()).toBe('/join/privacy/gen')
    expect(calls('/v1/verify/join')).toEqual([])
  })

  test.each([
    [
      'BSNS',
      { affiliationCode: 'PC_ETC', jobTitle: 'JOB_TYP_ETC', jobRank: 'JOB_LEV_02', affiliationPhone: '0212345678' },
      ['Enter the name of your company.', 'Enter your position.', 'Enter an email address.'],
    ],
    [
      'SOCIAL',
      { affiliationCode: 'SC_ETC', jobTitle: 'JOB_TYP_ETC', jobRank: 'JOB_LEV_02' },
      ['Enter the name of your organisation.', 'Enter your position.'],
    ],
    [
      'FAMILY',
      { recommenderMbrNo: 'M1024001', relationship: '02\tFAM_REL_ETC', familyJob: 'FAM_JOB_ETC' },
      ['Enter your relationship.', 'Enter your occupation.'],
    ],
  ] as const)('“other” without a text is named in the summary of problems: %s', async (memberTypeCode, kept, texts) => {
    const { user } = await renderJoin('/join/privacy/gen', { ...toOwn, memberTypeCode, ...kept })
    await user.click(await screen.findByRole('button', { name: 'Next' }))
    const summary = await screen.findByRole('group', { name: `Please check ${texts.length} fields` })
    expect(
      within(summary)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(texts)
  })

  test('opens at the first screen that lacks something, and goes on and back from screen to screen', async () => {
    const { user } = await renderJoin('/join/privacy/gen', toPerson)
    const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
    await heading('Tell us about you')
    await user.type(screen.getByLabelText('Name'), '김하늘')
    await user.type(screen.getByLabelText('Date of birth'), '19990131')
    await user.click(await screen.findByRole('radio', { name: 'Female' }))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await heading('Verify your phone')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveAccessibleDescription(
      'Step 5 of 7 · Phone. Next: Your organisation',
    )
    await waitFor(() => expect(document.title).toBe('Verify your phone – Learning Hall'))
    await waitFor(() => expect(screen.getByLabelText('Mobile number')).toHaveFocus())
    act(() => history.back())
    await heading('Tell us about you')
    expect(screen.getByLabelText('Name')).toHaveValue('김하늘')
    act(() => history.forward())
    await heading('Verify your phone')
  })

  test('stays at a screen that the member has come back to when the skip link is followed', async () => {
    const { user } = await renderJoin('/join/privacy/gen', toOwn)
    const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
    await heading('Tell us about your organisation')
    openScreen('person')
    await heading('Tell us about you')
    await user.click(screen.getByRole('link', { name: /^Skip/ }))
    expect(screen.getByRole('main')).toHaveFocus()
    expect(location.hash).toBe('')
    expect(await heading('Tell us about you')).toBeVisible()
  })

  test('a proved address is one line, and can be changed', async () => {
    const { user } = await renderJoin('/join/privacy/gen', toPerson)
    await screen.findByRole('heading', { level: 1, name: 'Tell us about you' })
    openScreen('email')
    expect(await screen.findByText('hana@mail.test')).toBeVisible()
    expect(screen.queryByLabelText('Email (your ID)')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Change: Email (your ID)' }))
    const field = screen.getByLabelText('Email (your ID)')
    await waitFor(() => expect(field).toHaveFocus())
    await user.type(field, 'x')
    expect(readJoin().emailVerified).toBe(false)
    expect(screen.getByRole('button', { name: 'Send code' })).toBeVisible()
  })

  test('asks a group member for the address of the company', async () => {
    await renderJoin('/join/privacy', { kind: 'SK', consentedTerms: toggleAllTerms(platformTerms('SK'), []) })
    expect(await screen.findByLabelText('Email (your ID)')).toHaveAccessibleDescription(/^Use your work email\./)
  })

  test('shows an address of full-width letters as it is sent', async () => {
    const { user } = await renderJoin('/join/privacy/gen', toEmail)
    const field = await screen.findByLabelText('Email (your ID)')
    await user.type(field, 'ｈａｎａ＠ｍａｉｌ．ｔｅｓｔ')
    await user.tab()
    expect(field).toHaveValue('hana@mail.test')
    expect(readJoin().login_id).toBe('hana@mail.test')
  })

  test('offers the countries in the order of their names, after the usual one', async () => {
    await renderJoin('/join/privacy/gen', toPerson)
    const countries = await screen.findByLabelText<HTMLSelectElement>('Nationality')
    await waitFor(() => expect(countries).toBeEnabled())
    const [usual, ...others] = [...countries.options].slice(1).map(({ text }) => text)
    expect(usual).toBe('South Korea')
    expect(others.length).toBeGreaterThan(1)
    expect(others).toEqual([...others].sort(new Intl.Collator('en').compare))
  })

  test('what was typed is kept, but no password', async () => {
    const { user } = await renderJoin('/join/privacy/gen', { ...toAccount, nickName: '하늘' })
    await user.type(await screen.findByLabelText('Password'), 'kT7!mz2R')
    await user.type(screen.getByLabelText('Repeat the password'), 'kT7!mz2R')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await user.type(await screen.findByLabelText('Name'), '김하늘')
    await user.type(screen.getByLabelText('Date of birth'), '19990131')
    expect(screen.getByLabelText('Date of birth')).toHaveValue('1999-01-31')
    expect(readJoin()).toMatchObject({ fullName: '김하늘', birthday: '1999-01-31' })
    expect(readJoin().pendingPassword).toMatch(/^[\w+/=]{300,}$/)
    expect(JSON.stringify([Object.entries(sessionStorage), readJoin()])).not.toContain('kT7!mz2R')
  })

  test('the calendar opens at the default birthday, or at the typed date, and every day can be chosen', async () => {
    const shown = vi.fn<(date: string) => void>()
    Object.defineProperty(HTMLInputElement.prototype, 'showPicker', {
      configurable: true,
      value(this: HTMLInputElement) {
        shown(this.value)
      },
    })
    const { user } = await renderJoin('/join/privacy/gen', toPerson)
    const field = await screen.findByLabelText('Date of birth')
    const button = screen.getByRole('button', { name: 'Choose from a calendar' })
    await user.click(button)
    expect(shown).toHaveBeenLastCalledWith('2000-01-01')
    expect(field).toHaveValue('')
    fireEvent.change(document.querySelector('input[type="date"]') as Element, { target: { value: '2000-01-01' } })
    expect(field).toHaveValue('2000-01-01')
    expect(readJoin()).toMatchObject({ birthday: '2000-01-01' })
    await user.click(button)
    expect(shown).toHaveBeenLastCalledWith('2000-01-01')
  })

  test('inside a number or a date, too, only what belongs there can be typed, and the caret stays', async () => {
    const typed = async (
      { user }: Awaited<ReturnType<typeof renderJoin>>,
      name: string,
      begun: string,
      inside: string,
      at: number,
    ) => {
      const field = await screen.findByLabelText<HTMLInputElement>(name)
      if (begun !== '') await user.type(field, begun)
      await user.type(field, inside, { initialSelectionStart: at, initialSelectionEnd: at })
      return [field.value, field.selectionStart]
    }
    const own = await renderJoin('/join/privacy/gen', { ...toOwn, memberTypeCode: 'BSNS' })
    expect(await typed(own, 'Office phone', '021234567', 'a3７b', 2)).toEqual(['02371234567', 4])
    own.view.unmount()
    const person = await renderJoin('/join/privacy/gen', {
      ...toPerson,
      memberTypeCode: 'BSNS',
      fullName: '',
      birthday: '',
    })
    expect(await typed(person, 'Date of birth', '1999013', 'x1', 8)).toEqual(['1999-01-13', 9])
    expect(await typed(person, 'Date of birth', '', '4', 0)).toEqual(['41999-01-1', 1])
  })

  test('a syllable that is still being composed is left alone', async () => {
    await renderJoin('/join/privacy/gen', toAccount)
    const nickname = await screen.findByLabelText<HTMLInputElement>('Nickname')
    for (const value of ['ㅅ', '새', '샙', '새벼', '새별']) {
      fireEvent.compositionUpdate(nickname, { data: value })
      fireEvent.input(nickname, { target: { value }, isComposing: true })
      expect(nickname).toHaveValue(value)
    }
    fireEvent.compositionEnd(nickname, { data: '새별' })
    expect(nickname).toHaveValue('새별')
    expect(readJoin().nickName).toBe('새별')
  })

  test('the nickname is asked about after a rest; the latest answer counts', async () => {
    const first = hold('auth', nicknamePath, { available: false })
    server.use(first.handler)
    const { user } = await renderJoin('/join/privacy/gen', toAccount)
    const field = await screen.findByLabelText('Nickname')
    await user.type(field, 'morning')
    await waitFor(() => expect(calls(nicknamePath)).toHaveLength(1))
    server.use(give('auth', nicknamePath, { available: true }))
    await user.type(field, 'star')
    expect(await screen.findByText('This nickname is available.')).toBeInTheDocument()
    first.release()
    await waitFor(() =>
      expect(calls(nicknamePath).map(({ query }) => query.nickname)).toEqual(['morning', 'morningstar']),
    )
    expect(screen.getByText('This nickname is available.')).toBeInTheDocument()
  })

  test('the nickname of an account that is carried over is theirs already, and is not asked about', async () => {
    server.use(give('auth', nicknamePath, { available: false }))
    const { user } = await renderJoin('/about')
    saveLogin({
      identity: { belong_sk: true, login_id: 'someone@group.test', nickname: '*하늘*', name: null, birthdate: null },
    })
    saveSignUp({
      consentedTerms: toggleAllTerms(platformTerms('SK'), []),
      kind: 'SK',
      nickName: '*하늘*',
      login_id: 'someone@group.test',
      emailVerified: true,
    })
    goTo('/join/privacy')
    const field = await screen.findByLabelText('Nickname')
    const told = (value: string) => fireEvent.change(field, { target: { value } })
    told('하늘님')
    expect(await screen.findByText('This nickname is taken. Choose another one.')).toBeInTheDocument()
    told('*하늘*')
    expect(screen.queryByText('This nickname is taken. Choose another one.')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(screen.getByLabelText('Password')).toBeInvalid())
    expect(field).not.toHaveAttribute('aria-invalid')
    expect(calls(nicknamePath)).toHaveLength(1)
  })

  const challenge = `/v1/challenge/join/${encodeURIComponent(toAccount.login_id)}`
  const known = { join_type: 'NEW', belong_sk: false, auth_token: 'token' }
  const begins = [
    give('service', '/public/member/v1/codegroups/DENIED_DOMAIN/verified', { verified: true }),
    give('auth', challenge, known),
  ]

  /** On the page that asks for it, a code is asked for. */
  async function askForCode() {
    const { user } = await renderJoin('/join/privacy/gen', { ...toAccount, emailVerified: false })
    await user.click(await screen.findByRole('button', { name: 'Send code' }))
    const section = within(screen.getByRole('group', { name: 'Email verification' }))
    return { user, section }
  }

  /** A member whose address has been sent a code, on the page that asks for it. */
  async function withCodeSent() {
    server.use(
      ...begins,
      give('service', '/authenticator/v1/issue/email', { expires_in: 180 }),
      give('service', '/authenticator/v1/verify/email', { auth_code: 'proof' }),
    )
    const { user, section } = await askForCode()
    const code = await section.findByLabelText('Verification code')
    await waitFor(() => expect(code).toBeEnabled())
    return { user, code }
  }

  test('once a code was sent, the page says where it went, and no longer what is needed for one', async () => {
    const { user } = await withCodeSent()
    const hint = /^You will sign in with this address/
    expect(screen.getByText(/^We sent a code to/).closest('p')).toHaveTextContent('to hana@mail.test by email.')
    expect(screen.queryByText(hint)).toBeNull()
    await user.type(screen.getByLabelText(/^Email/), '{Backspace}')
    expect(screen.getByText(hint)).toBeVisible()
    expect(screen.queryByText(/^We sent a code to/)).toBeNull()
    // The announcement for screen readers follows outside of the page.
    expect(within(screen.getByRole('main')).getByText(/has changed/)).toBeVisible()
  })

  test('an address was proved and the answer about it was lost: the button asks again, before the form goes on', async () => {
    const { user, code } = await withCodeSent()
    server.use(cut('auth', challenge))
    await user.type(code, '123456{Enter}')
    const button = await screen.findByRole('button', { name: 'Continue' })
    expect(readJoin().emailVerified).toBe(false)
    server.use(refuse('auth', challenge, { detail_code: 4501 }))
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
    await user.click(button)
    expect(await screen.findByRole('dialog')).toHaveTextContent(/already/)
    expect(calls('/authenticator/v1/verify/email')).toHaveLength(1)
  })

  test('an address that is changed while its proof is being used is not proved', async () => {
    const { user, code } = await withCodeSent()
    const { handler, release } = hold('auth', challenge, known)
    server.use(handler)
    await user.type(code, '123456{Enter}')
    await waitFor(() => expect(calls(challenge)).toHaveLength(2))
    await user.type(screen.getByLabelText('Email (your ID)'), 'x')
    release()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send code' })).not.toHaveAttribute('aria-disabled'))
    expect(readJoin().emailVerified).toBe(false)
  })

  test('an answer about a proved address that comes after the member has gone back takes the member nowhere', async () => {
    const { user } = await withCodeSent()
    goTo('/join/terms/gen')
    act(() => history.back())
    expect(await screen.findByRole('heading', { level: 1, name: 'Verify your email' })).toBeVisible()
    const { handler, release } = hold('auth', challenge, known)
    server.use(handler)
    await user.type(screen.getByLabelText('Verification code'), '123456')
    await waitFor(() => expect(calls(challenge)).toHaveLength(2))
    act(() => history.forward())
    expect(await screen.findByRole('heading', { level: 1, name: 'Please read the terms' })).toBeVisible()
    release()
    await waitFor(() => expect(readJoin().emailVerified).toBe(true))
    expect(screen.getByRole('heading', { level: 1, name: 'Please read the terms' })).toBeVisible()
  })

  test('majors that are typed and not registered yet stay, until they are registered or given up', async () => {
    const { user } = await renderJoin('/join/privacy/gen', {
      ...toOwn,
      memberTypeCode: 'STUDENT',
      affiliationCode: 'SCH001',
      schoolCourse: 'SCH_CURS_02',
      schoolStatus: 'SCH_GRAD_01',
      completeSemester: '32',
    })
    const opener = () => screen.findByText(/^(Add more|Change) majors$/)
    const name = (number: number) => screen.findAllByLabelText(`Name ${number}`).then(([field]) => field as HTMLElement)
    const press = async (button: string) => user.click(await screen.findByText(button))
    const draft = () => readJoin().majorsDraft
    await user.click(await opener())
    await user.type(await name(1), '철학')
    expect(draft()?.majors[0]).toEqual({ majorCode: '', majorName: '철학' })
    expect(readJoin().majors).toEqual([])
    // After a reload the page shows no dialog but keeps its content.
    const stored = encryptedSession.getItem('signUp') as string
    act(() => closeModal('close'))
    act(() => useSignUp.setState({ majorsDraft: undefined }))
    encryptedSession.setItem('signUp', stored)
    act(() => rehydrateStores('signUp'))
    await user.click(await opener())
    expect(await name(1)).toHaveValue('철학')
    await press('Cancel')
    await waitFor(() => expect(draft()).toBeUndefined())
    await user.click(await opener())
    expect(await name(1)).toHaveValue('')
    await user.selectOptions(screen.getAllByLabelText('Field 1')[0] as HTMLElement, '00')
    await user.type(await name(1), '철학')
    await press('Save')
    await waitFor(() => expect(draft()).toBeUndefined())
    expect(readJoin().majors).toEqual([{ majorCode: '00', majorName: '철학' }])
  })

  describe('a screen of choices only', () => {
    const atSchool = {
      ...toOwn,
      memberTypeCode: 'STUDENT',
      affiliationCode: 'SCH001',
      schoolCourse: 'SCH_CURS_02',
      schoolStatus: 'SCH_GRAD_01',
    } as const
    const semester = (name: string) => screen.findByRole('radio', { name })
    const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

    test('goes on with the press that makes the last choice, and stays where the member comes back to it', async () => {
      const { user } = await renderJoin('/join/privacy/gen', atSchool)
      await user.click(await semester('Year 1, first semester'))
      await heading('What do you study?')
      // The member was about to press the button of the screen before.
      await user.click(screen.getByRole('button', { name: 'Next' }))
      expect(screen.queryByText(/^Enter the field and name/)).toBeNull()
      await waitFor(() => expect(screen.getByRole('radio', { name: 'Humanities' })).toHaveFocus())
      await user.click(await screen.findByRole('radio', { name: 'Engineering' }))
      expect(screen.getByLabelText('Name of major')).toHaveFocus()
      act(() => history.back())
      await heading('Tell us about your studies')
      await user.click(await semester('Year 1, second semester'))
      expect(await semester('Year 1, second semester')).toBeChecked()
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Tell us about your studies')
    })

    test('of an organisation goes on with the last choice, and not before the name of “other” is typed', async () => {
      const { user } = await renderJoin('/join/privacy/gen', { ...toOwn, affiliationCode: 'SC001' })
      await user.click(await screen.findByRole('radio', { name: 'Other' }))
      await user.keyboard('Founder')
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Tell us about your organisation')
      await user.click(screen.getByRole('radio', { name: 'Associate' }))
      await waitFor(() => expect(here()).toBe('/join/service'))
    })

    test('of an invitation waits for the button, which sends the form', async () => {
      const kept = { ...toOwn, matcher_type: 'SIGN_UP', affiliationCode: 'SC001', jobTitle: 'JOB_TYP_01' }
      const { user } = await renderJoin('/sign-up/privacy/gen', kept)
      await user.click(await screen.findByRole('radio', { name: 'Associate' }))
      await new Promise((resolve) => setTimeout(resolve))
      expect(calls('/v1/profile/sign-up')).toEqual([])
    })

    test('stays while the arrow keys move the choice', async () => {
      const { user } = await renderJoin('/join/privacy/gen', atSchool)
      const first = await semester('Year 1, first semester')
      act(() => first.focus())
      await user.keyboard(' ')
      expect(first).toBeChecked()
      await user.keyboard('{ArrowDown}')
      expect(await semester('Year 1, second semester')).toBeChecked()
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Tell us about your studies')
    })
  })

  test('relationships that share a code stay separate, after a reload too, and the other one asks for a text', async () => {
    const kept = { ...toOwn, memberTypeCode: 'FAMILY' } as const
    const { user, view } = await renderJoin('/join/privacy/gen', kept)
    const choice = async (name: string) =>
      within(await screen.findByRole('group', { name: 'Relationship' })).findByRole('radio', { name })
    await user.click(await choice('Child'))
    expect(await choice('Child')).toBeChecked()
    expect(await choice('Sibling')).not.toBeChecked()
    expect(screen.queryByLabelText('Your relationship')).not.toBeInTheDocument()
    await user.click(await choice('Other'))
    // A press on "other" asks what it stands for.
    expect(screen.getByLabelText('Your relationship')).toHaveFocus()
    await user.keyboard('cousin')
    const stored = encryptedSession.getItem('signUp') as string
    view.unmount()
    encryptedSession.setItem('signUp', stored)
    act(() => rehydrateStores('signUp'))
    await renderAt('/join/privacy/gen')
    expect(await choice('Other')).toBeChecked()
    expect(screen.getByLabelText('Your relationship')).toHaveValue('cousin')
  })

  test.each([
    ['a name that the list does not have', '우리회사', '우리회사', 'Enter “우리회사” myself'],
    ['a name that a part of the list contains', '다온', '다온', 'Enter “다온” myself'],
    ['initial consonants, which are no name', 'ㅇㄹㅎㅅ', '', 'Other'],
    ['the word for “other” itself', 'Oth', '', 'Other'],
  ])('“other” takes over what was searched for: %s', async (_, searched, name, choice) => {
    const { user } = await renderJoin('/join/privacy/gen', { ...toOwn, memberTypeCode: 'BSNS' })
    await user.type(await searchField('Company'), searched)
    await user.click(await screen.findByRole('option', { name: choice }))
    const field = screen.getByLabelText('Company name')
    expect(field).toHaveValue(name)
    expect(field).toHaveFocus()
    await user.type(field, ' 서울')
    expect(readJoin().affiliationName).toBe(`${name} 서울`)
  })

  test('a name that only “other” can take is kept as its name when the field is left, and another one beside the error', async () => {
    const { user } = await renderJoin('/join/privacy/gen', { ...toOwn, memberTypeCode: 'BSNS' })
    const company = await searchField('Company')
    await user.type(company, '다온')
    await user.tab()
    await waitFor(() => expect(company).toBeInvalid())
    expect(company).toHaveValue('다온')
    // The field selects its text when it gets the focus.
    await user.type(company, '다온산업개발')
    await user.tab()
    expect(await screen.findByLabelText('Company name')).toHaveValue('다온산업개발')
    expect(company).toHaveValue('Other')
    await waitFor(() => expect(company).toBeValid())
  })

  test('a company that no list of the group has leads to customer support', async () => {
    const consentedTerms = toggleAllTerms(platformTerms('SK'), [])
    const { user } = await renderJoin('/join/privacy', { ...toOwn, kind: 'SK', birthday: '1990', consentedTerms })
    await user.type(await searchField('Group company'), 'zzz')
    expect(await screen.findByText(/^No matches\..*contact customer support\.$/)).toBeVisible()
    expect(screen.getByRole('link', { name: /^Not in the list\?/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/support/),
    )
  })

  test('“other” that is chosen again takes over the newer name, and keeps the older one if nothing is typed', async () => {
    const { user } = await renderJoin('/join/privacy/gen', {
      ...toOwn,
      memberTypeCode: 'BSNS',
      affiliationCode: 'PC_ETC',
      affiliationName: '우리회사',
    })
    const company = await searchField('Company')
    await waitFor(() => expect(company).toHaveValue('Other'))
    await user.click(company)
    await user.click(await screen.findByRole('option', { name: 'Other' }))
    expect(screen.getByLabelText('Company name')).toHaveValue('우리회사')
    await user.clear(company)
    await user.keyboard('너희회사')
    await user.click(await screen.findByRole('option', { name: 'Enter “너희회사” myself' }))
    expect(screen.getByLabelText('Company name')).toHaveValue('너희회사')
    expect(readJoin().affiliationName).toBe('너희회사')
  })

  test.each([
    [
      'of the family',
      '/join/privacy/gen',
      { memberTypeCode: 'FAMILY' },
      'Member number of your relative',
      /their account/,
    ],
    ['of the company', '/join/privacy', { kind: 'SK', birthday: '1990' }, 'Employee number', /HR/],
  ] as const)('the number %s says whom to ask for it', async (_, path, own, label, where) => {
    const consentedTerms = toggleAllTerms(platformTerms('kind' in own ? own.kind : 'GEN'), [])
    await renderJoin(path, { ...toOwn, ...own, consentedTerms })
    expect(await screen.findByLabelText(label)).toHaveAccessibleDescription(where)
  })

  test('an invited visitor cannot change the known fields, and chooses from the lists of the group', async () => {
    await renderJoin('/sign-up/privacy', {
      consentedTerms: toggleAllTerms(platformTerms('SK'), []),
      kind: 'SK',
      matcher_type: 'SIGN_UP',
      login_id: 'someone@group.test',
      fullName: '한도윤',
      empNo: 'SK1024',
      emailVerified: true,
      fixed: ['login_id', 'name', 'emp_no'],
    })
    const fixed = async (name: string) => expect(await screen.findByLabelText(name)).toHaveAttribute('readonly')
    await fixed('Email (your ID)')
    expect(screen.queryByRole('group', { name: 'Email verification' })).not.toBeInTheDocument()
    act(() => saveSignUp({ password: 'sealed', nickName: '하늘' }))
    openScreen('person')
    await fixed('Name')
    expect(screen.queryByLabelText('Gender')).not.toBeInTheDocument()
    const nations = screen.getByLabelText<HTMLSelectElement>('Nationality')
    await waitFor(() => expect(nations).toBeEnabled())
    // Eight countries of the group, and the row that asks to choose.
    expect(nations.options).toHaveLength(9)
    act(() => saveSignUp({ birthday: '1990' }))
    openScreen('group')
    await fixed('Employee number')
  })
})

test.each([
  ['are coming', hold('auth', '/v1/terms/RELYING_PARTY', {}).handler, 'Getting the list'],
  [
    'did not come',
    refuse('auth', '/v1/terms/RELYING_PARTY', { status: 500 }),
    'The terms of the service could not be loaded.',
  ],
])('/join/service: a join whose terms %s says so at the disabled button', async (_, terms, why) => {
  server.use(terms)
  await renderJoin('/join/service', toOwn)
  await screen.findByText(why)
  expect(screen.getByRole('button', { name: 'Create account' })).toHaveAccessibleDescription(why)
})

test('/join/service: names what the service will learn, and offers no list of terms where it has none', async () => {
  server.use(give('auth', '/v1/terms/RELYING_PARTY', { terms: [], claims: ['email', 'phone_number'] }))
  const { user } = await renderJoin('/join/service', toOwn)
  expect(await screen.findByText('Shared with the service')).toBeInTheDocument()
  expect(screen.queryByRole('group', { name: 'Terms' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'do this later' }))
  expect(screen.getByRole('button', { name: 'Skip and create account' })).toHaveFocus()
  expect(screen.getByText('email and mobile number')).toBeInTheDocument()
})

test('/join/service: jobs and interests are optional until one of them is begun', async () => {
  server.use(
    give('auth', '/v1/terms/RELYING_PARTY', { terms: [] }),
    give('portal', '/v1/interests', [{ code: 'IT', name: '정보기술', name_en: 'IT', name_cn: '信息技术', fields: [] }]),
  )
  const { user } = await renderJoin('/join/service', toOwn)
  const optional = () =>
    within(screen.getByRole('main'))
      .getAllByRole<HTMLSelectElement>('combobox')
      .map(({ required }) => !required)
  await screen.findByRole('option', { name: 'IT' })
  expect(optional()).toEqual([true, true, true, true, true, true])
  await user.selectOptions(screen.getByLabelText(/Category/), 'IT')
  expect(optional()).toEqual([true, true, true, true, false, false])
  expect(screen.getByText('Once you choose a category, a topic is needed as well.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear these two choices' }))
  expect(optional()).toEqual([true, true, true, true, true, true])
  expect(screen.getByLabelText(/Category/)).toHaveFocus()
  const [group] = await screen.findAllByLabelText<HTMLSelectElement>(/^Job group/)
  await waitFor(() => expect(group?.options.length).toBeGreaterThan(1))
  await user.selectOptions(group as HTMLSelectElement, group?.options[1]?.value as string)
  expect(screen.getByText('Once you choose one of the four, all four are needed.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear these four choices' }))
  expect(group).toHaveValue('')
})

describe('/join/completed', () => {
  const state = { join_status: 'UNAPPROVED', join_type: 'NEW', requested_at: '2026-03-02T09:00:00Z' }
  const path = '/v1/members/join-state'

  test('UNAPPROVED shows the reason and a contact', async () => {
    server.use(give('portal', path, { ...state, reason: 'No such company.', contact: 'help@school.test' }))
    await renderJoin('/join/completed/gen', { join_status: 'UNAPPROVED' })
    expect(await screen.findByText('No such company.')).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'help@school.test' })).toHaveAttribute(
      'href',
      'mailto:help@school.test',
    )
    expect(await screen.findByRole('link', { name: 'Back to Learning Hall' })).toBeInTheDocument()
  })

  test('WAITING shows a contact, and the rest of the page without a message if that cannot be loaded', async () => {
    server.use(refuse('portal', path, { status: 500 }))
    const { view } = await renderJoin('/join/completed/gen', { join_status: 'WAITING', login_id: 'hana@mail.test' })
    await screen.findByText('We have received your application')
    expect(screen.getByText(/We will email hana@mail.test when you are approved/)).toBeVisible()
    await waitFor(() => expect(calls(path)).toHaveLength(1))
    expect(screen.queryByText('Something went wrong', { exact: false })).not.toBeInTheDocument()
    // The page names customer support, so it leads there: the portal may have no contact.
    const support = within(screen.getByRole('main')).getByRole('link', { name: /^Contact customer support/ })
    expect(support).toHaveAttribute('href', expect.stringMatching(/^\/policies\/support\./))
    view.unmount()
    server.use(give('portal', path, { ...state, join_status: 'WAITING', contact: 'help@school.test' }))
    await renderJoin('/join/completed/gen', { join_status: 'WAITING' })
    expect(await screen.findByText('help@school.test')).toBeInTheDocument()
  })

  test('a letter that was chosen is sent first: its button is the main one', async () => {
    await renderJoin('/join/completed/gen', {
      join_status: 'JOINED',
      memberTypeCode: 'STUDENT',
      nickName: '하늘',
      location: 'http://localhost:3002/',
    })
    const onward = await screen.findByRole('button', { name: 'Continue to Learning Hall' })
    expect(onward).not.toHaveClass('plain')
    act(() => saveSignUp({ letter: new File(['%PDF-'], 'letter.pdf', { type: 'application/pdf' }) }))
    expect(screen.getByRole('button', { name: 'Submit the letter' })).not.toHaveClass('plain')
    expect(onward).toHaveClass('plain')
  })

  test('JOINED asks nothing more', async () => {
    await renderJoin('/join/completed/gen', {
      join_status: 'JOINED',
      nickName: '하늘',
      location: 'http://localhost:3002/',
    })
    await screen.findByText('Welcome, 하늘!')
    expect(screen.getByText(/You can continue to/)).toBeVisible()
    expect(calls(path)).toEqual([])
    act(() => saveLogin({ matcher_type: 'CONSENT_RELYING_PARTY' }))
    expect(screen.getByText(/first asks you to agree to its terms/)).toBeVisible()
  })
})
