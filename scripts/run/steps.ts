// The steps of `npm run check`, `npm test` and `npm run test:all`, each a command with its name.
import { spawn, type StdioOptions } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import chromium109 from '@sparticuz/chromium'
import { serverLog } from '../../e2e/addresses.ts'
import { endWithNpm } from '../../server/parent.ts'
import { BACKENDS } from '../../contract/row.ts'
import { ENGINES, type EngineName, find } from './engines.ts'
import { journeyOutcome, type Outcome, together, unitOutcome } from './report.ts'

const REPORTS = 'node_modules/.daemun'

const OPENAPI = [...BACKENDS, 'webhooks'].map((name) => `docs/openapi/${name}.json`)

type Command = [name: string, program: string, ...args: string[]]

/** The checks without tests. The longest come first, because two run at once. */
const CHECKS: Command[] = [
  ['types', 'tsc', '-p', '.'],
  ['format', 'oxfmt', '--check'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['openapi', 'redocly', 'lint', ...OPENAPI],
  ['advisories', 'node', 'scripts/guards/advisories.ts'],
  ['packages', 'node', 'scripts/guards/packages.ts'],
  ['sbom', 'node', 'scripts/guards/sbom.ts'],
  ['secrets', 'node', 'scripts/guards/secrets.ts'],
]

/** The projects of vite.config.ts that `npm run check` leaves to `npm test`: attacks, outages, real servers and builds. */
const SLOW = ['backend programs', 'backend hard', 'backend models', 'tools', 'tools alone']

const program = (command: string) => (command === 'node' ? process.execPath : `node_modules/.bin/${command}`)
const environment = (more: Record<string, string> = {}) => ({
  ...process.env,
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  // A run starts some hundred processes of Node, most of them with the same modules.
  NODE_COMPILE_CACHE: `${process.cwd()}/${REPORTS}/compiled`,
  ...more,
})

const over = new AbortController()

/** Ends what runs if the run is interrupted, so that no browser, server or database stays. What follows fails at once. */
export function endTogether(): void {
  endWithNpm()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => over.abort())
}

const begin = (command: string, args: string[], stdio: StdioOptions, more?: Record<string, string>) =>
  spawn(program(command), args, { stdio, env: environment(more), signal: over.signal, killSignal: 'SIGINT' })

/** The exit code of a program, or null if it could not be started or was ended. */
const codeOf = (child: ReturnType<typeof begin>): Promise<number | null> =>
  new Promise((resolve) => void child.once('error', () => resolve(null)).once('close', resolve))

const took = (name: string, began: number) => `${name}: ${Math.round((Date.now() - began) / 1000)} s`

/** A step without tests counts only when it fails. Otherwise a failed step could end in "0 failed". */
async function step([name, command, ...args]: Command): Promise<Outcome> {
  const began = Date.now()
  const child = begin(command, args, ['ignore', 'pipe', 'pipe'])
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const status = await codeOf(child)
  process.stdout.write(`\n— ${name}\n${output}${status === 0 ? '' : `✗ ${name}\n`}`)
  return { passed: 0, failed: status === 0 ? [] : [name], notes: [took(name, began)] }
}

/** Runs the steps, two at a time. */
async function steps(commands: readonly Command[]): Promise<Outcome> {
  const left = [...commands]
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) outcomes.push(await step(next))
  }
  await Promise.all([work(), work()])
  return together(outcomes)
}

/** Runs tests and counts them. A failed run without a failed test counts as one failure. */
async function tests(
  name: string,
  command: string,
  argsFor: (report: string) => string[],
  read: (json: unknown) => Outcome,
  env: Record<string, string> = {},
): Promise<Outcome> {
  mkdirSync(REPORTS, { recursive: true })
  const report = `${REPORTS}/${name.replaceAll(' ', '-')}.json`
  const args = argsFor(report)
  rmSync(report, { force: true })
  const began = Date.now()
  process.stdout.write(`\n— ${name}\n`)
  const more = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env }
  const isGood = (await codeOf(begin(command, args, ['ignore', 'inherit', 'inherit'], more))) === 0
  if (!isGood) process.stdout.write(`✗ ${name}\n`)
  try {
    const found = read(JSON.parse(readFileSync(report, 'utf8')))
    const outcome: Outcome = { ...found, notes: [took(name, began), ...(found.notes ?? [])] }
    return isGood || outcome.failed.length > 0 ? outcome : { ...outcome, failed: [name] }
  } catch {
    return { passed: 0, failed: [name] }
  }
}

