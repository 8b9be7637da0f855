import 'i18next'
import type errors from '../../locales/ko/errors.json'
import type info from '../../locales/ko/info.json'
import type login from '../../locales/ko/login.json'
import type sms from '../../locales/ko/sms.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof login & typeof errors & typeof info & typeof sms }
    keySeparator: false
    nsSeparator: false
  }
}
