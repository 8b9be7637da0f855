// Every state of the gallery in Firefox and WebKit. Their drivers intercept no requests, so Chromium reaches each state and copies it
// (copies.ts), and the engines open the copy. A copy counts only if it looks like the page in Chromium.
import type { Page } from '@playwright/test'
import { type EngineName, LABEL } from '../scripts/run/engines.ts'
import { copyOf, serveCopies } from './copies.ts'
import type { Tab as EngineTab } from './engines/engine.ts'
import { type Page as Tab, pageOf } from './engines/page.ts'
import { startEngine } from './engines/test.ts'
import { expect, test as base } from './fixtures.ts'
import { PARTS } from './gallery.ts'
import { PASSWORD } from './joining.ts'
import { inTurn } from './looks.ts'
import * as looks from './looksInPage.ts'
import { outlineOf } from './outline.ts'
import { differences } from './outlineDifferences.ts'
import { fixedStates, type Look } from './states.ts'

const ENGINES: readonly EngineName[] = ['firefox', 'webkit']
type Size = { width: number; height: number }
const PHONE: Size = { width: 390, height: 844 }
/** axe takes most of the time, and what it finds at 320 px it has found at 390 px. */
const SMALL: Size = { width: 320, height: 640 }
const SIZES = [{ width: 1280, height: 800 }, PHONE, SMALL]

type Copies = {
  /** The address of a copy of this text. */
  put: (copy: string) => string
  /** A tab of Chromium that shows copies. */
  mirror: Page
}
type Tabs = readonly { engine: string; tab: Tab }[]

/** WebKit's window is never narrower than its toolbar, so a copy is shown in a frame of its size. */
const framed = (address: string, { width, height }: Size) =>
  `<!doctype html><body style="margin: 0"><iframe src="${address}" style="border: 0; width: ${width}px; height: ${height}px">`

/** A tab whose scripts run in the frame. A promise of the frame is none of the page's own. */
const insideFrame = (tab: EngineTab): EngineTab => ({
  ...tab,
  evaluate: (expression) => tab.evaluate(`Promise.resolve(frames[0].eval(${JSON.stringify(expression)}))`),
})

