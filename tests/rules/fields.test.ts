import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEmail } from '../../contract/email.ts'
import { loginProblem, mistypedPassword } from '../../src/rules/fields/loginForm.ts'
import { shownPhone } from '../../src/rules/fields/shownPhone.ts'
import { canSend, COUNTRIES, DEFAULT_NATION, formatPhone, parsePhone } from '../../src/rules/fields/phone.ts'
import { isVerifyCode, verifyCodeDigits, verifyCodeProblem } from '../../src/rules/fields/verifyCode.ts'

describe('e-mail: the standard pattern', () => {
  test.each([
    ['name@example.com', true],
    ['first.last+tag@sub.example.co.kr', true],
    ["o'brien@example.com", true],
    ['', false],
    ['name', false],
    ['name@', false],
    ['@example.com', false],
    ['a b@example.com', false],
    ['name@-example.com', false],
    ['name@example..com', false],
    ['이름@example.com', false],
    ['a..b@example.com', false],
    ['.a@example.com', false],
    ['a.@example.com', false],
    [`${'a'.repeat(65)}@example.com`, false],
    [`${'a'.repeat(10_000)}@example.com`, false],
  ])('%s', (value, fits) => expect(isEmail(value)).toBe(fits))
})

test.each([
  ['enter e-mail when the username is empty', '', 'x', { field: 'login_id', text: 'login.enterEmail' }],
  ['enter e-mail when it is blank', '  ', '', { field: 'login_id', text: 'login.enterEmail' }],
  ['enter password when the password is empty', 'a@b.kr', '', { field: 'password', text: 'login.enterPassword' }],
  ['a password with a pasted space is held', 'a@b.kr', 'kT7!mz2R ', { field: 'password', text: 'login.spaces' }],
  ['a password in Hangul is held', 'a@b.kr', 'ㅏT7!mz2R', { field: 'password', text: 'login.koreanHeld' }],
  ['both given: nothing', 'a@b.kr', 'x', null],
])('%s', (_, login_id, password, problem) =>
  expect(loginProblem({ login_id, password }, mistypedPassword)).toEqual(problem),
)

describe('mobile phone', () => {
  test.each([
    ['digits only', '010-1234 5678', '82', '82', '01012345678'],
    ['full-width digits count', '０１０１２３４５６７８', '82', '82', '01012345678'],
    ['+82 10 is national 010', '+82 10-1234-5678', '1', '82', '01012345678'],
    ['+82 010 is national 010', '+82 010-1234-5678', '82', '82', '01012345678'],
    ['a full-width plus counts', '＋８２ １０ １２３４ ５６７８', '82', '82', '01012345678'],
    ['ignores direction marks and brackets', '\u202a(+82) 10 1234 5678\u202c', '82', '82', '01012345678'],
    ['+1 sets the USA', '+1 (415) 555-0132', '82', '1', '4155550132'],
    ['+86 sets China', '+86 138 0013 8000', '82', '86', '13800138000'],
    ['+81 sets Japan', '+81 90 1234 5678', '82', '81', '9012345678'],
    ['+256 sets Uganda', '+256 712 345678', '82', '256', '712345678'],
    ['0082 10 is national 010', '0082 10-1234-5678', '1', '82', '01012345678'],
    ['00 names every country', '0086 138 0013 8000', '82', '86', '13800138000'],
    ['82-10 is national 010', '82-10-1234-5678', '82', '82', '01012345678'],
    ['a lost 0 comes back', '1012345678', '82', '82', '01012345678'],
    ['an unfinished 00 stays', '00', '82', '82', '00'],
    ['an unknown country leaves the chosen one', '+44 20 7946 0958', '82', '82', '442079460958'],
    ['without a plus the country stays', '82101234', '86', '86', '82101234'],
    ['letters are no digits', 'call me', '82', '82', ''],
  ])('%s', (_, typed, chosen, nation_tel_no, phone_number) =>
    expect(parsePhone(typed, chosen)).toEqual({ nation_tel_no, phone_number }),
  )

  test('any text gives digits of at most 256 characters', () =>
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => /^\d*$/.test(parsePhone(text).phone_number))))

  test('five countries, Korea first and the default', () => {
    expect(COUNTRIES.map((country) => country.nation_tel_no)).toEqual(['82', '1', '86', '81', '256'])
    expect(DEFAULT_NATION).toBe('82')
  })

  test.each([
    ['', ''],
    ['010', '010'],
    ['0101', '010-1'],
    ['0101234', '010-123-4'],
    ['0101234567', '010-123-4567'],
    ['01012345678', '010-1234-5678'],
    ['01012345678901', '010-1234-5678901'],
  ])('%s is written %s', (digits, text) => expect(formatPhone(digits)).toBe(text))

  test.each([
    ['82', '01012345678', '+82 10-1234-5678'],
    ['81', '09012345678', '+81 90-1234-5678'],
  ])('of country %s, %s is shown as %s', (nation_tel_no, phone_number, text) =>
    expect(shownPhone({ nation_tel_no, phone_number })).toBe(text),
  )

  test.each([
    ['8 digits are too few', '01012345', false, false],
    ['9 digits are enough', '010123456', false, true],
    ['two-factor: always', '', true, true],
  ])('send: %s', (_, digits, afterStep, enabled) => expect(canSend(digits, afterStep)).toBe(enabled))
})

describe('verification code', () => {
  test.each([
    ['typed digits', '1234', '1234'],
    ['at most six', '12345678', '123456'],
    ['full-width digits', '１２３４５６', '123456'],
    ['a whole message', '[Service] 123-456', '123456'],
    ['a message with other numbers', '[Learn24] Code 482913 is valid for 180 s', '482913'],
    ['a domain-bound message', 'Code\n@app.example #482913', '482913'],
    ['blanks between', '12 34 56', '123456'],
    ['a phone number beside the code', 'Call 010-123-4567. Code: 482913', '482913'],
    ['letters', 'abc', ''],
  ])('%s', (_, typed, code) => expect(verifyCodeDigits(typed)).toBe(code))

  test('keeps at most six digits of any pasted text', () =>
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => /^\d{0,6}$/.test(verifyCodeDigits(text)))))

  test.each([
    ['exactly six digits', '123456', null],
    ['enter 6 digits until complete', '12345', 'verification.sixDigits'],
    ['seven digits are refused', '1234567', 'verification.sixDigits'],
    ['a line break is no digit', '12345\n', 'verification.sixDigits'],
  ])('%s', (_, code, problem) => {
    expect(verifyCodeProblem(code)).toBe(problem)
    expect(isVerifyCode(code)).toBe(problem === null)
  })
})
