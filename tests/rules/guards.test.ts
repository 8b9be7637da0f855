import { describe, expect, test } from 'vitest'
import type { Facts } from '../../src/rules/facts'
import * as guards from '../../src/rules/guards'
import type { Guard } from '../../src/rules/guards'
import { go, goError, goInstead, expire, notice, toast } from '../../src/rules/outcome'
import type { Outcome } from '../../src/rules/outcome'

const nobody: Facts = {
  welcomed: false,
  welcomeExpired: false,
  signedIn: false,
  possible_sso_login: false,
  permission: 'EVERYONE',
  matcher_type: '',
  stepNamed: false,
  asksOfService: false,
  mobilePending: false,
  phoneOwed: false,
  memberType: '',
  isSkFamily: false,
  invited: false,
  termsAgreed: false,
  passwordSet: false,
  passwordConfirmed: false,
  nickname: '',
  mobileVerified: false,
  fullName: '',
  birthday: '',
  isApplyService: false,
  hasApplied: false,
  joinCompleted: false,
  identifyLoginId: '',
  identifySelectedEmail: '',
  identifyMobileVerified: false,
}
const filled: Partial<Facts> = { termsAgreed: true, passwordSet: true, passwordConfirmed: true, nickname: 'dami' }
const family: Partial<Facts> = {
  ...filled,
  memberType: 'FAMILY',
  mobileVerified: true,
  fullName: '김다미',
  birthday: '2001-02-03',
}
const group: Partial<Facts> = { ...filled, memberType: 'FAMILY', isSkFamily: true }
const applying: Partial<Facts> = { isApplyService: true, hasApplied: true }

const { welcomed, welcomedOrStep, notExpired, noSession, ssoPossible, termsChecked, serviceReady, joinCompleted } =
  guards
const { notApplying, joinPathOpen, myIdVerified, loginIdKnown, newPasswordAllowed, stepIs, termsOf, mobilePending } =
  guards

