// The line of a press that has waited for ten seconds. The page must have a clock of Playwright's.
import type { Page } from '@playwright/test'
import { TIMEOUT_MS } from '../src/state/timeout.ts'
import { expect, main } from './fixtures.ts'
import { type Language, say } from './texts.ts'

/** Lets the page's clock go on until the line offers a way on. */
export async function waitLong(page: Page, language: Language = 'ko'): Promise<void> {
  // The press is on its way, and with it the code of the line.
  await expect(main(page).locator('.spinner')).toHaveCount(1)
  await page.clock.fastForward(4000)
  await expect(main(page).getByText(say('common.slow', language))).toBeVisible()
  await page.clock.fastForward(TIMEOUT_MS - 4000)
  await expect(main(page).getByText(say('common.slowLong', language))).toBeVisible()
}
