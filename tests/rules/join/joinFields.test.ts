// Spec §5, the fields of a join: one row per statement, and arbitrary text.
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { isUnderAge, latestBirthday, todayInKorea } from '../../../src/rules/fields/age.ts'
import {
  birthdayDigits,
  birthdayProblem,
  birthYearProblem,
  BIRTHDAY_MAX_LENGTH,
  DEFAULT_BIRTHDAY,
  finishBirthday,
  finishBirthYear,
  formatBirthday,
} from '../../../src/rules/fields/birthday.ts'
import {
  choicesOf,
  codeOf,
  isOther,
  MAJOR_FIELDS,
  lacksOther,
  SEMESTERS,
  semesterName,
} from '../../../src/rules/join/codes.ts'
import { isRealDate } from '../../../src/rules/fields/date.ts'
import { cleanEmail, emailProblem } from '../../../src/rules/fields/email.ts'
import { isEmail } from '../../../contract/email.ts'
import { LETTER_ACCEPT, letterContentProblem, letterProblem, letterType } from '../../../src/rules/join/letter.ts'
import { filledMajors, majorRows, majorsProblem, withNextRow } from '../../../src/rules/join/majors.ts'
import { NICKNAME_DEBOUNCE_MS } from '../../../src/rules/fields/nickname.ts'
import { newPasswordProblem } from '../../../src/rules/fields/newPassword.ts'
import { phoneProblem } from '../../../src/rules/fields/mobileNumber.ts'
import { mobileProblem, parsePhone, PHONE_MAX_LENGTH } from '../../../src/rules/fields/phone.ts'
import { passwordProblem } from '../../../src/rules/fields/password.ts'
import { cleanMemberNumber, recommenderProblem } from '../../../src/rules/join/recommender.ts'
import {
  cleanText,
  INPUT_MAX_LENGTH,
  landlineProblem,
  nameProblem,
  onlyDigits,
} from '../../../src/rules/fields/textFields.ts'
import { FIELD_RULES, LETTERS, STRANGE } from '../fieldRules.ts'

const NOON = Date.parse('2026-03-02T03:00:00Z')
const MARKS = ['\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069']
const inserted = (text: string, at: number, what: string) => text.slice(0, at) + what + text.slice(at)
const wide = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))
const any = fc.string({ unit: 'grapheme', maxLength: 300 })

