// Shared by `npm start` and `npm run dev`: free ports, one clear line for an error, a clean end.
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { outliveFullLog } from '../server/fullLog.ts'
import { endWithNpm } from '../server/parent.ts'
import { ports } from '../server/ports.ts'

export type Closable = { close: () => Promise<void> }
export type Ports = ReturnType<typeof ports>

const SETTING_OF: Record<keyof Ports, string> = { app: 'APP_PORT', backend: 'BACKEND_PORT', partner: 'PARTNER_PORT' }

const isFree = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })

/** @throws if one of the ports is taken, with the name of its setting */
export async function needFree(at: Ports): Promise<void> {
  for (const name of ['app', 'backend', 'partner'] as const) {
    const free = await Promise.all(['127.0.0.1', '::1'].map((host) => isFree(at[name], host)))
    if (free.includes(false)) throw new Error(`Port ${at[name]} is taken: set ${SETTING_OF[name]} to a free one`)
  }
}

export const say = (line: string) => void process.stdout.write(`${line}\n`)
export const complain = (line: string) => void process.stderr.write(`${line}\n`)

/** Prints the three addresses, and which of them to open. */
export const sayAddresses = (at: Ports, app = `http://localhost:${at.app}`) =>
  say(
    [
      `app      ${app}`,
      `backend  http://localhost:${at.backend}  (its SMS and e-mails: /outbox)`,
      `partner  http://localhost:${at.partner}  (begin here)`,
    ].join('\n'),
  )

/** Closes what a trial has started when it is interrupted, and ends it. */
export function closeOnSignal(close: () => unknown): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void Promise.resolve(close()).finally(() => process.exit(130)))
}

/** Runs a program that starts servers. They are closed in reverse order on a signal, or if one of them cannot start. */
export async function running(start: (started: Closable[], at: Ports) => Promise<void>): Promise<void> {
  const started: Closable[] = []
  let ending = false
  const end = async (code: number) => {
    if (ending) process.exit(130)
    ending = true
    // A connection that does not end must not block the terminal.
    setTimeout(() => process.exit(code), 5000).unref()
    for (const one of started.toReversed()) await one.close().catch(() => {})
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
  endWithNpm()
  outliveFullLog()
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    await start(started, ports(process.env))
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error))
    await end(1)
  }
}
