import { describe, expect, test } from 'vitest'
import {
  onFoundReset,
  onIdsSearched,
  onNotSealed,
  onPasswordReset,
  onResetAgain,
  onResetAllowed,
  onResetBegun,
  onResetOfFound,
  onResetResumed,
  onSearchBegun,
  usersFound,
  verifyAgain,
} from '../../../src/rules/errors/identify.ts'
import {
  clear,
  fieldError,
  focus,
  formError,
  tryAgain,
  go,
  goError,
  goInstead,
  expire,
  notice,
  signIn,
  wait,
} from '../../../src/rules/visit/outcome.ts'
import type { Outcome } from '../../../src/rules/visit/outcome.ts'
import { type Failure, failed, succeeded } from '../../../contract/shapes/answer.ts'

const facts = {
  serviceName: 'Partner',
  serviceUrl: 'https://partner.example/',
  now: 0,
  moment: (iso: string) => `at ${iso}`,
}
const refused = (status: number, detail_code: number | null = null, more: Partial<Failure> = {}) =>
  failed({ reason: 'refused', status, detail_code, ...more })
const lost = failed({ reason: 'noResponse' })
const left = failed({ reason: 'left' })
const misshapen = failed({ reason: 'contract', status: 200, field: 'users' })
const ended = [expire, goError('403', 'ended')]
const forbidden = [notice('refused.forbidden'), goError('403')]
const offline = [tryAgain('errors.noConnection')]
const outOfOrder = tryAgain('errors.unavailable')
const unavailable = notice('errors.unavailable')

/** The last notice of a recovery also leads to the account. */
const toAccount = [{ text: 'identify.toAccount', outcome: [go('/account')], second: true }] as const

describe('finding an id', () => {
  const found = { users: [{ login_id: 'member@demo.test', joined_at: '2024-01-01T00:00:00Z' }] }
  test.each<[string, Parameters<typeof onIdsSearched>[0], Outcome]>([
    ['ids were found', succeeded(found), [go('/identify/myid/done')]],
    ['none: an empty list', succeeded({ users: [] }), [go('/identify/myid/done')]],
    ['none: 4503', refused(400, 4503), [go('/identify/myid/done')]],
    ['the proof is spent: 4518', refused(400, 4518), [notice('identify.proofSpent')]],
    ['the code is too old: 4051', refused(400, 4051), [notice('identify.proofSpent')]],
    ['too many codes: 4546', refused(400, 4546), [notice('verification.tooMany')]],
    ['VISIT_OVER', refused(403, null, { code: 'VISIT_OVER' }), ended],
    ['any other 403', refused(403), [unavailable]],
    ['4035: a notice, then error 403', refused(400, 4035), forbidden],
    [
      'asked too often',
      refused(429, null, { retry_after: 30 }),
      [formError('errors.waitSeconds', { seconds: 30 }), wait(30)],
    ],
    ['an unknown code', refused(400, 9999), [unavailable]],
    ['an answer that breaks the contract', misshapen, [unavailable]],
    ['no connection: says so in the form', lost, offline],
    ['nobody waits', left, []],
  ])('%s', (_, answer, outcome) => expect(onIdsSearched(answer, facts)).toEqual(outcome))

  test('an empty list is an answer, and a failure is not', () => {
    expect(usersFound(succeeded(found))).toEqual(found.users)
    expect(usersFound(refused(400, 4503))).toEqual([])
    expect(usersFound(refused(500))).toBeNull()
    expect(usersFound(lost)).toBeNull()
  })

  test.each<[string, Parameters<typeof onSearchBegun>[0], Outcome]>([
    ['begun', succeeded({ auth_token: 't' }), []],
    ['VISIT_OVER', refused(403, null, { code: 'VISIT_OVER' }), ended],
    ['any other 403', refused(403), [unavailable]],
    ['4035: a notice, then error 403', refused(400, 4035), forbidden],
    ['out of order', refused(500), [tryAgain('errors.serverError')]],
    ['no connection', lost, offline],
  ])('the token for the code: %s', (_, answer, outcome) => expect(onSearchBegun(answer, facts)).toEqual(outcome))
})

