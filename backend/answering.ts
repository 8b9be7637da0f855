// From a request to what answers it: a probe, a refusal before any route, the issuer, or a route.
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { backendApp } from './app.ts'
import { inCall } from './call.ts'
import type { Ctx } from './context.ts'
import type { Hashing } from './domain/passwords/hashing.ts'
import { addressOf } from './http/clientIp.ts'
import { asAddressed, pageHeaders, requestFilter, type Timeouts } from './http/httpServer.ts'
import { pathsOf } from './http/limits.ts'
import { answerProbes, PROBES } from './http/probes.ts'
import { inRequestSpan } from './http/requestSpan.ts'
import { routeNames } from './http/routeNames.ts'
import { logOutAt } from './oidc/backchannel.ts'
import { createProvider } from './oidc/provider.ts'
import { ISSUER_PATHS } from './oidc/routes.ts'
import type { PlugIn } from './plugIn.ts'

export type Answering = { handle: RequestListener; routeOf: (url?: string) => string }

type Given = {
  hashing: Hashing
  plugIn: PlugIn | undefined
  timeouts: Partial<Timeouts> | undefined
  /** Whether the demonstration's terms can be read here. */
  showsTerms: boolean
  isDraining: () => boolean
}

const OF_ISSUER = /^\/(oidc|\.well-known(?!\/webauthn(\?|$)))\//

/**
 * @returns a function that takes up the keys and the partner services of the context. The provider reads them only when it is created, so new
 * ones need a new provider. Its state is in the database.
 */
export function answeringFor(ctx: Ctx, { hashing, plugIn, timeouts, showsTerms, isDraining }: Given): () => Answering {
  const probed = answerProbes(ctx, isDraining)
  const isAnswered = requestFilter(ctx, timeouts)
  return () => {
    const provider = createProvider(ctx)
    ctx.logOutAt = (session) => logOutAt(provider, session)
    const issuer = provider.callback()
    const app = backendApp(ctx, provider, hashing, plugIn, showsTerms)
    const routeOf = routeNames([...PROBES, ...ISSUER_PATHS, ...pathsOf(app)])
    const routes = getRequestListener(app.fetch)
    const answerTo = async (...[req, res]: Parameters<RequestListener>): Promise<void> => {
      if (probed(req, res) || (await isAnswered(req, res))) return
      if (!OF_ISSUER.test(req.url ?? '')) return void routes(req, res)
      pageHeaders(ctx, res)
      asAddressed(ctx, req)
      void issuer(req, res)
    }
    const handle: RequestListener = (req, res) => {
      const ip = addressOf(ctx, req.socket.remoteAddress, req.headers['x-forwarded-for']?.toString())
      void inCall({ ip, agent: req.headers['user-agent'] }, () =>
        inRequestSpan(ctx.traces, req, res, routeOf(req.url), () => answerTo(req, res)),
      )
    }
    return { handle, routeOf }
  }
}
