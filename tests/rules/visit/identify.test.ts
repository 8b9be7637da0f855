import { expect, test } from 'vitest'
import { emailProblem } from '../../../src/rules/fields/email.ts'
import { initialOf, maskedEmail } from '../../../src/rules/texts/initial.ts'
import {
  knownLoginId,
  loginIdProblem,
  newestFirst,
  offered,
  shownMask,
  isAmongFound,
} from '../../../src/rules/visit/identify.ts'

test.each([
  ['an e-mail', 'member@demo.test', null],
  ['with blanks around it', ' member@demo.test ', null],
  ['none', ' ', 'login.enterEmail'],
  ['no e-mail', 'member', 'identify.emailFormat'],
  ['full-width letters', 'ｍember＠demo.test', null],
  ['a mark of direction', '\u200emember@demo.test', null],
  ['no dot in the domain', 'member@demo', 'identify.emailFormat'],
])('login id: %s, as at a join', (_, login_id, problem) => {
  expect(loginIdProblem(login_id)).toBe(problem)
  expect(emailProblem(login_id) === null).toBe(problem === null)
})

test('takes the first known id', () => {
  expect(knownLoginId('', ' typed@demo.test ', 'hinted@demo.test')).toBe('typed@demo.test')
  expect(knownLoginId('', undefined)).toBe('')
  expect(knownLoginId('\u200eｔyped@demo.test')).toBe('typed@demo.test')
})

test('lists the latest join first', () =>
  expect(
    newestFirst([
      { login_id: 'old', joined_at: '2019-01-02T00:00:00.000Z' },
      { login_id: 'new', joined_at: '2025-01-02T00:00:00.000Z' },
    ]).map(({ login_id }) => login_id),
  ).toEqual(['new', 'old']))

test('tells a found id from a typed one', () => {
  const found = [{ login_id: 'mine@demo.test', joined_at: '' }]
  expect(isAmongFound('mine@demo.test', found)).toBe(true)
  expect(isAmongFound('typed@demo.test', found)).toBe(false)
})

test('keeps the server’s order of channels, with the e-mail first if the phone was just used', () => {
  const channels = (['phone', 'email'] as const).map((type) => ({ authenticator_type: type, masked: '***' }))
  const names = (isFound: boolean) => offered(channels, isFound).map((one) => one.authenticator_type)
  expect(names(false)).toEqual(['phone', 'email'])
  expect(names(true)).toEqual(['email', 'phone'])
})

test.each([
  ['********78', '********78'],
  ['m***@demo.test', 'm***@demo.test'],
  ['**********', ''],
  ['***-****-****', ''],
  ['•• •••', ''],
])('shows of the mask %j: %j', (masked, shown) => expect(shownMask(masked)).toBe(shown))

test.each([
  ['abcd@b.kr', 'ab***@b.kr', 'A'],
  ['abc@b.kr', 'a***@b.kr', 'A'],
  ['한@b.kr', '한***@b.kr', '한'],
  // One letter and its vowel sign, which no composed character stands for.
  ['किरण@b.kr', 'कि***@b.kr', 'कि'],
  ['1@b.kr', '1***@b.kr', 'B'],
])('%s is shown as %s, with the letter %s', (address, shown, letter) => {
  expect(maskedEmail(address)).toBe(shown)
  expect(initialOf(address)).toBe(letter)
})
