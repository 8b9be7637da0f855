// Security D5, D10, D17: the maximum size of a request, and the methods of a path.
import { bodyLimit } from 'hono/body-limit'
import type { Hono, MiddlewareHandler } from 'hono'
import { resolveStudent } from '../../contract/calls/file.ts'
import { LETTER_MOST_BYTES } from '../../contract/shapes/file.ts'
import { refuse } from '../domain/refusal.ts'

const MOST_BYTES = 64 * 1024

/** The one call with a file: the letter and its multipart envelope. */
export const LETTER_PATH: string = resolveStudent.path

const atMost = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw refuse(413, 'PAYLOAD_TOO_LARGE')
    },
  })
const limits = { json: atMost(MOST_BYTES), letter: atMost(LETTER_MOST_BYTES + MOST_BYTES) }

/**
 * Counts the bytes that arrive, also without a Content-Length.
 * NOTE: it holds the body in memory before the caller is authenticated, so a letter must have a Content-Length, as browsers send it.
 */
export const sizeLimit: MiddlewareHandler = (c, next) => {
  if (c.req.path !== LETTER_PATH) return limits.json(c, next)
  if (c.req.header('transfer-encoding') !== undefined) throw refuse(411, 'LENGTH_REQUIRED')
  return limits.letter(c, next)
}

/** The routes without what all of them share. */
const routesIn = (app: Hono) => app.routes.filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))

/** The path of every route, such as `/v1/challenge/join/:login_id`. */
export const pathsOf = (app: Hono): string[] => routesIn(app).map(({ path }) => path)

/** The other methods of a path. Empty if the path does not exist. */
export function methodsOf(app: Hono, path: string): string[] {
  const here = routesIn(app).filter((route) => patternOf(route.path).test(path))
  return [...new Set(here.map(({ method }) => method))]
}

/** Matches the paths of a route, such as `/v1/challenge/join/:login_id`. */
export const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.+^$()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+')}$`)
