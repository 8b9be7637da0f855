// Spec §8, locale load failure: whoever asked for a language whose texts cannot be had, the page says so and keeps the one it has.
import { changeLocale, startI18n } from '../i18n/start'
import { showToast } from '../stores/screen'
import type { Locale } from '../wire/codes'

async function orSay(spoken: Promise<boolean>): Promise<boolean> {
  if (await spoken) return true
  showToast('errors.localeFailed', 'error')
  return false
}

export const speak = (locale: Locale): Promise<boolean> => orSay(changeLocale(locale))
export const startSpeaking = (locale: Locale): Promise<boolean> => orSay(startI18n(locale))
