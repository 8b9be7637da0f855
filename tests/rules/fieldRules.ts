// Every rule that checks typed text, and every function that cleans long input.
import {
  birthdayDigits,
  birthdayProblem,
  birthYearProblem,
  finishBirthday,
  formatBirthday,
} from '../../src/rules/birthday'
import { isRealDate, withHyphens } from '../../src/rules/date'
import { emailProblem } from '../../src/rules/email'
import { isEmail } from '../../src/wire/email'
import { withoutKorean } from '../../src/rules/hangul'
import { newPasswordProblem } from '../../src/rules/newPassword'
import { nicknameProblem } from '../../src/rules/nickname'
import { passwordProblem, sameAsOwner } from '../../src/rules/password'
import { canSend, formatPhone, mobileProblem, parsePhone } from '../../src/rules/phone'
import { recommenderProblem } from '../../src/rules/recommender'
import { landlineProblem, nameProblem, onlyDigits } from '../../src/rules/textFields'
import { verifyCodeDigits, verifyCodeProblem } from '../../src/rules/verifyCode'

const NOON = Date.parse('2026-03-02T03:00:00Z')

/** Invisible characters that pasted text can contain. */
export const STRANGE = [
  '０',
  'Ａ',
  '가',
  '가'.normalize('NFD'),
  'ㅎ',
  '👍',
  '👨‍👩‍👧',
  '\u202e',
  '\u200f',
  '\u2066',
  '\u200d',
  '\u00a0',
  'é',
]

export const LETTERS = [...STRANGE, 'a', '1', '@', '.', '-', 'a1@', '-.', 'aB1!', '1 ', '19990131']

export const FIELD_RULES: Record<string, (text: string) => unknown> = {
  password: passwordProblem,
  'new password': (text) => newPasswordProblem(text, { login_id: text, phone_number: text }),
  'what a password must not be like': (text) => sameAsOwner(text, { login_id: text, phone_number: text }),
  'password without Korean': withoutKorean,
  phone: (text) => parsePhone(text),
  'phone as it is written': formatPhone,
  'phone, ready to send': (text) => canSend(text, false),
  mobile: mobileProblem,
  birthday: (text) => birthdayProblem(formatBirthday(text), NOON),
  'birthday, once the field is left': (text) => finishBirthday(text, NOON),
  'a group member’s year': (text) => birthYearProblem(birthdayDigits(text, 4), NOON),
  date: (text) => isRealDate(withHyphens(text)),
  landline: (text) => landlineProblem(onlyDigits(text)),
  'e-mail': emailProblem,
  'e-mail as it stands': isEmail,
  name: nameProblem,
  nickname: nicknameProblem,
  'member number': recommenderProblem,
  'verification code': (text) => verifyCodeProblem(verifyCodeDigits(text)),
}
