// The servers of `npm start`, but with two processes of the backend that share one PostgreSQL server. Each request goes to the other process
// than the request before it. The journeys of a sign-in run against these servers.
import { openDemo, openPartner } from '../demo/start.ts'
import { startInstance } from './backendProcess.ts'
import { balance } from './balance.ts'
import { localSettings } from './local.ts'
import { freePort } from '../server/ports.ts'
import { startPostgres } from './postgres.ts'
import { complain, running, sayAddresses } from './running.ts'
import { startServer } from '../server/app/server.ts'

await running(async (started, at) => {
  const postgres = await startPostgres()
  started.push(postgres)
  const env: NodeJS.ProcessEnv = { ...process.env, DATABASE_URL: postgres.database_url }
  const url = `http://localhost:${at.backend}`
  // The second process starts as an operator starts it, with settings from the environment.
  const settings = {
    BACKEND_URL: url,
    BACKEND_PROXY_HOPS: '1',
    APP_ORIGIN: `http://localhost:${at.app}`,
    PARTNER_URL: `http://localhost:${at.partner}`,
  }
  const port = await freePort()
  // Both at once: each finds an empty database.
  const [second, first] = await Promise.all([
    startInstance('demo/main.ts', { ...env, ...settings }, (text) => process.stderr.write(text)),
    openDemo(env, at, { port, url, proxy_hops: 1 }),
  ])
  started.push(second, first)
  started.push(await balance(at.backend, [port, second.port]))
  started.push(await openPartner(first, at))
  const app = await startServer({ port: at.app, host: env.HOST, env: { ...env, ...localSettings(env) }, log: complain })
  started.push(app)
  sayAddresses(at, app.url)
})