describe('birthday', () => {
  test.each([
    ['', ''],
    ['1', '1'],
    ['19990', '1999-0'],
    ['1999013', '1999-01-3'],
    ['19990131', '1999-01-31'],
    ['1999-01-31', '1999-01-31'],
    ['1999013100', '1999-01-31'],
    ['１９９９年０１月３１日', '1999-01-31'],
    ['\u200f1999\u202e0131', '1999-01-31'],
    ['열여덟', ''],
  ])('4-2-2 with hyphens: %s is written %s', (typed, text) => expect(formatBirthday(typed)).toBe(text))

  test.each([
    ['a day of one digit, once the field is left', '1999-01-3', '1999-01-03'],
    ['with dots', '1999.1.31', '1999-01-31'],
    ['as it is written in Korea', '1999년 1월 3일', '1999-01-03'],
    ['a whole day stays', '1999-01-31', '1999-01-31'],
    ['a year of two digits', '99.1.3', '1999-01-03'],
    ['a year of two digits in this century', '05/12/31', '2005-12-31'],
    ['six digits', '990103', '1999-01-03'],
    ['six digits that begin a year of four', '200103', '2001-03'],
    ['a day that does not exist', '99.2.30', '1999-02-30'],
    ['leaves other text unchanged', '1999', '1999'],
  ])('left: %s', (_, typed, text) => expect(finishBirthday(typed, NOON)).toBe(text))

  test.each([
    ['99', '1999'],
    ['05', '2005'],
    ['1999', '1999'],
    ['199', '199'],
  ])('a group member’s year that is left: %s is %s', (typed, text) => expect(finishBirthYear(typed, NOON)).toBe(text))

  test.each(['99.1.3', '1999.1.3', '1999-01-03', '19990103', '1999년 1월 3일'])(
    '%s can be typed key by key',
    (typed) => {
      const shown = Array.from(typed).reduce((text, key) => formatBirthday(text + key), '')
      expect(finishBirthday(shown, NOON)).toBe('1999-01-03')
    },
  )

  test.each([
    ['3/14/1990', '1990-03-14'],
    ['03/14/1990', '1990-03-14'],
    ['14.03.1990', '1990-03-14'],
    ['31/12/2003', '2003-12-31'],
    ['20/03/1990', '1990-03-20'],
    ['04/04/2004', '2004-04-04'],
    // Day and month could each be either, so the member is asked for the order of the example.
    ['03/04/1990', '0304-19-90'],
    ['13/14/1990', '1314-19-90'],
  ])('a day with its year at the end: %s becomes %s', (typed, text) => {
    const shown = Array.from(typed).reduce((before, key) => formatBirthday(before + key), '')
    expect(finishBirthday(shown, NOON)).toBe(text)
    expect(finishBirthday(formatBirthday(typed), NOON)).toBe(text)
  })

  test('the default is 2000-01-01; ten characters at most', () => {
    expect(DEFAULT_BIRTHDAY).toBe('2000-01-01')
    expect(DEFAULT_BIRTHDAY).toHaveLength(BIRTHDAY_MAX_LENGTH)
  })

  test.each([
    ['a real day', '1999-01-31', null],
    ['the example beside the field', DEFAULT_BIRTHDAY, null],
    ['nothing', '', 'field.birthdayEmpty'],
    ['not complete', '1999-01', 'field.birthdayFormat'],
    ['a day that does not exist', '2001-02-29', 'field.birthdayFormat'],
    ['without hyphens', '19990131', 'field.birthdayFormat'],
    ['tomorrow', '2026-03-03', 'field.birthdayFuture'],
    ['fourteen today', '2012-03-02', null],
    ['fourteen tomorrow', '2012-03-03', 'field.underAge'],
  ])('%s', (_, birthday, problem) => expect(birthdayProblem(birthday, NOON)).toBe(problem))

  test.each([
    ['a year', '1988', null],
    ['nothing', '', 'field.birthYearEmpty'],
    ['three digits', '198', 'field.birthYearFormat'],
    ['18xx', '1899', 'field.birthYearFormat'],
    ['the year to come', '2027', 'field.birthdayFuture'],
    ['a year in which everybody is fourteen', '2011', null],
    ['a year in which some are not yet fourteen', '2012', 'field.underAge'],
  ])('a group member’s year: %s', (_, year, problem) => expect(birthYearProblem(year, NOON)).toBe(problem))

  test('formats any text as at most ten digits and hyphens, and a second time unchanged', () =>
    fc.assert(
      fc.property(any, (typed) => {
        const text = formatBirthday(typed)
        expect(text).toMatch(/^(\d{0,4}|\d{4}-\d{1,2}|\d{4}-\d{2}-\d{1,2}|\d{2}-|\d{2}-\d{1,2}|\d{2}-\d{2}-\d{0,2})$/)
        expect(formatBirthday(text)).toBe(text)
        expect(birthdayDigits(typed)).toMatch(/^\d{0,8}$/)
      }),
    ))

  test('reads a day in every common notation', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...MARKS, '👍', '', '')), fc.boolean(), (marks, isWide) => {
        const written = Array.from('19990131', (digit, at) => `${digit}${marks[at] ?? ''}`).join('')
        expect(formatBirthday(isWide ? wide(written) : written)).toBe('1999-01-31')
      }),
    ))

  test('accepts exactly the days of the calendar', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2011 }), fc.nat(14), fc.nat(33), (year, month, day) => {
        const [mm, dd] = [month, day].map((part) => String(part).padStart(2, '0'))
        const date = new Date(Date.UTC(year, month - 1, day))
        const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
        expect(birthdayProblem(`${year}-${mm}-${dd}`, NOON) === null).toBe(isReal)
      }),
    ))
})

