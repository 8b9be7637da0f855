// The components, each in each of its states, checked without a page around them.
import { expect, test } from '@playwright/test'
import { COMPONENT_PARTS, openComponents } from './componentsPage.ts'
import { axe } from './fixtures.ts'

for (const part of COMPONENT_PARTS)
  test(`${part || 'all components'}: axe finds nothing, and nothing is wider than a phone`, async ({ page }) => {
    await openComponents(page, 'en', part)
    await axe(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  })
