// Every page and state of the pending steps, as the gallery has them, in four languages: WCAG 2.2 AA and more. The language is
// changed on the page, so that nothing is walked four times, and the widths take turns.
import type { Page } from '@playwright/test'
import { test } from './fixtures'
import { DESKTOP, expectAccessible, PHONE } from './looks'
import { resolveParts } from './resolveStates'
import type { Language } from './texts'

const WIDTHS = { en: DESKTOP, zh: PHONE, ja: DESKTOP, ko: PHONE } as const satisfies Record<Language, object>
// The last one is the one that the visit goes on in.
const IN_TURN = ['en', 'zh', 'ja', 'ko'] as const

async function lookAt(page: Page): Promise<void> {
  // Behind a dialog the language cannot be chosen.
  if (await page.getByRole('dialog').isVisible()) return expectAccessible(page, 'ko')
  for (const language of IN_TURN) {
    await page.locator('select[name=language]').selectOption(language)
    await expectAccessible(page, language, [WIDTHS[language]])
  }
}

for (const [half, parts] of [
  ['one half', resolveParts.filter((_, at) => at % 2 === 0)],
  ['the other half', resolveParts.filter((_, at) => at % 2 === 1)],
] as const)
  test(`pending steps, ${half}: every state passes, reflows and can be pressed`, async ({
    context,
    arrive,
    member,
    outbox,
  }) => {
    test.setTimeout(240_000)
    for (const part of parts) {
      await context.clearCookies()
      const page = await context.newPage()
      const visit = { page, arrive: (how: Parameters<typeof arrive>[0]) => arrive(how, page), member, outbox }
      await part(visit, 'ko', (state) => test.step(state, () => lookAt(page)))
      await page.close()
    }
  })
