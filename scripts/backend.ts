// The backend and the partner service beside the app, for `npm start`, `npm run dev` and the journeys.
import { type Sandbox, type StartSandbox, startSandbox } from '../sandbox/main'
import { startPartner } from '../sandbox/partner/main'
import { SERVICES } from '../sandbox/partner/services'
import { parseClients, parseEnvironment, parseLimits } from '../sandbox/settings'
import type { Closable, Ports } from './running'

/**
 * Opens the demo's backend with the settings of the environment.
 * @param more settings that take precedence
 * @throws one line if a setting is wrong, the database cannot be reached or its folder is in use
 */
export function openDemo(env: NodeJS.ProcessEnv, at: Ports, more: Partial<StartSandbox> = {}): Promise<Sandbox> {
  const { DATA_DIR, DATABASE_URL, SMTP_URL, SANDBOX_CLIENTS, SANDBOX_DISCLOSE_UNKNOWN_USER } = parseEnvironment(env)
  return startSandbox({
    port: at.sandbox,
    app_origin: `http://localhost:${at.app}`,
    partner_url: `http://localhost:${at.partner}`,
    demo: true,
    data_dir: DATA_DIR,
    limits: parseLimits(env),
    clients: parseClients(SANDBOX_CLIENTS),
    disclose_unknown_user: SANDBOX_DISCLOSE_UNKNOWN_USER,
    ...(DATABASE_URL && { database_url: DATABASE_URL }),
    ...(SMTP_URL && { smtp_url: SMTP_URL }),
    ...more,
  })
}

/** Starts the partner service of a backend. The backend knows the secrets of its clients. */
export function openPartner({ url, ctx }: Sandbox, at: Ports): Promise<Closable> {
  const secrets = new Map(ctx.settings.clients.map((client) => [client.client_id, client.client_secret]))
  const services = SERVICES.map((service) => ({ ...service, client_secret: secrets.get(service.client_id) }))
  return startPartner({ port: at.partner, issuer: url, sandbox_url: url, services })
}

/** Starts the demo's backend and its partner service. @throws as `openDemo` does, or if a port is taken */
export async function startBackend(env: NodeJS.ProcessEnv, at: Ports): Promise<Closable> {
  const sandbox = await openDemo(env, at)
  try {
    const partner = await openPartner(sandbox, at)
    return {
      close: async () => {
        await partner.close()
        await sandbox.close()
      },
    }
  } catch (error) {
    await sandbox.close()
    throw error
  }
}
