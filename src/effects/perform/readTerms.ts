// Screens, "Join": a text of terms opens over the page if its origin is one of the settings.
import { canFrame } from '../../rules/terms/termsList.ts'
import { openModal, type TermsText } from '../../stores/screen.ts'
import { getSettings } from '../../stores/settings.ts'

/** @returns opens the text in a dialog; null if it must open in a new tab */
export const readTerms = (text: TermsText): (() => void) | null =>
  canFrame(text.url, getSettings()?.VITE_TERMS_ORIGINS ?? [])
    ? () => void openModal({ name: 'termsText', termsText: text })
    : null