describe('a day', () => {
  test.each([
    ['1900-02-29: no leap year', '1900-02-29', false],
    ['2000-02-29: a leap year', '2000-02-29', true],
    ['2028-02-29: a leap year', '2028-02-29', true],
    ['2027-02-29: no leap year', '2027-02-29', false],
    ['the first of the last century', '1900-01-01', true],
    ['the last of this one', '2099-12-31', true],
    ['of the century before', '1899-12-31', false],
    ['of the next one', '2100-01-01', false],
    ['of the year 50', '0050-01-01', false],
    ['without its zeros', '1999-1-1', false],
    ['with a time', '1999-01-01T00:00', false],
    ['with a space', '1999-01-01 ', false],
    ['day 0', '1999-01-00', false],
    ['month 13', '1999-13-01', false],
    ['full-width digits', '１９９９-01-01', false],
  ])('%s', (_, date, isReal) => expect(isRealDate(date)).toBe(isReal))

  // Chile changes its clock at midnight, New York two hours later.
  test.each(['America/Santiago', 'America/New_York', 'Asia/Seoul', 'Pacific/Kiritimati'])(
    'of Korea is the same for a device in %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      const days = Array.from({ length: 365 * 24 }, (_, hour) => Date.UTC(2026, 0, 1) + hour * 3_600_000)
      const wrong = days.filter((now) => todayInKorea(now) !== new Date(now + 9 * 3_600_000).toISOString().slice(0, 10))
      expect(wrong).toEqual([])
    },
  )
})

describe('child under 14', () => {
  test.each([
    ['a minute before midnight in Seoul', '2026-03-02T14:59:00Z', '2026-03-02', '2012-03-02'],
    ['midnight in Seoul', '2026-03-02T15:00:00Z', '2026-03-03', '2012-03-03'],
    ['New Year comes to Seoul first', '2026-12-31T15:00:00Z', '2027-01-01', '2013-01-01'],
    ['29 February: fourteen years before, the day did not exist', '2028-02-29T03:00:00Z', '2028-02-29', '2014-02-28'],
  ])('%s', (_, at, today, latest) => {
    const now = Date.parse(at)
    expect(todayInKorea(now)).toBe(today)
    expect(latestBirthday(now)).toBe(latest)
    expect(isUnderAge(latest, now)).toBe(false)
  })

  test.each([
    ['born on 29 February, on 28 February', '2026-02-28T03:00:00Z', true],
    ['born on 29 February, on 1 March', '2026-03-01T03:00:00Z', false],
  ])('%s', (_, at, isChild) => expect(isUnderAge('2012-02-29', Date.parse(at))).toBe(isChild))
})

describe('phones', () => {
  test.each([
    ['mobile: 10 digits', '0101234567', null],
    ['mobile: 14 digits', '01012345678901', null],
    ['mobile: nothing', '', 'field.mobileEmpty'],
    ['mobile: 9 digits', '010123456', 'field.mobileFormat'],
    ['mobile: 15 digits', '010123456789012', 'field.mobileFormat'],
    ['mobile: full-width digits are not sent', '０１０１２３４５６７', 'field.mobileFormat'],
  ])('%s', (_, digits, problem) => expect(mobileProblem(digits)).toBe(problem))

  test.each([
    ['010 with 11 digits', '82', '01012345678', null],
    ['011 with 10 digits', '82', '0111234567', null],
    ['010 with 10 digits', '82', '0101234567', 'field.mobileInvalid'],
    ['9 digits', '82', '010123456', 'field.mobileFormat'],
    ['an area code', '82', '0311234567', 'field.mobileLandline'],
    ['an area code, too short', '82', '021234567', 'field.mobileLandline'],
    ['an internet telephone', '82', '07012345678', 'field.mobileLandline'],
    ['Uganda, nine digits', '256', '712345678', null],
    ['a landline of Japan', '81', '0312345678', 'field.mobileInvalid'],
  ])('a number of its country: %s', (_, nation_tel_no, phone_number, problem) =>
    expect(phoneProblem({ nation_tel_no, phone_number })).toBe(problem),
  )

  test.each([
    ['landline: 8 digits', '21234567', null],
    ['landline: 14 digits', '02123456789012', null],
    ['landline: 7 digits', '2123456', 'field.landlineFormat'],
    ['landline: 15 digits', '021234567890123', 'field.landlineFormat'],
    ['landline: a hyphen', '02-1234567', 'field.landlineFormat'],
    ['landline: nothing', '', 'field.landlineEmpty'],
  ])('%s', (_, digits, problem) => expect(landlineProblem(digits)).toBe(problem))

  test('accepts an empty optional landline number', () => expect(landlineProblem('', false)).toBeNull())

  test('reads a number in every common notation', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^010\d{8}$/),
        fc.array(fc.constantFrom(' ', '-', '\u200f', '\u202a', '.', '👍')),
        (digits, marks) => {
          const written = Array.from(digits, (digit, at) => `${digit}${marks[at] ?? ''}`).join('')
          expect(parsePhone(written).phone_number).toBe(digits)
          expect(parsePhone(wide(written)).phone_number).toBe(digits)
        },
      ),
    ))
})

