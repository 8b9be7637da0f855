// The programs of PostgreSQL that make and check a backup of a server.
import { spawn } from 'node:child_process'
import { urlOf } from '../../contract/url.ts'
import { roleIn, serversOf } from '../db/servers.ts'
import { decoded } from '../settings/decoded.ts'
import { StartProblem } from '../startProblem.ts'

/** Where a program connects, in its environment: other users of the machine can read its arguments. */
function connectionOf(database_url: string): Record<string, string> {
  const servers = serversOf(database_url).flatMap((one) => urlOf(one) ?? [])
  const { password = '', searchParams } = servers[0] ?? {}
  const ports = servers.map(({ port }) => port)
  const named = {
    PGHOST: servers.map(({ hostname }) => hostname.replace(/^\[|\]$/g, '')).join() || (searchParams?.get('host') ?? ''),
    PGPORT: ports.some((port) => port !== '') ? ports.join() : '',
    PGUSER: roleIn(database_url),
    PGPASSWORD: decoded(password) ?? '',
    PGSSLMODE: searchParams?.get('sslmode') ?? '',
    PGSSLROOTCERT: searchParams?.get('sslrootcert') ?? '',
    // Of several servers the primary: a standby has no slot for the log, and may be behind.
    PGTARGETSESSIONATTRS: servers.length > 1 ? 'primary' : '',
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''))
}

type Run = { database_url?: string; signal?: AbortSignal }

/**
 * Runs a program until it ends.
 * @param signal ends the program; that is no failure
 * @throws StartProblem with what the program said
 */
export async function runProgram(
  name: string,
  args: readonly string[],
  { database_url, signal }: Run = {},
): Promise<void> {
  const child = spawn(name, args, {
    env: { ...process.env, ...(database_url && connectionOf(database_url)) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)))
  const end = () => child.kill('SIGINT')
  signal?.addEventListener('abort', end)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve)
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartProblem(
          error.code === 'ENOENT'
            ? `${name} is not on the PATH: install the client programs of PostgreSQL, in the version of the server (Debian: PATH=/usr/lib/postgresql/15/bin:$PATH)`
            : `${name} cannot be started (${error.code})`,
        ),
      ),
    )
  }).finally(() => signal?.removeEventListener('abort', end))
  if (code !== 0 && !signal?.aborted) throw new StartProblem(said.trim() || `${name} has failed (exit code ${code})`)
}
