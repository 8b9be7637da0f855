// The box that agrees to a whole list of terms: "agree to all", or the only item of a list.
import type { Page } from '@playwright/test'

export const AGREEMENT = { css: '#consentedTerms' }
export const agreement = (page: Page) => page.locator(AGREEMENT.css)
