// `npm run screenshots`: every page and state of entry and login, in four languages and two sizes, into screenshots/.
import { expect, test } from './fixtures'
import { identifyStates } from './identifyStates'
import { chooserStates, infoStates, loginStates, smsStates } from './states'
import { LANGUAGES } from './texts'

const SIZES = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
]

for (const language of LANGUAGES)
  for (const { name, ...viewport } of SIZES)
    test(`${language} on a ${name}`, async ({ page, arrive, member, outbox }) => {
      test.setTimeout(180_000)
      await page.setViewportSize(viewport)
      const look = async (state: string) => {
        await expect(page.locator('.bone')).toHaveCount(0)
        await page.evaluate(() => document.fonts.ready)
        await page.screenshot({
          path: `screenshots/${language}-${name}/${state}.png`,
          animations: 'disabled',
          fullPage: true,
        })
      }
      const visit = { page, arrive, member, outbox }
      await loginStates(visit, language, look)
      await smsStates(visit, language, look)
      await chooserStates(visit, language, look)
      await identifyStates(visit, language, look)
      await infoStates(visit, language, look)
    })
