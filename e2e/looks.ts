// WCAG 2.2 AA and more of one state of a page: by axe at two widths, and by what axe cannot see: reflow at 320 px, sizes of targets.
import { expect, type Page } from '@playwright/test'
import { axe } from './fixtures'
import type { Language } from './texts'

const HTML_LANG = { ko: 'ko', en: 'en', zh: 'zh-Hans', ja: 'ja' }
const SMALL = { width: 320, height: 640 }
export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }

export const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** What can be pressed and is smaller than 24 px; a box counts with its label, a link inside a sentence does not. */
const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a, button, input, select')]
      .filter((element) => element.checkVisibility() && !element.closest('p, .skip'))
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(({ element }) => element.outerHTML),
  )

export async function expectAccessible(page: Page, language: Language, sizes = [PHONE, DESKTOP]): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', HTML_LANG[language])
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1)
  await expect(page).toHaveTitle(/\S/)
  for (const size of sizes) {
    await page.setViewportSize(size)
    await axe(page)
  }
  await page.setViewportSize(SMALL)
  expect(await overflow(page), 'wider than 320 px').toBeLessThanOrEqual(0)
  expect(await tooSmall(page)).toEqual([])
}
