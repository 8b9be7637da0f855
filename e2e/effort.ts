// What a journey asks of a member: taps, fields, screens and seconds, counted in the page while the journey runs.
import type { Page, TestInfo } from '@playwright/test'
import { app } from './addresses.ts'

export type Effort = { taps: number; fields: number; screens: number; seconds: number }
type Counted = 'tap' | 'field' | 'screen'

/**
 * Runs in every page before its own scripts. A tap is a press on a control, or on a field that the page has not focused itself. A choice
 * from a native list takes two: the list opens, and closes. A screen is another heading. A link to a file is
 * pressed by the page itself.
 */
function reportEffort(app: string): void {
  if (location.origin !== app) return
  const tell = (what: Counted) => (window as unknown as { tallyEffort: (what: Counted) => void }).tallyEffort(what)
  const CONTROLS =
    'a:not([download]), button, select, summary, input:is([type=checkbox], [type=radio]), [role=option], [role=tab]'
  const isText = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type)) ||
    target instanceof HTMLTextAreaElement

  let focusedByPage: Element | null = null
  let entered: EventTarget | null = null
  const focus = Reflect.get(HTMLElement.prototype, 'focus')
  // Playwright focuses through a prototype of its own, so only the app comes through this one.
  HTMLElement.prototype.focus = function (...given) {
    focus.apply(this, given)
    focusedByPage = document.activeElement
  }
  const listen = (type: string, listener: (event: Event) => void) => addEventListener(type, listener, { capture: true })
  listen('input', ({ target }) => {
    if (!isText(target) || target === entered) return
    entered = target
    tell('field')
    if (target !== focusedByPage) tell('tap')
  })
  listen('focusout', ({ target }) => {
    if (target === focusedByPage) focusedByPage = null
    if (target === entered) entered = null
  })
  listen('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) for (const what of ['field', 'tap', 'tap'] as const) tell(what)
  })
  // The click on a label is followed by one on its control.
  listen('click', ({ target }) => {
    if (target instanceof Element && target.closest(CONTROLS)) tell('tap')
  })

  let screen = ''
  new MutationObserver(() => {
    const heading = document.querySelector('h1:not(.hidden)')?.textContent ?? ''
    if (heading === '' || heading === screen) return
    screen = heading
    tell('screen')
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Starts counting in a page that has not been opened yet. @returns the effort so far */
export async function countEffort(page: Page): Promise<() => Effort> {
  const counts = { tap: 0, field: 0, screen: 0 }
  const began = Date.now()
  await page.exposeFunction('tallyEffort', (what: Counted) => void (counts[what] += 1))
  await page.addInitScript(reportEffort, app)
  return () => ({
    taps: counts.tap,
    fields: counts.field,
    screens: counts.screen,
    seconds: Math.round((Date.now() - began) / 100) / 10,
  })
}

/** Adds a line to the report of the journeys; `before` is the effort before the pages were made shorter. */
export function reportLine(info: TestInfo, now: Effort, before: Effort): void {
  const words = (['taps', 'fields', 'screens', 'seconds'] as const).map(
    (what) => `${now[what]} ${what} (${before[what]})`,
  )
  info.annotations.push({ type: 'effort', description: `${info.title}: ${words.join(', ')}` })
}
