// The first paint of the entry has the look of the service, and nothing moves when the answers arrive.
import type { Page } from '@playwright/test'
import { backend } from './addresses.ts'
import { expect, loginForm, signInUrl, test } from './fixtures.ts'
import { intercept } from './intercept.ts'
import { say } from './texts.ts'

const LATENCY_MS = 400
const NEUTRAL = 'rgb(43, 47, 54)'

type Frame = { at: number; button: string; edge: string; name: string; stay: boolean; join: boolean; boxes: string }
type Seen = { shift: number; sources: string[]; frames: Frame[] }

/** Notes each frame that looks different from the one before, and each layout shift. */
function watchFrames(): void {
  const seen: Seen = { shift: 0, sources: [], frames: [] }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      sources: { node?: Node | null }[]
    })[]) {
      seen.shift += entry.value
      seen.sources.push(
        ...entry.sources.map(({ node }) =>
          (node instanceof Element ? node.outerHTML : String(node?.nodeName)).slice(0, 200),
        ),
      )
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const shows = (selector: string) =>
    document.querySelector(selector)?.checkVisibility({ visibilityProperty: true }) ?? false
  const look = (): void => {
    const button = document.querySelector('form [type=submit]')
    const brand = document.querySelector('.brand')
    if (button && brand) {
      const box = (selector: string) => {
        const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
        return [x, y, width, height].map(Math.round).join(' ')
      }
      const frame = {
        at: 0,
        button: getComputedStyle(button).backgroundColor,
        edge: getComputedStyle(document.querySelector('.header') ?? button).borderTopColor,
        name: brand.textContent || getComputedStyle(brand, '::after').content,
        stay: shows('[name=stay_session]'),
        join: shows('.links > :last-child'),
        boxes: ['h1', '#login_id', '#password', 'form [type=submit]', '.links'].map(box).join(' | '),
      }
      const last = seen.frames.at(-1)
      if (!last || JSON.stringify({ ...last, at: 0 }) !== JSON.stringify(frame))
        seen.frames.push({ ...frame, at: Math.round(performance.now()) })
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** A visit whose answers take 400 ms, until all that can still arrive has arrived. */
async function visit(page: Page): Promise<Seen> {
  await page.goto(signInUrl())
  await page.waitForURL(/\/login$/)
  await expect(loginForm(page).stay).toBeVisible()
  await expect(page.getByRole('link', { name: say('shell.terms') })).toBeVisible()
  await expect(page.locator('.brand img')).toHaveJSProperty('complete', true)
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test.describe(`at ${viewport.width} px, with answers after ${LATENCY_MS} ms`, () => {
    test.use({ viewport })

    test(
      'the first visit begins neutral and the second one in the look of the service, and nothing moves',
      { tag: viewport.width === 390 ? [] : ['@all'] },
      async ({ page }) => {
        await intercept(
          page,
          ({ origin, pathname }) => origin === backend && /^\/(v1|common)\//.test(pathname),
          async (route) => {
            await new Promise((resolve) => {
              setTimeout(resolve, LATENCY_MS)
            })
            // On a slow machine the answer would otherwise be there before the first frame.
            const painted = () => (window as unknown as { seen: Seen }).seen.frames.length > 0
            await page.waitForFunction(painted).catch(() => {})
            await route.continue()
          },
        )
        await page.addInitScript(watchFrames)

        const first = await visit(page)
        const [begin] = first.frames
        const end = first.frames.at(-1)
        expect(begin).toMatchObject({ button: NEUTRAL, stay: false, join: false })
        expect(end).toMatchObject({ stay: true, join: true })
        expect(end?.name).toContain('한걸음 러닝')
        expect(end?.button).not.toBe(NEUTRAL)
        expect(first.sources).toEqual([])
        expect(first.shift).toBe(0)
        expect(new Set(first.frames.map(({ boxes }) => boxes)).size, 'places of the form').toBe(1)

        const second = await visit(page)
        for (const frame of second.frames) {
          expect(frame).toMatchObject({ button: end?.button, edge: end?.edge, stay: true, join: true })
          expect(frame.name).toContain('한걸음 러닝')
        }
        expect(second.sources).toEqual([])
        expect(second.shift).toBe(0)
        expect(new Set(second.frames.map(({ boxes }) => boxes)).size, 'places of the form').toBe(1)
      },
    )
  })

test('on the first visit the name stands on the tint, the picture fades in, and nothing moves', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(watchFrames)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  let send = () => {}
  const sent = new Promise<void>((resolve) => (send = resolve))
  await intercept(page, '**/v1/profile/rp?*', async (route) => {
    await held
    await route.continue()
  })
  await intercept(page, /banner/, async (route) => {
    await sent
    await route.continue()
  })
  await page.goto(signInUrl())
  const field = loginForm(page).email
  const half = () =>
    page.evaluate(() => {
      const { width, backgroundColor } = getComputedStyle(document.querySelector('.frame') as Element, '::before')
      return { width, backgroundColor }
    })
  expect(await half()).toEqual({ width: '720px', backgroundColor: expect.stringMatching(/^(rgb|color)/) })
  const before = await field.boundingBox()
  expect(before?.x).toBeGreaterThan(720)
  answer()
  const [panel, picture] = [page.locator('.banner'), page.locator('.banner img')]
  await expect(panel).toHaveText('한걸음 러닝')
  await expect(picture).toHaveCSS('opacity', '0')
  send()
  await expect(picture).toHaveCSS('opacity', '1')
  expect(await page.locator('.banner').boundingBox()).toEqual({ x: 0, y: 0, width: 720, height: 900 })
  expect(await field.boundingBox()).toEqual(before)
  const { sources, shift } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  expect({ sources, shift }).toEqual({ sources: [], shift: 0 })
})
