// Quality D5, D10, D17: how big a request may be, and which methods a path knows.
import { bodyLimit } from 'hono/body-limit'
import type { Hono } from 'hono'
import { refuse } from './envelope'

const MOST_BYTES = 64 * 1024

/** Counts what really arrives, also when no length was announced. */
export const jsonLimit = bodyLimit({
  maxSize: MOST_BYTES,
  onError: () => {
    throw refuse(413, 'PAYLOAD_TOO_LARGE')
  },
})

/** For a path that is there with other methods: these. Empty: the path is not there at all. */
export function methodsOf(app: Hono, path: string): string[] {
  const here = app.routes.filter(
    (route) => route.method !== 'ALL' && !route.path.includes('*') && patternOf(route.path).test(path),
  )
  return [...new Set(here.map(({ method }) => method))]
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.+^$()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+')}$`)