describe('a guard', () => {
  test.each<[string, Guard, Partial<Facts>, boolean]>([
    ['a page needs the welcome', welcomed, {}, false],
    ['a page opens after the welcome', welcomed, { welcomed: true }, true],
    ['the page of a step that a server named needs no welcome', welcomedOrStep, { stepNamed: true }, true],
    ['the page of a step that no server named needs a welcome', welcomedOrStep, {}, false],
    ['tells an expired visit from one that never began', notExpired, { welcomeExpired: true }, false],
    ['login is blocked when a session exists', noSession, { signedIn: true }, false],
    ['login is open when there is none', noSession, {}, true],
    ['the account chooser needs possible_sso_login', ssoPossible, {}, false],
    ['the account chooser opens with it', ssoPossible, { possible_sso_login: true }, true],
    ['join privacy needs the terms check completed', termsChecked(false), {}, false],
    ['join privacy opens after it', termsChecked(false), { termsAgreed: true }, true],
    [
      'the group’s page opens after the group’s terms',
      termsChecked(true),
      { termsAgreed: true, isSkFamily: true },
      true,
    ],
    ['the general terms do not open the group’s', termsChecked(true), { termsAgreed: true }, false],
    [
      'the group’s terms do not open the general join',
      termsChecked(false),
      { termsAgreed: true, isSkFamily: true },
      false,
    ],
    ['a service for everyone takes both joins: the group’s', joinPathOpen(true), {}, true],
    ['a service for everyone takes both joins: the general one', joinPathOpen(false), {}, true],
    ['ONLY_GEN closes the group’s join', joinPathOpen(true), { permission: 'ONLY_GEN' }, false],
    ['ONLY_GEN leaves the general one open', joinPathOpen(false), { permission: 'ONLY_GEN' }, true],
    ['ONLY_SK closes the general join', joinPathOpen(false), { permission: 'ONLY_SK' }, false],
    ['ONLY_SK leaves the group’s open', joinPathOpen(true), { permission: 'ONLY_SK' }, true],
    ['the pages of an invitation need one', guards.invited, {}, false],
    ['the pages of an invitation open with it', guards.invited, { invited: true }, true],
    ['a page of a join is open until the join is completed', guards.joinOpen, {}, true],
    ['a completed join cannot be entered again', guards.joinOpen, { joinCompleted: true }, false],
    ['join service opens with terms, password, confirmation and nickname', serviceReady, filled, true],
    ['join service needs terms', serviceReady, { ...filled, termsAgreed: false }, false],
    ['join service needs a password', serviceReady, { ...filled, passwordSet: false }, false],
    ['join service needs its confirmation', serviceReady, { ...filled, passwordConfirmed: false }, false],
    ['join service needs a nickname', serviceReady, { ...filled, nickname: '' }, false],
    ['the family kind may go on with mobile, name and birthday', serviceReady, family, true],
    ['the family kind needs mobile verification', serviceReady, { ...family, mobileVerified: false }, false],
    ['the family kind needs a name', serviceReady, { ...family, fullName: '' }, false],
    ['the family kind needs a birthday', serviceReady, { ...family, birthday: '' }, false],
    ['a group member needs neither, whichever type was chosen before', serviceReady, group, true],
    ['applying to a service waives password and family needs', serviceReady, applying, true],
    ['applying also waives them for the family kind', serviceReady, { ...applying, memberType: 'FAMILY' }, true],
    ['an applicant has a separate page', notApplying, applying, false],
    ['a join has no separate page', notApplying, filled, true],
    ['applying still needs consented terms and a nickname', serviceReady, { ...applying, hasApplied: false }, false],
    ['join completed needs everything completed', joinCompleted, filled, false],
    ['join completed opens when it is', joinCompleted, { joinCompleted: true }, true],
    ['identify myid done needs successful mobile verification', myIdVerified, {}, false],
    ['a sign-up’s mobile verification is not one', myIdVerified, { mobileVerified: true }, false],
    ['identify myid done opens after it', myIdVerified, { identifyMobileVerified: true }, true],
    ['identify password verify needs a login id', loginIdKnown, {}, false],
    ['identify password verify opens with one', loginIdKnown, { identifyLoginId: 'a@b.kr' }, true],
    ['identify password new opens with a login id', newPasswordAllowed, { identifyLoginId: 'a@b.kr' }, true],
    [
      'identify password new opens with a selected e-mail plus mobile verification',
      newPasswordAllowed,
      { identifySelectedEmail: 'a@b.kr', identifyMobileVerified: true },
      true,
    ],
    ['a selected e-mail alone is not enough', newPasswordAllowed, { identifySelectedEmail: 'a@b.kr' }, false],
    ['mobile verification alone is not enough', newPasswordAllowed, { identifyMobileVerified: true }, false],
    ['a resolve page needs its pending step', stepIs('JOIN_STATE'), {}, false],
    ['a resolve page opens with it', stepIs('JOIN_STATE', 'JOIN'), { matcher_type: 'JOIN_STATE' }, true],
    ['another step does not open it', stepIs('JOIN_STATE'), { matcher_type: 'REQUIRED_CHANGE_PWD' }, false],
    ['terms of the platform have their page', termsOf('platform'), {}, true],
    ['terms of the service open another', termsOf('platform'), { asksOfService: true }, false],
    ['terms of the service have theirs', termsOf('service'), { asksOfService: true }, true],
    ['the certification needs its token', mobilePending, { matcher_type: 'ADMIN_CERTIFICATION_CHECK' }, false],
    ['the certification opens with it', mobilePending, { mobilePending: true }, true],
  ])('%s', (_, guard, facts, passes) => expect(guard.passes({ ...nobody, ...facts })).toBe(passes))
})

