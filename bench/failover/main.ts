// `npm run load:failover [visitors]`: members sign in, join, rename themselves and ask for codes on two instances of the built backend, behind PgBouncer
// and haproxy, while the machine of the primary is lost, then that of the next one, and then the first one gets its place back as planned.
// Ends with 1 if something that was acknowledged is lost, if no sign-in ends for longer than 30 s, if an instance has ended, or if a call fails otherwise
// than with a 503 that says when to try again. Needs the Debian packages patroni, etcd-server, haproxy, pgbouncer and postgresql.
import { execFile } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as path, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { buildServer } from '../../scripts/build/serverFolder.ts'
import { type Instance, startInstance } from '../../scripts/backendProcess.ts'
import { balance } from '../../scripts/balance.ts'
import { give, unprivileged } from '../../scripts/postgres.ts'
import { findFailover } from '../../scripts/run/setUp.ts'
import { closeOnSignal, complain, needFree, say } from '../../scripts/running.ts'
import { ports } from '../../server/ports.ts'
import { app } from '../signIn.ts'
import { clusterOf, type Machine } from './cluster.ts'
import { backendAddress, SECRETS, type Trial } from './files.ts'
import { startLoad, type Check } from './load.ts'
import { startMessages } from './messages.ts'
import { CLIENTS, join, TERMS, type Who, type World } from './person.ts'
import { startProxies } from './proxies.ts'

const [visitors = 4] = process.argv.slice(2).map(Number)
const MEMBERS = 12
const MOST_SECONDS = 30
/** How long the load goes on between two events. */
const BETWEEN_MS = 10_000

const closing: (() => unknown)[] = []
const inFolder = promisify(execFile)

/** The roles of docs/operators.md, "Two database roles". */
const ROLES = { daemun_owner: 'owner_password', daemun: 'serving_password' }

async function makeDatabase(primary: Machine): Promise<void> {
  const password = SECRETS.SECRET_OF_POSTGRES
  const db = new pg.Client({ host: primary.address, user: 'postgres', password, database: 'postgres' })
  await db.connect()
  for (const [role, own] of Object.entries(ROLES)) await db.query(`create role ${role} login password '${own}'`)
  await db.query('create database daemun owner daemun_owner')
  await db.end()
}

