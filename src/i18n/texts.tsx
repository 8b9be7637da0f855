// Spec §9, the page's texts for its components, with one subscription.
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { type Translation, translation, translations } from './languages.ts'

const Context = createContext<Translation | null>(null)

export const TextsProvider = ({ children }: { children: ReactNode }) => (
  // The third argument is for prerendering and hydration: they use this page's language, not the default.
  <Context value={useSyncExternalStore(translations.subscribe, translation, translation)}>{children}</Context>
)

/** The texts and the language of the page. Outside a provider the language never changes. */
export const useTexts = (): Translation => useContext(Context) ?? translation()
