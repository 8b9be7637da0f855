// A test leaves nothing behind that affects another one.
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { health } from '../../src/api/node'
import { deferred } from '../support/deferred'
import { startApp } from '../support/render'
import { bases, calls, server } from '../support/server'

describe('a call', () => {
  const gate = deferred()
  let late: Promise<unknown> | null = null

  test('that has no answer yet', async () => {
    await startApp()
    late = gate.promise.then(() => health(new AbortController().signal))
    expect(calls('/v1/health')).toEqual([])
  })

  test('is neither counted nor answered by the next test', async () => {
    await startApp()
    let answered = 0
    server.use(http.get(`${bases.node}/v1/health`, () => HttpResponse.json({ data: { n: (answered += 1) } })))
    gate.resolve()
    await late
    expect(calls('/v1/health')).toEqual([])
    expect(answered).toBe(0)
    await health(new AbortController().signal)
    expect(calls('/v1/health')).toHaveLength(1)
    expect(answered).toBe(1)
  })
})

describe('a timer', () => {
  let isNext = false
  const fired: string[] = []

  test('that is still running', () => {
    setTimeout(() => isNext && fired.push('late'), 50)
    expect(isNext).toBe(false)
  })

  test('ends with its test', async () => {
    isNext = true
    await new Promise((resolve) => {
      setTimeout(resolve, 60)
    })
    expect(fired).toEqual([])
  })
})

describe('a frame', () => {
  test('that is requested and not painted', () => {
    expect(requestAnimationFrame(() => {})).toBeGreaterThan(0)
  })

  test('does not prevent a frame of the next test', async () => {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
  })
})
