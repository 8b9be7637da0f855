// Where the three servers of one machine listen.

export type Env = Record<string, string | undefined>

/** The three ports, or a line that says which setting is not one. */
export function ports(env: Env) {
  const port = (name: string, usual: number) => {
    const value = env[name] ? Number(env[name]) : usual
    if (!Number.isInteger(value) || value < 1 || value > 65535) throw new Error(`${name} is not a port: ${env[name]}`)
    return value
  }
  return { app: port('APP_PORT', 3000), sandbox: port('SANDBOX_PORT', 3001), partner: port('PARTNER_PORT', 3002) }
}
