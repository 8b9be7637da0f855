// Spec §8, locale load failure: whoever asked for a language whose texts cannot be had, the page says so and keeps the one it has.
import { changeLocale } from '../i18n/languages'
import { showToast } from '../stores/screen'
import type { Locale } from '../wire/codes'

export async function speak(locale: Locale): Promise<boolean> {
  const isSpoken = await changeLocale(locale)
  if (!isSpoken) showToast('errors.localeFailed', 'error')
  return isSpoken
}
