// `npm start`: the built app, the backend and the partner in one process.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readRecord } from '../server/app/record.ts'
import { hashSources } from '../server/app/sources.ts'
import { endTogether } from './backendProcess.ts'
import { localSettings } from './local.ts'
import { complain, needFree, running, say, sayAddresses } from './running.ts'
import { startServer } from '../server/app/server.ts'

/** Builds the app unless dist/app was built from exactly these files. Only `npm run build` enforces the byte budget. */
async function build(): Promise<void> {
  if (readRecord('dist/app')?.sources === hashSources(process.cwd())) return
  say('Building the app …')
  let output = ''
  const child = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  endTogether(child)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${output.trim()}\nThe app could not be built: see above`)
}

await running(async (started, at) => {
  await needFree(at)
  await build()
  const { env } = process
  const { startDemo } = await import('../demo/start.ts')
  started.push(await startDemo(env, at))
  const settings = { ...localSettings(env), VITE_STORAGE_KEY: env.VITE_STORAGE_KEY || randomBytes(24).toString('hex') }
  const app = await startServer({ port: at.app, host: env.HOST, env: { ...env, ...settings }, log: complain })
  started.push(app)
  sayAddresses(at, app.url)
})
