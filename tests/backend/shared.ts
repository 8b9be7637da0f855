// One backend, or one of its parts, for the tests of a file or of a group in it.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { RunningBackend } from '../../backend/main.ts'
import { openParts, type Parts } from './backendParts.ts'
import { startLogoutListener, type LogoutListener } from './logoutListener.ts'
import { start } from './start.ts'

/** The first start of a run writes a template for the others. In milliseconds. */
const LONGEST = 120_000

type Options = NonNullable<Parameters<typeof start>[0]>

/** A backend that runs from the first test to the last. Its fields are there once the tests run. `options`: a function where they need what starts earlier. */
export function sharedBackend(options: Options | (() => Options) = {}): RunningBackend {
  const backend = {} as RunningBackend
  const read = () => (typeof options === 'function' ? options() : options)
  beforeAll(async () => void Object.assign(backend, await start(read())), LONGEST)
  afterAll(() => backend.close())
  return backend
}

/** As sharedBackend, with one part of the backend alone. */
export function sharedParts(change?: Parameters<typeof openParts>[0]): Parts {
  const parts = {} as Parts
  beforeAll(async () => void Object.assign(parts, await openParts(change)), LONGEST)
  afterAll(() => parts.close())
  return parts
}

/** One part of the backend, anew for each test. */
export function freshParts(): Parts {
  const parts = {} as Parts
  beforeEach(async () => void Object.assign(parts, await openParts()), LONGEST)
  afterEach(() => parts.close())
  return parts
}

/** As sharedBackend, a service that hears of ended sessions. */
export function sharedLogoutListener(): LogoutListener {
  const listener = {} as LogoutListener
  beforeAll(async () => void Object.assign(listener, await startLogoutListener()))
  afterAll(() => listener.close())
  return listener
}
