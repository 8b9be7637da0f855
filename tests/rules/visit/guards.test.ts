// Spec §2, route guards: the facts that open a page, one change that closes it, and what the visitor sees then.
import { expect, test } from 'vitest'
import type { Facts } from '../../../src/rules/visit/facts.ts'
import * as form from '../../../src/rules/visit/guards.ts'
import * as page from '../../../src/rules/visit/pageGuards.ts'
import { expire, go, goError, goInstead, toast, type Outcome } from '../../../src/rules/visit/outcome.ts'
import { noFacts as none } from '../builders.ts'

const forbidden = [toast('errors.forbidden'), go('/login')]
const GENERAL = ['SERVICE', 'CUSTOM', 'PRIVACY']
const GROUP = GENERAL.map((code) => `SK_${code}`)
const filled = { consentedTerms: [...GENERAL, ...GROUP], nickname: 'n', passwordSet: true, passwordConfirmed: true }
const family = { ...filled, memberType: 'FAMILY', mobileVerified: true, fullName: 'n', birthday: 'b' } as const
const terms = page.stepIs('ADD_TERMS_AGREEMENT', 'JOIN_STATE')

test.each<[form.Guard, open: Partial<Facts>, closed: Partial<Facts>, otherwise: Outcome]>([
  [form.notExpired, {}, { welcomeExpired: true }, [expire, goError('403', 'expired')]],
  [form.welcomed, { welcomed: true }, {}, [goError('403')]],
  [form.noSession, {}, { signedIn: true }, [goError('403')]],
  [page.welcomedOrStep, { welcomed: true }, {}, [goError('403')]],
  [page.welcomedOrStep, { stepNamed: true }, {}, [goError('403')]],
  [page.ssoPossible, { possible_sso_login: true }, {}, [go('/login')]],
  [page.termsChecked('SK'), { consentedTerms: GROUP }, { consentedTerms: GENERAL }, forbidden],
  [
    page.termsChecked('GEN'),
    { consentedTerms: GENERAL },
    { consentedTerms: ['SERVICE', 'PRIVACY', 'MARKETING'] },
    forbidden,
  ],
  [page.serviceReady, filled, { ...filled, kind: 'SK', consentedTerms: GENERAL }, forbidden],
  [page.invited, { invited: true }, {}, forbidden],
  [page.serviceReady, { hasApplied: true }, {}, forbidden],
  ...Object.keys(filled).map((one): [form.Guard, Partial<Facts>, Partial<Facts>, Outcome] => [
    page.serviceReady,
    filled,
    { ...filled, [one]: none[one as keyof Facts] },
    forbidden,
  ]),
  ...(['mobileVerified', 'fullName', 'birthday'] as const).map(
    (one): [form.Guard, Partial<Facts>, Partial<Facts>, Outcome] => [
      page.serviceReady,
      family,
      { ...family, [one]: none[one] },
      forbidden,
    ],
  ),
  [page.serviceReady, { ...filled, memberType: 'FAMILY', kind: 'SK' }, { ...filled, memberType: 'FAMILY' }, forbidden],
  [page.notApplying, {}, { isApplyService: true }, [goInstead('/resolve/service')]],
  [page.joinOpen, {}, { joinCompleted: true }, [goInstead('/join/completed/gen')]],
  [page.joinOpen, {}, { joinCompleted: true, kind: 'SK' }, [goInstead('/join/completed')]],
  [page.joinCompleted, { joinCompleted: true }, {}, forbidden],
  [page.myIdVerified, { identifyMobileVerified: true }, {}, forbidden],
  [page.loginIdKnown, { identifyLoginId: 'a' }, {}, forbidden],
  [page.newPasswordAllowed, { identifyLoginId: 'a' }, { identifyMobileVerified: true }, forbidden],
  [
    page.newPasswordAllowed,
    { identifySelectedEmail: 'a', identifyMobileVerified: true },
    { identifySelectedEmail: 'a' },
    forbidden,
  ],
  [terms, { matcher_type: 'JOIN_STATE' }, {}, forbidden],
  [terms, { matcher_type: 'ADD_TERMS_AGREEMENT' }, { matcher_type: 'PROTECTED_STATE' }, [goInstead('/resolve')]],
  [
    page.stepIs('JOIN_STATE'),
    { matcher_type: 'JOIN_STATE' },
    { matcher_type: 'ADD_TERMS_AGREEMENT', asksOfService: true },
    [goInstead('/resolve/terms/service')],
  ],
  [page.termsOf('platform'), {}, { asksOfService: true }, [goInstead('/resolve/terms/service')]],
  [page.termsOf('service'), { asksOfService: true }, {}, [goInstead('/resolve/terms')]],
  [page.mobilePending, { mobilePending: true }, {}, forbidden],
  [
    page.joinPathOpen('SK'),
    { permission: 'ONLY_SK' },
    { permission: 'ONLY_GEN' },
    [{ do: 'notice', text: 'refused.onlyGen' }, goInstead('/join')],
  ],
  [
    page.joinPathOpen('GEN'),
    { permission: 'ONLY_GEN' },
    { permission: 'ONLY_SK', invited: true },
    [{ do: 'notice', text: 'refused.onlySk' }, goError('403')],
  ],
])('the guard $name opens its page, and otherwise says where to go: %#', (guard, open, closed, otherwise) => {
  expect(guard.passes({ ...none, ...open })).toBe(true)
  const facts = { ...none, ...closed }
  expect(guard.passes(facts)).toBe(false)
  expect(form.outcomeOf(guard, facts)).toEqual(otherwise)
})

test('of two closed guards the first one counts', () => {
  expect(form.firstFailing(form.entered, { ...none, welcomeExpired: true })).toBe(form.notExpired)
  expect(form.firstFailing(page.stepEntered, none)).toBe(page.welcomedOrStep)
  expect(form.firstFailing(form.entered, { ...none, welcomed: true })).toBeUndefined()
})
