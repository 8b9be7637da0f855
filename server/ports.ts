// The ports of the three servers of one machine.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

export type Env = Record<string, string | undefined>

/** Reads the three ports. @throws one line with the settings if one is no port, or two are equal */
export function ports(env: Env) {
  const port = (name: string, usual: number) => {
    const value = env[name] ? Number(env[name]) : usual
    if (!Number.isInteger(value) || value < 1 || value > 65535) throw new Error(`${name} is not a port: ${env[name]}`)
    return value
  }
  const found = {
    APP_PORT: port('APP_PORT', 3000),
    BACKEND_PORT: port('BACKEND_PORT', 3001),
    PARTNER_PORT: port('PARTNER_PORT', 3002),
  }
  const names = Object.entries(found)
  for (const [at, [name, value]] of names.entries()) {
    const other = names.slice(at + 1).find(([, one]) => one === value)
    if (other) throw new Error(`${name} and ${other[0]} are both ${value}: give each server a port of its own`)
  }
  return { app: found.APP_PORT, backend: found.BACKEND_PORT, partner: found.PARTNER_PORT }
}

/** A port that no process uses at this moment. It is none of those that the system gives out, or another process could get it by `listen(0)` meanwhile. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer().on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  return isFree ? port : freePort()
}