/** @param args more arguments of Vitest */
export function unitTests(
  args: string[] = [],
  name = 'unit and page tests',
  env: Record<string, string> = {},
): Promise<Outcome> {
  const all = (report: string) => ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...args]
  return tests(name, 'vitest', all, unitOutcome, env)
}

/** The tests of the backend once more, on the embedded database. */
export const embeddedTests = (): Promise<Outcome> =>
  unitTests(['--project=backend', '--project=backend models'], 'backend on the embedded database', {
    TEST_EMBEDDED: 'true',
    // The long sequences run on PostgreSQL. This database has one connection, and took 8 minutes for them with one core idle.
    TEST_ALL: 'false',
  })

/** Types, lint, format, advisories, packages, secrets, OpenAPI, unit and page tests. */
export async function check(isQuick: boolean): Promise<Outcome> {
  return together([await steps(CHECKS), await unitTests(isQuick ? SLOW.map((project) => `--project=!${project}`) : [])])
}

/** Chromium has journeys of its own, which say what the engine journeys say and more. */
const PROJECT: Record<EngineName, string> = {
  chromium: 'chromium',
  firefox: 'engine-firefox',
  webkit: 'engine-webkit',
}

/** @param args more arguments of Playwright, for example the project */
export const journeys = (name: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> =>
  tests(
    name,
    'playwright',
    // A folder for each run: a run empties its own, and the last lines name the traces of all.
    () => ['test', `--output=test-results/${name.replaceAll(' ', '-')}`, ...args],
    (json) => journeyOutcome(json, serverLog),
    env,
  )

/** A journey that fails is tried once more, in a fresh browser context. Its traces are kept. */
const RETRY = '--retries=1'

/** They need a backend that recommends passkeys. */
const PASSKEYS = ['e2e/passkeys.spec.ts', 'e2e/engines/passkeys.journey.ts']

/**
 * The build with its byte budget, the journeys in every engine of this machine, those with passkeys, and those tagged `@two` on two processes of the backend with one PostgreSQL server.
 *
 * @param isComplete also the journeys tagged `@all`, and the engine journeys in the current Chromium and in the oldest one that the README promises
 */
export async function allJourneys(isComplete: boolean): Promise<Outcome> {
  const built = await step(['build and budget', 'node', 'scripts/build.ts'])
  if (built.failed.length > 0) return built
  const engines = ENGINES.filter((engine) => find(engine) !== null)
  const projects = engines.map((engine) => `--project=${PROJECT[engine]}`)
  const outcomes = [built]
  const byDay = isComplete ? [] : ['--grep-invert=@all']
  if (projects.length > 0) outcomes.push(await journeys('journeys', [RETRY, ...byDay, ...projects]))
  const recommended = { JOURNEYS_PASSKEYS: 'recommended' }
  if (projects.length > 0)
    outcomes.push(await journeys('journeys with passkeys', [RETRY, ...byDay, ...projects, ...PASSKEYS], recommended))
  if (!engines.includes('chromium')) return together(outcomes)
  const two = { JOURNEYS_SERVERS: 'scripts/instances.ts' }
  outcomes.push(await journeys('journeys on two backends', [RETRY, '--project=chromium', '--grep=@two'], two))
  if (!isComplete) return together(outcomes)
  const oldest = { CHROMIUM_PATH: await chromium109.executablePath() }
  return together([
    ...outcomes,
    await journeys('journeys of every engine in Chromium', [RETRY, '--project=engine-chromium']),
    await journeys('the same in Chromium 109', [RETRY, '--project=engine-chromium'], oldest),
  ])
}