describe('a reset', () => {
  const begun = succeeded({ auth_token: 't', channels: [{ authenticator_type: 'email' as const, masked: 'm***' }] })
  test.each<[string, Parameters<typeof onResetBegun>[0], Outcome]>([
    ['begins', begun, [go('/identify/password/verify')]],
    ['unknown id: 4503', refused(400, 4503), [fieldError('login_id', 'refused.userNotFound'), focus('login_id')]],
    [
      'asked too often',
      refused(429, null, { retry_after: 9 }),
      [formError('errors.waitSeconds', { seconds: 9 }), wait(9)],
    ],
    ['VISIT_OVER', refused(403, null, { code: 'VISIT_OVER' }), ended],
    ['any other 403', refused(403), [unavailable]],
    ['4035: a notice, then error 403', refused(400, 4035), forbidden],
    ['suspended: 4529', refused(400, 4529), [notice('refused.suspended')]],
    ['out of order', refused(503), [outOfOrder]],
    ['no connection', lost, offline],
  ])('%s', (_, answer, outcome) => expect(onResetBegun(answer, facts)).toEqual(outcome))

  test.each<[string, Parameters<typeof onResetResumed>[0], Outcome]>([
    ['continues where it was', begun, []],
    [
      'unknown id: 4503',
      refused(400, 4503),
      [fieldError('login_id', 'refused.userNotFound'), go('/identify/password')],
    ],
    ['VISIT_OVER', refused(403, null, { code: 'VISIT_OVER' }), ended],
    ['any other 403', refused(403), [unavailable, go('/identify/password')]],
    ['4035: a notice, then error 403', refused(400, 4035), [...forbidden, go('/identify/password')]],
    ['out of order', refused(503), [outOfOrder, go('/identify/password')]],
    ['no connection', lost, [...offline, go('/identify/password')]],
  ])('resumed: %s', (_, answer, outcome) => expect(onResetResumed(answer, facts)).toEqual(outcome))

  test('keeps a page that can repeat the call when there is no connection', () => {
    for (const rule of [onResetAgain, onResetOfFound]) {
      expect(rule(lost, facts)).toEqual(offline)
      expect(rule(left, facts)).toEqual([])
      expect(rule(refused(403, null, { code: 'VISIT_OVER' }), facts)).toEqual(ended)
    }
    expect(onResetAgain(begun, facts)).toEqual([])
    expect(onResetAgain(refused(429, null, { retry_after: 9 }), facts)).toEqual([
      formError('errors.waitSeconds', { seconds: 9 }),
      wait(9),
    ])
    expect(onResetAgain(refused(503), facts)).toEqual([outOfOrder])
    expect(onResetAgain(refused(400, 4503), facts).at(-1)).toEqual(go('/identify/password'))
    expect(onResetOfFound(begun, facts)).toEqual([go('/identify/password/verify')])
    expect(onResetOfFound(refused(503), facts), 'the IDs stay in view').toEqual([outOfOrder])
  })

  const allowed = { reset_token: 'r', modulus: 'aa', exponent: '010001' }
  test.each<[string, Parameters<typeof onFoundReset>[0], Outcome | null]>([
    ['opens the reset', succeeded(allowed), [go('/identify/password/new')]],
    ['another code, for a second channel', succeeded({ ...allowed, also: 'email' }), null],
    ['another code: 4518', refused(400, 4518), null],
    ['another code: 4051', refused(400, 4051), null],
    ['another code: 4546', refused(400, 4546), null],
    [
      'asked too often',
      refused(429, null, { retry_after: 9 }),
      [formError('errors.waitSeconds', { seconds: 9 }), wait(9)],
    ],
    ['VISIT_OVER', refused(403, null, { code: 'VISIT_OVER' }), ended],
    [
      'unknown id: 4503',
      refused(400, 4503),
      [fieldError('login_id', 'refused.userNotFound'), go('/identify/password')],
    ],
    ['any other 400', refused(400), [unavailable]],
    ['any other 403', refused(403), [unavailable]],
    ['out of order', refused(503), [outOfOrder]],
    ['no connection', lost, offline],
    ['nobody waits', left, []],
  ])('the code of the search: %s', (_, answer, outcome) => expect(onFoundReset(answer, facts)).toEqual(outcome))

  test.each<[string, Parameters<typeof onResetAllowed>[0], Outcome]>([
    ['is allowed', succeeded({ users: [{ login_id: 'a' }] }), [goInstead('/identify/password/new')]],
    ['4518', refused(400, 4518), [notice('identify.proofSpent')]],
    ['4546', refused(400, 4546), [notice('verification.tooMany')]],
    ['VISIT_OVER', refused(403, null, { code: 'VISIT_OVER' }), ended],
    ['any other 403', refused(403), [unavailable]],
    ['4035: a notice, then error 403', refused(400, 4035), forbidden],
  ])('the proof: %s', (_, answer, outcome) => expect(onResetAllowed(answer, facts)).toEqual(outcome))

  test.each<[string, Parameters<typeof onPasswordReset>[0], Outcome]>([
    [
      'is done: a notice, then the login page',
      succeeded({}),
      [
        clear('password'),
        clear('passwordComparison'),
        notice('identify.passwordChanged', undefined, toAccount),
        go('/login'),
      ],
    ],
    [
      'is done, and the member is signed in: a notice, then the location',
      succeeded({ location: 'https://partner.example/callback' }),
      [notice('identify.changedHere', undefined, toAccount), signIn('https://partner.example/callback')],
    ],
    ['4514 beside the field', refused(400, 4514), [fieldError('password', 'refused.newPassword'), focus('password')]],
    ['4533', refused(400, 4533), [fieldError('password', 'refused.passwordSameAsId'), focus('password')]],
    ['4534', refused(400, 4534), [fieldError('password', 'refused.passwordSameAsPhone'), focus('password')]],
    ['4539', refused(400, 4539), [fieldError('password', 'refused.passwordSameAsBefore'), focus('password')]],
    ['its token is gone', refused(400, 4518), verifyAgain],
    ['a 403 of a firewall', refused(403), [unavailable]],
    ['out of order', refused(500), [tryAgain('errors.serverError')]],
    ['no connection', lost, offline],
    [
      'takes effect later: a notice says when',
      succeeded({ effective_at: '2026-11-29T09:00:00Z' }),
      [
        clear('password'),
        clear('passwordComparison'),
        notice('identify.passwordLater', { date: 'at 2026-11-29T09:00:00Z' }, toAccount),
        go('/login'),
      ],
    ],
    ['nobody waits', left, []],
  ])('the new password: %s', (_, answer, outcome) => expect(onPasswordReset(answer, facts)).toEqual(outcome))

  test('says at the password why nothing was sent', () =>
    expect(onNotSealed('errors.unavailable')).toEqual([formError('errors.unavailable'), focus('password')]))

  test('treats a token that is gone as used by the earlier request without an answer', () => {
    const done = [
      clear('password'),
      clear('passwordComparison'),
      notice('identify.perhapsChanged', undefined, toAccount),
      go('/login'),
    ]
    expect(onPasswordReset(refused(400, 4518), facts, true)).toEqual(done)
    expect(onPasswordReset(lost, facts, true)).toEqual(offline)
  })
})
