// WCAG 2.2 AA and more of one state of a page, in four languages: by axe at two widths, and by checks that axe cannot see: reflow at
// 320 px, target sizes, text at 200 %.
import { type CDPSession, expect, type Page } from '@playwright/test'
import { axe } from './fixtures.ts'
import * as looks from './looksInPage.ts'
import { wrongEdge } from './reachInPage.ts'
import { HTML_LANG, type Language, LANGUAGES } from './texts.ts'
import { invalidHtml } from './validHtml.ts'

const SMALL = { width: 320, height: 640 }
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
// The visit continues in the last language, which gets all checks.
const IN_TURN = [...LANGUAGES.slice(1), LANGUAGES[0]]

/** Fields for which a phone's keyboard has no word on its Enter key. */
const withoutEnterKey = (page: Page) =>
  page
    .locator(
      'input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [readonly], [aria-hidden=true], [enterkeyhint])',
    )
    .evaluateAll((fields) => fields.map((field) => field.outerHTML))

/**
 * Texts that React keeps as nodes of their own. A browser's translator replaces text nodes by `<font>` elements. React can still change
 * a text that is the only child of its element, but writes any other into a node that is no longer on the page.
 * NOTE: React marks the text nodes that it keeps with a property; an element's only text has none.
 */
const lostToTranslators = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const { currentNode } = texts
      const isKept = Object.keys(currentNode).some((name) => name.startsWith('__reactFiber'))
      if (isKept && currentNode.nodeValue?.trim()) found.push(currentNode.parentElement?.outerHTML ?? '')
    }
    return found
  })

const setText = (cdp: CDPSession, standard: number, fixed: number) =>
  cdp.send('Page.setFontSizes', { fontSizes: { standard, fixed } })

/** Keeps a toast visible by resting the pointer on it. */
const point = (page: Page, event: 'pointermove' | 'pointerout') =>
  page.evaluate((name) => {
    for (const toast of document.querySelectorAll('.toast'))
      toast.dispatchEvent(new PointerEvent(name, { bubbles: true }))
  }, event)

/**
 * Runs axe at the end of the page, where the sticky submit button covers nothing. After a change of the language, terms in the new language
 * can arrive while axe runs and make the page longer. Then the button covers something, so axe runs again.
 */
async function axeAtEnd(page: Page, withoutColours: boolean): Promise<void> {
  const toEnd = () =>
    page.evaluate(() => {
      window.scrollTo(0, document.body.scrollHeight)
      return document.body.scrollHeight
    })
  const height = await toEnd()
  try {
    await axe(page, withoutColours)
  } catch (problem) {
    if ((await toEnd()) === height) throw problem
    await axeAtEnd(page, withoutColours)
  }
}

/** What axe looks at: the page on a phone, on a desktop, or both; and its colours, which take longer than all else. */
type Axe = { on: readonly ('phone' | 'desktop')[]; colours: boolean }
const WHOLE: Axe = { on: ['phone', 'desktop'], colours: true }

/** Checks this state in the page's current language. */
export async function expectAccessible(page: Page, language: Language, { on, colours } = WHOLE): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', HTML_LANG[language])
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1)
  await expect(page).toHaveTitle(/\S/)
  await page.setViewportSize(PHONE)
  if (on.includes('phone')) await axeAtEnd(page, !colours)
  expect(await page.evaluate(looks.beyondEnd), 'scrolled beyond its end').toEqual([])
  expect(await page.evaluate(looks.underStrip), 'hidden by the button that stays in reach').toEqual([])
  // The edge follows the scrolling in the next frame.
  await expect.poll(() => page.evaluate(wrongEdge), 'the edge of the button that stays in reach').toEqual([])
  expect(await page.evaluate(looks.offCentre), 'beside the middle of a centred page').toEqual([])
  expect(await page.evaluate(looks.emptyInToasts), 'empty space in a message').toEqual([])
  expect(await withoutEnterKey(page), 'a field without a word for the Enter key').toEqual([])
  expect(await lostToTranslators(page), 'a text that a translator takes from React').toEqual([])
  const cdp = await page.context().newCDPSession(page)
  await setText(cdp, 32, 26)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  // An open list follows its field in the next frame.
  const expectNarrow = (what: string) => expect.poll(() => page.evaluate(looks.overflow), what).toEqual([])
  await expectNarrow('wider than a phone at 200 %')
  await setText(cdp, 16, 13)
  await cdp.detach()
  if (on.includes('desktop')) {
    await page.setViewportSize(DESKTOP)
    await axe(page, !colours)
  }
  await page.setViewportSize(SMALL)
  await expectNarrow('wider than 320 px')
  expect(await page.evaluate(looks.brokenMasks), 'a mask on two lines').toEqual([])
  expect(await page.evaluate(looks.tooSmall)).toEqual([])
  expect(await page.evaluate(looks.tooLow), 'lower than 44 px').toEqual([])
  expect(await invalidHtml(page), 'invalid HTML').toEqual([])
  expect(await page.evaluate(looks.overflowIfLonger), 'wider than 320 px if texts are 40 % longer').toEqual([])
  expect(await page.evaluate(looks.lostIfSpaced), 'lost with the spacing of WCAG 1.4.12').toEqual([])
}

/** Keeps the toasts of this state, which would be gone before a slow machine has looked at them. */
export const holdToasts = (page: Page): Promise<void> => point(page, 'pointermove')

/** Checks this state in these languages by switching the language on the page, also behind a dialog. */
async function inLanguages(page: Page, languages: readonly Language[], check: (language: Language) => Promise<void>) {
  const told = page.locator('[role=dialog], [role=alert], [aria-invalid=true]')
  const before = await told.count()
  await holdToasts(page)
  // The visit continues in the first language.
  for (const language of languages.includes(LANGUAGES[0]) ? languages : [...languages, LANGUAGES[0]]) {
    await page.locator('select[name=language]').selectOption(language, { force: true })
    await expect(told, `it is the same state in ${language}`).toHaveCount(before)
    if (languages.includes(language)) await check(language)
  }
  await point(page, 'pointerout')
}

/** Checks this state in every language: all in the last one, and in the others what its texts can change. */
export const expectAccessibleInAll = (page: Page): Promise<void> =>
  inLanguages(page, IN_TURN, (language) =>
    expectAccessible(page, language, language === IN_TURN.at(-1) ? WHOLE : { on: ['phone'], colours: false }),
  )

/** Checks this state in one language: the states of a visit take them in turn. */
export const inTurn = (page: Page, turn: number, check: (language: Language) => Promise<void>): Promise<void> =>
  inLanguages(page, LANGUAGES.slice(turn % LANGUAGES.length).slice(0, 1), check)

/**
 * Checks this state in one language and on one screen. Colours are checked in each third state: the others have the same components, whose
 * colours e2e/components.spec.ts checks.
 */
export const expectAccessibleInTurn = (page: Page, turn: number): Promise<void> =>
  inTurn(page, turn, (language) =>
    expectAccessible(page, language, { on: [turn % 3 === 0 ? 'desktop' : 'phone'], colours: turn % 3 === 1 }),
  )
