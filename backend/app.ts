// All routes of the backend except the issuer's, and the one place that turns a refusal or an error into an answer.
import { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import { errorReference } from './call'
import type { Ctx } from './context'
import { DatabaseUnavailable, RETRY_AFTER } from './db/unavailable'
import type { Hashing } from './domain/hashing'
import type { PlugIn } from './plugIn'
import { Refused, refuse } from './domain/refusal'
import { fittingAddress } from './http/envelope'
import { cors, securityHeaders } from './http/guard'
import { sizeLimit, methodsOf } from './http/limits'
import { authRoutes } from './routes/auth'
import { connectedRoutes } from './routes/connected'
import { fileRoutes } from './routes/file'
import { identifyRoutes } from './routes/identify'
import { joinRoutes } from './routes/join'
import { nodeRoutes } from './routes/node'
import { notMeRoutes } from './routes/notMe'
import { portalRoutes } from './routes/portal'
import { resetCancelRoutes } from './routes/resetCancel'
import { resolveRoutes } from './routes/resolve'
import { serviceRoutes } from './routes/service'

export function backendApp(ctx: Ctx, provider: Provider, hashing: Hashing, plugIn?: PlugIn): Hono {
  const app = new Hono()
  app.use(securityHeaders(ctx))
  app.use(cors(ctx, plugIn?.openPaths))
  app.use(sizeLimit)
  app.use(fittingAddress)
  app.route('/', authRoutes(ctx, provider, hashing))
  app.route('/', resolveRoutes(ctx, provider, hashing))
  app.route('/', identifyRoutes(ctx, provider, hashing))
  app.route('/', resetCancelRoutes(ctx))
  app.route('/', notMeRoutes(ctx))
  app.route('/', connectedRoutes(ctx, provider))
  app.route('/', joinRoutes(ctx, provider, hashing))
  app.route('/', serviceRoutes(ctx))
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
