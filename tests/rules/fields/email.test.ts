// Spec §5, e-mail: what a browser or a keyboard adds to an address, and the address that was probably meant.
import { describe, expect, test } from 'vitest'
import { canonicalEmail } from '../../../backend/domain/members/email.ts'
import { cleanEmail, emailProblem } from '../../../src/rules/fields/email.ts'
import { suggestedEmail } from '../../../src/rules/fields/emailSuggestion.ts'

describe('an address is the same in every browser', () => {
  test.each([
    ['hana@한국.kr', 'hana@xn--3e0b707e.kr'],
    ['hana@bücher.de', 'hana@xn--bcher-kva.de'],
    ['hana@mail。test', 'hana@mail.test'],
    ['hana@mail｡test', 'hana@mail.test'],
    ['hana＠mail．test', 'hana@mail.test'],
    ['hana@mail.test\u200b', 'hana@mail.test'],
    ['\ufeffhana@mail.test ', 'hana@mail.test'],
    ['ha\u00adna@mail.test', 'hana@mail.test'],
    ['\u202ahana@mail.test\u202c', 'hana@mail.test'],
  ])('%j is %s', (typed, email) => {
    expect(cleanEmail(typed)).toBe(email)
    expect(emailProblem(typed)).toBeNull()
    expect(canonicalEmail(email)).toBe(email)
  })

  test.each([
    'hana@한국.kr/path',
    'hana@한국.kr:80',
    'hana@한국.kr?x',
    '하나@mail.test',
    'hana@mail.com가',
    'hana@mail.coㅡ',
    'hana@ma👍il.com',
  ])('%s is refused', (typed) => expect(emailProblem(typed)).toBe('field.emailFormat'))

  test.each(['hana@', 'hana@한국', 'hana@gmail'])('%s is told to go on after its @', (typed) =>
    expect(emailProblem(typed)).toBe('field.emailNoDomain'),
  )
})

describe('"did you mean …?"', () => {
  test.each([
    ['hana@gamil.com', 'hana@gmail.com'],
    ['hana@gmail.con', 'hana@gmail.com'],
    ['hana@naver.con', 'hana@naver.com'],
    ['Hana.K@NAVR.com', 'Hana.K@naver.com'],
    ['hana@hanmail.com', 'hana@hanmail.net'],
    ['hana@outlok.com', 'hana@outlook.com'],
  ])('%s: %s', (typed, meant) => expect(suggestedEmail(typed)).toBe(meant))

  test.each([
    'hana@gmail.com',
    'hana@naver.com',
    'hana@sk.com',
    'hana@kt.com',
    'hana@company.co.kr',
    'hana@mail.test',
    'hana@snu.ac.kr',
    'hana@yahoo.co.kr',
    'hana@me.com',
    'hana@mail.com',
    'hana@gamil',
    'hana',
    '',
  ])('nothing for %j', (typed) => expect(suggestedEmail(typed)).toBeNull())
})
