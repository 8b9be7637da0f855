// `npm run load [seconds] [at once]`: visitors sign in to a separate backend, each without a pause, and the program prints the times. A
// visitor with a 503 (the hashing queue is full) waits for the given time and tries again, as a member would. Anything but a sign-in is an
// error. The load runs on the same cores as the backend.
// `npm run load -- attacked [seconds] [at once]`: members in known browsers sign in without an attack, and then during two attacks.
// `npm run load -- days [seconds] [at once] [rows]`: members sign in before, while and after a day of so many events, and its sends, are dropped
// (dayLoad.ts). DATABASE_URL names a PostgreSQL server, by the role that owns the tables.
// `npm run load -- sends [seconds] [at once] [rows]`: codes a second, without a backend (sendLoad.ts). DATABASE_URL as above.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ports } from '../server/ports.ts'
import { closeOnSignal, complain, needFree, say } from '../scripts/running.ts'
import { deleteRate, fillDay } from './dayLoad.ts'
import { loadSends } from './sendLoad.ts'
import { app, calls, member, newBrowser, partner, signIn } from './signIn.ts'

const [word, ...rest] = process.argv.slice(2)
if (word === 'sends')
  process.exit(
    await loadSends(...rest.map(Number)).then(
      () => 0,
      (error: unknown) => {
        complain(error instanceof Error ? error.message : String(error))
        return 1
      },
    ),
  )

const attacked = word === 'attacked'
const ofDays = word === 'days'
const [seconds = 60, visitors = 50, rows = 5_000_000] = (attacked || ofDays ? rest : process.argv.slice(2)).map(Number)
const at = ports(process.env)

/** Each visitor has so many browsers and members, so that the limits of one member do not slow it. */
const BROWSERS_EACH = attacked ? 6 : 1

const errors = new Map<string, number>()
const failures = () => [...errors.values()].reduce((sum, count) => sum + count, 0)

type Person = { who: Awaited<ReturnType<typeof member>>; browser: ReturnType<typeof newBrowser> }

/** Signs in until then, in turn as each of these. @param isNew a new browser for each sign-in */
async function visit(people: readonly Person[], until: number, isNew: boolean, done: { took: number; told: number }[]) {
  for (let turn = 0; performance.now() < until; turn += 1) {
    const person = people[turn % people.length]
    if (!person) return
    const browser = isNew ? newBrowser(ADDRESS) : person.browser
    await signIn(browser, person.who).then(
      (one) => void done.push(one),
      (error: unknown) => {
        const kind = error instanceof Error ? error.message : 'unknown'
        errors.set(kind, (errors.get(kind) ?? 0) + 1)
      },
    )
  }
}

const ADDRESS = '198.51.100.7'

const folder = mkdtempSync(join(tmpdir(), 'load-'))
await needFree(at)
const server = spawn(process.execPath, ['--disable-proto=delete', 'demo/main.ts'], {
  stdio: ['ignore', 'pipe', 'ignore'],
  env: {
    ...process.env,
    BACKEND_PORT: String(at.backend),
    DATA_DIR: folder,
    APP_ORIGIN: app,
    PARTNER_URL: partner,
    DATABASE_URL: process.env.DATABASE_URL ?? '',
    BACKEND_PROXY_HOPS: '1',
    // A known browser would be asked for a passkey after each sign-in by password.
    BACKEND_PASSKEYS: 'off',
    // Without an attack all visitors share one address.
    ...(!attacked && { BACKEND_VISITS_PER_MINUTE: '999999', BACKEND_SIGN_INS_PER_MINUTE: '999999' }),
  },
})
const ended = once(server, 'exit')
/** The backend writes into its folder until it has ended. */
async function close(): Promise<void> {
  server.kill()
  await ended
  rmSync(folder, { recursive: true, force: true })
}
closeOnSignal(close)
const megabytes = () => Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)])) / 1024)
const percentile = (times: readonly number[], share: number) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0)
const spread = (times: readonly number[]) => `p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms`