describe('e-mail', () => {
  test.each([
    ['an address', 'name@example.co.kr', null],
    ['nothing', ' ', 'field.emailEmpty'],
    ['no @', 'name', 'field.emailNoAt'],
    ['no host', 'name@', 'field.emailNoDomain'],
    ['a host without a dot', 'name@localhost', 'field.emailNoDomain'],
    ['two at signs', 'a@b@example.com', 'field.emailFormat'],
    ['a second header line', 'name@example.com\r\nBcc: a@b.kr', 'field.emailFormat'],
  ])('%s', (_, typed, problem) => expect(emailProblem(typed)).toBe(problem))

  test('ignores direction marks and full-width letters in an address', () =>
    fc.assert(
      fc.property(fc.emailAddress(), fc.nat(100), fc.constantFrom(...MARKS), (address, at, mark) => {
        const written = inserted(address, at % (address.length + 1), mark)
        expect(cleanEmail(written)).toBe(address)
        expect(cleanEmail(wide(written))).toBe(address)
      }),
    ))

  test('refuses an address with an emoji or a letter of another script before its domain', () =>
    fc.assert(
      fc.property(fc.nat(4), fc.constantFrom('가', '가'.normalize('NFD'), 'ㅎ', '👍', '👨‍👩‍👧', 'é'), (at, what) => {
        expect(emailProblem(inserted('name@example.com', at, what))).toBe('field.emailFormat')
      }),
    ))

  test('accepts only addresses that cleaning leaves unchanged', () =>
    fc.assert(
      fc.property(fc.oneof(any, fc.emailAddress()), (typed) => {
        const clean = cleanEmail(typed)
        expect(cleanEmail(clean)).toBe(clean)
        expect(emailProblem(typed) !== null || isEmail(clean)).toBe(true)
      }),
    ))
})

describe('plain inputs', () => {
  test('an input takes 1000 characters, a phone 256, and a nickname rests 500 ms', () => {
    expect([INPUT_MAX_LENGTH, PHONE_MAX_LENGTH, NICKNAME_DEBOUNCE_MS]).toEqual([1000, 256, 500])
    expect(cleanText('가'.repeat(2000))).toHaveLength(1000)
    expect(onlyDigits('1'.repeat(2000))).toHaveLength(1000)
    expect(parsePhone('1'.repeat(2000)).phone_number).toHaveLength(256)
  })

  test.each([
    ['digits only', 'a1-2 3', '123'],
    ['full-width digits count', '１２', '12'],
  ])('%s', (_, typed, digits) => expect(onlyDigits(typed)).toBe(digits))

  test('composes and trims a name, and removes direction marks', () => {
    expect(cleanText(`  ${'김하늘'.normalize('NFD')}\u202e  `)).toBe('김하늘')
    expect(nameProblem('\u200f ')).toBe('field.nameEmpty')
    expect(nameProblem('O’Brien')).toBeNull()
  })

  test('leaves a clean name unchanged', () =>
    fc.assert(fc.property(any, (typed) => cleanText(cleanText(typed)) === cleanText(typed))))
})

