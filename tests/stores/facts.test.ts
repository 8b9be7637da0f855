// Spec §2, the facts of the guards: what each of them is read from. tests/rules/visit/guards.test.ts says what each guard makes of them.
import { expect, test } from 'vitest'
import type { Facts } from '../../src/rules/visit/facts.ts'
import { readFacts } from '../../src/stores/facts.ts'
import { saveIdentify } from '../../src/stores/identify.ts'
import { saveDraft, saveLogin } from '../../src/stores/login.ts'
import { saveSignUp } from '../../src/stores/signUp.ts'
import { saveToWelcome } from '../../src/stores/welcome.ts'
import { noFacts } from '../rules/builders.ts'
import { serviceInfo, welcomeData } from '../support/builders.ts'

const NOW = Date.parse('2026-03-02T09:00:00Z')
const MINUTES = 60_000
const welcome = welcomeData()
const account = { id: '1', login_id: 'm***@b.kr', name: 'Member', last_used_at: '2026-01-01T09:00:00Z' }
const chooser = { ...welcome, possible_sso_login: true, sso_sessions: [account] }
const phoneStep = { auth_required: true, auth_token: 'token', auth_at: NOW - 9 * MINUTES }
const terms = (type: string) => ({ step: 'ADD_TERMS_AGREEMENT', terms_types: type }) as const

const apply = (given: { terms: string[]; nickname: string }) => {
  saveLogin({ matcher_type: 'CONSENT_RELYING_PARTY' })
  saveSignUp({ isApplyService: true })
  saveDraft({ consent_terms: given.terms, nickname: given.nickname })
}
const applying = { matcher_type: 'CONSENT_RELYING_PARTY', isApplyService: true } as const

test.each<[string, () => void, Partial<Facts>]>([
  ['nothing', () => {}, {}],
  ['a visit', () => saveToWelcome({ welcome, welcome_expiry: NOW + 1 }), { welcomed: true }],
  ['a time without a welcome', () => saveToWelcome({ welcome_expiry: NOW + 1 }), {}],
  ['a visit whose time is over', () => saveToWelcome({ welcome, welcome_expiry: NOW }), { welcomeExpired: true }],
  [
    'a finished sign-in, which has dropped its welcome',
    () => saveToWelcome({ signed_in: true, welcome_expiry: NOW + 1 }),
    { welcomed: true, signedIn: true },
  ],
  ['accounts to choose from', () => saveToWelcome({ welcome: chooser }), { possible_sso_login: true }],
  [
    'a service for group members',
    () => saveToWelcome({ service_info: serviceInfo({ permission: 'ONLY_SK' }) }),
    { permission: 'ONLY_SK' },
  ],
  ['a pending step', () => saveLogin({ matcher_type: 'JOIN_STATE' }), { matcher_type: 'JOIN_STATE' }],
  [
    'a step that a server has named',
    () => saveLogin({ step: { step: 'JOIN' }, auth_at: NOW - 9 * MINUTES }),
    { stepNamed: true },
  ],
  [
    'a step that was named ten minutes ago',
    () => saveLogin({ step: { step: 'JOIN' }, auth_at: NOW - 10 * MINUTES }),
    {},
  ],
  ['new terms of a service', () => saveLogin({ step: terms('ADD_RELYING_PARTY') }), { asksOfService: true }],
  ['new terms of the platform', () => saveLogin({ step: terms('ADD_SUNI') }), {}],
  ['a second factor', () => saveLogin(phoneStep), { mobilePending: true }],
  ['a second factor without its token', () => saveLogin({ ...phoneStep, auth_token: '' }), {}],
  ['a second factor whose token is over', () => saveLogin({ ...phoneStep, auth_at: NOW - 10 * MINUTES }), {}],
  [
    'a service that wants a proved phone',
    () => saveToWelcome({ route_query: { certification: true } }),
    { phoneOwed: true },
  ],
  [
    'the same after the phone was proved',
    () => saveToWelcome({ route_query: { certification: true }, phone_proved: true }),
    {},
  ],
  ['a member type', () => saveSignUp({ memberTypeCode: 'STUDENT' }), { memberType: 'STUDENT' }],
  ['the join of the group', () => saveSignUp({ kind: 'SK' }), { kind: 'SK' }],
  ['an invitation', () => saveSignUp({ matcher_type: 'SIGN_UP' }), { invited: true }],
  ['consents', () => saveSignUp({ consentedTerms: ['PRIVACY'] }), { consentedTerms: ['PRIVACY'] }],
  [
    'a sealed password, whose confirmation was equal',
    () => saveSignUp({ password: 'sealed' }),
    { passwordSet: true, passwordConfirmed: true },
  ],
  ['a nickname', () => saveSignUp({ nickName: 'n' }), { nickname: 'n' }],
  ['a proved phone', () => saveSignUp({ mobileVerified: true }), { mobileVerified: true }],
  ['a name', () => saveSignUp({ fullName: 'n' }), { fullName: 'n' }],
  ['a birthday', () => saveSignUp({ birthday: '1999-01-31' }), { birthday: '1999-01-31' }],
  ['a completed join', () => saveSignUp({ join_status: 'WAITING' }), { joinCompleted: true }],
  ['an application', () => apply({ terms: [], nickname: 'n' }), applying],
  ['an application without a nickname', () => apply({ terms: ['RP_PRIVACY'], nickname: '' }), applying],
  [
    'an application with both',
    () => apply({ terms: ['RP_PRIVACY'], nickname: 'n' }),
    { ...applying, hasApplied: true },
  ],
  ['an application that was given up with its step', () => saveSignUp({ isApplyService: true }), {}],
  ['the ID of a recovery', () => saveIdentify({ login_id: 'a@b.kr' }), { identifyLoginId: 'a@b.kr' }],
  ['a found ID', () => saveIdentify({ selectedEmail: 'a@b.kr' }), { identifySelectedEmail: 'a@b.kr' }],
  ['a phone proved for a search', () => saveIdentify({ mobileVerified: true }), { identifyMobileVerified: true }],
])('%s', (_, given, facts) => {
  given()
  expect(readFacts(NOW)).toEqual({ ...noFacts, ...facts })
})
