// A PostgreSQL server of the machine's own packages, which have the client programs that the lockfile's server lacks.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { give, unprivileged } from '../../scripts/postgres.ts'

export function makeData(programs: string, data: string): void {
  give(data, unprivileged())
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const made = spawnSync(join(programs, 'initdb'), options, { ...unprivileged(), cwd: data, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
}

/** Starts a server on a data folder, and resolves when it takes writes. */
export async function serveData(programs: string, data: string, port: number) {
  give(data, unprivileged())
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    fsync: 'off',
    log_statement: 'none',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...args], { ...unprivileged(), cwd: data })
  const exit = once(server, 'exit')
  await new Promise<void>((resolve, reject) => {
    let log = ''
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (/ready to accept connections/.test(log)) resolve()
    })
    void exit.then(() => reject(new Error(`postgres has ended: ${log}`)))
  })
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** Ends at once, as if the machine had lost power. */
    async kill() {
      server.kill('SIGQUIT')
      await exit
    },
  }
}
