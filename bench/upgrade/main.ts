// `npm run load:upgrade [members] [seconds]`: members sign in through a load balancer while the release before is upgraded, taken back, upgraded again,
// and the contract runs. Prints each phase, and ends with 1 if a sign-in failed. `seconds`: how long a release serves between two steps.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { ports } from '../../server/ports.ts'
import { type Instance, startInstance } from '../../scripts/backendProcess.ts'
import { balance } from '../../scripts/balance.ts'
import { startPostgres } from '../../scripts/postgres.ts'
import { closeOnSignal, complain, needFree, say } from '../../scripts/running.ts'
import { app, member, newBrowser, partner, signIn } from '../signIn.ts'
import { fill, loginId } from './fill.ts'
import { BUNDLE, checkOut, commitBefore } from './release.ts'
import { watch } from './watch.ts'

const [members = 1_000_000, seconds = 20] = process.argv.slice(2).map(Number)
const EVENTS_EACH = 3
const VISITORS = 6
/** A visitor looks around before the next sign-in, so that two cores are not the limit. */
const PAUSE_MS = 200

const closing: (() => unknown)[] = []
const errors = new Map<string, number>()
let times: number[] = []

/** Signs in as one member after the other. */
async function visit(password: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const number = 1 + Math.floor(Math.random() * members)
    const browser = newBrowser(`198.18.${number % 250}.${(number >> 8) % 250}`)
    try {
      const { took, told } = await signIn(browser, { login_id: loginId(number), password })
      times.push(took - told)
    } catch (error) {
      const kind = error instanceof Error ? error.message : 'unknown'
      errors.set(kind, (errors.get(kind) ?? 0) + 1)
    }
    await pause(PAUSE_MS)
  }
}

const inFolder = promisify(execFile)
const named = (database_url: string, name: string) => `${database_url}?application_name=${name}`

async function run(commit: string): Promise<void> {
  const at = ports(process.env)
  await needFree(at)
  const before = await checkOut(commit)
  closing.push(() => rmSync(before, { recursive: true, force: true }))
  const postgres = await startPostgres()
  closing.push(() => postgres.close())
  const env = {
    ...process.env,
    DATABASE_URL: named(postgres.database_url, 'serving'),
    BACKEND_URL: `http://localhost:${at.backend}`,
    BACKEND_PROXY_HOPS: '1',
    APP_ORIGIN: app,
    PARTNER_URL: partner,
    BACKEND_VISITS_PER_MINUTE: '999999',
    BACKEND_SIGN_INS_PER_MINUTE: '999999',
  }
  const old = () => startInstance(join(before, BUNDLE), env)
  const next = () => startInstance(resolve('demo/main.ts'), env)
  const instances: Instance[] = [await old(), await old()]
  const backends = instances.map(({ port }) => port)
  const balancer = await balance(at.backend, backends)
  closing.push(
    () => Promise.all(instances.map((one) => one.close())),
    () => balancer.close(),
  )

  const who = await member()
  const db = new pg.Client({ connectionString: postgres.database_url })
  await db.connect()
  const events = members * EVENTS_EACH
  closing.push(() => db.end())
  const took = await fill(db, { login_id: who.login_id, members, events })
  say(`${members} members and ${events} events in ${took.toFixed(0)} s; ${VISITORS} visitors sign in without end`)

  const database = await watch(postgres.database_url)
  closing.push(() => database.close())
  let isOver = false
  const visiting = Promise.all(Array.from({ length: VISITORS }, () => visit(who.password, () => isOver)))
  let total = 0
  const failures = () => [...errors.values()].reduce((sum, count) => sum + count, 0)

  async function phase(name: string, work: () => Promise<unknown>): Promise<void> {
    const [from, failed] = [performance.now(), failures()]
    times = []
    database.take()
    await work()
    const { serving, migrating, lock } = database.take()
    total += times.length
    const sorted = times.toSorted((a, b) => a - b)
    const ms = (value = 0) => `${Math.round(value)} ms`
    say(
      [
        `${name}: ${((performance.now() - from) / 1000).toFixed(0)} s, ${times.length} sign-ins, ${failures() - failed} failed`,
        `p50 ${ms(sorted[Math.floor(sorted.length / 2)])}, longest ${ms(sorted.at(-1))}`,
        `longest statement ${ms(serving)}, lock wait ${ms(lock)}${migrating > 0 ? `, of the migrations ${ms(migrating)}` : ''}`,
      ].join('; '),
    )
  }
  const migrate = (...command: string[]) =>
    inFolder(process.execPath, ['backend/commands/migrate.ts', ...command], {
      env: { ...env, DATABASE_URL: named(postgres.database_url, 'migrating') },
    })
  /** As an operator replaces them: a new one first, then no more calls for the old one, then its end. */
  const replaceBoth = async (start: () => Promise<Instance>) => {
    for (const place of [0, 1]) {
      const next = await start()
      backends[place] = next.port
      const [replaced] = instances.splice(place, 1, next)
      await replaced?.close()
    }
  }
  const serve = () => pause(seconds * 1000)

  await phase('the release before', serve)
  await phase('migrate', () => migrate())
  await phase('the release before on the new tables', serve)
  await phase('both instances replaced', () => replaceBoth(next))
  await phase('this release', serve)
  await phase('back', () => replaceBoth(old))
  await phase('the release before again', serve)
  await phase('forward again', () => replaceBoth(next))
  await phase('contract', () => migrate('contract'))
  await phase('this release after the contract', serve)
  isOver = true
  await visiting
  say(`${total} sign-ins, ${failures()} failed`)
}

async function close(): Promise<void> {
  for (const one of closing.splice(0).toReversed()) await one()
}
closeOnSignal(close)

try {
  const commit = commitBefore()
  if (!commit) throw new Error('this copy of the repository lacks the release before')
  await run(commit)
  for (const [kind, count] of errors) complain(`${count} times: ${kind}`)
  process.exitCode = errors.size > 0 ? 1 : 0
} catch (error) {
  complain(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
} finally {
  await close()
}