/** All visitors at once. @returns sign-ins a second, and milliseconds of one */
async function load(people: readonly (readonly Person[])[], isNew: boolean) {
  calls.clear()
  const failedBefore = failures()
  const done: { took: number; told: number }[] = []
  const [from, until] = [performance.now(), performance.now() + seconds * 1000]
  const all = Promise.all(people.map((own) => visit(own, until, isNew, done)))
  // Measures after a warm-up, because the first requests cost more memory than later ones.
  await sleep(seconds * 100)
  const early = megabytes()
  await all
  const rate = done.length / ((performance.now() - from) / 1000)
  const failed = failures() - failedBefore
  const waited = done.filter(({ told }) => told > 0)
  say(`${visitors} at once for ${seconds} s: ${done.length} signed in, ${failed} failed, ${rate.toFixed(1)} a second`)
  say(`a sign-in (init, service info, verify, redirect): ${spread(done.map(({ took, told }) => took - told))}`)
  say(`told to wait: ${waited.length} of them; with the wait ${spread(waited.map(({ took }) => took))}`)
  if (!attacked && !ofDays) for (const [name, times] of calls) say(`  ${name}: ${times.length} times, ${spread(times)}`)
  say(`memory ${early} MB after a tenth of the time, ${megabytes()} MB at the end`)
  const times = done.map(({ took, told }) => took - told)
  return { rate, p50: percentile(times, 0.5), p95: percentile(times, 0.95), longest: Math.round(Math.max(...times)) }
}

/** The same during an attack. */
async function under(attack: string, people: readonly (readonly Person[])[]): Promise<number> {
  const attacker = spawn(process.execPath, ['bench/attack.ts', attack], { stdio: 'inherit' })
  await sleep(3000)
  return load(people, false)
    .then(({ rate }) => rate)
    .finally(() => attacker.kill())
}

/** Drops the day after a third of the time. */
async function whileDropped(people: readonly (readonly Person[])[]): Promise<void> {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is missing: a PostgreSQL server of its own for this run')
  const filled = await fillDay(url, rows)
  try {
    for (const { who, browser } of people.flat()) await signIn(browser, who)
    const before = await load(people, false)
    const [meanwhile] = await Promise.all([load(people, false), sleep((seconds * 1000) / 3).then(() => filled.drop())])
    const after = await load(people, false)
    const ratio = (one: number, other: number) => (one / other).toFixed(2)
    for (const name of ['p50', 'p95', 'longest', 'rate'] as const)
      say(
        `${name}: before ${Math.round(before[name])}, meanwhile ${ratio(meanwhile[name], before[name])} of it, after ${ratio(after[name], before[name])} of it`,
      )
    say(`deleted by one statement, before the vacuum: ${await deleteRate(url, 200_000)} rows a second`)
  } finally {
    await filled.close()
  }
}

try {
  await new Promise<void>((resolve, reject) => {
    server.stdout.once('data', () => resolve())
    server.once('exit', () => reject(new Error('the backend did not start')))
  })
  const people: Person[][] = []
  for (let count = 0; count < visitors; count += 1) {
    const own: Person[] = []
    for (let each = 0; each < BROWSERS_EACH; each += 1)
      own.push({ who: await member(), browser: newBrowser(`198.18.${count}.${each + 1}`) })
    people.push(own)
  }
  if (attacked) {
    for (const { who, browser } of people.flat()) await signIn(browser, who)
    const { rate: idle } = await load(people, false)
    for (const [attack, name] of [
      ['half-open', '5,000 half-open connections'],
      ['guesses', 'guesses from a /48'],
    ] as const) {
      say(`with ${name}:`)
      say(`${((await under(attack, people)) / idle).toFixed(2)} of the sign-ins without an attack`)
    }
  } else if (ofDays) await whileDropped(people)
  else await load(people, true)
  for (const [kind, count] of errors) say(`error, ${count} times: ${kind}`)
  process.exitCode = errors.size > 0 ? 1 : 0
} catch (error) {
  complain(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await close()
}
