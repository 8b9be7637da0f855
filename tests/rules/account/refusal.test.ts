import { describe, expect, test } from 'vitest'
import {
  isPasswordSet,
  onAccountRefused,
  onNicknameRefused,
  onPasswordRefused,
  onProofRefused,
} from '../../../src/rules/account/refusal.ts'
import { clear, fieldError, focus, formError, tryAgain, wait } from '../../../src/rules/visit/outcome.ts'
import type { Outcome } from '../../../src/rules/visit/outcome.ts'
import { failed, succeeded } from '../../../contract/shapes/answer.ts'

const refused = (status: number, detail_code: number | null = null, more: object = {}) =>
  failed({ reason: 'refused', status, detail_code, ...more })
const lost = failed({ reason: 'noResponse' })
const unavailable = [tryAgain('errors.unavailable')]

describe('a change', () => {
  test.each<[string, ReturnType<typeof failed>, Outcome]>([
    ['that nobody waits for', failed({ reason: 'left' }), []],
    ['of something that is gone', refused(404), [formError('account.gone')]],
    ['without a connection', lost, [tryAgain('errors.noConnection')]],
    ['while the server is out of order', refused(500), [tryAgain('errors.serverError')]],
    [
      'that was made too often',
      refused(429, null, { retry_after: 9 }),
      [formError('errors.waitSeconds', { seconds: 9 }), wait(9)],
    ],
    ['whose code counts no more', refused(400, 4518), [formError('account.codeSpent')]],
    ['to the address of another account', refused(400, 4501), [formError('account.emailTaken')]],
    ['to the phone of another account', refused(400, 4025), [formError('account.phoneTaken')]],
    [
      'of an address that a company manages',
      refused(400, null, { code: 'MANAGED' }),
      [formError('account.emailManaged')],
    ],
    ['that needs a phone', refused(400, null, { code: 'NO_PHONE' }), [formError('account.noPhone')]],
    ['that is refused without a reason', refused(400), unavailable],
    ['that a firewall refuses', refused(403), unavailable],
    ['whose answer is not in the contract', failed({ reason: 'contract', status: 200 }), unavailable],
  ])('%s', (_, { failure }, outcome) => expect(onAccountRefused(failure)).toEqual(outcome))
})

test('a new password that breaks a rule of the server is wrong at its field', () => {
  expect(onPasswordRefused(refused(400, 4534).failure)).toEqual([
    fieldError('password', 'refused.passwordSameAsPhone'),
    focus('password'),
  ])
  expect(onPasswordRefused(refused(400).failure)).toEqual(unavailable)
})

test('a nickname that is refused is wrong at its field', () => {
  expect(onNicknameRefused(refused(400).failure)).toEqual([
    fieldError('nickname', 'account.nicknameRefused'),
    focus('nickname'),
  ])
  expect(onNicknameRefused(lost.failure)).toEqual([tryAgain('errors.noConnection')])
})

describe('a proof by the password', () => {
  test.each<[string, ReturnType<typeof failed>, Outcome]>([
    [
      'that is wrong',
      refused(400, 4502, { description: '[1]' }),
      [clear('current_password'), fieldError('current_password', 'resolve.currentWrong'), focus('current_password')],
    ],
    [
      'that is wrong for the third time',
      refused(400, 4502, { description: '[3]' }),
      [
        clear('current_password'),
        fieldError('current_password', 'resolve.currentWrongLeft', { left: 2 }),
        focus('current_password'),
      ],
    ],
    ['that is locked', refused(400, 4575), [clear('current_password'), formError('account.proofLocked')]],
    ['without a connection', lost, [tryAgain('errors.noConnection')]],
  ])('%s', (_, { failure }, outcome) => expect(onProofRefused(failure)).toEqual(outcome))
})

test('a password counts as set where an earlier call without an answer has set it', () => {
  expect(isPasswordSet(succeeded({}), false)).toBe(true)
  expect(isPasswordSet(refused(400, 4539), true)).toBe(true)
  expect(isPasswordSet(refused(400, 4539), false)).toBe(false)
  expect(isPasswordSet(refused(400, 4514), true)).toBe(false)
})
