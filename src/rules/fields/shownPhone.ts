// A mobile number with the prefix of its country, as people write it: +82 10-1234-5678, without the zero that callers in the country dial.
import { formatPhone, type Phone } from './phone.ts'

export const shownPhone = ({ nation_tel_no, phone_number }: Phone): string =>
  `+${nation_tel_no} ${formatPhone(phone_number).replace(/^0/, '')}`
