import { describe, expect, test } from 'vitest'
import { codeSms } from '../../../backend/domain/notices/messageTexts.ts'
import { codeMatches, hashCode, newCode } from '../../../backend/domain/codes/otp.ts'
import { canonicalPhone, countryOf } from '../../../backend/domain/members/phone.ts'
import { canonicalEmail } from '../../../backend/domain/members/email.ts'

const HASHING = { pepper: Buffer.alloc(32, 7).toString('base64url'), cost: 2 ** 14 }
const OTHER = { ...HASHING, pepper: Buffer.alloc(32, 8).toString('base64url') }

test('a code is six digits, and each digit is as likely as another', () => {
  const counts = Array.from({ length: 10 }, () => 0)
  for (let i = 0; i < 5000; i += 1) {
    const code = newCode()
    expect(code).toMatch(/^\d{6}$/)
    for (const digit of code) counts[Number(digit)] = (counts[Number(digit)] ?? 0) + 1
  }
  const chi2 = counts.reduce((sum, count) => sum + (count - 3000) ** 2 / 3000, 0)
  expect(chi2).toBeLessThan(40)
})

test('the hash of a code is salted, needs the pepper, and fits that code alone', async () => {
  const [first, second] = await Promise.all([hashCode(HASHING, '012345'), hashCode(HASHING, '012345')])
  expect(first).not.toBe(second)
  expect(first).not.toContain('012345')
  expect(await codeMatches(HASHING, '012345', first)).toBe(true)
  expect(await codeMatches(HASHING, '012346', first)).toBe(false)
  expect(await codeMatches(OTHER, '012345', first)).toBe(false)
  expect(await codeMatches(HASHING, '012345', '')).toBe(false)
})

describe('the SMS', () => {
  const app = 'https://login.example.com:8443'

  test('binds the code to the host of the app in its last line', () => {
    expect(codeSms('Daemun', '004211', 'JOIN', 'ko', app).split('\n').at(-1)).toBe('@login.example.com #004211')
  })

  test('says that a code for a search for IDs also resets the password, and that it must stay secret', () => {
    const [said = ''] = codeSms('Daemun', '004211', 'SEARCH_IDS', 'ko', app).split('\n')
    expect(said).toMatch(/아이디를 찾고 그 비밀번호까지 바꿀 수 있어요/)
    expect(said).toMatch(/다른 사람에게 알려 주지 마세요/)
    expect(codeSms('Daemun', '004211', 'SEARCH_PWD', 'ko', app)).not.toContain('아이디')
  })

  test('is from the service of the visit', () => {
    expect(codeSms('한걸음 러닝', '004211', 'JOIN', 'ko', app)).toMatch(/^\[한걸음 러닝\] 인증번호는 004211입니다\./)
  })

  test.each([
    ['ko', '[Daemun] 인증번호는 004211입니다. 3분 안에 입력해 주세요. 다른 사람에게 알려 주지 마세요.'],
    ['en', '[Daemun] Your code is 004211. Enter it within 3 minutes. Never tell it to anyone.'],
    ['zh', '[Daemun] 您的验证码是 004211，请在 3 分钟内输入。请勿告诉他人。'],
    ['ja', '[Daemun] 認証コードは 004211 です。3分以内に入力してください。他人に教えないでください。'],
  ] as const)('speaks %s', (locale, said) =>
    expect(codeSms('Daemun', '004211', 'JOIN', locale, app).split('\n')[0]).toBe(said),
  )
})

test.each([
  ['01012345678', '82'],
  ['010-1234-5678', '82'],
  ['1012345678', '82'],
  ['+82 10 1234 5678', '82'],
  ['+82 (0)10-1234-5678', '82'],
  ['０１０１２３４５６７８', '82'],
  ['+821012345678', '1'],
])('however it is written, %s is one number', (written, callingCode) => {
  expect(canonicalPhone(written, callingCode)).toBe('+821012345678')
})

test.each(['01059801234', '01020001234', '01099999999', '0111234567', '01912345678'])(
  'the Korean mobile number %s gets codes',
  (written) => {
    expect(canonicalPhone(written)).toBe(`+82${written.slice(1)}`)
  },
)

test.each([
  ['a country that codes are not sent to', '+447911123456', '82'],
  ['an unknown calling code', '7911123456', '44'],
  ['a landline', '0212345678', '82'],
  ['too short', '010123', '82'],
  ['no number', 'hello', '82'],
  ['a premium number abroad', '+19005551234567', '1'],
  ['ten thousand digits', '1'.repeat(10_000), '82'],
])('%s is refused', (_, written, callingCode) => {
  expect(canonicalPhone(written, callingCode)).toBeNull()
})

describe('countries that share a calling code', () => {
  test.each([
    ['the USA', '+12125550123', '+12125550123'],
    ['Jamaica', '+18765550123', null],
    ['Jamaica, by its other code', '+16585550123', null],
    ['the Dominican Republic', '+18095550123', null],
    ['Canada', '+14165550123', null],
    ['Puerto Rico', '+17875550123', null],
  ])('a number of %s is taken only if codes are sent there', (_, written, canonical) => {
    expect([canonicalPhone(written), canonicalPhone(written.slice(2), '1')]).toEqual([canonical, canonical])
  })

  test.each(['+7', '+44', '+47', '+61', '+262', '+358', '+590', '+599'])('%s is no calling code here', (code) => {
    expect(canonicalPhone(`${code}9123456789`)).toBeNull()
  })
})

test.each([
  ['+821012345678', 'KR'],
  ['+821059801234', 'KR'],
  ['+12125550123', 'US'],
  ['+18765550123', 'JM'],
])('the limit of a country counts %s for %s', (phone, country) => {
  expect(countryOf(phone)).toBe(country)
})

test.each([
  ['Someone@Example.COM', 'someone@example.com'],
  [' a.b+c@xn--bcher-kva.example ', 'a.b+c@xn--bcher-kva.example'],
  ['a@bücher.example', 'a@xn--bcher-kva.example'],
  ['a@b', null],
  ['a@b.com\r\nBcc: c@d.com', null],
  ['@b.com', null],
  ['a b@c.com', null],
  ['a..b@b.kr', null],
  ['.a@b.kr', null],
  ['a.@b.kr', null],
  ['a@-b-.kr', null],
  ['a@b-.kr', null],
  [`${'a'.repeat(65)}@b.kr`, null],
])('e-mail %j is %j', (written, canonical) => {
  expect(canonicalEmail(written)).toBe(canonical)
})
