// Spec §9, the texts of the login form and of all that its first load contains, with one subscription. What loads later uses
// `useTranslation` of react-i18next (decision 0002), and follows the same language.
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { Locale } from '../../contract/locale.ts'
import { type Translation, translation, translations } from './languages.ts'

const Context = createContext<Translation | null>(null)

export const TextsProvider = ({ children }: { children: ReactNode }) => (
  // The third argument is for prerendering and hydration: they use this page's language, not the default.
  <Context value={useSyncExternalStore(translations.subscribe, translation, translation)}>{children}</Context>
)

/** The texts and the language of the page. Outside a provider the language never changes. */
export const useTexts = (): Translation => useContext(Context) ?? translation()

/** The language of the page. */
export const useLocale = (): Locale => useTexts().locale
