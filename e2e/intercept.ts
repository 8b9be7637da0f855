// Interception of a page's requests. Journeys use this function and not `page.route`.
import type { Page } from '@playwright/test'

/** An address that no page requests. */
const NOWHERE = 'http://nowhere.invalid/'

/**
 * Like `page.route`, and keeps one more route for the life of the page's context.
 * NOTE: Playwright stops intercepting when the last route is used up or removed. A request of that moment then never gets an answer.
 */
export async function intercept(page: Page, ...given: Parameters<Page['route']>): Promise<void> {
  await page.context().route(NOWHERE, (route) => route.abort())
  await page.route(...given)
}
