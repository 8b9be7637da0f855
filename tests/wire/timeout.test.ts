import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoizeImport, withTimeout, TIMEOUT_MS } from '../../src/wire/timeout'
import { deferred } from '../support/deferred'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a page waits ten seconds for the network', () => expect(TIMEOUT_MS).toBe(10_000))

test('code that comes in time is had, and code that is lost is lost at once', async () => {
  expect(await withTimeout(Promise.resolve('code'))).toBe('code')
  await expect(withTimeout(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(vi.getTimerCount()).toBe(0)
})

test('code that never comes is given up after ten seconds, and may be waited for again', async () => {
  const code = deferred()
  const given = withTimeout(code.promise).catch(String)
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS)
  expect(await given).toContain('late')
  const again = withTimeout(code.promise)
  code.resolve()
  await again
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
