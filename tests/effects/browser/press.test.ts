import { expect, onTestFinished, test, vi } from 'vitest'
import { pressIsOver, watchPresses } from '../../../src/effects/browser/press.ts'

const send = (kind: string, pointerType = 'mouse') =>
  dispatchEvent(Object.assign(new Event(kind), kind.startsWith('pointer') && { pointerType }))

function watch() {
  vi.useFakeTimers()
  const stop = watchPresses()
  onTestFinished(() => {
    stop()
    vi.useRealTimers()
  })
}

/** Whether what waits for the press goes on now. */
async function goesOn(): Promise<boolean> {
  const over = pressIsOver().then(() => true)
  return Promise.race([
    over,
    new Promise<boolean>((done) =>
      queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => done(false))))),
    ),
  ])
}

test('nothing waits while no button is down, nor for a finger', async () => {
  watch()
  expect(await goesOn()).toBe(true)
  send('pointerdown', 'touch')
  expect(await goesOn()).toBe(true)
})

test.each(['keydown', 'pointercancel', 'dragend'])('a press lasts until %s', async (kind) => {
  watch()
  send('pointerdown')
  expect(await goesOn()).toBe(false)
  send(kind)
  expect(await goesOn()).toBe(true)
})

test('a press lasts until its click is over', async () => {
  watch()
  send('pointerdown')
  send('pointerup')
  send('click')
  expect(await goesOn()).toBe(false)
  vi.advanceTimersByTime(0)
  expect(await goesOn()).toBe(true)
})

test('a press without an end keeps nothing waiting for longer than a second', async () => {
  watch()
  send('pointerdown')
  vi.advanceTimersByTime(999)
  expect(await goesOn()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await goesOn()).toBe(true)
})
