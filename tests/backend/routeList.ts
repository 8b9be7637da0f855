// The list of the backend's addresses, read from its two routers: that of the routes, and that of the issuer's library.
import { vi } from 'vitest'
import { backendApp } from '../../backend/app.ts'
import type { RunningBackend } from '../../backend/main.ts'
import { createProvider } from '../../backend/oidc/provider.ts'

export type Route = { method: string; path: string }

type Register = (name: string, path: string, ...rest: unknown[]) => unknown
type Router = { prototype: Record<'get' | 'post' | 'put' | 'delete', Register> }

// NOTE: the library's router keeps its routes to itself, so this watches them being registered.
const { default: router } = (await import(
  new URL('../../node_modules/oidc-provider/lib/helpers/router.js', import.meta.url).href
)) as { default: Router }

/** Every method and path that the backend answers, besides OPTIONS and the probes. */
export function routesOf({ ctx, hashing }: RunningBackend): { app: Route[]; issuer: Route[] } {
  const issuer: Route[] = []
  const spies = (['get', 'post', 'put', 'delete'] as const).map((method) => {
    const spy = vi.spyOn(router.prototype, method)
    return { method, spy }
  })
  const provider = createProvider(ctx)
  for (const { method, spy } of spies) {
    issuer.push(...spy.mock.calls.map(([, path]) => ({ method: method.toUpperCase(), path })))
    spy.mockRestore()
  }
  const app = backendApp(ctx, provider, hashing)
    .routes.filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
    .map(({ method, path }) => ({ method, path }))
  const once = (routes: Route[]) => [...new Map(routes.map((one) => [`${one.method} ${one.path}`, one])).values()]
  return { app: once(app), issuer: once(issuer) }
}