describe('codes', () => {
  test('requires a text for the choice "other"', () => {
    for (const code of ['JOB_TYP_ETC', 'FAM_REL_ETC', 'FAM_JOB_ETC', 'PC_ETC']) expect(isOther(code), code).toBe(true)
    expect(isOther('JOB_TYP_01')).toBe(false)
    expect(lacksOther('FAM_REL_ETC', ' ')).toBe(true)
    expect(lacksOther('FAM_REL_ETC', '사촌')).toBe(false)
    expect(lacksOther('00', '')).toBe(false)
  })
  test('tells rows with one code apart, sends the code, and lets one of them be "other"', () => {
    const rows = [{ code: '01' }, { code: '02' }, { code: '02' }, { code: '02', code_add: 'FAM_REL_ETC' }]
    const choices = choicesOf(rows).map(({ choice }) => choice)
    expect(new Set(choices).size).toBe(4)
    expect(choices.slice(0, 2)).toEqual(['01', '02'])
    expect(choices.map(codeOf)).toEqual(['01', '02', '02', '02'])
    expect(choices.map(isOther)).toEqual([false, false, false, true])
    expect(lacksOther(choices[3] ?? '', '')).toBe(true)
  })
  test('keeps two choices for a row that appears twice, whatever its additional code', () => {
    const rows = [
      { code: '9', code_add: 'X_ETC' },
      { code: '9', code_add: 'X_ETC' },
      { code: 'KR', code_add: '82' },
    ]
    const choices = choicesOf(rows).map(({ choice }) => choice)
    expect(new Set(choices).size).toBe(3)
    expect(choices[2]).toBe('KR')
  })
  test('twelve semesters', () => {
    expect(SEMESTERS).toEqual(['11', '12', '21', '22', '31', '32', '41', '42', '51', '52', '61', '62'])
    expect(semesterName('62')).toEqual({ text: 'field.semester2', values: { year: '6' } })
    expect(semesterName('11')).toEqual({ text: 'field.semester1', values: { year: '1' } })
  })
  test('eight major fields', () =>
    expect(MAJOR_FIELDS.map(({ code }) => code)).toEqual(['00', '01', '02', '03', '04', '05', '06', '07']))
  test.each([
    ['nothing', '', 'field.recommenderEmpty'],
    ['blanks only', ' 　', 'field.recommenderEmpty'],
    ['eight digits', '20000001', null],
    ['seven digits: the server decides', '2000000', null],
    ['letters and a hyphen', 'M-2000001', null],
    ['an address', 'hana2@group.test', 'field.recommenderForm'],
    ['a name', '김하나', 'field.recommenderForm'],
    ['the own phone', '010-1234-5678', 'field.recommenderForm'],
  ])('member number: %s', (_, number, problem) => expect(recommenderProblem(number, '01012345678')).toBe(problem))
  test.each([
    [' ２０００0001\u202e', '20000001'],
    ['2000-0001', '20000001'],
    ['2000 0001', '20000001'],
    ['M-2000 001', 'M-2000 001'],
  ])('a member number is sent without what only groups its digits: %s', (typed, number) =>
    expect(cleanMemberNumber(typed)).toBe(number),
  )
})

describe('register-major modal', () => {
  const physics = { majorCode: '04', majorName: ' 물리 ' }
  const none = { majorCode: '', majorName: '' }
  test.each([
    ['both code and name', [physics], null],
    ['nothing', [], 'field.majorRequired'],
    ['no name', [{ majorCode: '04', majorName: ' ' }], 'field.majorRequired'],
    ['no code', [{ majorCode: '', majorName: '물리' }], 'field.majorRequired'],
    ['only the second is filled', [none, physics], 'field.majorRequired'],
  ])('the first major: %s', (_, majors, problem) => expect(majorsProblem(majors)).toBe(problem))

  test('keeps only filled entries, at most three', () => {
    expect(filledMajors([physics, none, physics, physics, physics])).toEqual(
      Array.from({ length: 3 }, () => ({ majorCode: '04', majorName: '물리' })),
    )
    expect(majorRows([physics], 1)).toEqual([physics])
    expect(majorRows([], 1)).toEqual([none])
    expect(majorRows([], 0)).toEqual([])
    expect(majorRows([none, physics, none], 1)).toEqual([none, physics])
    expect(majorRows([physics, physics, physics, physics], 1)).toEqual([physics, physics, physics])
    expect(withNextRow([physics])).toEqual([physics, none])
    expect(withNextRow([physics, none, none])).toBeNull()
  })
})

