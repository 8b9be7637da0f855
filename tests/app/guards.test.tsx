// Spec §2, route guards: each is asked with the stores that a visit on the real backend has written.
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as formGuards from '../../src/rules/visit/guards.ts'
import type { Guard } from '../../src/rules/visit/guards.ts'
import { expire, go, goError, goInstead, notice, toast } from '../../src/rules/visit/outcome.ts'
import * as pageGuards from '../../src/rules/visit/pageGuards.ts'
import type { Path } from '../../src/rules/visit/paths.ts'
import { ACCOUNT_STATES } from '../../src/rules/visit/stepPaths.ts'
import { readFacts } from '../../src/stores/facts.ts'
import { newEmail, newNickname, newPhone } from '../backend/joiner.ts'
import {
  atScreen,
  choose,
  joinToPrivacy,
  openScreen,
  passPerson,
  finishFromPhone,
  proveEmail,
  provePhone,
  search,
} from '../support/joining.ts'
import { goTo, renderAt } from '../support/render.tsx'
import { give, refuse, server } from '../support/server.ts'
import { someOf } from '../support/someOf.ts'
import { beginVisit, codeSentTo, follow, memberLike } from '../support/visit.ts'

const guards = { ...formGuards, ...pageGuards }
const all = {
  notExpired: guards.notExpired,
  welcomed: guards.welcomed,
  welcomedOrStep: guards.welcomedOrStep,
  noSession: guards.noSession,
  ssoPossible: guards.ssoPossible,
  'general join': guards.joinPathOpen('GEN'),
  'group join': guards.joinPathOpen('SK'),
  'general terms': guards.termsChecked('GEN'),
  'group terms': guards.termsChecked('SK'),
  invited: guards.invited,
  serviceReady: guards.serviceReady,
  notApplying: guards.notApplying,
  joinOpen: guards.joinOpen,
  joinCompleted: guards.joinCompleted,
  myIdVerified: guards.myIdVerified,
  loginIdKnown: guards.loginIdKnown,
  newPasswordAllowed: guards.newPasswordAllowed,
  mobilePending: guards.mobilePending,
  'terms of the platform': guards.termsOf('platform'),
  'terms of the service': guards.termsOf('service'),
  state: guards.stepIs(...ACCOUNT_STATES),
  approval: guards.stepIs('JOIN_STATE'),
  'old password': guards.stepIs('RECOMMENDED_CHANGE_PWD'),
  'required password': guards.stepIs('REQUIRED_CHANGE_PWD'),
  'new terms': guards.stepIs('ADD_TERMS_AGREEMENT'),
  consent: guards.stepIs('CONSENT_RELYING_PARTY'),
  details: guards.stepIs('SERVICE_ADD_INFO'),
} satisfies Record<string, Guard>
type Name = keyof typeof all

const STEPS: Name[] = ['state', 'approval', 'old password', 'required password', 'new terms', 'consent', 'details']
const forbidden = [toast('errors.forbidden'), go('/login')]
const VISIT_MS = 50 * 60_000

/** The guards among these that let the page open. */
const open = (...asked: Name[]) => asked.filter((name) => all[name].passes(readFacts()))
const otherwise = (name: Name) => guards.outcomeOf(all[name], readFacts())
const here = () => window.location.pathname
const arrive = async (action: string, asked?: Parameters<typeof beginVisit>[0]) =>
  renderAt(`/init/${action}${await beginVisit(asked)}`)
const press = async (user: Awaited<ReturnType<typeof renderAt>>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }))

/** Signs in at the login page of a visit that has begun. */
async function signIn(key: string, asked?: Parameters<typeof beginVisit>[0]) {
  const member = await memberLike(key)
  const rendered = await arrive('login', asked)
  // The entry ends at the login page, whose form is another one.
  await waitFor(() => expect(here()).toBe('/login'))
  await rendered.user.type(await screen.findByLabelText('Email'), member.login_id)
  await rendered.user.type(screen.getByLabelText('Password'), `${member.password}{Enter}`)
  return { ...rendered, member }
}

