// `npm run bench [rounds] [build]`: the time to the login form in Chromium, compared with the same form as HTML and as React alone, and with
// another build of the app in that folder. Times depend on the machine. Ratios within a round do not, and only ratios have goals.
import { createHash, X509Certificate } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCertificate } from '@vitejs/plugin-basic-ssl'
import { chromium } from 'playwright'
import { buildFloors } from './floors.ts'
import { startLine } from './line.ts'
import { startStub } from './stub.ts'
import { visit, type Profile, type Subject, type Visit } from './visit.ts'
import { readRecord } from '../server/app/record.ts'
import { CHROMIUM_ARGS, findChromium } from '../scripts/run/chromium.ts'
import { localSettings } from '../scripts/local.ts'
import { SETTING_NAMES } from '../contract/settings.ts'
import { startServer } from '../server/app/server.ts'

type Round = Record<string, Visit>
const PROFILES: Profile[] = ['slow', 'fast']
const rounds = Number(process.argv[2] ?? 5)
const otherBuild = process.argv[3]

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}
const shuffled = <T>(items: T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

const executablePath = findChromium()
if (!executablePath || !readRecord('dist/app')) {
  process.stderr.write(
    `${executablePath ? 'There is no build: run npm run build' : 'No Chromium was found: npm test installs one'}\n`,
  )
  process.exit(1)
}

// NOTE: a browser caches nothing from a host with an invalid certificate, so it is told to trust this one.
const folder = join(process.cwd(), 'node_modules/.daemun/bench')
mkdirSync(folder, { recursive: true })
const pem = await getCertificate(folder, 'bench', ['localhost'])
const pemFile = join(folder, 'localhost.pem')
writeFileSync(pemFile, pem)
const ownKey = createHash('sha256')
  .update(new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' }))
  .digest('base64')

const line = startLine()
const stub = await startStub(pem, line)
const api = Object.fromEntries(
  SETTING_NAMES.filter((name) => name.endsWith('_API_URL')).map((name) => [name, stub.url]),
)
const tls = { TLS_CERT_FILE: pemFile, TLS_KEY_FILE: pemFile }
const env = { ...localSettings({}), ...api, ...tls, VITE_REDIRECT_ORIGINS: stub.url }
const floors = await buildFloors(join(folder, 'floors'))
async function serve(dist: string) {
  const server = await startServer({ port: 0, env, dist, log: (said) => void process.stderr.write(`${said}\n`) })
  return { ...server, url: `https://localhost:${await line.open(Number(new URL(server.url).port))}` }
}
const [app, react, plain] = [await serve('dist/app'), await serve(floors.react), await serve(floors.plain)]
const other = otherBuild === undefined ? null : await serve(otherBuild)
const subjects: Subject[] = [
  { name: 'app', url: app.url, react: true, complete: true },
  ...(other ? [{ name: 'other-build', url: other.url, react: true, complete: true }] : []),
  { name: 'floor-react', url: react.url, react: true, complete: false },
  { name: 'floor-static', url: plain.url, react: false, complete: false },
]

const browser = await chromium.launch({
  executablePath,
  args: [...CHROMIUM_ARGS, `--ignore-certificate-errors-spki-list=${ownKey}`],
})
const results: Record<Profile, Round[]> = { slow: [], fast: [] }
for (let round = 0; round < rounds; round += 1) {
  for (const profile of PROFILES) {
    const here: Round = {}
    for (const subject of shuffled(subjects))
      here[subject.name] = await visit({ browser, line, stub }, subject, profile)
    results[profile].push(here)
  }
  process.stderr.write(`round ${round + 1} of ${rounds}\n`)
}
await browser.close()
line.close()
for (const server of [app, react, plain, other]) await server?.close()
stub.close()

const of = (profile: Profile, name: string, what: keyof Visit) =>
  median(results[profile].map((round) => round[name]?.[what] ?? Number.NaN))
/** The median of the ratios, each taken within its round. */
const ratio = (profile: Profile, what: keyof Visit, floor: string) =>
  median(results[profile].map((round) => (round.app?.[what] ?? Number.NaN) / (round[floor]?.[what] ?? Number.NaN)))

/** The mean of the ratios to the other build, each taken within its round, with its standard error: `1.047 ± 0.015`. */
function compared(profile: Profile, what: keyof Visit): string {
  const logs = results[profile].map((round) => Math.log((round.app?.[what] ?? 0) / (round['other-build']?.[what] ?? 0)))
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1)
  return `${Math.exp(mean).toFixed(3)} ± ${Math.sqrt(variance / logs.length).toFixed(3)}`
}

const columns: (keyof Visit)[] = [
  'fcp',
  'input',
  'form',
  'warm',
  'tbt',
  'cls',
  'requests',
  'kB',
  'heap',
  'key',
  'submit',
  'soft',
  'join',
]
const shown = (what: keyof Visit, value: number) =>
  value.toFixed(what === 'cls' ? 3 : what === 'kB' || what === 'heap' ? 1 : 0)
for (const profile of PROFILES) {
  process.stdout.write(`\n${profile.padEnd(14)}${columns.map((what) => what.padStart(9)).join('')}\n`)
  for (const { name } of subjects)
    process.stdout.write(
      `${name.padEnd(14)}${columns.map((what) => shown(what, of(profile, name, what)).padStart(9)).join('')}\n`,
    )
}

/** The goals of docs/performance.md. */
const goals: [what: string, is: number, limit: number][] = [
  ['input usable, slow, × floor-static', ratio('slow', 'input', 'floor-static'), 1.05],
  ['form live, slow, × floor-react', ratio('slow', 'form', 'floor-react'), 0.95],
  ['form live, fast, × floor-react', ratio('fast', 'form', 'floor-react'), 1.1],
  ['warm, slow, × floor-react', ratio('slow', 'warm', 'floor-react'), 1],
  ['warm, fast, × floor-react', ratio('fast', 'warm', 'floor-react'), 1.3],
  ['requests to the form', of('slow', 'app', 'requests'), 5],
  ['kB to the form', of('slow', 'app', 'kB'), 95],
  ['layout shift', of('slow', 'app', 'cls'), 0.01],
  ['blocking time, slow, ms', of('slow', 'app', 'tbt'), 70],
  ['slowest key to paint, ms', of('slow', 'app', 'key'), 24],
  ['heap, MB', of('fast', 'app', 'heap'), 4],
  ['soft move to the recovery, slow, ms', of('slow', 'app', 'soft'), 120],
  ['soft move to the join, slow, ms', of('slow', 'app', 'join'), 120],
  ['submit to leaving, slow CPU, ms', of('slow', 'app', 'submit'), 150],
]
process.stdout.write(`\n${rounds} rounds\n`)
if (other)
  for (const profile of PROFILES)
    for (const what of ['input', 'form', 'warm', 'soft', 'join', 'submit'] as const)
      process.stdout.write(`${profile}, ${what}, × other-build: ${compared(profile, what)}\n`)
for (const [what, is, limit] of goals)
  process.stdout.write(`${is <= limit ? '✓' : '✗'} ${what.padEnd(40)}${is.toFixed(2).padStart(9)}  goal ${limit}\n`)
