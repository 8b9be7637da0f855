// Spec §5, mobile phone: what is wrong with a number, by the numbering plan of its country. NOTE: the metadata of libphonenumber-js weighs
// 30 kB compressed, so no module of the first load may import this file.
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import type { MessageKey } from '../texts/messages.ts'
import { DEFAULT_NATION, mobileProblem, type Phone } from './phone.ts'

/** Korea's mobile numbers. Some of them, as 010-5980-1234, are missing from the metadata of libphonenumber-js. */
const KOREAN_MOBILE = /^01(?:0\d{8}|[16-9]\d{7,8})$/
/** Area codes (02, 031 …) and numbers of the internet telephone (070), which receive no texts. */
const KOREAN_LANDLINE = /^0[2-8]/

const isMobile = ({ nation_tel_no, phone_number }: Phone): boolean =>
  parsePhoneNumberFromString(phone_number, { defaultCallingCode: nation_tel_no, extract: false })?.isValid() === true

/** Spec §5 counts the digits of a Korean number. Other countries have their own numbering plans. */
export function phoneProblem(phone: Phone): MessageKey | null {
  const { nation_tel_no, phone_number } = phone
  if (phone_number === '') return mobileProblem(phone_number)
  if (nation_tel_no !== DEFAULT_NATION) return isMobile(phone) ? null : 'field.mobileInvalid'
  if (KOREAN_LANDLINE.test(phone_number)) return 'field.mobileLandline'
  return mobileProblem(phone_number) ?? (KOREAN_MOBILE.test(phone_number) ? null : 'field.mobileInvalid')
}
