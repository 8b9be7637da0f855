// A PostgreSQL server of its own for a test: found on this machine, started on a free port, and deleted at the end.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './ports'

export const HOW_TO_GET_POSTGRES =
  'PostgreSQL is missing, so nothing was tested with it: apt-get install postgresql, or put initdb and postgres on the PATH'

/** Debian's folder for the programs of each version. They are not on the PATH. */
const DEBIAN = '/usr/lib/postgresql'

/** The folder with initdb and postgres. */
export function findPostgres(path = process.env.PATH ?? ''): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted().toReversed() : []
  const folders = [...path.split(delimiter), ...versions.map((version) => join(DEBIAN, version, 'bin'))]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
}

export type Postgres = { database_url: string; close: () => Promise<void> }

/** PostgreSQL refuses to run as root, so root starts it as the user `nobody`. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

const ended = (server: ChildProcess) => new Promise((resolve) => void server.once('exit', resolve))

/** @param programs the folder with initdb and postgres */
export async function startPostgres(programs: string): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const user = unprivileged()
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  const port = await freePort()
  const settings = { fsync: 'off', listen_addresses: '127.0.0.1', unix_socket_directories: '', port }
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const end = ended(server)
  while (!log.includes('ready to accept connections')) {
    if (server.exitCode !== null) throw new Error(`postgres has ended: ${log}`)
    await pause(50)
  }
  return {
    database_url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async close() {
      // Immediate shutdown, because the data is deleted anyway.
      server.kill('SIGQUIT')
      await end
      await rm(folder, { recursive: true, force: true })
    },
  }
}
