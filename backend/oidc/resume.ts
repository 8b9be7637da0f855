// Security E2: which browser may resume a visit at the issuer.
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Ctx } from '../context.ts'
import { isBegunHere } from '../domain/signIn/transactions.ts'
import { secretsIn } from '../http/cookies.ts'

/** The library's names for two cookies that no browser receives. */
export const UNSENT = { interaction: '_interaction', resume: '_resume' }

const RESUMED = /^\/oidc\/auth\/([\w-]+)$/

/**
 * The library resumes a visit by a cookie with the path of this visit. `__Host-` allows no such path, and any host of the same site can set
 * a cookie without `__Host-`. So a browser resumes a visit by the visit's own cookie, and the library reads from here what it would have
 * read from its cookie. It reads the other cookie nowhere.
 */
export const resumeByVisit =
  (ctx: Ctx) =>
  async (koa: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    const id = RESUMED.exec(koa.path)?.[1]
    const isHere = id !== undefined && (await isBegunHere(ctx, secretsIn(ctx, koa.get('cookie')), id))
    const own = koa.cookies
    const unsent = new Set(Object.values(UNSENT))
    koa.cookies = Object.assign(Object.create(own) as typeof own, {
      get: (...[name, options]: Parameters<typeof own.get>) =>
        name === UNSENT.resume ? (isHere ? id : undefined) : own.get(name, options),
      set: (...[name, ...rest]: Parameters<typeof own.set>) => (unsent.has(name) ? own : own.set(name, ...rest)),
    })
    await next()
  }
