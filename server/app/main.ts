// `npm run serve`: the app alone, as an operator runs it. Settings come from the environment, or from .env.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readRecord } from './record.ts'
import { hashSources } from './sources.ts'
import { outliveFullLog } from '../fullLog.ts'
import { endWithNpm } from '../parent.ts'
import { ports } from '../ports.ts'
import { isLoopback } from '../../contract/url.ts'
import { startServer } from './server.ts'

const { ppid } = process
outliveFullLog()
if (existsSync('.env')) process.loadEnvFile('.env')
/** With the time, which is how an operator searches for a report. */
const log = (line: string) => void process.stderr.write(`${new Date().toISOString()} ${line}\n`)
/** The app of the release: beside dist/server, also where the folder `dist` has moved. The sources serve what was built from them. */
const isBuilt = import.meta.url.endsWith('.js')
const dist = isBuilt ? fileURLToPath(new URL('../app', import.meta.url)) : 'dist/app'
try {
  const host = process.env.HOST || '127.0.0.1'
  const server = await startServer({ port: ports(process.env).app, host, env: process.env, dist, log })
  if (!isLoopback(host) && server.url.startsWith('http:'))
    log('HOST is not this machine and there is no TLS_CERT_FILE: put a proxy that speaks TLS in front')
  if (!isBuilt && existsSync('src') && readRecord(dist)?.sources !== hashSources(process.cwd()))
    log('dist/app was not built from the sources beside it: npm run build makes it anew')
  process.stdout.write(`app ${server.url}\n`)
  const stop = () => void server.close().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  endWithNpm(ppid)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
