import { describe, expect, test } from 'vitest'
import { authTokenOf, onPending, onProgress, termsTypesOf } from '../../../src/rules/visit/matcher.ts'
import {
  clear,
  dropStep,
  focus,
  formError,
  go,
  goInstead,
  loadUserInfo,
  notice,
  beginStep,
  report,
  signIn,
} from '../../../src/rules/visit/outcome.ts'
import type { Outcome } from '../../../src/rules/visit/outcome.ts'
import type { Path } from '../../../src/rules/visit/paths.ts'
import { failed, succeeded } from '../../../contract/shapes/answer.ts'
import type { Pending } from '../../../contract/shapes/pending.ts'
import { MATCHER_TYPES } from '../../../contract/codes.ts'

const facts = { serviceName: '파트너', serviceUrl: 'https://partner.example/', now: 0, here: '/login' as Path }
const none = { auth_required: false, auth_token: '', auth_state: '', phone_number: '' }
const join = { ...none, matcher_type: 'JOIN', step: { step: 'JOIN' } } as const

const options = {
  rp: { id: 'localhost', name: 'Daemun' },
  user: { id: 'dXNlcg', name: 'member@demo.test', displayName: 'Member' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
  authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
}

describe('a pending step after sign-in', () => {
  const rp = { terms_types: '["RELYING_PARTY","ADD_SUNI"]' }
  const added = { terms_types: '["ADD_SUNI"]' }
  test.each<[string, Pending, Outcome]>([
    ['JOIN: go to join', { matcher_type: 'JOIN' }, [go('/join')]],
    [
      'CONVERSION_JOIN: load user info, go to join info',
      { matcher_type: 'CONVERSION_JOIN' },
      [loadUserInfo, go('/join/info')],
    ],
    [
      'CONSENT_RELYING_PARTY: go to apply-service nickname',
      { matcher_type: 'CONSENT_RELYING_PARTY' },
      [go('/resolve/service/nickname')],
    ],
    [
      'ADD_TERMS_AGREEMENT with the relying-party type: load user info, service terms',
      {
        matcher_type: 'ADD_TERMS_AGREEMENT',
        authorization_uri: 'https://a.example/x?terms_types=["RELYING_PARTY","ADD_SUNI"]',
      },
      [loadUserInfo, go('/resolve/terms/service', rp)],
    ],
    [
      'ADD_TERMS_AGREEMENT without: load user info, a notice to agree, add terms',
      { matcher_type: 'ADD_TERMS_AGREEMENT', authorization_uri: '/x?terms_types=ADD_SUNI' },
      [loadUserInfo, notice('terms.pleaseAgree'), go('/resolve/terms', added)],
    ],
    ['RECOMMENDED_CHANGE_PWD: go to its page', { matcher_type: 'RECOMMENDED_CHANGE_PWD' }, [go('/resolve/password')]],
    [
      'REQUIRED_CHANGE_PWD: go to its page',
      { matcher_type: 'REQUIRED_CHANGE_PWD' },
      [go('/resolve/required/password')],
    ],
    ['SERVICE_ADD_INFO: go to apply-service info', { matcher_type: 'SERVICE_ADD_INFO' }, [go('/resolve/service/info')]],
    ['JOIN_STATE: go to join state', { matcher_type: 'JOIN_STATE' }, [go('/resolve/member')]],
    ['SERVICE_PERMISSIONS: account state', { matcher_type: 'SERVICE_PERMISSIONS' }, [go('/resolve')]],
    ['PROTECTED_STATE: account state', { matcher_type: 'PROTECTED_STATE' }, [go('/resolve')]],
    ['INCUMBENT_STATE: account state', { matcher_type: 'INCUMBENT_STATE' }, [go('/resolve')]],
    ['SUSPENDED_STATE: account state', { matcher_type: 'SUSPENDED_STATE' }, [go('/resolve')]],
    ['ID_SEARCH: account state', { matcher_type: 'ID_SEARCH' }, [go('/resolve')]],
    ['CHANGED_PASSWORD: account state', { matcher_type: 'CHANGED_PASSWORD' }, [go('/resolve')]],
    ['SIGN_UP: account state', { matcher_type: 'SIGN_UP' }, [go('/resolve')]],
  ])('%s', (_, pending, steps) => {
    const { matcher_type } = pending
    const [begun, ...rest] = onPending(pending, '/login')
    expect(begun).toMatchObject(beginStep({ ...none, matcher_type: matcher_type ?? '' }))
    expect(begun).toHaveProperty('login.step.step', matcher_type)
    expect(rest).toEqual(steps)
  })

  const admin = {
    matcher_type: 'ADMIN_CERTIFICATION_CHECK',
    auth_token: 'tok',
    phone_number: '010****1234',
    state: 'st',
  }
  const stored = { auth_required: true, auth_token: 'tok', auth_state: 'st', phone_number: '010****1234' }
  const asAdmin = beginStep({
    ...stored,
    matcher_type: 'ADMIN_CERTIFICATION_CHECK',
    step: { step: 'ADMIN_CERTIFICATION_CHECK' },
  })
  const asFactor = beginStep({ ...stored, matcher_type: 'AUTH_REQUIRED', step: { step: 'AUTH_REQUIRED' } })
  const factor = { ...admin, matcher_type: undefined, auth_required: true }
  test.each<[string, Pending, Path, Outcome]>([
    [
      'ADMIN_CERTIFICATION_CHECK: store token, phone and state, go to the check',
      admin,
      '/init/session',
      [asAdmin, go('/resolve/certification')],
    ],
    ['ADMIN_CERTIFICATION_CHECK on login: stay', admin, '/login', [asAdmin]],
    ['ADMIN_CERTIFICATION_CHECK on the certification’s login page: stay', admin, '/certification', [asAdmin]],
    [
      'ADMIN_CERTIFICATION_CHECK at the account chooser: go to the check',
      admin,
      '/loginSSO',
      [asAdmin, go('/resolve/certification')],
    ],
    ['auth_required on login: the mobile form replaces the login form', factor, '/login', [asFactor]],
    [
      'auth_required beside another step: the second factor comes first',
      { ...factor, matcher_type: 'JOIN_STATE' },
      '/login',
      [beginStep({ ...stored, matcher_type: 'JOIN_STATE', step: { step: 'AUTH_REQUIRED' } })],
    ],
    ['auth_required elsewhere: go to the check', factor, '/loginSSO', [asFactor, go('/resolve/certification')]],
    [
      'any other value: service unavailable, back to login',
      { matcher_type: 'NEW_ONE' },
      '/login',
      [notice('errors.unavailable'), dropStep, go('/login')],
    ],
    [
      'a name of every object is no row',
      { matcher_type: 'constructor' },
      '/login',
      [notice('errors.unavailable'), dropStep, go('/login')],
    ],
  ])('%s', (_, pending, here, outcome) => expect(onPending(pending, here)).toEqual(outcome))

  test('replaces a step by the next step in the history', () => {
    const [, to] = onPending({ matcher_type: 'SERVICE_ADD_INFO' }, '/resolve/service')
    expect(to).toEqual(goInstead('/resolve/service/info'))
    const terms = onPending(
      { matcher_type: 'ADD_TERMS_AGREEMENT', terms_types: 'ADD_SUNI' },
      '/resolve/required/password',
    )
    expect(terms.at(-1)).toEqual(goInstead('/resolve/terms', { terms_types: '["ADD_SUNI"]' }))
    const phone = onPending({ matcher_type: 'ADMIN_CERTIFICATION_CHECK', auth_token: 'tok' }, '/resolve/terms')
    expect(phone.at(-1)).toEqual(goInstead('/resolve/certification'))
  })

  test.each<[string, Pending, object]>([
    ['its position in a chain', { progress: { current: 2, total: 3 } }, { progress: { current: 2, total: 3 } }],
    ['drops an impossible position', { progress: { current: 4, total: 3 } }, {}],
    ['drops a position before the first', { progress: { current: 0, total: 3 } }, {}],
    [
      'its place in the longest chain',
      { progress: { current: 1, total: 20 } },
      { progress: { current: 1, total: 20 } },
    ],
    ['drops a position beyond the last', { progress: { current: 1, total: 21 } }, {}],
    ['the missing fields', { profile_fields: ['hope_job'] }, { profile_fields: ['hope_job'] }],
    [
      'the missing fields of its authorization URI',
      { authorization_uri: 'https://a.example/x?profile_fields=["hope_job",1]' },
      { profile_fields: ['hope_job'] },
    ],
    [
      'no more than twenty of them',
      { authorization_uri: `/x?profile_fields=${JSON.stringify(Array.from({ length: 21 }, () => 'a'))}` },
      { profile_fields: Array.from({ length: 20 }, () => 'a') },
    ],
    ['no fields from a broken list', { authorization_uri: '/x?profile_fields=[' }, { profile_fields: [] }],
    ['no data of another step', { claims: ['email'], phone_number: '010' }, {}],
    ['the parameters for its calls', { params: { purpose: 'X' } }, { params: { purpose: 'X' } }],
  ])('of a step is kept: %s', (_, pending, kept) => {
    const matcher_type = 'SERVICE_ADD_INFO'
    const [first] = onPending({ matcher_type, ...pending }, '/login')
    const step = { step: matcher_type, profile_fields: [], ...kept } as const
    expect(first).toMatchObject({ do: 'beginStep' })
    expect(first).toHaveProperty('login.step', step)
  })

  test('has a row for each matcher type of the contract', () => {
    for (const matcher_type of MATCHER_TYPES.filter((type) => type !== 'RECOMMENDED_PASSKEY'))
      expect(onPending({ matcher_type }, '/login'), matcher_type).not.toContainEqual(notice('errors.unavailable'))
    expect(onPending({ matcher_type: 'RECOMMENDED_PASSKEY', options }, '/login').at(-1)).toEqual(go('/resolve/passkey'))
  })

  test('without the data that it cannot do without is a contract error', () => {
    expect(onPending({ matcher_type: 'RECOMMENDED_PASSKEY' }, '/login')).toContainEqual(notice('errors.unavailable'))
  })
})

describe('what a pending step carries', () => {
  test.each([
    ['an auth_token field', authTokenOf({ auth_token: 'a', authorization_uri: 'x?auth_token=b' }), 'a'],
    [
      'auth_token in the authorization URI',
      authTokenOf({ authorization_uri: 'https://a.example/x?p=1&auth_token=b#c' }),
      'b',
    ],
    ['no auth_token', authTokenOf({ authorization_uri: 'https://a.example/x' }), ''],
    ['terms_types: a string', termsTypesOf({ terms_types: 'SUNI' }), ['SUNI']],
    ['terms_types: a list', termsTypesOf({ terms_types: ['ADD_SUNI', 'OTHER'] }), ['ADD_SUNI']],
    ['terms_types: a bracketed list', termsTypesOf({ terms_types: ' ["SUNI","SUNI"]' }), ['SUNI']],
    ['terms_types: broken', termsTypesOf({ terms_types: '["SUNI"' }), []],
    ['terms_types: absent', termsTypesOf({}), []],
  ])('%s', (_, read, expected) => expect(read).toEqual(expected))
})

describe('an answer to a sign-in', () => {
  const wrong = failed({ reason: 'refused', status: 400, detail_code: 4502, description: '[1]' })
  test.each([
    [
      'a location: the redirect',
      onProgress(succeeded({ location: 'https://a.example/r' }), facts),
      [signIn('https://a.example/r')],
    ],
    [
      'a location goes before a step',
      onProgress(succeeded({ location: '/x', matcher_type: 'JOIN' }), facts),
      [signIn('/x')],
    ],
    [
      'a step: where it leads',
      onProgress(succeeded({ matcher_type: 'JOIN' }), facts),
      [beginStep({ ...join, step_login_id: '' }), go('/join')],
    ],
    [
      'a step after a password: whose it is',
      onProgress(succeeded({ matcher_type: 'JOIN' }), { ...facts, login_id: 'a@b.kr' }),
      [beginStep({ ...join, step_login_id: 'a@b.kr' }), go('/join')],
    ],
    [
      'a step after a step: of the same member',
      onProgress(succeeded({ matcher_type: 'JOIN' }), { ...facts, afterStep: true }),
      [beginStep(join), go('/join')],
    ],
    [
      'two-factor without a location: a notice, and login',
      onProgress(succeeded({}), { ...facts, afterStep: true }),
      [notice('refused.noLocation'), dropStep, go('/login')],
    ],
    [
      'neither, after a password: service unavailable',
      onProgress(succeeded({}), facts),
      [report('contract: location'), notice('errors.unavailable'), focus('login_id')],
    ],
    [
      'refused: the login resolver',
      onProgress(wrong, facts),
      [clear('password'), formError('refused.wrongPassword'), focus('login_id')],
    ],
    [
      'refused in two-factor: no password to clear',
      onProgress(wrong, { ...facts, afterStep: true }),
      [formError('refused.wrongPassword')],
    ],
  ])('%s', (_, outcome, expected) => expect(outcome).toEqual(expected))
})
