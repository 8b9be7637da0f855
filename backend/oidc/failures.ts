// Security H4, H9, D10: what the issuer answers when a request fails, in the library or in the code around it.
import { STATUS_CODES } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { errorReference } from '../call.ts'
import type { Ctx } from '../context.ts'
import { homeIn, namesIn } from '../db/seed.ts'
import { DatabaseUnavailable, RETRY_AFTER } from '../db/unavailable.ts'
import { nameOf } from '../domain/sessions/serviceName.ts'
import { errorPage, show } from './pages.ts'
import { resumedClient } from './resume.ts'
import { ROUTES } from './routes.ts'

/** Makes the answer a 503 with Retry-After if the database is what failed. */
export function sayUnavailable(koa: KoaContextWithOIDC, error: unknown): void {
  if (!(error instanceof DatabaseUnavailable)) return
  koa.status = 503
  koa.set('Retry-After', String(RETRY_AFTER))
}

export function logFailure(ctx: Ctx, error: unknown): void {
  if (error instanceof DatabaseUnavailable) return ctx.unavailable(error)
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  ctx.log('oidc.failed', { message, stack })
}

type Out = { error: string; error_description?: string | undefined }

/** Answers with the page of an error. The log has the ID of the page. @param cause the error behind it */
export function showError(ctx: Ctx, koa: KoaContextWithOIDC, out: Out, cause: unknown): void {
  const id = errorReference()
  sayUnavailable(koa, cause)
  // Undefined before the library has begun, and at an address that the issuer does not have.
  const { oidc }: { oidc?: KoaContextWithOIDC['oidc'] } = koa
  const client_id = oidc?.client?.clientId ?? resumedClient(koa)
  ctx.log('oidc.refused', { request_id: id, error: out.error, client_id })
  const isSignOut = oidc?.route.startsWith('end_session') ?? false
  const problem = { error: out.error, description: out.error_description ?? '', id, isSignOut }
  const client = ctx.clients.find((one) => one.client_id === client_id)
  show(ctx, koa, (locale, product) => {
    const service = client && { name: nameOf(namesIn(client), locale), home: homeIn(client) }
    return errorPage(locale, problem, service, product)
  })
}

/** The status of an error that names one for the caller, as `koa.throw` does; else 500. */
const statusOf = (error: unknown): number =>
  error instanceof Error && 'expose' in error && error.expose === true && 'status' in error ? Number(error.status) : 500

/**
 * The outermost middleware.
 * NOTE: the library's own error handler begins further inside. Koa answers what passes it with a bare text, and removes every header.
 */
export const answerFailures =
  (ctx: Ctx) =>
  async (koa: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    try {
      await next()
    } catch (error) {
      const status = statusOf(error)
      for (const header of ['Location', 'Set-Cookie']) koa.remove(header)
      koa.status = status
      if (status < 500)
        return showError(ctx, koa, { error: 'invalid_request', error_description: STATUS_CODES[status] }, error)
      if (koa.path === ROUTES.token) {
        sayUnavailable(koa, error)
        koa.body = { error: 'server_error' }
      } else showError(ctx, koa, { error: 'server_error' }, error)
      logFailure(ctx, error)
    }
  }
