// All routes of the backend except the issuer's, and the one place that turns a refusal or an error into an answer.
import { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import { errorReference } from './call.ts'
import type { Ctx } from './context.ts'
import { DatabaseUnavailable, RETRY_AFTER } from './db/unavailable.ts'
import type { Hashing } from './domain/passwords/hashing.ts'
import type { PlugIn } from './plugIn.ts'
import { Refused, refuse } from './domain/refusal.ts'
import { fittingAddress } from './http/envelope.ts'
import { accountVisitHere } from './http/accountSession.ts'
import { cors, securityHeaders } from './http/guard.ts'
import { sizeLimit, methodsOf } from './http/limits.ts'
import { accountRoutes } from './routes/account.ts'
import { accountEntryRoutes } from './routes/accountEntry.ts'
import { accountPasskeyRoutes } from './routes/accountPasskeys.ts'
import { accountLifeRoutes } from './routes/accountLife.ts'
import { authRoutes } from './routes/auth.ts'
import { fileRoutes } from './routes/file.ts'
import { identifyRoutes } from './routes/identify.ts'
import { joinRoutes } from './routes/join.ts'
import { mailLinkRoutes } from './routes/mailLinks.ts'
import { nodeRoutes } from './routes/node.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { pictureRoutes } from './routes/pictures.ts'
import { portalRoutes } from './routes/portal.ts'
import { resolveRoutes } from './routes/resolve.ts'
import { serviceRoutes } from './routes/service.ts'

/** @param showsTerms whether the demonstration's terms can be read here */
export function backendApp(
  ctx: Ctx,
  provider: Provider,
  hashing: Hashing,
  plugIn?: PlugIn,
  showsTerms?: boolean,
): Hono {
  const app = new Hono()
  app.use(securityHeaders(ctx))
  app.use(cors(ctx, plugIn?.openPaths))
  app.use(sizeLimit)
  app.use(fittingAddress)
  app.route('/', authRoutes(ctx, provider, hashing))
  app.route('/', resolveRoutes(ctx, provider, hashing))
  app.route('/', passkeyRoutes(ctx, provider))
  app.route('/', accountEntryRoutes(ctx, provider))
  app.route('/', accountRoutes(ctx, provider, hashing))
  app.route('/', accountPasskeyRoutes(ctx, provider))
  app.route('/', accountLifeRoutes(ctx, provider))
  app.route('/', identifyRoutes(ctx, provider, hashing))
  app.route('/', mailLinkRoutes(ctx))
  // The address of an earlier page, which older mails and services link to. A page that was open when the release came still sends its form.
  app.on(['GET', 'POST'], ['/connected-services'], (c) =>
    c.redirect(`${ctx.settings.app_origin}/account/services`, 303),
  )
  app.route('/', pictureRoutes(ctx))
  app.route('/', joinRoutes(ctx, provider, hashing))
  app.route(
    '/',
    serviceRoutes(ctx, (c, id) => accountVisitHere(c, ctx, provider, id), showsTerms),
  )
  app.route('/', portalRoutes(ctx, provider))
  app.route('/', fileRoutes(ctx, provider))
  app.route('/', nodeRoutes(ctx))
  if (plugIn) app.route('/', plugIn.routes(ctx, hashing))
  app.notFound((c) => {
    const methods = methodsOf(app, c.req.path)
    if (methods.length === 0) return c.json({ code: 'NOT_FOUND' }, 404)
    c.header('Allow', methods.join(', '))
    return c.json({ code: 'METHOD_NOT_ALLOWED' }, 405)
  })
  app.onError((error, c) => {
    const refused =
      error instanceof Refused
        ? error
        : error instanceof DatabaseUnavailable
          ? unavailable(ctx, error)
          : fault(ctx, error)
    for (const [name, value] of Object.entries(refused.headers)) c.header(name, value)
    return c.json(refused.body, refused.status)
  })
  return app
}

function unavailable(ctx: Ctx, error: Error): Refused {
  ctx.unavailable(error)
  return refuse(503, 'SERVICE_UNAVAILABLE', undefined, 'try again shortly', {
    headers: { 'Retry-After': String(RETRY_AFTER) },
  })
}

/** An unexpected error: the caller receives an ID, and the log has the details under the same ID. */
function fault(ctx: Ctx, error: Error): Refused {
  const id = errorReference()
  ctx.log('fault', { request_id: id, message: error.message, stack: error.stack })
  return refuse(500, 'INTERNAL', undefined, `correlation id ${id}`)
}
