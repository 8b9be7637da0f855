import '../../support/network.ts'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { holdTime } from '../../support/clock.ts'
import { server } from '../../support/server.ts'

const lost = new TypeError('Failed to fetch dynamically imported module')
const probe = `${location.origin}/favicon.svg`
const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

/** The modules as a page has them after it was loaded. */
async function loadPage() {
  vi.resetModules()
  const [chunks, { useScreen }, { CodeIsLate }, { watchLeaving }] = await Promise.all([
    import('../../../src/effects/faults/chunks.ts'),
    import('../../../src/stores/screen.ts'),
    import('../../../src/state/timeout.ts'),
    import('../../support/render.tsx'),
  ])
  return { ...chunks, screen: useScreen.getState, CodeIsLate, left: watchLeaving() }
}

beforeEach(() => {
  server.use(http.head(probe, () => new HttpResponse(null)))
})

test('reloads once for a file that is gone; after that a page says so, with a reference', async () => {
  const { pass } = holdTime()
  const first = await loadPage()
  void first.onCodeLost(lost)
  await expect.poll(() => first.left.reloads).toBe(1)
  pass(59_000)
  const second = await loadPage()
  void second.onCodeLost(lost)
  await expect.poll(() => second.screen().broken).toMatch(/^\w{8}$/)
  expect(second.left.reloads).toBe(0)
  await expect(second.arriving(() => Promise.reject(lost))).rejects.toBe(lost)
  pass(1000)
  const third = await loadPage()
  void third.onCodeLost(lost)
  await expect.poll(() => third.left.reloads).toBe(1)
})

test('waits for the reload if two parts of the page miss their code', async () => {
  const { onCodeLost, arriving, screen, left } = await loadPage()
  const settled = vi.fn()
  onCodeLost(lost).then(settled, settled)
  onCodeLost(lost).then(settled, settled)
  arriving(() => Promise.reject(lost)).then(settled, settled)
  await expect.poll(() => left.reloads).toBe(1)
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  expect(left.reloads).toBe(1)
  expect(screen().broken).toBe(null)
  expect(settled).not.toHaveBeenCalled()
})

test('does not reload for a file that is late: the member has waited once', async () => {
  const { onCodeLost, arriving, CodeIsLate, screen, left } = await loadPage()
  await expect(arriving(() => Promise.reject(new CodeIsLate()))).rejects.toBeInstanceOf(CodeIsLate)
  void onCodeLost(new CodeIsLate())
  await expect.poll(() => screen().broken).not.toBe(null)
  expect(left.reloads).toBe(0)
})

test('leaves a page without a connection as it is', async () => {
  const { onCodeLost, screen, left } = await loadPage()
  offline()
  await onCodeLost(lost)
  expect(left.reloads).toBe(0)
  expect(screen().broken).toBe(null)
})

test('asks for no code without a connection, and for it once the connection is back', async () => {
  const { arriving, screen } = await loadPage()
  const connection = offline()
  const load = vi.fn(() => Promise.resolve('page'))
  const page = arriving(load)
  expect([load.mock.calls.length, screen().waiting]).toEqual([0, true])
  connection.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  expect(await page).toBe('page')
  expect([load.mock.calls.length, screen().waiting]).toEqual([1, false])
})

test('counts a server that cannot be reached as no connection', async () => {
  const { onCodeLost, left } = await loadPage()
  server.use(http.head(probe, () => HttpResponse.error()))
  await onCodeLost(lost)
  expect(left.reloads).toBe(0)
})

test('loads the code of a page once the connection is back, and says meanwhile that it waits', async () => {
  const { arriving, screen } = await loadPage()
  const seen = offline()
  seen.mockReturnValueOnce(true)
  let tries = 0
  const load = () => ((tries += 1) === 1 ? Promise.reject(lost) : Promise.resolve('page'))
  const page = arriving(load)
  await expect.poll(() => screen().waiting).toBe(true)
  expect(screen().coming).toBe(0)
  seen.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await expect(page).resolves.toBe('page')
  expect(screen().waiting).toBe(false)
})

test('does not reload where a reload cannot be noted: it might never end', async () => {
  const { arriving, left } = await loadPage()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(arriving(() => Promise.reject(lost))).rejects.toBe(lost)
  expect(left.reloads).toBe(0)
})
