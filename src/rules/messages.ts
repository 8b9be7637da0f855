// The keys of the Korean texts are the type of every message. `login` is in the first load; the other areas come after it.
import type errors from '../../locales/ko/errors.json'
import type info from '../../locales/ko/info.json'
import type login from '../../locales/ko/login.json'
import type sms from '../../locales/ko/sms.json'

export type MessageKey = keyof typeof login | keyof typeof errors | keyof typeof info | keyof typeof sms
export type Values = Record<string, string | number>
