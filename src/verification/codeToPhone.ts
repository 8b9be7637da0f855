// Spec §4: what a code needs to know of a phone that the member types.
import type { MessageKey } from '../rules/texts/messages.ts'
import { phoneProblem } from '../rules/fields/mobileNumber.ts'
import { canSend, type Phone } from '../rules/fields/phone.ts'
import { shownPhone } from '../rules/fields/shownPhone.ts'

/** The options of useSms for a code to this phone. @param refused shows why the server sends none there */
export const codeToPhone = (phone: Phone, refused: (text: MessageKey) => void) => ({
  channel: 'sms' as const,
  target: shownPhone(phone),
  body: phone,
  targetField: {
    name: 'mobileNumber',
    problem: phoneProblem(phone),
    canSend: canSend(phone.phone_number, false),
    refused,
  },
})
