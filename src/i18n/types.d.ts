import 'i18next'
import type { Messages } from '../rules/texts/messages.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Messages }
    keySeparator: false
    nsSeparator: false
  }
}
