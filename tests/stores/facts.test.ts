import { describe, expect, test } from 'vitest'
import type { Facts } from '../../src/rules/facts'
import { readFacts } from '../../src/stores/facts'
import { useIdentify } from '../../src/stores/identify'
import { saveLogin } from '../../src/stores/login'
import { useSignUp } from '../../src/stores/signUp'
import { saveToWelcome } from '../../src/stores/welcome'
import { serviceInfo, welcomeData } from '../support/builders'

const account = { id: '1', login_id: 'm***@b.kr', name: 'Member', last_used_at: '2026-01-01T09:00:00Z' }
const NOW = 1_000_000
const step = { progress: null, terms_types: [], profile_fields: [], claims: [], params: {} }

describe('what the guards ask', () => {
  const rows: [string, () => void, Partial<Facts>][] = [
    ['nobody was here', () => {}, { welcomed: false, welcomeExpired: false, signedIn: false, memberType: '' }],
    [
      'the welcome still counts',
      () => saveToWelcome({ welcome: welcomeData(), welcome_expiry: NOW + 1 }),
      { welcomed: true, welcomeExpired: false },
    ],
    ['a time without a welcome is none', () => saveToWelcome({ welcome_expiry: NOW + 1 }), { welcomed: false }],
    [
      'the welcome has expired',
      () => saveToWelcome({ welcome_expiry: NOW }),
      { welcomed: false, welcomeExpired: true },
    ],
    ['the visit has ended in a sign-in', () => saveToWelcome({ signed_in: true }), { signedIn: true }],
    [
      'single sign-on is possible',
      () => saveToWelcome({ welcome: welcomeData({ possible_sso_login: true, sso_sessions: [account] }) }),
      { possible_sso_login: true },
    ],
    ['a service that is not known takes everyone', () => {}, { permission: 'EVERYONE' }],
    [
      'whom the service takes',
      () => saveToWelcome({ service_info: serviceInfo({ permission: 'ONLY_SK' }) }),
      { permission: 'ONLY_SK' },
    ],
    [
      'a step is pending',
      () => saveLogin({ matcher_type: 'JOIN_STATE' }),
      { matcher_type: 'JOIN_STATE', stepNamed: false, mobilePending: false },
    ],
    ['a server has named it', () => saveLogin({ step, auth_at: NOW }), { stepNamed: true }],
    ['it did, ten minutes ago', () => saveLogin({ step, auth_at: NOW - 10 * 60_000 }), { stepNamed: false }],
    [
      'a code is pending',
      () => saveLogin({ auth_required: true, auth_token: 't', auth_at: NOW }),
      { mobilePending: true },
    ],
    [
      'the required terms are agreed: service, custom and privacy',
      () => useSignUp.setState({ consentedTerms: ['SERVICE', 'CUSTOM', 'PRIVACY'] }),
      { termsAgreed: true },
    ],
    [
      'one of the required terms is not agreed',
      () => useSignUp.setState({ consentedTerms: ['SERVICE', 'PRIVACY', 'MARKETING'] }),
      { termsAgreed: false },
    ],
    [
      'a family member agrees to the terms of the group',
      () => useSignUp.setState({ isSkFamily: true, consentedTerms: ['SERVICE', 'CUSTOM', 'PRIVACY'] }),
      { termsAgreed: false },
    ],
    [
      'a password is set, sealed',
      () => useSignUp.setState({ password: 'sealed' }),
      { passwordSet: true, passwordConfirmed: true },
    ],
    ['the sign-up is complete', () => useSignUp.setState({ join_status: 'WAITING' }), { joinCompleted: true }],
    [
      'the family kind',
      () =>
        useSignUp.setState({
          memberTypeCode: 'FAMILY',
          mobileVerified: true,
          fullName: 'a',
          birthday: '2000-01-01',
          nickName: 'n',
        }),
      { memberType: 'FAMILY', mobileVerified: true, fullName: 'a', birthday: '2000-01-01', nickname: 'n' },
    ],
    ['applying to a service', () => useSignUp.setState({ isApplyService: true }), { isApplyService: true }],
    [
      'identify keeps its own',
      () => useIdentify.setState({ login_id: 'a', selectedEmail: 'b', mobileVerified: true }),
      { identifyLoginId: 'a', identifySelectedEmail: 'b', identifyMobileVerified: true, mobileVerified: false },
    ],
  ]
  test.each(rows)('%s', (_, given, facts) => {
    given()
    expect(readFacts(NOW)).toMatchObject(facts)
  })
})
