import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime, PATIENCE_MS } from '../../src/wire/patience'
import { deferred } from '../support/deferred'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('patience is what the spec says', () => expect(PATIENCE_MS).toBe(10_000))

test('code that comes in time is had, and code that is lost is lost at once', async () => {
  expect(await inTime(Promise.resolve('code'))).toBe('code')
  await expect(inTime(Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(vi.getTimerCount()).toBe(0)
})

test('code that never comes is given up after ten seconds, and may be waited for again', async () => {
  const code = deferred()
  const given = inTime(code.promise).catch(String)
  await vi.advanceTimersByTimeAsync(PATIENCE_MS)
  expect(await given).toContain('late')
  const again = inTime(code.promise)
  code.resolve()
  await again
})
