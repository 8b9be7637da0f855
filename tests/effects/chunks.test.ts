import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { arriving, onCodeLost } from '../../src/effects/chunks'
import { useScreen } from '../../src/stores/screen'
import { CodeIsLate } from '../../src/wire/timeout'
import { holdTime } from '../support/clock'
import { watchLeaving } from '../support/render'
import { server } from '../support/server'

const lost = new TypeError('Failed to fetch dynamically imported module')
const probe = `${location.origin}/favicon.svg`
const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
let left: ReturnType<typeof watchLeaving>
beforeEach(() => {
  left = watchLeaving()
  server.use(http.head(probe, () => new HttpResponse(null)))
})

test('reloads once for a file that is gone; after that a page says so, with a reference', async () => {
  const { pass } = holdTime()
  void onCodeLost(lost)
  await expect.poll(() => left.reloads).toBe(1)
  pass(59_000)
  void onCodeLost(lost)
  await expect.poll(() => useScreen.getState().broken).toMatch(/^\w{8}$/)
  expect(left.reloads).toBe(1)
  await expect(arriving(() => Promise.reject(lost))).rejects.toBe(lost)
  pass(1000)
  void onCodeLost(lost)
  await expect.poll(() => left.reloads).toBe(2)
})

test('does not reload for a file that is late: the member has waited once', async () => {
  await expect(arriving(() => Promise.reject(new CodeIsLate()))).rejects.toBeInstanceOf(CodeIsLate)
  void onCodeLost(new CodeIsLate())
  await expect.poll(() => useScreen.getState().broken).not.toBe(null)
  expect(left.reloads).toBe(0)
})

test('leaves a page without a connection as it is', async () => {
  offline()
  await onCodeLost(lost)
  expect(left.reloads).toBe(0)
  expect(useScreen.getState().broken).toBe(null)
})

test('counts a server that cannot be reached as no connection', async () => {
  server.use(http.head(probe, () => HttpResponse.error()))
  await onCodeLost(lost)
  expect(left.reloads).toBe(0)
})

test('loads the code of a page once the connection is back, and says meanwhile that it waits', async () => {
  const seen = offline()
  let tries = 0
  const load = () => ((tries += 1) === 1 ? Promise.reject(lost) : Promise.resolve('page'))
  const page = arriving(load)
  await expect.poll(() => useScreen.getState().waiting).toBe(true)
  expect(useScreen.getState().coming).toBe(0)
  seen.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await expect(page).resolves.toBe('page')
  expect(useScreen.getState().waiting).toBe(false)
})

test('does not reload where a reload cannot be noted: it might never end', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(arriving(() => Promise.reject(lost))).rejects.toBe(lost)
  expect(left.reloads).toBe(0)
})
