// The demonstration's backend and its partner service beside the app, for `npm start`, `npm run dev` and the journeys.
import { type RunningBackend, startBackend } from '../backend/main.ts'
import { fromEnvironment, type StartBackend } from '../backend/startOptions.ts'
import { startPartner } from './partner/main.ts'
import { SERVICES } from './partner/services.ts'
import { demoPlugIn } from './plugIn.ts'

type Ports = { app: number; backend: number; partner: number }
type Closable = { close: () => Promise<void> }

/**
 * Opens the demonstration's backend with the settings of the environment.
 * @param more settings that take precedence
 * @throws one line if a setting is wrong, the database cannot be reached or its folder is in use
 */
export function openDemo(env: NodeJS.ProcessEnv, at: Ports, more: Partial<StartBackend> = {}): Promise<RunningBackend> {
  return startBackend({
    ...fromEnvironment(env),
    // npm start needs no addresses: the app, the backend and the partner are on this machine.
    port: at.backend,
    host: '127.0.0.1',
    app_origin: `http://localhost:${at.app}`,
    plugIn: demoPlugIn(`http://localhost:${at.partner}`),
    ...more,
  })
}

/** Starts the partner service of a backend. The backend knows the secrets of its clients. */
export function openPartner({ url, ctx }: RunningBackend, at: Ports): Promise<Closable> {
  const known = new Map(ctx.settings.clients.map((client) => [client.client_id, client]))
  const services = SERVICES.map((service) => {
    const { client_secret, webhook_secret } = known.get(service.client_id) ?? {}
    return { ...service, client_secret, webhook_secret }
  })
  return startPartner({
    port: at.partner,
    issuer: url,
    backend_url: url,
    services,
    account_url: `${ctx.settings.app_origin}/account`,
  })
}

/** Starts the backend and its partner service. @throws as `openDemo` does, or if a port is taken */
export async function startDemo(env: NodeJS.ProcessEnv, at: Ports): Promise<Closable> {
  const backend = await openDemo(env, at)
  try {
    const partner = await openPartner(backend, at)
    return {
      close: async () => {
        await partner.close()
        await backend.close()
      },
    }
  } catch (error) {
    await backend.close()
    throw error
  }
}
