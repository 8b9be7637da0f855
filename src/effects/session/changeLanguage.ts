// Spec §8: if the texts of a language cannot be loaded, the page says so and keeps its language. The header says it until the member answers.
import { changeLocale } from '../../i18n/languages.ts'
import { showToast, useScreen } from '../../stores/screen.ts'
import type { Locale } from '../../../contract/locale.ts'

export async function changeLanguage(locale: Locale): Promise<boolean> {
  const isSpoken = await changeLocale(locale)
  useScreen.setState({ lostLocale: isSpoken ? null : locale })
  if (!isSpoken) showToast('errors.localeFailed', 'error')
  return isSpoken
}
