// A form stores the keys of its problems, so that they appear in the current language.
import { useTexts } from '../../i18n/texts.tsx'
import type { MessageKey } from '../../rules/messages.ts'
import type { PrivacyForm, PrivacyValues } from './privacyForm.ts'

export function useErrorOf(form: PrivacyForm) {
  const { t } = useTexts()
  return (name: keyof PrivacyValues): string | undefined => {
    const key = form.formState.errors[name]?.message as MessageKey | undefined
    return key && t(key)
  }
}