describe('a tab', () => {
  test('that no visit began in opens nothing that needs one', async () => {
    await renderAt('/about')
    expect(open('welcomed', 'welcomedOrStep', 'ssoPossible', 'invited', 'general terms', 'group terms')).toEqual([])
    expect(open('serviceReady', 'joinCompleted', 'mobilePending', 'myIdVerified', 'loginIdKnown')).toEqual([])
    expect(open('newPasswordAllowed', 'terms of the service', ...STEPS)).toEqual([])
    expect(otherwise('welcomed')).toEqual([goError('403')])
    expect(otherwise('ssoPossible')).toEqual([go('/login')])
    for (const name of ['invited', 'general terms', 'serviceReady', 'joinCompleted', 'mobilePending'] as const)
      expect(otherwise(name)).toEqual(forbidden)
    for (const name of ['myIdVerified', 'loginIdKnown', 'newPasswordAllowed', 'approval'] as const)
      expect(otherwise(name)).toEqual(forbidden)
    expect(guards.firstFailing([...guards.entered, guards.noSession], readFacts())?.name).toBe('welcomed')
  })

  test('shows the login page from the entry to the sign-in, and for 50 minutes at most', async () => {
    const member = await memberLike('member')
    const { user, left } = await arrive('login')
    const login = [...guards.entered, guards.noSession]
    await user.type(await screen.findByLabelText('Email'), member.login_id)
    await waitFor(() => expect(guards.firstFailing(login, readFacts())).toBeUndefined())
    expect(open('ssoPossible', 'mobilePending', ...STEPS)).toEqual([])
    const late = readFacts(Date.now() + VISIT_MS)
    expect(guards.firstFailing(login, late)?.name).toBe('notExpired')
    expect(guards.outcomeOf(guards.notExpired, late)).toEqual([expire, goError('403', 'expired')])
    await user.type(screen.getByLabelText('Password'), `${member.password}{Enter}`)
    await waitFor(() => expect(left.to).toHaveLength(1))
    expect(guards.firstFailing(login, readFacts())?.name).toBe('noSession')
    expect(otherwise('noSession')).toEqual([goError('403')])
  })

  test('opens the account chooser for a browser that has signed in before', async () => {
    const { left, view } = await signIn('member')
    await waitFor(() => expect(left.to).toHaveLength(1))
    await follow(left.to[0] ?? '')
    view.unmount()
    await arrive('login', { prompt: 'select_account' })
    await waitFor(() => expect(here()).toBe('/loginSSO'))
    expect(open('ssoPossible', 'noSession')).toEqual(['ssoPossible', 'noSession'])
  })

  test('opens the page of a step that a server named after a code, without a visit', async () => {
    server.use(
      give('service', '/authenticator/v1/issue/sms', { expires_in: 180 }),
      give('service', '/authenticator/v1/verify/mobile', { auth_code: 'proof' }),
      refuse('auth', '/v1/matcher/resolve', { status: 401, data: { matcher_type: 'PROTECTED_STATE' } }),
    )
    const { user } = await renderAt('/mobileVerify?auth_token=secret-token&state=s&matcher_type=JOIN_STATE')
    await waitFor(() => expect(screen.getByLabelText('Verification code')).toBeEnabled())
    expect(open('welcomed', 'welcomedOrStep')).toEqual([])
    await user.type(screen.getByLabelText('Verification code'), '123456{Enter}')
    await waitFor(() => expect(here()).toBe('/resolve'))
    expect(open('welcomed', 'welcomedOrStep', ...STEPS)).toEqual(['welcomedOrStep', 'state'])
  })
})

