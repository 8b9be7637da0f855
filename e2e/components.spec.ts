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

test('on a small phone a closed list of countries shows its whole calling code, and radio buttons stand in equal columns', async ({
  page,
}) => {
  await openComponents(page, 'en')
  await page.setViewportSize({ width: 320, height: 640 })
  for (const [size, columns] of [
    [16, 2],
    [32, 1],
  ] as const)
    await test.step(`with text of ${size} px`, async () => {
      await page.evaluate((px) => (document.documentElement.style.fontSize = `${px}px`), size)
      for (const [name, code] of [
        ['c1', '+82'],
        ['c2', '+1242'],
      ] as const) {
        const box = page.locator('.country').filter({ has: page.locator(`#${name}`) })
        await expect(box.getByText(code, { exact: true })).toBeVisible()
        // The room between the edge and the arrow.
        const { text, end, row } = await box.evaluate((element) => {
          const right = (of: Element) => of.getBoundingClientRect().right
          const { paddingRight } = getComputedStyle(element)
          const { scrollWidth, clientWidth } = element.parentElement as Element
          return {
            text: right(element.querySelector('span') as Element),
            end: right(element) - parseFloat(paddingRight),
            row: scrollWidth - clientWidth,
          }
        })
        expect(text).toBeLessThanOrEqual(end)
        expect(row, 'the row of country and number fits').toBeLessThanOrEqual(0)
      }
      const labels = page.getByRole('group', { name: 'Radio list' }).locator('label')
      await expect(labels).toHaveCount(5)
      const boxes = await labels.evaluateAll((all) =>
        all.map((label) => {
          const { left, width } = label.getBoundingClientRect()
          return { left: Math.round(left), width: Math.round(width) }
        }),
      )
      expect(new Set(boxes.map(({ left }) => left)).size).toBe(columns)
      expect(new Set(boxes.map(({ width }) => width)).size).toBe(1)
    })
})
