// Spec §8: if the texts of a language cannot be loaded, the page says so and keeps its language.
import { changeLocale } from '../../i18n/languages'
import { showToast } from '../../stores/screen'
import type { Locale } from '../../wire/locale'

export async function changeLanguage(locale: Locale): Promise<boolean> {
  const isSpoken = await changeLocale(locale)
  if (!isSpoken) showToast('errors.localeFailed', 'error')
  return isSpoken
}