describe('a join', () => {
  test('opens its pages one after the other, closes them when something is taken back, and when it is completed', async () => {
    const asked = ['welcomed', 'general terms', 'group terms', 'serviceReady', 'joinOpen', 'joinCompleted'] as const
    const { user } = await joinToPrivacy()
    expect(open(...asked)).toEqual(['welcomed', 'general terms', 'joinOpen'])
    await passPerson({ user })
    expect(readFacts()).toMatchObject({ passwordSet: false, passwordConfirmed: false })
    expect(readFacts().nickname).not.toBe('')
    expect(open('serviceReady')).toEqual([])
    await finishFromPhone({ user })
    expect(open(...asked)).toEqual(['welcomed', 'general terms', 'serviceReady', 'joinOpen'])
    expect(open('notApplying', 'myIdVerified')).toEqual(['notApplying'])
    // No visit separates these two facts: the app seals a password only if its confirmation is equal.
    expect(guards.serviceReady.passes({ ...readFacts(), passwordConfirmed: false })).toBe(false)

    goTo('/join/privacy/gen')
    await atScreen('Tell us about your organisation')
    openScreen('account')
    const nickname = await screen.findByLabelText<HTMLInputElement>('Nickname')
    const chosen = nickname.value
    await user.clear(nickname)
    expect(open('serviceReady')).toEqual([])
    await user.type(nickname, chosen)
    expect(open('serviceReady')).toEqual(['serviceReady'])
    goTo('/join/terms/gen')
    const all = () => screen.findByRole('checkbox', { name: /Agree to all/ })
    await user.click(await all())
    expect(open('serviceReady', 'general terms')).toEqual([])
    await user.click(await all())
    goTo('/join/service')
    await press(user, 'Skip and create account')
    await waitFor(() => expect(here()).toBe('/join/completed/gen'))
    expect(open('joinOpen', 'joinCompleted')).toEqual(['joinCompleted'])
    expect(otherwise('joinOpen')).toEqual([goInstead('/join/completed/gen')])
  })

  test('of the family kind needs phone, name and birthday as well', async () => {
    const { mbr_no = '' } = await memberLike('sk')
    const { user } = await joinToPrivacy({ type: /Family/i })
    await passPerson({ user })
    await provePhone({ user }, newPhone())
    await user.type(await screen.findByLabelText('Member number of your relative'), mbr_no)
    for (const label of ['Relationship', 'Your occupation']) await choose(user, label)
    await press(user, 'Next')
    await screen.findByRole('button', { name: 'Skip and create account' })
    expect(open('serviceReady')).toEqual(['serviceReady'])
    goTo('/join/privacy/gen')
    await atScreen('Tell us about your family member')
    openScreen('person')
    for (const label of ['Name', 'Date of birth']) {
      const field = await screen.findByLabelText<HTMLInputElement>(label)
      const typed = field.value
      await user.clear(field)
      expect(open('serviceReady'), `without ${label}`).toEqual([])
      await user.type(field, typed)
      expect(open('serviceReady')).toEqual(['serviceReady'])
    }
    openScreen('phone')
    await press(user, 'Change: Mobile number')
    await user.type(await screen.findByLabelText('Mobile number'), '9')
    expect(open('serviceReady')).toEqual([])
  })

  test('of a group member has its own terms, and needs no phone, whichever card was chosen before', async () => {
    const { user } = await arrive('join', { prompt: 'create' })
    await user.click(await screen.findByRole('button', { name: /family/i }))
    await waitFor(() => expect(here()).toBe('/join/terms/gen'))
    goTo('/join')
    await user.click(await screen.findByRole('link', { name: 'Create account as a group member' }))
    await waitFor(() => expect(here()).toBe('/join/terms'))
    await user.click(await screen.findByRole('checkbox', { name: /Agree to all/ }))
    await press(user, 'Next')
    await atScreen('Verify your email')
    expect(open('general terms', 'group terms')).toEqual(['group terms'])
    expect(otherwise('joinOpen')).toEqual([goInstead('/join/completed')])
    await proveEmail({ user }, newEmail('telecom.group.test'))
    await user.type(await screen.findByLabelText('Password'), 'mR7$kwd2Tq')
    await user.type(screen.getByLabelText('Repeat the password'), 'mR7$kwd2Tq')
    await user.type(screen.getByLabelText('Nickname'), newNickname())
    await press(user, 'Next')
    await user.type(await screen.findByLabelText('Name'), 'Kim Haneul')
    await user.type(screen.getByLabelText('Year of birth'), '1990')
    await press(user, 'Next')
    await search(user, 'Group company')
    await user.type(screen.getByLabelText('Employee number'), 'E12345')
    await press(user, 'Next')
    await screen.findByRole('button', { name: 'Skip and create account' })
    expect(readFacts()).toMatchObject({ kind: 'SK', mobileVerified: false })
    expect(open('serviceReady')).toEqual(['serviceReady'])
  })

  test('by invitation opens the pages of an invitation', async () => {
    const { invitation = '' } = await memberLike('not-accepted')
    await arrive('sign-up', { prompt: 'create', invitation })
    await waitFor(() => expect(here()).toBe('/sign-up/terms/gen'))
    expect(open('invited')).toEqual(['invited'])
  })

  test('is open both ways at a service for everyone', async () => {
    await arrive('join', { prompt: 'create' })
    await screen.findByRole('button', { name: /Social/ })
    expect(open('general join', 'group join')).toEqual(['general join', 'group join'])
  })

  test('by invitation, at a service that does not take it, ends on the error page', async () => {
    const { invitation = '' } = await memberLike('not-accepted')
    await arrive('sign-up', { service: 'service-b', prompt: 'create', invitation })
    await screen.findByRole('dialog')
    expect(open('general join')).toEqual([])
    expect(otherwise('general join')).toEqual([notice('refused.onlySk'), goError('403')])
  })
})