describe('a failed guard', () => {
  const forbidden = [toast('errors.forbidden'), go('/login')]
  test.each([
    ['welcomed: error 403', welcomed, [goError('403')]],
    ['notExpired: the error page says that the visit expired', notExpired, [expire, goError('403', 'expired')]],
    ['noSession: 403', noSession, [goError('403')]],
    ['ssoPossible: the login page', ssoPossible, [go('/login')]],
    ['termsChecked: a forbidden toast and login', termsChecked(false), forbidden],
    ['invited: a forbidden toast and login', guards.invited, forbidden],
    ['joinOpen: the last page, in place of this one', guards.joinOpen, [goInstead('/join/completed/gen')]],
    ['serviceReady: a forbidden toast and login', serviceReady, forbidden],
    ['notApplying: the page where members apply', notApplying, [{ do: 'go', to: '/resolve/service', replace: true }]],
    ['joinCompleted: a forbidden toast and login', joinCompleted, forbidden],
    ['myIdVerified: a forbidden toast and login', myIdVerified, forbidden],
    ['loginIdKnown: a forbidden toast and login', loginIdKnown, forbidden],
    ['newPasswordAllowed: a forbidden toast and login', newPasswordAllowed, forbidden],
    ['stepIs, nothing pending: a forbidden toast and login', stepIs('JOIN_STATE'), forbidden],
    ['mobilePending: a forbidden toast and login', mobilePending, forbidden],
  ])('%s', (_, guard, outcome) => expect(guards.outcomeOf(guard, nobody)).toEqual(outcome))

  test('joinOpen leads a group member to the group’s last page', () =>
    expect(guards.outcomeOf(guards.joinOpen, { ...nobody, isSkFamily: true })).toEqual([goInstead('/join/completed')]))

  test.each<[string, Partial<Facts>, Outcome]>([
    ['ONLY_SK', { permission: 'ONLY_SK' }, [notice('refused.onlySk'), goInstead('/join')]],
    ['ONLY_GEN', { permission: 'ONLY_GEN' }, [notice('refused.onlyGen'), goInstead('/join')]],
    ['an invitation', { permission: 'ONLY_SK', invited: true }, [notice('refused.onlySk'), goError('403')]],
  ])('joinPathOpen, %s: why it is closed, and the way back', (_, known, outcome) =>
    expect(guards.outcomeOf(joinPathOpen(false), { ...nobody, ...known })).toEqual(outcome),
  )

  test('stepIs leads to the page of another pending step and replaces this one', () => {
    const outcome = guards.outcomeOf(stepIs('RECOMMENDED_CHANGE_PWD'), {
      ...nobody,
      matcher_type: 'REQUIRED_CHANGE_PWD',
    })
    expect(outcome).toEqual([goInstead('/resolve/required/password')])
  })

  test('stepIs leads to the terms of the service if those are pending', () => {
    const facts = { ...nobody, matcher_type: 'ADD_TERMS_AGREEMENT', asksOfService: true }
    expect(guards.outcomeOf(stepIs('JOIN_STATE'), facts)).toEqual([goInstead('/resolve/terms/service')])
    expect(guards.outcomeOf(termsOf('platform'), facts)).toEqual([goInstead('/resolve/terms/service')])
    const platform = { ...facts, asksOfService: false }
    expect(guards.outcomeOf(stepIs('JOIN_STATE'), platform)).toEqual([goInstead('/resolve/terms')])
    expect(guards.outcomeOf(termsOf('service'), platform)).toEqual([goInstead('/resolve/terms')])
  })

  test('names the first failing guard in the order of the route', () => {
    const asked = [...guards.entered, noSession]
    expect(guards.firstFailing(asked, nobody)?.name).toBe('welcomed')
    expect(guards.firstFailing(asked, { ...nobody, welcomeExpired: true })?.name).toBe('notExpired')
    expect(guards.firstFailing(asked, { ...nobody, welcomed: true, signedIn: true })?.name).toBe('noSession')
    expect(guards.firstFailing(asked, { ...nobody, welcomed: true })).toBeUndefined()
  })
})
