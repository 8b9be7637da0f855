// Three machines, each with etcd, Patroni and a PostgreSQL server: processes of this machine, each machine with a loopback address of its own.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { give, unprivileged } from '../../scripts/postgres.ts'
import { environmentOf, fileOf, type Trial } from './files.ts'

export type Machine = {
  name: string
  address: string
  /** Starts its processes, unless they run. */
  start: () => void
  /** Ends each of its processes with SIGKILL, as if it had lost its power. */
  kill: () => void
}

const NAMES = ['db1', 'db2', 'db3'] as const

const parentOf = (pid: number): number => {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

/** The server that runs on a data folder, with its children. */
function serverOn(data: string): number[] {
  try {
    const server = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
    const all = readdirSync('/proc').map(Number).filter(Number.isInteger)
    return [server, ...all.filter((pid) => parentOf(pid) === server)]
  } catch {
    return []
  }
}

function end(pid: number | undefined): void {
  try {
    if (pid) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function machineOf(trial: Trial, name: string, at: number): Machine {
  const address = `${trial.network}.${at + 1}`
  const folder = join(trial.folder, name)
  const data = join(folder, 'postgres')
  const own = { OWN_NAME: name, OWN_ADDRESS: address }
  const here = {
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: trial.programs,
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
    ETCD_DATA_DIR: join(folder, 'etcd'),
  }
  mkdirSync(folder)
  writeFileSync(join(folder, 'patroni.yml'), fileOf(trial, 'patroni.yml').replace('/var/run/postgresql', folder))
  give(folder, unprivileged())
  const run = (program: string, args: string[]): ChildProcess => {
    const log = openSync(join(folder, `${program}.log`), 'a')
    const env = { ...process.env, ...environmentOf(trial, `${program}.env`, own), ...here }
    return spawn(program, args, { ...unprivileged(), cwd: folder, env, stdio: ['ignore', log, log] })
  }
  let running: ChildProcess[] = []
  return {
    name,
    address,
    start: () => void (running = running.length > 0 ? running : [run('etcd', []), run('patroni', ['patroni.yml'])]),
    kill() {
      const pids = serverOn(data)
      for (const { pid } of running) end(pid)
      for (const pid of pids) end(pid)
      running = []
    },
  }
}

const Members = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string(), lag: z.optional(z.unknown()) })),
})
type Member = z.infer<typeof Members>['members'][number]

/** In bytes: what a busy primary writes meanwhile. */
const MOST_LAG = 1024 ** 2

const isFollowing = ({ role, state, lag }: Member): boolean =>
  role === 'leader'
    ? state === 'running'
    : /^(?:running|streaming)$/.test(state) && typeof lag === 'number' && lag < MOST_LAG

export type Cluster = ReturnType<typeof clusterOf>

export function clusterOf(trial: Trial) {
  const machines = NAMES.map((name, at) => machineOf(trial, name, at))
  /** The members as one of the machines sees them; [] if none answers. */
  async function members(): Promise<Member[]> {
    for (const { address } of machines)
      try {
        const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
        return Members.parse(await answer.json()).members
      } catch {
        // This one is lost, or still starting.
      }
    return []
  }
  async function until(what: string, isSo: (all: readonly Member[]) => boolean): Promise<void> {
    const end = performance.now() + 180_000
    while (!isSo(await members())) {
      if (performance.now() > end) throw new Error(`${what}: not within 180 s`)
      await pause(200)
    }
  }
  const named = (role: string, all: readonly Member[]): Machine | undefined =>
    machines.find(({ name }) => name === all.find((one) => one.role === role)?.name)
  return {
    machines,
    primary: async (): Promise<Machine> => {
      const found = named('leader', await members())
      if (!found) throw new Error('no machine has the primary')
      return found
    },
    /** Resolves when each machine serves, and one of the standbys is synchronous. */
    whole: () =>
      until(
        'three machines that follow each other',
        (all) =>
          all.length === 3 &&
          all.every(isFollowing) &&
          named('leader', all) !== undefined &&
          named('sync_standby', all) !== undefined,
      ),
    /** A planned change: the primary ends, and this machine has it. */
    async moveTo({ name }: Machine): Promise<void> {
      const all = await members()
      const from = named('leader', all)
      const answer = await fetch(`http://${from?.address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from?.name, candidate: name }),
      })
      if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`)
    },
    close: () => machines.forEach(({ kill }) => kill()),
  }
}
