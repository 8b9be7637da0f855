// A member without a mouse, who reaches every control with Tab.
import { expect, type Locator, type Page } from '@playwright/test'

const MOST_STOPS = 40
const MOST_CHOICES = 60

export function keysOf(page: Page) {
  const to = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(target, `not on the way of the keyboard within ${MOST_STOPS} stops`).toBeFocused()
  }
  return {
    to,
    async press(target: Locator) {
      await to(target)
      await page.keyboard.press('Enter')
    },
    async tick(target: Locator) {
      await expect(target).toBeEnabled()
      await to(target)
      await page.keyboard.press('Space')
      await expect(target).toBeChecked()
    },
    async type(target: Locator, text: string) {
      await to(target)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async pick(target: Locator, value: string) {
      await expect(target).toBeEnabled()
      await to(target)
      for (let choices = 0; choices < MOST_CHOICES; choices += 1) {
        if ((await target.inputValue()) === value) return
        await page.keyboard.press('ArrowDown')
      }
      await expect(target).toHaveValue(value)
    },
  }
}
export type Keys = ReturnType<typeof keysOf>
