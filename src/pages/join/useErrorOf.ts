// A form stores the keys of its problems, so that they appear in the current language.
import { useTranslation } from 'react-i18next'
import type { MessageKey } from '../../rules/texts/messages.ts'
import type { PrivacyForm, PrivacyValues } from './screens/privacyForm.ts'

export function useErrorOf(form: PrivacyForm) {
  const { t } = useTranslation()
  return (name: keyof PrivacyValues): string | undefined => {
    const key = form.formState.errors[name]?.message as MessageKey | undefined
    return key && t(key)
  }
}
