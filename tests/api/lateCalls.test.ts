import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { health } from '../../src/api/node'
import { deferred } from '../support/deferred'
import { startApp } from '../support/render'
import { bases, calls, server } from '../support/server'

const gate = deferred()
let late: Promise<unknown> | null = null

test('a call that a test leaves behind', async () => {
  await startApp()
  server.use(http.get(`${bases.node}/v1/health`, () => HttpResponse.json({ data: { ok: 'late' } })))
  late = gate.promise.then(() => health(new AbortController().signal))
  expect(calls('/v1/health')).toEqual([])
})

test('is not counted by the next one, and not answered by it', async () => {
  await startApp()
  const answered = { ofThis: 0 }
  server.use(http.get(`${bases.node}/v1/health`, () => HttpResponse.json({ data: { n: (answered.ofThis += 1) } })))
  gate.resolve()
  await late
  expect(calls('/v1/health')).toEqual([])
  expect(answered.ofThis).toBe(0)
  await health(new AbortController().signal)
  expect(calls('/v1/health')).toHaveLength(1)
  expect(answered.ofThis).toBe(1)
})
