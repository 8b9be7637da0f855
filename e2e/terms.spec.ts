// The texts of terms on the join's terms page: each opens over the form, and the form stays as it was. access.spec.ts looks at an open one.
import type { Page } from '@playwright/test'
import { agreement } from './agreement.ts'
import { app } from './addresses.ts'
import { expect, test } from './fixtures.ts'
import { joinAs } from './joining.ts'
import { say } from './texts.ts'

const NAME = say('terms.custom')
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

/** The terms page on a small phone, scrolled to the link to a text. */
async function begin(page: Page) {
  await page.setViewportSize({ width: 320, height: 480 })
  const join = await joinAs(page, 'SOCIAL')
  await agreement(page).check()
  const link = join.read('terms.custom')
  await link.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const dialog = page.getByRole('dialog', { name: NAME })
  return {
    join,
    link,
    dialog,
    close: dialog.getByRole('button', { name: say('modal.close') }),
    text: page.frameLocator(`iframe[title="${NAME}"]`),
    at: await scrolled(page),
  }
}

test('a text of terms opens over the form by press and by key, and returns the focus and the scroll position', async ({
  page,
}) => {
  const { join, link, dialog, close, text, at } = await begin(page)
  expect(at).toBeGreaterThan(0)
  const ways: [string, () => Promise<void>][] = [
    ['Close', () => close.click()],
    ['Escape', () => page.keyboard.press('Escape')],
    ['Back', async () => void (await page.goBack())],
    ['a press beside it', () => page.mouse.click(160, 8)],
  ]
  for (const [way, leave] of ways)
    await test.step(way, async () => {
      await link.click()
      await expect(text.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(dialog.getByRole('status')).toBeHidden()
      await expect(close).toBeInViewport()
      await leave()
      await expect(dialog).toBeHidden()
      await expect(link).toBeFocused()
      await expect.poll(() => scrolled(page)).toBe(at)
    })
  await test.step('by the keyboard', async () => {
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('heading', { name: NAME })).toBeFocused()
    await expect(text.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(dialog.getByRole('status')).toBeHidden()
    await page.keyboard.press('Tab')
    await expect(close).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.locator('iframe')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(close).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(link).toBeFocused()
    await expect.poll(() => scrolled(page)).toBe(at)
  })
  // The height of a window at 400 % zoom.
  await test.step('with little room', async () => {
    await page.setViewportSize({ width: 320, height: 256 })
    await link.click()
    await expect(text.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(close).toBeInViewport()
    const height = async () => (await dialog.locator('iframe').boundingBox())?.height
    await expect.poll(height).toBeGreaterThan(100)
    await close.click()
  })
  await expect(page).toHaveURL(`${app}/join/terms/gen`)
  await join.next()
  await expect(page).toHaveURL(`${app}/join/privacy/gen`)
})

test('Close closes the text after a link in it was followed @all', async ({ page }) => {
  const { link, dialog, close, text, at } = await begin(page)
  await link.click()
  const title = text.getByRole('heading', { level: 1 })
  const before = await title.textContent()
  await text.getByRole('link', { name: 'English' }).click()
  await expect(title).not.toHaveText(before ?? '')
  await close.click()
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()
  await expect.poll(() => scrolled(page)).toBe(at)
  await expect(page).toHaveURL(`${app}/join/terms/gen`)
  await link.click()
  await expect(dialog).toBeVisible()
  await close.click()
  await expect(dialog).toBeHidden()
})
