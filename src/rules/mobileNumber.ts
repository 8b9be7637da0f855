// Spec §5, mobile phone: one rule per country, for sending a code and for submitting. NOTE: the metadata of libphonenumber-js weighs
// 30 kB compressed, so no module of the first load may import this file.
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import type { MessageKey } from './messages'
import { canSend, DEFAULT_NATION, mobileProblem, type Phone } from './phone'

const isMobile = ({ nation_tel_no, phone_number }: Phone): boolean =>
  parsePhoneNumberFromString(phone_number, { defaultCallingCode: nation_tel_no, extract: false })?.isValid() === true

/** Spec §5 counts the digits of a Korean number. Other countries have their own numbering plans. */
export const phoneProblem = (phone: Phone): MessageKey | null => {
  const { nation_tel_no, phone_number } = phone
  if (nation_tel_no === DEFAULT_NATION || phone_number === '') return mobileProblem(phone_number)
  return isMobile(phone) ? null : 'field.mobileInvalid'
}

/** Whether a code may be sent to this number. */
export const canSendTo = (phone: Phone): boolean =>
  phone.nation_tel_no === DEFAULT_NATION ? canSend(phone.phone_number, false) : isMobile(phone)
