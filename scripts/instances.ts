// The servers of `npm start`, but with two processes of the backend that share one PostgreSQL server. Each request goes to the other process
// than the request before it. The journeys of a sign-in run against these servers.
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { openDemo, openPartner } from '../demo/start.ts'
import { balance } from './balance.ts'
import { localSettings } from './local.ts'
import { freePort } from '../server/ports.ts'
import { startPostgres } from './postgres.ts'
import { type Closable, complain, type Ports, running, sayAddresses } from './running.ts'
import { startServer } from '../server/app/server.ts'

const ended = (child: ChildProcess) => new Promise((resolve) => void child.once('exit', resolve))

/** The backend as an operator starts it, with settings from the environment. */
async function startProcess(env: NodeJS.ProcessEnv, at: Ports, port: number): Promise<Closable> {
  const child = spawn(process.execPath, ['demo/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...env,
      BACKEND_PORT: String(port),
      BACKEND_URL: `http://localhost:${at.backend}`,
      BACKEND_PROXY_HOPS: '1',
      APP_ORIGIN: `http://localhost:${at.app}`,
      PARTNER_URL: `http://localhost:${at.partner}`,
    },
  })
  const end = ended(child)
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('the second backend has ended: see above')
    await pause(100)
  }
  return {
    close: async () => {
      child.kill('SIGTERM')
      await end
    },
  }
}

await running(async (started, at) => {
  const postgres = await startPostgres()
  started.push(postgres)
  const env: NodeJS.ProcessEnv = { ...process.env, DATABASE_URL: postgres.database_url }
  const backends = [await freePort(), await freePort()] as const
  started.push(await balance(at.backend, backends))
  // Both at once: each finds an empty database.
  const [second, first] = await Promise.all([
    startProcess(env, at, backends[1]),
    openDemo(env, at, { port: backends[0], url: `http://localhost:${at.backend}`, proxy_hops: 1 }),
  ])
  started.push(second, first)
  started.push(await openPartner(first, at))
  const app = await startServer({ port: at.app, host: env.HOST, env: { ...env, ...localSettings(env) }, log: complain })
  started.push(app)
  sayAddresses(at, app.url)
})
