import { describe, expect, test } from 'vitest'
import {
  clear,
  fieldError,
  dropStep,
  focus,
  tryAgain,
  go,
  modal,
  notice,
  redirect,
  signIn,
} from '../../../src/rules/visit/outcome.ts'
import type { Outcome } from '../../../src/rules/visit/outcome.ts'
import type { Path } from '../../../src/rules/visit/paths.ts'
import {
  accountScreen,
  claimsShown,
  currentPasswordProblem,
  onPasswordChanged,
  onResolved,
} from '../../../src/rules/visit/resolve.ts'
import { ACCOUNT_STATES, stepPath } from '../../../src/rules/visit/stepPaths.ts'
import { failed, type Failure, succeeded } from '../../../contract/shapes/answer.ts'
import { MATCHER_TYPES } from '../../../contract/codes.ts'

const facts = { serviceName: '파트너', serviceUrl: 'https://partner.example/', now: 0, here: '/resolve/terms' as Path }
const refused = (failure: Partial<Failure>) => failed({ reason: 'refused', status: 400, ...failure })

describe('an account state', () => {
  test('has its own screen exactly if it leads to /resolve', () => {
    for (const type of MATCHER_TYPES) expect(accountScreen(type) !== null, type).toBe(stepPath(type) === '/resolve')
    expect(accountScreen('NEW_ONE')).toBeNull()
    expect(accountScreen('toString')).toBeNull()
    expect(stepPath('toString')).toBeNull()
    expect(stepPath('JOIN_STATE', true)).toBe('/resolve/member')
    expect(stepPath('ADD_TERMS_AGREEMENT')).toBe('/resolve/terms')
  })

  test.each([
    ['SERVICE_PERMISSIONS', 'service'],
    ['PROTECTED_STATE', 'resetPassword'],
    ['INCUMBENT_STATE', 'contact'],
    ['SUSPENDED_STATE', 'contact'],
    ['ID_SEARCH', 'findId'],
    ['CHANGED_PASSWORD', 'signIn'],
    ['SIGN_UP', 'invitation'],
  ])('%s: what helps first is %s', (state, action) => expect(accountScreen(state)?.actions[0]).toBe(action))

  test('has a text that no other state has', () => {
    const texts = ACCOUNT_STATES.map((state) => accountScreen(state)?.text)
    expect(new Set(texts).size).toBe(ACCOUNT_STATES.length)
  })
})

describe('a resolved step', () => {
  const over = [notice('resolve.over'), redirect('https://partner.example/')]
  test.each<[string, Outcome, Outcome]>([
    ['follows a location, which ends the sign-in', onResolved(succeeded({ location: '/x' }), facts), [signIn('/x')]],
    [
      'no location: a notice, and login',
      onResolved(succeeded({}), facts),
      [notice('refused.noLocation'), dropStep, go('/login')],
    ],
    ['resolved in another tab (412): leads back to the service', onResolved(refused({ status: 412 }), facts), over],
    [
      'a 403 of a firewall: service unavailable',
      onResolved(refused({ status: 403 }), facts),
      [notice('errors.unavailable')],
    ],
    ['VISIT_OVER', onResolved(refused({ status: 403, code: 'VISIT_OVER' }), facts), over],
    [
      'and to login where the service is not known',
      onResolved(refused({ status: 401 }), { ...facts, serviceUrl: null }),
      [notice('resolve.over'), dropStep, go('/login')],
    ],
    ['refused: says so, and the page stays', onResolved(refused({}), facts), [notice('resolve.notTaken')]],
    ['a proof that is no longer valid', onResolved(refused({ detail_code: 4518 }), facts), [notice('sms.lapsed')]],
    ['a code of the login resolver', onResolved(refused({ detail_code: 4529 }), facts), [notice('refused.suspended')]],
    [
      'lost connection: said in the form',
      onResolved(failed({ reason: 'noResponse' }), facts),
      [tryAgain('errors.noConnection')],
    ],
    ['broken answer', onResolved(failed({ reason: 'contract' }), facts), [notice('errors.unavailable')]],
  ])('%s', (_, outcome, expected) => expect(outcome).toEqual(expected))
})

describe('a changed password', () => {
  test.each([
    ['nothing', '', 'resolve.enterCurrent'],
    ['of a former system, shorter than 8', 'a1', null],
    ['of a former system, with other characters', 'pass wörd 비밀', null],
  ])('the current one: %s', (_, value, problem) => expect(currentPasswordProblem(value)).toBe(problem))

  const wrong = (count: number) => refused({ detail_code: 4502, description: `incorrect password [${count}]` })
  const locked = [clear('current_password'), modal('maxFailure'), go('/identify/password')]
  test.each<[string, Outcome, Outcome]>([
    [
      '4502: the current one is asked again',
      onPasswordChanged(wrong(2), facts),
      [clear('current_password'), fieldError('current_password', 'resolve.currentWrong'), focus('current_password')],
    ],
    ...[3, 4].map((count): [string, Outcome, Outcome] => [
      `4502 for time ${count}: the tries that are left`,
      onPasswordChanged(wrong(count), facts),
      [
        clear('current_password'),
        fieldError('current_password', 'resolve.currentWrongLeft', { left: 5 - count }),
        focus('current_password'),
      ],
    ]),
    ['4502 for the fifth time: locked', onPasswordChanged(wrong(5), facts), locked],
    ['4575: locked', onPasswordChanged(refused({ detail_code: 4575 }), facts), locked],
    ...(
      [
        [4514, 'refused.newPassword'],
        [4533, 'refused.passwordSameAsId'],
        [4534, 'refused.passwordSameAsPhone'],
        [4539, 'refused.passwordSameAsBefore'],
      ] as const
    ).map(([detail_code, text]): [string, Outcome, Outcome] => [
      `${detail_code}: beside the new one`,
      onPasswordChanged(refused({ detail_code }), facts),
      [fieldError('password', text), focus('password')],
    ]),
    [
      '412: as every step',
      onPasswordChanged(refused({ status: 412 }), facts),
      onResolved(refused({ status: 412 }), facts),
    ],
  ])('%s', (_, outcome, expected) => expect(outcome).toEqual(expected))
})

test.each<[string, string[], string[]]>([
  ['what it asks for', ['email', 'phone_number', 'member_kind'], ['claim.email', 'claim.phone', 'claim.memberKind']],
  ['an unknown claim', ['email', 'shoe_size', 'constructor'], ['claim.email', 'claim.other']],
  ['no claims', [], []],
])('a service learns %s', (_, claims, shown) => expect(claimsShown(claims)).toEqual(shown))
test('a service learns only the year of birth of a group member', () =>
  expect(claimsShown(['name', 'birthdate'], true)).toEqual(['claim.name', 'claim.birthYear']))
