import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newPasswordProblem } from '../../../src/rules/fields/newPassword.ts'
import { passwordProblem, passwordRules, PASSWORD_RULES_ATTRIBUTE } from '../../../src/rules/fields/password.ts'

describe('Spec §5, account password', () => {
  test.each([
    ['three kinds: 8 characters are enough', 'kT7!mz2R', null],
    ['three kinds: 7 are too few', 'kT7!mz2', 'password.least8'],
    ['two kinds: 10 characters are enough', 'kTmz7RbW2h', null],
    ['two kinds: 9 are too few', 'kTmz7RbW2', 'password.message7'],
    ['digits and special characters are two kinds', '8!5@2#7*4%', null],
    ['16 characters are allowed', 'kT7!mz2RkT7!mz2R', null],
    ['16 characters of two kinds are allowed', 'kTmz7RbW2hkTmz7R', null],
    ['17 characters of two kinds are too many', 'kTmz7RbW2hkTmz7Rb', 'password.most16'],
    ['17 are too many', 'kT7!mz2RkT7!mz2Rw', 'password.most16'],
    ['one kind is not enough, however long', 'kTmzRbWhvQpx', 'password.kinds'],
    ['an empty password is refused', '', 'password.least8'],
    ['no character three times in a row', 'kT7!mmmz', 'password.repeated'],
    ['twice is allowed', 'kT7!mmz2', null],
    ['distinguishes upper and lower case in repetitions', 'kT7!mMmz', null],
    ['no three neighbours of a keyboard row', 'kT7!qwe9', 'password.message1'],
    ['finds neighbours in upper case', 'kT7!QwE9', 'password.message1'],
    ['finds neighbours in reverse', 'kT7!ewq9', 'password.message1'],
    ['a run of the middle row', 'kT7!jkl9', 'password.message1'],
    ['a run of the lower row', 'kT7!bnm9', 'password.message1'],
    ['no run of digits', 'kT!m123z', 'password.message1'],
    ['no run of digits backwards', 'kT!m321z', 'password.message1'],
    ['the digit row ends with 0', 'kT!m890z', 'password.message1'],
    ['counting begins with 0', 'kT!m012z', 'password.message1'],
    ['the end of one row and the beginning of the next are no run', 'kT7!opa9', null],
    ['letters in the order of the alphabet are no run', 'kT7!abc9', null],
    ['every special character of the spec is allowed', 'aB1@$!%*#?&~', null],
    ['no other character is allowed', 'kT7!mz2R-', 'password.characters'],
    ['a space is not allowed', 'kT7! mz2R', 'password.characters'],
  ])('%s', (_, password, problem) => expect(passwordProblem(password)).toBe(problem))
})

/** The same rules again, written as simply as possible. */
function allows(password: string): boolean {
  const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', '0123456789']
  const tracks = rows.flatMap((row) => [row, row.split('').toReversed().join('')])
  const characters = password.split('')
  const has = (set: string) => characters.some((one) => set.includes(one))
  const kinds = [has('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'), has('0123456789'), has('@$!%*#?&~')]
  const number = kinds.filter(Boolean).length
  for (let at = 2; at < password.length; at += 1) {
    const three = password.slice(at - 2, at + 1)
    if (three[0] === three[1] && three[1] === three[2]) return false
    if (tracks.some((track) => track.includes(three.toLowerCase()))) return false
  }
  if (characters.some((one) => !/[a-z0-9@$!%*#?&~]/i.test(one))) return false
  return password.length <= 16 && (number === 3 ? password.length >= 8 : number === 2 && password.length >= 10)
}

test('accepts a password exactly when the checklist is complete, for any password and owner', () => {
  const letters = 'abqwkzTRW0198!@#~-'.split('')
  const parts = fc.array(fc.constantFrom(...letters, 'hana', '12905678'), { maxLength: 10 }).map((all) => all.join(''))
  const owners = fc.record({
    login_id: fc.constantFrom('', 'hana@demo.test', 'ha@demo.test'),
    phone_number: fc.constantFrom('', '01012905678', '010'),
  })
  fc.assert(
    fc.property(parts, owners, (password, owner) => {
      const isTicked = passwordRules.every(({ holds }) => holds(password, owner))
      expect(newPasswordProblem(password, owner) === null, password).toBe(isTicked)
      for (const { holds, isBroken } of passwordRules)
        expect(holds(password, owner) && isBroken(password, owner)).toBe(false)
    }),
    { numRuns: 2000 },
  )
})

test('agrees with the checklist and an independent implementation on any password', () => {
  const letters = 'abqwemnkzTRW0123789!@#$%&*?~-'.split('')
  const passwords = fc.array(fc.constantFrom(...letters), { maxLength: 18 }).map((all) => all.join(''))
  fc.assert(
    fc.property(passwords, (password) => {
      const allowed = allows(password)
      expect(passwordProblem(password) === null, password).toBe(allowed)
      expect(
        passwordRules.every(({ holds }) => holds(password)),
        password,
      ).toBe(allowed)
    }),
    { numRuns: 2000 },
  )
})

test('accepts passwords that a manager generates from the attribute', () => {
  const read = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(PASSWORD_RULES_ATTRIBUTE)?.[1])
  expect([read('minlength'), read('maxlength'), read('max-consecutive')]).toEqual([12, 16, 2])
  expect(passwordProblem('hWk8!pQz5mXr')).toBeNull()
})
