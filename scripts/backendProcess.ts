// A process of the backend, for the journeys on two of them and for the trials under load; and what each program that is started needs.
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../server/ports.ts'

/** Ends a program when this process ends by itself, as after Ctrl-C. */
export function endTogether(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): void {
  const end = () => void child.kill(signal)
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

/** Waits for a program. @throws with what it said if it could not be started, or has ended, also by a signal */
export async function untilReady(
  child: ChildProcess,
  isReady: () => boolean | Promise<boolean>,
  said: () => string,
): Promise<void> {
  let failure: Error | null = null
  child.once('error', (error) => (failure = error))
  while (!(await isReady())) {
    if (failure) throw failure
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${child.spawnargs.join(' ')} has ended: ${child.signalCode ?? said()}`)
    await pause(50)
  }
}

/** @property pid null: it has ended @property said the end of its log */
export type Instance = { port: number; pid: () => number | null; said: () => string; close: () => Promise<void> }

/** @param program the backend's @param env its settings @param heard gets its log */
export async function startInstance(
  program: string,
  env: NodeJS.ProcessEnv,
  heard: (text: string) => void = () => {},
): Promise<Instance> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--disable-proto=delete', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...env, BACKEND_PORT: String(port) },
  })
  endTogether(child)
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000)
    heard(text)
  })
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok === true
  await untilReady(child, isReady, () => said)
  return {
    port,
    pid: () => (child.exitCode === null && child.signalCode === null ? (child.pid ?? null) : null),
    said: () => said,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
