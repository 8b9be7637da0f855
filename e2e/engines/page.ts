// The page object of the journeys: the same words in every engine. Each of them waits for a state of the page and never for a time.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import axeCore, { type RunOptions } from 'axe-core'
import { JOIN_WATCH } from '../../tests/support/joinWatch.ts'
import type { Key, Tab } from './engine.ts'
import { makeHands, type Point, type State, type Target } from './hands.ts'

const require = createRequire(import.meta.url)
const finders = readFileSync(
  require.resolve('@testing-library/dom').replace(/index\.js$/, '@testing-library/dom.umd.min.js'),
  'utf8',
)
const INSTALL = `void (() => { ${finders}; window.hands = (${makeHands.toString()})(); ${JOIN_WATCH} })()`

/** 20 s: longer than the app's own timeout of 10 s, so that a slow machine fails no journey. */
const TIMEOUT_MS = 20_000
const PAUSE_MS = 60

const AXE: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  resultTypes: ['violations'],
  elementRef: false,
  preload: false,
  // The frame of a text of terms runs no script.
  iframes: false,
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/**
 * Repeats `ask` until it returns null. A page that is being left answers with an error, which counts as "not yet".
 * @param ask returns null when the condition holds, else the reason
 */
export async function until(what: string, ask: () => Promise<string | null>): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  let why: string | null = 'never asked'
  while (Date.now() < end) {
    why = await ask().catch((error: unknown) => String(error))
    if (why === null) return
    await pause()
  }
  throw new Error(`${what}: ${why}`)
}

const bare = (text: string) => text.replace(/[\s-]/g, '')
const nameOf = (target: Target) => JSON.stringify(target)

