// Security D5, D10, D17: how big a request may be, and which methods a path knows.
import { bodyLimit } from 'hono/body-limit'
import type { Hono, MiddlewareHandler } from 'hono'
import { LETTER_MOST_BYTES } from '../../src/wire/file'
import { refuse } from '../domain/refusal'

const MOST_BYTES = 64 * 1024

/** The one call that carries a file: the letter, and what stands around it. */
export const LETTER_PATH = '/v1/matcher/student/resolve'

const atMost = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw refuse(413, 'PAYLOAD_TOO_LARGE')
    },
  })
const limits = { json: atMost(MOST_BYTES), letter: atMost(LETTER_MOST_BYTES + MOST_BYTES) }

/**
 * Counts what really arrives, also when no length was announced.
 * @note For that it holds the body in memory before anybody is asked who sends it: a letter must announce its length, as browsers do.
 */
export const sizeLimit: MiddlewareHandler = (c, next) => {
  if (c.req.path !== LETTER_PATH) return limits.json(c, next)
  if (c.req.header('transfer-encoding') !== undefined) throw refuse(411, 'LENGTH_REQUIRED')
  return limits.letter(c, next)
}

/** For a path that is there with other methods: these. Empty: the path is not there at all. */
export function methodsOf(app: Hono, path: string): string[] {
  const here = app.routes.filter(
    (route) => route.method !== 'ALL' && !route.path.includes('*') && patternOf(route.path).test(path),
  )
  return [...new Set(here.map(({ method }) => method))]
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.+^$()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+')}$`)
