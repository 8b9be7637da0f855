// The backend's own decisions, by table.
import { describe, expect, test } from 'vitest'
import { isChild, todayInKorea } from '../../../backend/domain/members/age.ts'
import { timeIn } from '../../../backend/domain/members/days.ts'
import { loginIdKey, maskedLoginId } from '../../../backend/domain/members/loginId.ts'
import { isInside } from '../../../backend/domain/limits/networks.ts'
import { maskedPhone } from '../../../backend/domain/members/phone.ts'
import { masked } from '../../../backend/log.ts'
import { scenarios } from '../../../demo/scenarios.ts'

describe('age, by the day in Korea', () => {
  test.each([
    ['the last second before the 14th birthday there', '2012-03-02', '2026-03-01T14:59:59Z', true],
    ['the first second of it', '2012-03-02', '2026-03-01T15:00:00Z', false],
    ['born on 29 February, 28 February', '2012-02-29', '2026-02-28T03:00:00Z', true],
    ['born on 29 February, 1 March', '2012-02-29', '2026-03-01T03:00:00Z', false],
    ['a grown-up', '1993-04-17', '2026-03-01T03:00:00Z', false],
    ['born on 28 February, on 29 February', '2014-02-28', '2028-02-29T03:00:00Z', false],
    ['born on 1 March, on 29 February', '2014-03-01', '2028-02-29T03:00:00Z', true],
  ])('%s', (_, birthdate, now, child) => expect(isChild(birthdate, new Date(now))).toBe(child))

  test('the day there begins nine hours earlier', () =>
    expect(todayInKorea(new Date('2026-12-31T15:00:00Z'))).toBe('2027-01-01'))
})

describe('a time that an operator writes', () => {
  test.each([
    ['a day is its beginning in UTC', '2024-05-01', '2024-05-01T00:00:00.000Z'],
    ['a time in Korea', '2024-05-01T09:00+09:00', '2024-05-01T00:00:00.000Z'],
    ['a time in UTC with microseconds', '2024-05-01T09:00:00.123456Z', '2024-05-01T09:00:00.123Z'],
    ['29 February of a leap year', '2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('%s', (_, text, time) => expect(timeIn(text)?.toISOString()).toBe(time))

  test.each([
    ['30 February', '2024-02-30'],
    ['31 April, with a time', '2024-04-31T09:00Z'],
    ['29 February of another year', '2023-02-29'],
    ['hour 25', '2024-05-01T25:00Z'],
    ['a time without its zone', '2024-05-01T09:00'],
    ['another form', '01/05/2024'],
    ['the year 50', '0050-01-01'],
    ['nothing', ''],
  ])('is refused: %s', (_, text) => expect(timeIn(text)).toBeNull())
})

test.each([
  ['Hong@Example.COM', 'hong@example.com'],
  ['  hong@example.com ', 'hong@example.com'],
  ['ｈｏｎｇ＠example.com', 'hong@example.com'],
  ['hong@한국.kr', 'hong@xn--3e0b707e.kr'],
  ['"a@b"@example.com', '"a@b"@example.com'],
  ['no address', 'no address'],
])('the login id %s is %s', (written, key) => expect(loginIdKey(written)).toBe(key))

test.each([
  ['hongkildong@example.com', 'ho***@example.com'],
  ['abc@example.com', 'a***@example.com'],
  ['a@example.com', 'a***@example.com'],
])('%s is shown as %s', (login_id, shown) => expect(maskedLoginId(login_id)).toBe(shown))

test.each([
  ['+821012345678', '010-****-**78'],
  ['+82111234567', '011-****-**67'],
  ['+8613912345678', '+86 *** **** **78'],
  ['+819012345678', '+81 ** **** **78'],
  ['+12015550123', '+1 *** *** **23'],
])('%s is shown as %s', (phone, shown) => expect(maskedPhone(phone)).toBe(shown))

test.each([
  ['203.0.113.9', ['203.0.113.0/24'], true],
  ['203.0.114.9', ['203.0.113.0/24'], false],
  ['203.0.113.9', ['203.0.113.9'], true],
  ['fd00::1', ['fc00::/7'], true],
  ['203.0.113.9', ['nonsense', ''], false],
  ['nonsense', ['0.0.0.0/0'], false],
])('%s in %o: %s', (address, blocks, inside) => expect(isInside(address, blocks)).toBe(inside))

test('telling values are masked by their name, codes of refusals are not', () =>
  expect(masked({ login_id: 'a@b.test', auth_code: 'x', detail_code: 4502, ip: '::1', phone: null })).toEqual({
    login_id: '***',
    auth_code: '***',
    detail_code: 4502,
    ip: '::1',
    phone: null,
  }))

test('every demo member has a key and says what it shows in two languages', () => {
  const all = scenarios(new Date())
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
  for (const { shows } of all) expect(shows).toMatch(/[가-힣].* · [A-Z]/)
})
