// Every rule that checks typed text, and every function that cleans long input.
import {
  birthdayDigits,
  birthdayProblem,
  birthYearProblem,
  finishBirthday,
  formatBirthday,
} from '../../src/rules/fields/birthday.ts'
import { isRealDate, withHyphens } from '../../src/rules/fields/date.ts'
import { emailProblem } from '../../src/rules/fields/email.ts'
import { isEmail } from '../../contract/email.ts'
import { withoutKorean } from '../../src/rules/fields/hangul.ts'
import { newPasswordProblem } from '../../src/rules/fields/newPassword.ts'
import { nicknameProblem } from '../../src/rules/fields/nickname.ts'
import { passwordProblem, sameAsOwner } from '../../src/rules/fields/password.ts'
import { canSend, formatPhone, mobileProblem, parsePhone } from '../../src/rules/fields/phone.ts'
import { recommenderProblem } from '../../src/rules/join/recommender.ts'
import { landlineProblem, nameProblem, onlyDigits } from '../../src/rules/fields/textFields.ts'
import { verifyCodeDigits, verifyCodeProblem } from '../../src/rules/fields/verifyCode.ts'

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
