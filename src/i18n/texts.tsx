// Spec §9, the page's texts for its components, with one subscription.
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { type Voice, voice, voices } from './languages'

const Context = createContext<Voice | null>(null)

export const TextsProvider = ({ children }: { children: ReactNode }) => (
  // The third argument is for prerendering and hydration: they use this page's language, not the default.
  <Context value={useSyncExternalStore(voices.subscribe, voice, voice)}>{children}</Context>
)

/** The texts and the language of the page. Outside a provider the language never changes. */
export const useTexts = (): Voice => useContext(Context) ?? voice()
