// Spec §9, the texts of the page for its components: one subscription for all. A `useTranslation` in every component costs each
// of them its own, and a copy of the whole i18next instance, in the middle of the first rendering.
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import i18next, { type TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Locale } from '../wire/codes'

type Texts = { t: TFunction; locale: Locale }

/** Outside of a provider (a page that says why the app did not start) nothing changes the language any more. */
const Context = createContext<Texts>({ t: i18next.t, locale: 'ko' })

export function TextsProvider({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  return <Context value={useMemo(() => ({ t, locale }), [t, locale])}>{children}</Context>
}

/** The texts, and the language of the page. */
export const useTexts = (): Texts => useContext(Context)
