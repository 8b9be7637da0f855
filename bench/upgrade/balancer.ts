// A load balancer over two instances of the backend, and how an operator replaces one of them: the new one first, then no more calls for the old
// one, then its end.
import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../server/ports.ts'

/** @property pid null: it has ended */
export type Instance = { port: number; pid: () => number | null; said: () => string; end: () => Promise<void> }

/** @param program the backend's @param env its settings */
export async function startInstance(program: string, env: NodeJS.ProcessEnv): Promise<Instance> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, ['--disable-proto=delete', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...env, BACKEND_PORT: String(port) },
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)))
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`an instance has ended: ${said}`)
    await pause(100)
  }
  const end = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return {
    port,
    pid: () => (child.exitCode === null && child.signalCode === null ? (child.pid ?? null) : null),
    said: () => said,
    end,
  }
}

type Balancer = {
  /** Puts a new instance in the place of this one, and ends the old one. */
  replace: (place: number, start: () => Promise<Instance>) => Promise<void>
  close: () => Promise<void>
}

/** The next call goes to the next instance. No call is made twice. */
export async function balance(port: number, instances: Instance[]): Promise<Balancer> {
  let calls = 0
  const server = createServer((from, to) => {
    const instance = instances[(calls += 1) % instances.length]
    const { method, url: path, headers } = from
    const on = request({ port: instance?.port, method, path, headers, agent: false }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(to)
    })
    on.once('error', () => to.destroy())
    to.once('close', () => on.destroy())
    from.pipe(on)
  })
  await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(port, 'localhost', resolve))
  return {
    async replace(place, start) {
      const next = await start()
      const [old] = instances.splice(place, 1, next)
      await old?.end()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
      await Promise.all(instances.map(({ end }) => end()))
    },
  }
}
