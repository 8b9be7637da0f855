// `npm run screenshots`: every page and state, in four languages and two sizes, into screenshots/.
import { accountParts } from './accountStates.ts'
import { COMPONENT_PARTS, openComponents } from './componentsPage.ts'
import { expect, test } from './fixtures.ts'
import { identifyStates } from './identifyStates.ts'
import { joinParts } from './joinStates.ts'
import { passkeyParts } from './passkeyStates.ts'
import { resolveParts } from './resolveStates.ts'
import { entryParts, fixedStates, type Look, type Part, type Parts } from './states.ts'
import { LANGUAGES } from './texts.ts'

const SIZES = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
]

// A full-page picture is taller than the window, so fixed elements are positioned absolutely.
const WHOLE_PAGE = `
  .frame { position: relative }
  .form > [type=submit] { position: static !important }
  .form > [type=submit]::before { content: none !important }
  .banner { position: absolute !important }
  .banner img { display: block; height: 100vh !important }
  .banner::after { position: absolute !important; inset: 0 -100% 0 100% !important }
`

// Some parts share a tab, because later pages show data of earlier ones. Other parts have their own visit.
const areas: Record<string, { parts: Parts; inOneTab: boolean }> = {
  'entry and login': { parts: { ...entryParts, fixed: fixedStates }, inOneTab: true },
  identify: { parts: { recovery: identifyStates }, inOneTab: false },
  join: { parts: joinParts, inOneTab: false },
  resolve: { parts: resolveParts, inOneTab: false },
  account: { parts: accountParts, inOneTab: false },
  passkeys: { parts: passkeyParts, inOneTab: false },
}

for (const language of LANGUAGES)
  for (const { name, ...viewport } of SIZES)
    for (const [area, { parts, inOneTab }] of Object.entries(areas))
      test(`${language} on a ${name}: ${area}`, async ({ page: first, context, arrive, member, outbox }) => {
        test.setTimeout(300_000)
        // A state that cannot be reached must not stop the others. The test reports it at the end.
        const missing: string[] = []
        const attempt = async (part: Part, page = first) => {
          page.setDefaultTimeout(10_000)
          await page.setViewportSize(viewport)
          let last = 'the beginning'
          const look: Look = async (state, { isLoading = false } = {}) => {
            // With a dialog, photograph only the window. The page behind it may still be loading.
            const fullPage = !(await page.getByRole('dialog').isVisible())
            const bones = page.locator(fullPage ? '.bone' : '[role=dialog] .bone')
            if (!isLoading) await expect(bones).toHaveCount(0)
            await page.evaluate(
              async (css) => {
                // The app's content security policy blocks style elements.
                const sheet = new CSSStyleSheet()
                sheet.replaceSync(css)
                document.adoptedStyleSheets = [sheet]
                await document.fonts.ready
              },
              fullPage ? WHOLE_PAGE : '',
            )
            await page.screenshot({
              path: `screenshots/${language}-${name}/${state}.png`,
              animations: 'disabled',
              fullPage,
            })
            await page.evaluate(() => void (document.adoptedStyleSheets = []))
            last = state
          }
          try {
            await part({ page, arrive: (how) => arrive(how, page), member, outbox }, language, look)
          } catch (error) {
            missing.push(`after ${last} (${page.url()}): ${String(error)}`)
            await page.unrouteAll()
          }
        }
        for (const part of Object.values(parts)) {
          if (inOneTab) await attempt(part)
          else {
            await context.clearCookies()
            const page = await context.newPage()
            await attempt(part, page)
            await page.close()
          }
        }
        expect(missing).toEqual([])
      })

for (const language of LANGUAGES)
  for (const { name, ...viewport } of SIZES)
    test(`${language} on a ${name}: components`, async ({ page, watch }) => {
      watch.allowOrigin('http://components.test')
      await page.setViewportSize(viewport)
      for (const part of COMPONENT_PARTS) {
        await openComponents(page, language, part)
        const path = `screenshots/${language}-${name}/components-${part || 'all'}.png`
        await page.screenshot({ path, animations: 'disabled', fullPage: true })
      }
    })
