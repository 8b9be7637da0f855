// A form keeps the keys of its problems; they are said in the language of now.
import { useTexts } from '../../i18n/texts'
import type { MessageKey } from '../../rules/messages'
import type { PrivacyForm, PrivacyValues } from './privacyForm'

export function useErrorOf(form: PrivacyForm) {
  const { t } = useTexts()
  return (name: keyof PrivacyValues): string | undefined => {
    const key = form.formState.errors[name]?.message as MessageKey | undefined
    return key && t(key)
  }
}
