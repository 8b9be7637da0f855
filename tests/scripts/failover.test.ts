// What is tested of deploy/failover without a cluster. `npm run test:all` loses the machine of the primary as well.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { findFailover } from '../../scripts/run/setUp.ts'
import { freePort } from '../../server/ports.ts'
import { isComplete } from '../support/someOf.ts'

const file = (name: string) => readFileSync(`deploy/failover/${name}`, 'utf8')
const is = findFailover() !== null

test.skipIf(!is)('haproxy accepts its configuration', () => {
  const said = spawnSync('/usr/sbin/haproxy', ['-c', '-q', '-f', 'deploy/failover/haproxy.cfg'], { encoding: 'utf8' })
  expect([said.status, said.stderr]).toEqual([0, ''])
})

test('all files name the same machines', () => {
  const machines = ['db1 10.0.0.1', 'db2 10.0.0.2', 'db3 10.0.0.3']
  const servers = [...file('haproxy.cfg').matchAll(/^ *server (\S+ [\d.]+):5432 check port 8008$/gm)].map(
    ([, one]) => one,
  )
  expect(servers).toEqual([...machines, ...machines])
  const peers = [...file('etcd.env').matchAll(/(db\d)=http:\/\/([\d.]+):2380/g)].map(([, name, at]) => `${name} ${at}`)
  expect(peers).toEqual(machines)
  // Not etcd3: Patroni 3.0.2 of Debian 12 then gives a primary that was cut off its lock back, and commits are lost.
  expect(file('patroni.yml')).toContain('\netcd:\n  hosts: 10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379\n')
  expect(file('etcd.env')).toContain('\nETCD_ENABLE_V2=true\n')
})

// PostgreSQL reads them as words of its own in synchronous_standby_names, and then no standby is synchronous.
test('no machine is called first or any', () => expect(file('haproxy.cfg')).not.toMatch(/server (?:first|any) /))

test.skipIf(!isComplete || !is)(
  'a lost primary loses nothing that was acknowledged, and ends no instance',
  { timeout: 900_000 },
  async () => {
    const ports = { BACKEND_PORT: await freePort(), APP_PORT: await freePort(), PARTNER_PORT: await freePort() }
    const env = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]))
    const run = spawn(process.execPath, ['bench/failover/main.ts', '2'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [said, complained] = await Promise.all([text(run.stdout), text(run.stderr)])
    // The seconds depend on the machine, so `npm run load:failover` alone judges them.
    expect(said.match(/; 0 of what was acknowledged is lost/g), complained).toHaveLength(3)
    expect(said).toMatch(/; instances (\d+ \d+) before, \1 after;/)
  },
)
