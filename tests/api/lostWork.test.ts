// Contract, "Proof of work": its code comes only when a server asks for a proof, perhaps after a release has removed the file.
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { call } from '../../src/api/http.ts'
import { backend, connect, sendJson } from './backend.ts'

vi.mock('../../src/api/proofOfWork.ts', () => Promise.reject(new TypeError('Failed to fetch')))

const row = { backend: 'auth', method: 'POST', path: '/v1/thing', visit: 'none', answer: z.object({}) } as const

test.each([
  [{}, 1],
  [{ quiet: true }, 0],
])('a proof whose code is lost is a fault of the app, unless the call is quiet: %o', async (given, times) => {
  const { url } = await backend(sendJson({ code: 'PROOF_OF_WORK' }, 428))
  const onCodeLost = vi.fn(async () => {})
  connect(url, null, {}, onCodeLost)
  expect(await call(row, given)).toMatchObject({ ok: false, failure: { reason: 'noResponse' } })
  expect(onCodeLost).toHaveBeenCalledTimes(times)
})
