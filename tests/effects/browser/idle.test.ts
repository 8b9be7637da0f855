import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadAhead, loadInTurn, quietly } from '../../../src/effects/browser/idle.ts'
import { deferred } from '../../support/deferred.ts'

// The browser is idle after each turn.
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const idle = () => vi.runAllTimersAsync()

test('what may be needed later loads when the browser is idle', async () => {
  const load = vi.fn()
  loadAhead(load)
  expect(load).not.toHaveBeenCalled()
  await idle()
  expect(load).toHaveBeenCalledOnce()
})

test('nothing loads ahead while a press is answered, and then it does', async () => {
  const [first, second] = [deferred(), deferred()]
  const load = vi.fn()
  const presses = Promise.allSettled([quietly(first.promise), quietly(second.promise)])
  loadAhead(load)
  await idle()
  expect(load).not.toHaveBeenCalled()
  first.resolve()
  await idle()
  expect(load).not.toHaveBeenCalled()
  second.reject(new Error('no network'))
  await idle()
  expect(load).toHaveBeenCalledOnce()
  expect((await presses).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})

test('nothing loads ahead without a connection, and it does once the connection is back', async () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn()
  const cancelled = vi.fn()
  loadAhead(load)
  const cancel = loadAhead(cancelled)
  await idle()
  expect(load).not.toHaveBeenCalled()
  cancel()
  connection.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  expect([load.mock.calls.length, cancelled.mock.calls.length]).toEqual([1, 0])
  connection.mockRestore()
})

test('what is cancelled while a press is answered never loads', async () => {
  const answer = deferred()
  const load = vi.fn()
  const press = quietly(answer.promise)
  const cancel = loadAhead(load)
  await idle()
  cancel()
  answer.resolve()
  await press
  await idle()
  expect(load).not.toHaveBeenCalled()
})

test('one load follows the other, also one that fails', async () => {
  const done: string[] = []
  const first = deferred()
  loadInTurn([() => first.promise, () => Promise.resolve(done.push('second'))])
  await idle()
  expect(done).toEqual([])
  first.reject(new Error('no network'))
  await idle()
  expect(done).toEqual(['second'])
})
