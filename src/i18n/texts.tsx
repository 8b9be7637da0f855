// Spec §9, the texts of the page for its components: one subscription for all.
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { type Voice, voice, voices } from './languages'

const Context = createContext<Voice | null>(null)

export const TextsProvider = ({ children }: { children: ReactNode }) => (
  // What the build renders and React takes over speaks this page's language too, and not the one that every page begins with.
  <Context value={useSyncExternalStore(voices.subscribe, voice, voice)}>{children}</Context>
)

/** The texts, and the language of the page. Outside of a provider nothing changes the language any more. */
export const useTexts = (): Voice => useContext(Context) ?? voice()
