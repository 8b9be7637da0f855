import { expect, test, vi } from 'vitest'
import { everySecond, now } from '../../../src/effects/browser/clock.ts'
import { holdTime } from '../../support/clock.ts'

const START = new Date('2026-03-02T09:00:00Z')
const show = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('it ticks about once a second, until it is stopped', () => {
  const { pass } = holdTime(START)
  const ticks: number[] = []
  const stop = everySecond((at) => ticks.push(at))
  pass(3000)
  expect(ticks).toHaveLength(3)
  expect((ticks[2] ?? 0) - (ticks[0] ?? 0)).toBe(2000)
  stop()
  pass(3000)
  expect(ticks).toHaveLength(3)
})

test.each([3_600_000, -3_600_000])(
  'it does not jump when the device’s clock is set (%i ms), also while it ticks',
  (jump) => {
    const { pass } = holdTime(START)
    const ticks: number[] = []
    const stop = everySecond((at) => ticks.push(at))
    const before = now()
    vi.setSystemTime(Date.now() + jump)
    pass(1000)
    expect(ticks).toHaveLength(1)
    expect(Math.abs((ticks[0] ?? 0) - before - 1000)).toBeLessThan(100)
    stop()
  },
)

test('it counts the time that the device slept', () => {
  holdTime(START)
  const ticks: number[] = []
  const stop = everySecond((at) => ticks.push(at))
  const before = now()
  show('hidden')
  vi.setSystemTime(Date.now() + 120_000)
  show('visible')
  expect(ticks.at(-1)).toBe(now())
  expect(Math.abs(now() - before - 120_000)).toBeLessThan(100)
  stop()
})

test('it counts the time that the device slept when the page was hidden before the countdown began', () => {
  holdTime(START)
  show('hidden')
  const stop = everySecond(() => {})
  const before = now()
  vi.setSystemTime(Date.now() + 120_000)
  show('visible')
  expect(Math.abs(now() - before - 120_000)).toBeLessThan(100)
  stop()
})

test('time that passed while the page was merely hidden is counted once', () => {
  const { pass } = holdTime(START)
  const stop = everySecond(() => {})
  const before = now()
  show('hidden')
  pass(30_000)
  show('visible')
  expect(Math.abs(now() - before - 30_000)).toBeLessThan(100)
  stop()
})

test('a clock that was put back meanwhile takes nothing away', () => {
  holdTime(START)
  const stop = everySecond(() => {})
  const before = now()
  show('hidden')
  vi.setSystemTime(Date.now() - 3_600_000)
  show('visible')
  expect(now()).toBeGreaterThanOrEqual(before)
  stop()
})
