// A test leaves nothing behind that affects another one. Each pair below needs its order: the second test fails if the first one has not run.
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { health } from '../../src/api/node.ts'
import { deferred } from '../support/deferred.ts'
import { startApp } from '../support/render.tsx'
import { bases, calls, server } from '../support/server.ts'

describe('a call', () => {
  const gate = deferred()
  let late: Promise<unknown> | null = null

  test('that has no answer yet', async () => {
    await startApp()
    late = gate.promise.then(() => health(new AbortController().signal))
    expect(calls('/v1/health')).toEqual([])
  })

  test('is neither counted nor answered by the next test', async () => {
    expect(late, 'the call of the test before').not.toBeNull()
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
  const set: string[] = []
  const fired: string[] = []
  const later = (name: string, ms: number) =>
    new Promise<void>((resolve) => {
      set.push(name)
      setTimeout(() => {
        fired.push(name)
        resolve()
      }, ms)
    })

  test('that is still running', () => {
    void later('of the test before', 50)
    expect(fired).toEqual([])
  })

  test('ends with its test', async () => {
    await later('of this test', 60)
    expect(set).toEqual(['of the test before', 'of this test'])
    expect(fired).toEqual(['of this test'])
  })
})
