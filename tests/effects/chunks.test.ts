import { beforeEach, expect, test, vi } from 'vitest'
import { onChunkLost } from '../../src/effects/chunks'
import { holdTime } from '../support/clock'
import { watchLeaving } from '../support/render'

const lost = new TypeError('Failed to fetch dynamically imported module')
const outcome = (promise: Promise<never>) =>
  Promise.race([promise.catch((error: unknown) => error), Promise.resolve().then(() => Promise.resolve('waits'))])
let left: ReturnType<typeof watchLeaving>
beforeEach(() => {
  left = watchLeaving()
})

test('a page whose code is gone is fetched anew, once; then the error page speaks', async () => {
  const { pass } = holdTime()
  expect(await outcome(onChunkLost(lost))).toBe('waits')
  expect(left.reloads).toBe(1)
  pass(59_000)
  await expect(onChunkLost(lost)).rejects.toBe(lost)
  expect(left.reloads).toBe(1)
  pass(1000)
  expect(await outcome(onChunkLost(lost))).toBe('waits')
  expect(left.reloads).toBe(2)
})

test('offline a reload would lose the page', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await expect(onChunkLost(lost)).rejects.toBe(lost)
  expect(left.reloads).toBe(0)
})

test('where a reload cannot be remembered there is none: it might never end', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(onChunkLost('lost')).rejects.toThrow('chunk lost')
  expect(left.reloads).toBe(0)
})
