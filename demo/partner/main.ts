// Starts the demo's partner: with the backend in one process, or by itself beside a backend that runs already.
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { partnerApp } from './app.ts'
import type { PartnerService } from './services.ts'

type StartPartner = {
  /** 0: a free port. */
  port: number
  host?: string
  issuer: string
  backend_url: string
  /** The page of the app with a member's account. */
  account_url: string
  services: readonly PartnerService[]
}

/**
 * Serves the partner. Its address carries the name `localhost`, as its redirect URIs do.
 * @throws when the port is taken
 */
export async function startPartner(options: StartPartner): Promise<{ url: string; close(): Promise<void> }> {
  const { port, host = '127.0.0.1', ...about } = options
  let app: Hono | null = null
  const server = createAdaptorServer({
    fetch: (request, env) => app?.fetch(request, env) ?? new Response(null, { status: 503 }),
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  app = partnerApp({ base: url, ...about })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
  return { url, close }
}
