// A member without a mouse, who reaches every control with Tab and Shift+Tab, and sees where the focus is.
import { expect, type Locator, type Page } from '@playwright/test'

const MOST_STOPS = 40
const MOST_CHOICES = 60

/** Where the target is, from what has the focus. */
const wayTo = (target: Element): 'here' | 'Tab' | 'Shift+Tab' => {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return 'Tab'
  if (target === activeElement) return 'here'
  return activeElement.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab'
}

/** What has the focus, if it shows no ring or something lies over it. */
const unseen = (): string | null => {
  const stop = document.activeElement
  if (!stop || stop === document.body) return null
  const box = stop.closest('.box') ?? stop
  const isRinged = [stop, box].some((one) => getComputedStyle(one).outlineStyle !== 'none')
  const { left, top, width, height } = stop.getBoundingClientRect()
  const isFree = [2, height / 2, height - 2].every((y) =>
    box.contains(document.elementFromPoint(left + width / 2, top + y)),
  )
  return isRinged && isFree ? null : `${isRinged ? 'covered' : 'without a ring'}: ${stop.outerHTML.slice(0, 200)}`
}

export function keysOf(page: Page) {
  const to = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      const way = await target.evaluate(wayTo)
      if (way === 'here') return
      await page.keyboard.press(way)
      await expect.poll(() => page.evaluate(unseen), 'the focus is seen').toBeNull()
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
    /** Of radio buttons, which are one stop: the arrow keys choose. */
    async choose(target: Locator) {
      await to(target.locator('xpath=ancestor::fieldset[1]').getByRole('radio').first())
      await page.keyboard.press('Space')
      for (let choices = 0; choices < MOST_CHOICES; choices += 1) {
        if (await target.isChecked()) return
        await page.keyboard.press('ArrowDown')
      }
      await expect(target).toBeChecked()
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
