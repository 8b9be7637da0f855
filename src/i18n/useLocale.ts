import { useTranslation } from 'react-i18next'
import type { Locale } from '../wire/codes'

/** The language of the page, as the components see it. */
export const useLocale = (): Locale => useTranslation().i18n.language as Locale