describe('enrollment letter', () => {
  const head = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  const pdf = head('%PDF-1.7')
  const letter = { name: '재학증명서.pdf', size: 1000, head: pdf }
  test.each([
    ['a PDF', letter, null],
    ['a capital ending', { ...letter, name: 'A.PDF' }, null],
    ['a JPEG', { ...letter, name: 'a.jpg', head: head('\xff\xd8\xff\xe0') }, null],
    ['a PNG', { ...letter, name: 'a.png', head: head('\x89PNG\r\n\x1a\n') }, null],
    ['ten megabytes', { ...letter, size: 10 * 1024 * 1024 }, null],
    ['more', { ...letter, size: 10 * 1024 * 1024 + 1 }, 'field.letterSize'],
    ['nothing in it', { ...letter, size: 0, head: head('') }, 'field.letterEmpty'],
    ['another ending', { ...letter, name: 'a.docx' }, 'field.letterFormat'],
    ['no ending', { ...letter, name: 'letter' }, 'field.letterFormat'],
    ['another content', { ...letter, head: head('<html>') }, 'field.letterContent'],
  ])('%s', (_, facts, problem) => expect(letterProblem(facts)).toBe(problem))

  test('is sent as what its name says, whatever type the system knows', () => {
    expect(['a.PDF', 'b.jpeg', 'c.png', 'd.txt'].map(letterType)).toEqual([
      'application/pdf',
      'image/jpeg',
      'image/png',
      '',
    ])
  })

  test('a picture of more than 40 megapixels is recognised by its header', () => {
    const png = (width: number, height: number) => {
      const bytes = new Uint8Array(33)
      bytes.set(head('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'))
      new DataView(bytes.buffer).setUint32(16, width)
      new DataView(bytes.buffer).setUint32(20, height)
      return bytes
    }
    const jpeg = (...size: number[]) =>
      new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc2, 0, 17, 8, ...size, 3])
    expect(letterContentProblem(png(8000, 5000))).toBeNull()
    expect(letterContentProblem(png(8000, 5001))).toBe('field.letterPixels')
    expect(letterContentProblem(jpeg(0x13, 0x88, 0x1f, 0x40))).toBeNull()
    expect(letterContentProblem(jpeg(0x13, 0x89, 0x1f, 0x40))).toBe('field.letterPixels')
    // The tables of Huffman codes have no size.
    const tables = [0xff, 0xd8, 0xff, 0xc4, 0, 9, 8, 0xff, 0xff, 0xff, 0xff, 0, 0]
    expect(letterContentProblem(new Uint8Array([...tables, ...jpeg(0x13, 0x88, 0x1f, 0x40).slice(8)]))).toBeNull()
    for (const other of [pdf, head(''), head('\xff\xd8'), head('\xff\xd8\xff\xda\0\0\xff')])
      expect(letterContentProblem(other)).toBeNull()
  })

  test('lists the formats for the file input', () =>
    expect(LETTER_ACCEPT).toBe('application/pdf,.pdf,image/jpeg,.jpg,.jpeg,image/png,.png'))
})

// A rule with quadratic time would exceed the test's timeout.
describe('rules take linear time for ten thousand and for a million characters', () => {
  test.each(Object.entries(FIELD_RULES))('%s', (_, rule) => {
    for (const letter of LETTERS) {
      expect(rule(letter.repeat(Math.ceil(10_000 / letter.length))), letter).not.toBeUndefined()
      expect(rule(letter.repeat(Math.ceil(1_000_000 / letter.length))), letter).not.toBeUndefined()
    }
  })

  test('refuses a password with one foreign character at any place', () =>
    fc.assert(
      fc.property(fc.nat(8), fc.constantFrom(...STRANGE), (at, what) => {
        expect(passwordProblem(inserted('kT7!mz2R', at, what))).toBe('password.characters')
        expect(newPasswordProblem(inserted('kT7!mz2R', at, what))).toBe('password.characters')
      }),
    ))

  test('never throws for any text', () =>
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => void passwordProblem(text))))
})
