// Where the journeys find the three servers, and where the second client of second-client.spec.ts listens: four ports in a row.
const first = Number(process.env.JOURNEYS_PORT ?? 4300)

export const ports = { app: first, backend: first + 1, partner: first + 2, client: first + 3 }

/** What the servers of the journeys keep: their database, and their log. */
export const dataFolder = `.data/journeys-${ports.app}`
export const serverLog = `${dataFolder}.log`

const at = (port: number) => `http://localhost:${port}`
export const app = at(ports.app)
export const backend = at(ports.backend)
export const partner = at(ports.partner)

/** A public OpenID Connect client with PKCE that shares no code with the partner. */
export const secondClient = {
  client_id: 'journey-client',
  base: at(ports.client),
  callback: `${at(ports.client)}/back`,
}
