// A member who thinks finds the page as it was: nothing comes or goes by itself but toasts and countdowns.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { PARTS } from './gallery.ts'
import { PASSWORD } from './joining.ts'
import { outlineOf } from './outline.ts'
import { differences } from './outlineDifferences.ts'
import { say } from './texts.ts'

/** Longer than every time after which a page says that something takes long. */
const THINKING_MS = 12_000
/** The page has asked for all that it loads by itself. */
const SETTLING_MS = 2000
/** The states in which something runs, and those that count seconds once a minute is left. */
const PASSING = ['join-letter-sending', 'login-wait']

async function withoutToasts(page: Page): Promise<string[]> {
  const show = (display: string) =>
    page.locator('.toasts').evaluateAll((all, value) => {
      for (const one of all) if (one instanceof HTMLElement) one.style.display = value
    }, display)
  await show('none')
  const outline = await outlineOf(page)
  await show('')
  return outline
}

for (const { name, part } of PARTS)
  test(`twelve seconds later each state of ${name} looks the same @all`, async ({
    page,
    arrive,
    member,
    outbox,
    watch,
  }) => {
    test.setTimeout(180_000)
    watch.keepSecret(PASSWORD)
    page.setDefaultTimeout(10_000)
    await page.clock.install()
    await part({ page, arrive, member, outbox }, 'ko', (state, { isLoading = false } = {}) =>
      test.step(state, async () => {
        if (isLoading || PASSING.includes(state)) return
        const dialog = page.getByRole('dialog')
        await expect((await dialog.isVisible()) ? dialog.locator('.bone') : page.locator('.bone')).toHaveCount(0)
        // Its answer is on the way, and would be late by the clock of the page.
        await expect(page.getByText(say('join.nicknameChecking'))).toHaveCount(0)
        // What loads when the browser is idle, after a time by the clock of the page.
        await page.clock.runFor(SETTLING_MS)
        let before: string[] = []
        await expect(async () => {
          const last = before
          before = await withoutToasts(page)
          expect(before).toEqual(last)
        }).toPass({ intervals: [300] })
        await page.clock.runFor(THINKING_MS)
        expect.soft(differences(before, await withoutToasts(page)), state).toEqual([])
      }),
    )
  })
