import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitMs, memoizeImport, renewable, withTimeout, TIMEOUT_MS } from '../../src/state/timeout.ts'
import { deferred } from '../support/deferred.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page waits ten seconds for the network', () => expect(TIMEOUT_MS).toBe(10_000))

test.each([
  ['without a measurement', [], 10_000],
  ['at 1.6 Mbit/s', [{ startTime: 500, responseEnd: 1000, encodedBodySize: 100_000, transferSize: 100_000 }], 10_500],
  ['at 50 kbit/s', [{ startTime: 4000, responseEnd: 20_000, encodedBodySize: 100_000, transferSize: 100_000 }], 26_000],
  ['at a crawl', [{ startTime: 0, responseEnd: 90_000, encodedBodySize: 50_000, transferSize: 50_000 }], 60_000],
  ['with small files only', [{ startTime: 0, responseEnd: 900, encodedBodySize: 500, transferSize: 800 }], 10_000],
  ['from the cache', [{ startTime: 0, responseEnd: 90_000, encodedBodySize: 50_000, transferSize: 0 }], 10_000],
])('%s, a page waits as long as such a network needs', (_, files, limit) => {
  const timings = (type: string) => (type === 'resource' ? files : []) as unknown as PerformanceEntryList
  vi.stubGlobal('performance', { getEntriesByType: timings })
  expect(limitMs()).toBe(limit)
})

test('the page itself tells the pace before its first script has come', () => {
  const page = { startTime: 0, responseStart: 9000, responseEnd: 10_000, encodedBodySize: 6000, transferSize: 6300 }
  vi.stubGlobal('performance', { getEntriesByType: (type: string) => (type === 'navigation' ? [page] : []) })
  expect(Math.round(limitMs())).toBe(26_667)
})

test('code is asked for only once there is a connection', async () => {
  const connection = { onLine: false }
  vi.stubGlobal('navigator', connection)
  const load = vi.fn(() => Promise.resolve('code'))
  const get = memoizeImport(load)
  await expect(get()).rejects.toThrow('no connection')
  expect(load).not.toHaveBeenCalled()
  connection.onLine = true
  expect(await get()).toBe('code')
})

test('code that comes in time is used, and code that is lost fails at once', async () => {
  expect(await withTimeout(Promise.resolve('code'))).toBe('code')
  await expect(withTimeout(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(vi.getTimerCount()).toBe(0)
})

test('code that never comes fails after ten seconds, and can be waited for again', async () => {
  const code = deferred()
  const given = withTimeout(code.promise).catch(String)
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS)
  expect(await given).toContain('late')
  const again = withTimeout(code.promise)
  code.resolve()
  await again
})

test('code that came while a phone had stopped the page is used, although a timer is overdue', async () => {
  const code = deferred()
  const given = withTimeout(code.promise.then(() => 'code'))
  // Of each timer that is overdue, a page that runs again gets one call.
  vi.advanceTimersToNextTimer()
  await Promise.resolve()
  code.resolve()
  expect(await given).toBe('code')
})

test('code that has come is not asked for again', async () => {
  const fetch = vi.fn(() => Promise.resolve('code'))
  const load = memoizeImport(fetch)
  await load()
  expect(await load()).toBe('code')
  expect(fetch).toHaveBeenCalledOnce()
})

test('code that was lost, or is late, is asked for again', async () => {
  const fetch = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockReturnValueOnce(new Promise(() => {}))
    .mockResolvedValue('code')
  const load = memoizeImport(fetch)
  await expect(load()).rejects.toThrow('gone')
  const given = load().catch(String)
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS)
  expect(await given).toContain('late')
  expect(await load()).toBe('code')
})

test('code that was lost is asked for under another address, and the same code is kept when it has come', async () => {
  const file = 'http://id.jskim.kr/assets/part.js'
  const get = renewable(() =>
    Promise.reject<object>(new TypeError(`Failed to fetch dynamically imported module: ${file}`)),
  )
  const at = (time: number) => vi.setSystemTime(time).doMock(`${file}?${time}`, () => ({ time }))
  at(1)
  await expect(get()).rejects.toThrow('Failed to fetch')
  at(2)
  const code = await get()
  expect(code).toMatchObject({ time: 1 })
  at(3)
  expect(await get()).toBe(code)
})
