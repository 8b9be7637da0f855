// For every page test: the matchers, a clean page and browser after each test, and no unexpected console output.
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { resetPage } from '../../src/state/pageState.ts'
import { keepQueriesCheap } from './queries.ts'
import { keepStyles } from './styles.ts'

// Generous timeouts, because tests wait for states and not for times. On a slow machine the first load of a page's code
// has taken ten seconds.
configure({ asyncUtilTimeout: 30_000 })

// Vitest asks for a hundred lines. React writes down where each element comes from, and a wait where each attempt has failed.
Error.stackTraceLimit = 20

keepStyles()
keepQueriesCheap()

// jsdom has no layout, so scrolling does nothing.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
window.IntersectionObserver = class {
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver
// Browsers treat localhost as secure. jsdom lacks the property.
window.isSecureContext = true

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

/**
 * Timers end with the test that set them. For example, the page offers a retry ten seconds after a redirect, which on a slow machine
 * happened during another test. Intervals stay, because jsdom uses one for animation frames.
 */
const timers: ReturnType<typeof setTimeout>[] = []
type SetTimer = (act: () => void, ms?: number, ...given: unknown[]) => (typeof timers)[number]
beforeEach(() => {
  const real: SetTimer = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (...given: Parameters<SetTimer>) => {
    const timer = real(...given)
    timers.push(timer)
    return timer
  })
})

/** A page load forgets the calls of the page before: their answers would come to another test, for example as a message about a failure. */
let page = 0
type Fetch = typeof globalThis.fetch
beforeEach(() => {
  const real: Fetch = globalThis.fetch
  const own = page
  const whileOpen =
    <T>(take: (value: T) => void) =>
    (value: T) =>
      own === page && take(value)
  vi.stubGlobal(
    'fetch',
    (...given: Parameters<Fetch>) =>
      new Promise<Response>((resolve, reject) => void real(...given).then(whileOpen(resolve), whileOpen(reject))),
  )
})

function cleanBrowser(): void {
  resetPage()
  sessionStorage.clear()
  localStorage.clear()
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; Max-Age=0; Path=/`
  // Also ends the entries that Back left ahead.
  history.pushState(null, '', '/')
}

/** jsdom goes back in a task of its own. It would come after the test, and take the page of the next test back. */
const pause = globalThis.setTimeout
const endOfTask = () => new Promise((resolve) => pause(resolve, 1))

// A test that expects a console error asserts it and then clears the spy.
afterEach(async () => {
  cleanup()
  await endOfTask()
  page += 1
  for (const timer of timers.splice(0)) clearTimeout(timer)
  cleanBrowser()
  const complaints = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls]
  expect(complaints).toEqual([])
})