describe('a step', () => {
  const steps: [string, 'service-a' | 'service-b', Name, Path][] = [
    ['protected', 'service-a', 'state', '/resolve'],
    ['waiting', 'service-a', 'approval', '/resolve/member'],
    ['new-terms', 'service-a', 'new terms', '/resolve/terms'],
    ['old-password', 'service-a', 'old password', '/resolve/password'],
    ['new-service-terms', 'service-b', 'new terms', '/resolve/terms/service'],
    ['required-password', 'service-a', 'required password', '/resolve/required/password'],
    ['new-service', 'service-b', 'consent', '/resolve/service/nickname'],
    ['missing-profile', 'service-b', 'details', '/resolve/service/info'],
  ]
  test.each(someOf(steps, 4))('of the demo member "%s" at %s opens the page of "%s" only', async (...given) => {
    const [key, service, name, path] = given
    await signIn(key, { service })
    await waitFor(() => expect(open(...STEPS)).toEqual([name]))
    const others = STEPS.filter((other) => other !== name)
    expect(others.map(otherwise)).toEqual(others.map(() => [goInstead(path)]))
    expect(open('mobilePending', 'welcomedOrStep')).toEqual(['welcomedOrStep'])
    const terms = ['terms of the platform', 'terms of the service'] as const
    const isOfService = path === '/resolve/terms/service'
    const [closed, opened] = isOfService ? terms : ([terms[1], terms[0]] as const)
    expect(open(...terms)).toEqual([opened])
    expect(otherwise(closed)).toEqual([goInstead(isOfService ? path : '/resolve/terms')])
  })

  test('of an administrator opens the certification as long as its token lasts', async () => {
    await signIn('admin')
    await waitFor(() => expect(open('mobilePending', ...STEPS)).toEqual(['mobilePending']))
    expect(guards.mobilePending.passes(readFacts(Date.now() + VISIT_MS))).toBe(false)
  })

  test('of a member who applies to a service opens the service page after the nickname and the terms', async () => {
    const { user } = await signIn('new-service', { service: 'service-b' })
    await waitFor(() => expect(here()).toBe('/resolve/service/nickname'))
    expect(open('serviceReady', 'notApplying')).toEqual([])
    expect(otherwise('notApplying')).toEqual([goInstead('/resolve/service')])
    const nickname = await screen.findByLabelText('Nickname')
    await user.clear(nickname)
    await user.type(nickname, newNickname())
    await press(user, 'Next')
    await waitFor(() => expect(here()).toBe('/resolve/service'))
    expect(open('serviceReady')).toEqual([])
    await user.click(await screen.findByRole('checkbox', { name: /Agree to all/ }))
    expect(open('serviceReady', 'general terms')).toEqual(['serviceReady'])
  })
})

describe('a recovery', () => {
  test('of the password opens the next page with a login id', async () => {
    const member = await memberLike('member')
    const { user } = await arrive('password')
    const asked = ['loginIdKnown', 'newPasswordAllowed', 'myIdVerified'] as const
    const field = await screen.findByLabelText('Email')
    expect(open(...asked)).toEqual([])
    await user.type(field, member.login_id)
    await press(user, 'Next')
    await waitFor(() => expect(here()).toBe('/identify/password/verify'))
    expect(open(...asked)).toEqual(['loginIdKnown', 'newPasswordAllowed'])
  })

  test.each([
    ['an ID', '김하늘', 'ID search results', ['myIdVerified', 'newPasswordAllowed']],
    ['no ID', 'Nobody', 'No ID was found', ['myIdVerified']],
  ] as const)('that has proved a phone and finds %s opens its result; a new password needs an ID', async (...row) => {
    const [, name, title, opened] = row
    const member = await memberLike('member')
    const { user } = await arrive('login')
    await waitFor(() => expect(open('welcomed')).toEqual(['welcomed']))
    goTo('/identify/myid')
    await user.type(await screen.findByLabelText('Name'), name)
    await user.type(screen.getByLabelText('Mobile number'), member.phone)
    await press(user, 'Send code')
    await waitFor(() => expect(screen.getByLabelText('Verification code')).toBeEnabled())
    const asked = ['myIdVerified', 'loginIdKnown', 'newPasswordAllowed'] as const
    expect(open(...asked)).toEqual([])
    // The right code searches by itself.
    await user.type(screen.getByLabelText('Verification code'), await codeSentTo(member.phone))
    await atScreen(title)
    expect(open(...asked)).toEqual(opened)
    // No visit separates these two facts: the app stores the found IDs together with the proof.
    expect(guards.newPasswordAllowed.passes({ ...readFacts(), identifyMobileVerified: false })).toBe(false)
  })
})
