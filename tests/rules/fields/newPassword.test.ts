import { describe, expect, test } from 'vitest'
import { withoutKorean } from '../../../src/rules/fields/hangul.ts'
import {
  comparisonProblem,
  faultOf,
  newPasswordProblem,
  plainPasswordProblem,
} from '../../../src/rules/fields/newPassword.ts'
import type { MessageKey } from '../../../src/rules/texts/messages.ts'
import { sameAsOwner } from '../../../src/rules/fields/password.ts'

describe('Spec §5, new-password messages', () => {
  test.each([
    ['sequential pattern: message 1', 'kT7!qwe9', 'password.message1'],
    ['sequential comes first, whatever else is wrong', 'qwe', 'password.message1'],
    ['all letters: message 6', 'kTmzRbWhvQ', 'password.message6'],
    ['all digits: message 6', '8052974613', 'password.message6'],
    ['all specials: message 6', '!@#$%*?&~!', 'password.message6'],
    ['one kind, even three times the same', 'aaa', 'password.message6'],
    ['three repeated letters: message 3', 'kT7!mmmz', 'password.message3'],
    ['three repeated digits: message 4', 'kT!m777z', 'password.message4'],
    ['three repeated specials: message 5', 'kT7!!!mz', 'password.message5'],
    ['three kinds with fewer than 8: message 6', 'kT7!mz2', 'password.message6'],
    ['two kinds with fewer than 10: message 7', 'kTmz7RbW2', 'password.message7'],
    ['otherwise fewer than 8: at least 8 characters', '', 'password.least8'],
    ['otherwise fewer than 8, of characters that do not count', '-_-', 'password.least8'],
    ['too long for an account password', 'kT7!mz2RkT7!mz2Rw', 'password.most16'],
    ['a character that no account password has', 'kT7!mz2R-', 'password.characters'],
    ['all is well', 'kT7!mz2R', null],
  ])('%s', (_, password, problem) => expect(newPasswordProblem(password)).toBe(problem))

  test.each([
    ['kT7!TrEz', 'password.partSequential', 'TrE'],
    ['kT7!mz2R-', 'password.partForeign', '-'],
    ['kT7!mz2R😀', 'password.partForeign', '😀'],
    ['kT7! mz2R', 'password.blank', undefined],
    ['kT7!!!mz', 'password.partRepeated', '!!!'],
    ['kTmz7RbW2', undefined, undefined],
  ])('the field of %s names the part that is wrong', (password, text, part) => {
    const fault = faultOf(newPasswordProblem(password) as MessageKey, password)
    expect([fault?.text, fault?.values?.part]).toEqual([text, part])
  })

  test.each([
    ['syllables', 'kT7!비밀mz2R', 'kT7!mz2R'],
    ['single letters', 'ㅋㅋㅏkT7!', 'kT7!'],
    ['conjoining letters, as a decomposed syllable has them', 'kT7!가'.normalize('NFD'), 'kT7!'],
    ['half-width letters', 'kT7!\uffa1\uffc2', 'kT7!'],
    ['nothing but Korean', '비밀번호', ''],
    ['no Korean', 'kT7!mz2R', 'kT7!mz2R'],
    ['Chinese and Japanese stay for the rules to refuse', 'kT7!密パ', 'kT7!密パ'],
  ])('Korean characters are stripped: %s', (_, typed, kept) => expect(withoutKorean(typed)).toBe(kept))

  test.each([
    ['7 characters', 'kT7!mz2', 'password.least8'],
    ['nothing', '', 'password.least8'],
    ['any 8 characters', 'aaaaaaaa', null],
  ])('a plain password field shows "at least 8 characters" when shorter than 8: %s', (_, password, problem) =>
    expect(plainPasswordProblem(password)).toBe(problem),
  )

  test('the confirmation must be equal', () => {
    expect(comparisonProblem('kT7!mz2R', 'kT7!mz2R')).toBeNull()
    expect(comparisonProblem('kT7!mz2R', 'kT7!mz2r')).toBe('password.notMatch')
    expect(comparisonProblem('kT7!mz2R', '')).toBe('password.repeat')
    expect(comparisonProblem('', ''), 'one attempt shows both').toBe('password.repeat')
  })
})

describe('refusals 4533 and 4534 ahead of the server', () => {
  test.each([
    ['the id inside', 'Ab!hana7@', { login_id: 'hana@demo.test' }, 'refused.passwordSameAsId'],
    ['the id in capitals', 'Ab!HANA7@', { login_id: 'hana@demo.test' }, 'refused.passwordSameAsId'],
    ['three letters of an id occur by chance', 'Ab!kim7@x', { login_id: 'kim@demo.test' }, null],
    ['the phone inside', 'ab!12345670', { phone_number: '01012345670' }, 'refused.passwordSameAsPhone'],
    ['the phone number with separators', '1234!5670aB', { phone_number: '01012345670' }, 'refused.passwordSameAsPhone'],
    ['half a phone', '5670!kTmz', { phone_number: '01012345670' }, null],
    ['nothing is known', 'kT7!mz2R', {}, null],
  ])('%s', (_, password, owner, problem) => expect(sameAsOwner(password, owner)).toBe(problem))

  test('are checked after all other rules', () =>
    expect(newPasswordProblem('hana-5!hanaK', { login_id: 'hana@demo.test' })).toBe('password.characters'))
})