const test = base.extend<{ copies: Copies }, { tabs: Tabs }>({
  copies: async ({ browser }, provide) => {
    const { put, close } = await serveCopies()
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    await provide({ put, mirror: await context.newPage() })
    await context.close()
    close()
  },

  // Both engines start once for each worker.
  tabs: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures here
    async ({}, provide) => {
      const engines = await Promise.all(ENGINES.map(startEngine))
      const visits = await Promise.all(engines.map((engine) => engine.open()))
      const tabs = visits.map(async (visit, place) => ({
        engine: `${LABEL[ENGINES[place] ?? 'chromium']} ${engines[place]?.version}`,
        tab: pageOf(insideFrame(await visit.newTab())),
      }))
      await provide(await Promise.all(tabs))
      await Promise.all(visits.map((visit) => visit.close()))
      await Promise.all(engines.map((engine) => engine.close()))
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** What looks different in the page and in a copy of it. */
async function unlike(page: Page, mirror: Page, address: string): Promise<string[]> {
  const original = await outlineOf(page)
  await mirror.goto(address)
  return differences(original, await outlineOf(mirror))
}

/** The address of a copy that looks like the page at this size. What loads late has come by then. */
async function faithful(page: Page, { put, mirror }: Copies, size: Size, what: string): Promise<string> {
  await page.setViewportSize(size)
  await mirror.setViewportSize(size)
  let address = ''
  const message = `the copy of ${what} looks like the page`
  await expect
    .poll(async () => unlike(page, mirror, (address = put(await copyOf(page)))), { message, timeout: 30_000 })
    .toEqual([])
  return address
}

/** All of looksInPage.ts, as an expression whose value is a list of faults with their names. */
const LOOKS = `[${Object.entries(looks)
  .map(([name, look]) => `(${look.toString()})().map((fault) => '${name}: ' + fault)`)
  .join(', ')}].flat()`

/** What is wrong with a copy, by axe and looksInPage.ts. At the end of the page, the button that stays in reach covers nothing. */
async function faults(tab: Tab, address: string, size: Size, { put }: Copies): Promise<string[]> {
  await tab.go(put(framed(address, size)))
  await tab.evaluate('void window.scrollTo(0, document.body.scrollHeight)')
  expect(await tab.evaluate('innerWidth')).toBe(size.width)
  await tab.rest()
  return [...(size === SMALL ? [] : await tab.axe()), ...(await tab.evaluate<string[]>(LOOKS))]
}

/** Pages without a language selector. */
const FIXED = { name: 'entry, one language', part: fixedStates }

for (const { name, part } of [...PARTS, FIXED])
  test(`every state of ${name} passes in Firefox and WebKit, and fits a small phone @all`, async ({
    page,
    copies,
    tabs,
    arrive,
    member,
    outbox,
    watch,
  }) => {
    test.setTimeout(600_000)
    watch.keepSecret(PASSWORD)
    page.setDefaultTimeout(10_000)
    const found: { what: string; size: Size; address: string }[] = []
    const look: Look = async (state, { isLoading = false } = {}) => {
      await page.mouse.move(0, 0)
      const copy = async (language: string) => {
        if (!isLoading) await expect(page.locator('.bone')).toHaveCount(0)
        for (const size of SIZES) {
          const what = `${state} in ${language} at ${size.width} px`
          found.push({ what, size, address: await faithful(page, copies, size, what) })
        }
      }
      await (part === fixedStates ? copy('ko') : inTurn(page, found.length / SIZES.length, copy))
    }
    await part({ page, arrive, member, outbox }, 'ko', look)

    const checkAll = async ({ engine, tab }: Tabs[number]) => {
      for (const { what, address, size } of found)
        expect.soft(await faults(tab, address, size, copies), `${what} in ${engine}`).toEqual([])
    }
    await Promise.all(tabs.map(checkAll))
  })

/** One fault for each check; two of axe's, by their rules. */
const FAULTS: Record<keyof typeof looks | 'color-contrast' | 'label', string> = {
  'color-contrast': '<p style="color: #bbb; background: #fff">faint</p>',
  label: '<input>',
  beyondEnd: '<i style="position: absolute; top: 5000px">far</i>',
  brokenMasks: '<bdi style="display: block; width: 60px; overflow-wrap: anywhere">010-****-1234</bdi>',
  emptyAtEnd: '<fieldset style="padding-bottom: 20px"><legend>group</legend><p>field</p></fieldset>',
  emptyInToasts: '<div class="toast" style="height: 200px"><p>message</p></div>',
  offCentre: '<div class="state" style="text-align: center"><p class="note">beside</p></div>',
  lostIfSpaced: '<p style="overflow: hidden; height: 20px; line-height: 20px; font-size: 16px">one line</p>',
  overflow: `<p style="overflow-wrap: normal">${'long'.repeat(20)}</p>`,
  overflowIfLonger: `<p style="white-space: nowrap">${'long'.repeat(14)}</p>`,
  sharedIds: '<i id="twice"></i><i id="twice"></i>',
  tooLow: '<button class="button" style="all: unset; display: block; height: 40px">low</button>',
  tooSmall: '<button style="all: unset; display: block; width: 10px; height: 10px" aria-label="dot"></button>',
  underStrip: '<div class="form"><button style="position: sticky">next</button><p>below</p></div>',
}

test('each fault of a copy is found in Firefox and WebKit @all', async ({ page, copies, tabs, arrive }) => {
  await arrive()
  const address = await faithful(page, copies, PHONE, 'login')
  const copy = await (await fetch(address)).text()
  const spoilt = copies.put(copy.replace('</main>', `${Object.values(FAULTS).join('')}</main>`))
  expect(await unlike(page, copies.mirror, spoilt)).not.toEqual([])
  for (const { engine, tab } of tabs) {
    expect(await faults(tab, address, PHONE, copies), engine).toEqual([])
    const names = (await faults(tab, spoilt, PHONE, copies)).map((fault) => fault.split(':')[0])
    expect(names, engine).toEqual(expect.arrayContaining(Object.keys(FAULTS)))
  }
})
