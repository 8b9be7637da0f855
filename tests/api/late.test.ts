// Spec §9: the ten seconds of a call are also those of the code that makes it.
import { afterEach, expect, test, vi } from 'vitest'
import { userInfo } from '../../src/api/auth.ts'
import { TIMEOUT_MS } from '../../src/state/timeout.ts'
import { connect } from './backend.ts'

vi.mock('../../src/api/transport.ts', () => new Promise(() => {}))

afterEach(() => vi.useRealTimers())

test('a call whose code never comes ends like one that is never answered', async () => {
  const failures = connect('http://localhost:1')
  vi.useFakeTimers()
  const answer = userInfo()
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1)
  expect(failures).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toMatchObject({ ok: false, failure: { reason: 'noResponse' } })
  expect(failures).toHaveLength(1)
})