export function pageOf(tab: Tab) {
  /** Runs a function of hands.ts in the page. The first call in a document injects them. */
  async function ask<T>(call: string): Promise<T> {
    const expression = `window.hands ? ${call} : 'no hands'`
    const answer = await tab.evaluate<T | 'no hands'>(expression)
    if (answer !== 'no hands') return answer
    await tab.evaluate(INSTALL)
    return tab.evaluate<T>(call)
  }
  const hand = <T>(name: string, ...given: unknown[]) =>
    ask<T>(`hands.${name}(${given.map((one) => JSON.stringify(one)).join(', ')})`)
  // A page that is being left does not answer, or has lost the injected functions.
  const isPressed = () => tab.evaluate<boolean>('window.hands?.isPressed() ?? true').catch(() => true)
  const state = (target: Target) => hand<State>('state', target)

  /** Waits until the element is in this state. */
  const is = (target: Target, wanted: Partial<State>) =>
    until(`${nameOf(target)} is ${JSON.stringify(wanted)}`, async () => {
      const now = await state(target)
      const same = Object.entries(wanted).every(([name, value]) => now[name as keyof State] === value)
      return same && (now.count > 0 || wanted.count === 0) ? null : JSON.stringify(now)
    })

  const page = {
    go: tab.goto,
    reload: tab.reload,
    back: tab.back,
    forward: tab.forward,
    keys: tab.press,
    type: tab.type,
    resize: tab.resize,
    screenshot: tab.screenshot,
    addAuthenticator: tab.addAuthenticator,
    evaluate: tab.evaluate,
    evaluateInFrame: tab.evaluateInFrame,
    close: tab.close,
    url: tab.url,
    state,
    is,
    texts: (target: Target) => hand<string[]>('texts', target),

    /** Waits for the element to be visible. */
    see: (target: Target) =>
      until(`see ${nameOf(target)}`, async () => ((await state(target)).count > 0 ? null : 'not there')),
    gone: (target: Target) => is(target, { count: 0 }),

    /**
     * Presses again if the page moved just before the press, so that the element was missed.
     * @param again brings the element back if it is not there: a press beside a list closes it
     */
    press(target: Target, again?: () => Promise<void>) {
      let isTried = false
      return until(`press ${nameOf(target)}`, async () => {
        // A click can arrive after the driver has said that it is done.
        if (isTried && (await isPressed())) return null
        const found = await hand<Point>('point', target)
        if ('not' in found) {
          if (found.not === 'not there') await again?.()
          return found.not
        }
        isTried = true
        await tab.click(found.x, found.y)
        return (await isPressed()) ? null : 'missed'
      })
    },

    /** Replaces what a field holds by typing. The field may add or take away blanks and hyphens. */
    enter: (target: Target, text: string) =>
      until(`type into ${nameOf(target)}`, async () => {
        const why = await hand<string | null>('selectAll', target)
        if (why !== null) return why
        await tab.type(text)
        const { value } = await state(target)
        return bare(value) === bare(text) ? null : `it holds ${value}`
      }),

    /** Types a one-time code. The last digit submits it, so the field may be disabled, or gone with its page, right after. */
    enterCode: (target: Target, digits: string) =>
      until(`type a code into ${nameOf(target)}`, async () => {
        const why = await hand<string | null>('selectAll', target)
        if (why !== null) return why
        await tab.type(digits)
        const now = await state(target).catch(() => null)
        const isSubmitted = now === null || now.count === 0 || now.disabled
        return isSubmitted || bare(now.value) === digits ? null : `it holds ${now.value}`
      }),

    choose: (target: Target, option: string | number) =>
      until(`choose ${option} of ${nameOf(target)}`, () => hand<string | null>('choose', target, option)),

    upload: (selector: string, file: string) => tab.upload(selector, file),

    /** Presses a box unless it is ticked, and waits for the tick. */
    async tick(target: Target) {
      if (!(await state(target)).checked) await page.press(target)
      await is(target, { checked: true })
    },

    /** Presses Tab until the element has the focus. */
    async tabTo(target: Target, mostStops = 40) {
      await page.see(target)
      for (let stops = 0; stops < mostStops; stops += 1) {
        if ((await state(target)).focused) return
        await tab.press('Tab')
      }
      await is(target, { focused: true })
    },

    /** Waits for the address: a whole one, or the beginning of one. */
    at: (address: string, { start = false } = {}) =>
      until(`at ${address}`, async () => {
        const url = await tab.url()
        return (start ? url.startsWith(address) : url === address) ? null : url
      }),

    /** Waits for animations to end. */
    rest: () =>
      until('animations end', () =>
        tab.evaluate<string | null>(`document.getAnimations().find((each) =>
          each.playState === 'running' && each.effect?.getComputedTiming().iterations !== Infinity)
          ?.effect?.target?.outerHTML.slice(0, 200) ?? null`),
      ),

    /** What axe finds wrong, after animations have ended. Empty if nothing is. */
    async axe(): Promise<string[]> {
      // A page can be loaded again at any moment: Firefox does that after Back. So each run says whether axe is there.
      async function find(): Promise<string[]> {
        await page.rest()
        let found: string[] = []
        await until('axe', async () => {
          const answer = await tab.evaluate<string[] | null>(`window.axe
            ? axe.run(document, ${JSON.stringify(AXE)}).then(({ violations }) =>
                violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))
            : null`)
          if (answer) found = answer
          else await tab.evaluate(`void (() => { ${axeCore.source} })()`)
          return answer ? null : 'axe is not there'
        })
        return found
      }
      // A colour can begin to change while axe reads the page. What is wrong at rest is found again.
      return (await find()).length === 0 ? [] : find()
    },

    /** Everything in both storages of the page's origin, as text. */
    storage: () =>
      tab.evaluate<string>(`JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])`),

    /** The names of all that the page's origin keeps in this browser and lets its scripts read. */
    kept: () =>
      tab.evaluate<string[]>(`(async () => [
        ...Object.keys(sessionStorage),
        ...Object.keys(localStorage),
        ...(await indexedDB.databases()).map(({ name }) => name),
        ...('caches' in window ? await caches.keys() : []),
        ...document.cookie.split('; ').filter(Boolean).map((cookie) => cookie.split('=')[0]),
      ])()`),

    async pressKeys(...keys: Key[]) {
      for (const key of keys) await tab.press(key)
    },
  }
  return page
}
export type Page = ReturnType<typeof pageOf>
