// Spec §8: if the texts of a language cannot be loaded, the page says so and keeps its language.
import { changeLocale } from '../../i18n/languages.ts'
import { showToast } from '../../stores/screen.ts'
import type { Locale } from '../../../contract/locale.ts'

export async function changeLanguage(locale: Locale): Promise<boolean> {
  const isSpoken = await changeLocale(locale)
  if (!isSpoken) showToast('errors.localeFailed', 'error')
  return isSpoken
}
