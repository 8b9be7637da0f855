import type { Locale } from '../wire/codes'
import { useTexts } from './texts'

/** The language of the page, as the components see it. */
export const useLocale = (): Locale => useTexts().locale
