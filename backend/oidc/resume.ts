// Security E2: which browser may resume a visit at the issuer.
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Ctx } from '../context.ts'
import { begunHere } from '../domain/signIn/transactions.ts'
import { secretsIn } from '../http/cookies.ts'

/** The library's names for two cookies that no browser receives. */
export const UNSENT = { interaction: '_interaction', resume: '_resume' }

const RESUMED = /^\/oidc\/auth\/([\w-]+)$/

type Resumed = { state: { client_id?: string | undefined } }
/** The service of the visit that a request resumes. The library names none once the visit has been resumed. */
export const resumedClient = ({ state }: Resumed): string | undefined => state.client_id

/**
 * The library resumes a visit by a cookie with the path of this visit. `__Host-` allows no such path, and any host of the same site can set
 * a cookie without `__Host-`. So a browser resumes a visit by the visit's own cookie, and the library reads from here what it would have
 * read from its cookie. It reads the other cookie nowhere.
 */
export const resumeByVisit =
  (ctx: Ctx) =>
  async (koa: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    const id = RESUMED.exec(koa.path)?.[1]
    const visit = id === undefined ? undefined : await begunHere(ctx, secretsIn(ctx, koa.get('cookie')), id)
    Object.assign(koa.state, { client_id: visit?.client_id })
    const own = koa.cookies
    const unsent = new Set(Object.values(UNSENT))
    koa.cookies = Object.assign(Object.create(own) as typeof own, {
      get: (...[name, options]: Parameters<typeof own.get>) =>
        name === UNSENT.resume ? (visit ? id : undefined) : own.get(name, options),
      set: (...[name, ...rest]: Parameters<typeof own.set>) => (unsent.has(name) ? own : own.set(name, ...rest)),
    })
    await next()
  }
