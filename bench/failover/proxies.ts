// haproxy, which finds the primary, and PgBouncer in transaction mode before it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { give, unprivileged } from '../../scripts/postgres.ts'
import { fileOf, type Trial } from './files.ts'

/** @param roles passwords by role */
export async function startProxies(trial: Trial, roles: Readonly<Record<string, string>>) {
  const path = (name: string) => join(trial.folder, name)
  const lines = Object.entries(roles).map(([role, password]) => `"${role}" "${password}"\n`)
  writeFileSync(path('userlist.txt'), lines.join(''), { mode: 0o600 })
  writeFileSync(path('haproxy.cfg'), fileOf(trial, 'haproxy.cfg'))
  const pooler = fileOf(trial, 'pgbouncer.ini').replace('/etc/pgbouncer/userlist.txt', path('userlist.txt'))
  writeFileSync(path('pgbouncer.ini'), pooler)
  for (const name of ['userlist.txt', 'haproxy.cfg', 'pgbouncer.ini']) give(path(name), unprivileged())
  const run = (program: string, args: string[]): ChildProcess => {
    const log = openSync(path(`${program}.log`), 'a')
    return spawn(`/usr/sbin/${program}`, args, { ...unprivileged(), cwd: trial.folder, stdio: ['ignore', log, log] })
  }
  const running = [run('haproxy', ['-db', '-f', 'haproxy.cfg']), run('pgbouncer', ['pgbouncer.ini'])]
  return {
    async close() {
      for (const one of running.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
        one.kill('SIGKILL')
        await once(one, 'exit')
      }
    },
  }
}
