// For every test that renders: the matchers, a clean page and a clean browser after each test, and no word on the console that nobody expected.
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { resetStores } from '../../src/stores/persisted'

// Nothing here waits for time to pass: a machine that is busy with other things is given what it needs. A page's code, and that of the
// dialogs, arrives when it is first opened, which on a slow one has taken ten seconds.
configure({ asyncUtilTimeout: 30_000 })

// jsdom lays nothing out; where a page scrolls to is not what these tests are about.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
// What a browser says of localhost; jsdom does not know the question.
window.isSecureContext = true

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

/**
 * Timers end with the test that set them. Who leaves for a service, for one, asks again after ten seconds: on a slow machine that
 * was in the middle of another test. Intervals do not: jsdom's own, behind its frames, is one of them.
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

function cleanBrowser(): void {
  resetStores()
  sessionStorage.clear()
  localStorage.clear()
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; Max-Age=0; Path=/`
  history.replaceState(null, '', '/')
}

// A test that expects a complaint asserts it and then clears the spy.
afterEach(() => {
  cleanup()
  for (const timer of timers.splice(0)) clearTimeout(timer)
  cleanBrowser()
  const complaints = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls]
  expect(complaints).toEqual([])
})