async function run(programs: string): Promise<boolean> {
  const at = ports(process.env)
  await needFree(at)
  const folder = mkdtempSync(path(tmpdir(), 'failover-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const built = path(folder, 'server')
  mkdirSync(built)
  symlinkSync(resolve('node_modules'), path(folder, 'node_modules'))
  await buildServer('.', built, path(folder, 'maps'))

  const machines = path(folder, 'machines')
  mkdirSync(machines)
  give(machines, unprivileged())
  const trial: Trial = { network: `127.${randomInt(1, 250)}.${randomInt(1, 250)}`, folder: machines, programs }
  const cluster = clusterOf(trial)
  closing.push(() => cluster.close())
  for (const { start } of cluster.machines) start()
  await cluster.whole()
  const first = await cluster.primary()
  await makeDatabase(first)
  const proxies = await startProxies(trial, ROLES)
  closing.push(() => proxies.close())
  const messages = await startMessages()
  closing.push(() => messages.close())

  const here = backendAddress(trial)
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATABASE_URL: `postgres://daemun:${ROLES.daemun}@${here}:6432/daemun`,
    DATABASE_MIGRATION_URL: `postgres://daemun_owner:${ROLES.daemun_owner}@${here}:5000/daemun`,
    BACKEND_PREPARED_STATEMENTS: 'false',
    BACKEND_KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    BACKEND_URL: `http://localhost:${at.backend}`,
    BACKEND_PROXY_HOPS: '1',
    APP_ORIGIN: app,
    BACKEND_CLIENTS: CLIENTS,
    BACKEND_PASSKEYS: 'off',
    SMTP_URL: messages.smtp_url,
    SMTP_FROM: 'Trial <no-reply@example.com>',
    SMS_URL: messages.sms_url,
    SMS_SECRET: randomBytes(32).toString('hex'),
    SUPPORT_CONTACT: 'help@example.com',
    BACKEND_SMS_PER_COUNTRY_HOUR: '999999',
  }
  const command = (name: string, ...args: string[]) =>
    inFolder(process.execPath, [path(built, `${name}.js`), ...args], { env })
  await command('migrate')
  writeFileSync(path(folder, 'terms.json'), TERMS)
  await command('terms', path(folder, 'terms.json'))
  const instances: Instance[] = [
    await startInstance(path(built, 'backend.js'), env),
    await startInstance(path(built, 'backend.js'), env),
  ]
  closing.push(() => Promise.all(instances.map((one) => one.close())))
  const balancer = await balance(
    at.backend,
    instances.map(({ port }) => port),
  )
  closing.push(() => balancer.close())
  const processes = () => instances.map(({ pid }) => pid()).join(' ')
  const before = processes()

  const world: World = { api: `http://localhost:${at.backend}`, messages, saw: new Map() }
  const members: Who[] = []
  for (let count = 0; count < MEMBERS; count += 1) members.push(await join(world))
  const load = await startLoad(world, members, visitors)
  say(
    `${MEMBERS} members have joined; ${visitors} visitors sign in, one joins, one changes a nickname, one asks for codes`,
  )
  await pause(BETWEEN_MS)
  let isGood = true

  function tell(event: string, seconds: number, checks: readonly Check[]): void {
    const lost = checks.flatMap((one) => one.lost)
    if (lost.length > 0 || seconds > MOST_SECONDS) isGood = false
    say(
      `${event}: ${seconds.toFixed(1)} s without a sign-in, ${MOST_SECONDS} s at most; ${lost.length} of what was acknowledged is lost`,
    )
    for (const { what, acknowledged, lost: gone } of checks) say(`  ${what}: ${acknowledged}, lost ${gone.length}`)
    for (const why of lost) complain(`  lost: ${why}`)
    for (const [kind, count] of world.saw) say(`  answers meanwhile: ${count} times ${kind}`)
    world.saw.clear()
  }

  async function phase(event: (primary: Machine) => Promise<string>): Promise<void> {
    const primary = await cluster.primary()
    world.saw.clear()
    const since = performance.now()
    const name = await event(primary)
    await load.signedInSince(performance.now())
    const to = await cluster.primary()
    await pause(BETWEEN_MS)
    tell(`${name} (${primary.name} → ${to.name})`, load.longestPause(since), await load.check())
    if (processes() !== before)
      throw new Error(`an instance has ended: ${instances.map(({ said }) => said()).join('\n')}`)
    primary.start()
    await cluster.whole()
    say(`  ${primary.name} follows again`)
  }
  const lose = (event: string) => async (primary: Machine) => {
    primary.kill()
    return event
  }
  await phase(lose('the machine of the primary is lost'))
  await phase(lose('the machine of the next primary is lost'))
  const last = await cluster.primary()
  const back = last.name === first.name ? cluster.machines.find(({ name }) => name !== first.name) : first
  await phase(async () => {
    if (back) await cluster.moveTo(back)
    return 'a planned change'
  })
  await load.stop()
  const { faults, signIns } = load.ledger
  say(
    `${signIns.length} sign-ins with a token; instances ${before} before, ${processes()} after; ${faults.length} calls failed otherwise than with 503`,
  )
  for (const fault of new Set(faults)) complain(fault)
  return isGood && faults.length === 0
}

async function close(): Promise<void> {
  for (const one of closing.splice(0).toReversed()) await one()
}
closeOnSignal(close)

try {
  const programs = findFailover()
  if (!programs) throw new Error('this machine lacks some of: patroni etcd-server haproxy pgbouncer postgresql')
  process.exitCode = (await run(programs)) ? 0 : 1
} catch (error) {
  complain(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
} finally {
  await close()
}
// After an error the visitors would go on.
process.exit()
