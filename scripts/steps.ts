// The steps of `npm run check` and `npm test`, each a command with its name, and the closing lines of both.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite, JSONReportTest } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { ENGINES, type EngineName, HOW_TO_GET, isInstalled } from './engines'
import { findNode24, HOW_TO_GET_NODE } from './node24'
import { findPostgres, HOW_TO_GET_POSTGRES } from './postgres'

/**
 * @property failed the names of failures: a test with its message, or a step without tests
 * @property notes lines that are no failures: the seconds of a step, the version of an engine
 */
export type Outcome = { passed: number; failed: string[]; notes?: string[] }

const REPORTS = 'node_modules/.daemun'
const UNIT = `${REPORTS}/unit.json`
const JOURNEYS = `${REPORTS}/journeys.json`
const INSTANCES = `${REPORTS}/instances.json`

/** Chromium has journeys of its own, which say what the engine journeys say and more. */
const PROJECT: Record<EngineName, string> = {
  chromium: 'chromium',
  firefox: 'engine-firefox',
  webkit: 'engine-webkit',
}

const OPENAPI = ['auth', 'service', 'portal', 'file', 'node'].map((backend) => `docs/openapi/${backend}.json`)

const CHECKS: [name: string, command: string, ...args: string[]][] = [
  ['types', 'tsc', '-p', '.'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['advisories', 'tsx', 'scripts/advisories.ts'],
  ['packages', 'tsx', 'scripts/packages.ts'],
  ['secrets', 'tsx', 'scripts/secrets.ts'],
  ['openapi', 'redocly', 'lint', ...OPENAPI],
]

const program = (command: string) => `node_modules/.bin/${command}`
const isCI = process.env.CI === 'true'
const environment = (more: Record<string, string> = {}) => ({
  ...process.env,
  VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  ...more,
})

type Run = {
  env?: Record<string, string>
  /** The Node that runs the command, if it is not the machine's. */
  node?: string
}

function run(name: string, command: string, args: string[], { env, node }: Run = {}): boolean {
  process.stdout.write(`\n— ${name}\n`)
  const file = program(command)
  const { status } = spawnSync(node ?? file, node ? [file, ...args] : args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment(env),
  })
  if (status !== 0) process.stdout.write(`✗ ${name}\n`)
  return status === 0
}

export const together = (all: Outcome[]): Outcome => ({
  passed: all.reduce((total, one) => total + one.passed, 0),
  failed: all.flatMap((one) => one.failed),
  notes: all.flatMap((one) => one.notes ?? []),
})

const took = (name: string, began: number) => `${name}: ${Math.round((Date.now() - began) / 1000)} s`

/** A step without tests counts only when it fails. Otherwise a failed step could end in "0 failed". */
function step(name: string, command: string, args: string[]): Outcome {
  const began = Date.now()
  const isGood = run(name, command, args)
  return { passed: 0, failed: isGood ? [] : [name], notes: [took(name, began)] }
}

/** Counts the tests of a report. A failed run without a failed test counts as one failure. */
function tests(
  name: string,
  command: string,
  args: string[],
  report: string,
  read: (json: unknown) => Outcome,
  { env, node }: Run = {},
): Outcome {
  mkdirSync(REPORTS, { recursive: true })
  rmSync(report, { force: true })
  const began = Date.now()
  const good = run(name, command, args, { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env }, ...(node && { node }) })
  try {
    const found = read(JSON.parse(readFileSync(report, 'utf8')))
    const outcome = { ...found, notes: [took(name, began), ...(found.notes ?? [])] }
    return good || outcome.failed.length > 0 ? outcome : { ...outcome, failed: [name] }
  } catch {
    return { passed: 0, failed: [name] }
  }
}

/** The first words of a failure and its place. The rest can be a whole page or a stack of library code. */
export function inShort(message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
  const words = lines.filter((line) => line !== '' && !line.startsWith('at ')).slice(0, 8)
  const place = lines.find((line) => line.startsWith('at ') && /\/(tests|e2e)\//.test(line))
  return [...words, ...(place ? [place.replace(`${process.cwd()}/`, '')] : [])].map((line) => `\n    ${line}`).join('')
}

function unitOutcome(json: unknown): Outcome {
  const { numPassedTests: passed, testResults } = json as JsonTestResults
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${file}: ${fullName}${inShort(failureMessages?.[0])}`)
    // A file that could not be read has no tests to name.
    return tests.length > 0 || status !== 'failed' ? tests : [file]
  })
  return { passed, failed }
}

/** The journeys that ended so, each with the message of its first failure. */
const endedAs = (ending: 'unexpected' | 'flaky', { specs, suites = [] }: JSONReportSuite): string[] => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === ending)
      .map(({ projectName, results }) => {
        const [error] = results.flatMap(({ errors }) => errors)
        return `e2e/${file}:${line}: ${title} [${projectName}]${inShort(error?.message)}`
      }),
  ),
  ...suites.flatMap((suite) => endedAs(ending, suite)),
]

const testsIn = ({ specs, suites = [] }: JSONReportSuite): JSONReportTest[] => [
  ...specs.flatMap(({ tests }) => tests),
  ...suites.flatMap(testsIn),
]

/** One line per Playwright project: the engine's version, the number of journeys, and their seconds added up. */
function engineNotes(suites: readonly JSONReportSuite[]): string[] {
  const tests = suites.flatMap(testsIn)
  return [...new Set(tests.map(({ projectName }) => projectName))].map((project) => {
    const all = tests.filter(({ projectName }) => projectName === project)
    const engine = all.flatMap(({ annotations }) => annotations).find(({ type }) => type === 'engine')?.description
    const seconds = all.flatMap(({ results }) => results).reduce((total, { duration }) => total + duration / 1000, 0)
    return `  ${engine ?? project}: ${all.length} journeys, ${Math.round(seconds)} s`
  })
}

/** What the journeys of e2e/effort.spec.ts ask of a member, one line each. */
const effortNotes = (suites: readonly JSONReportSuite[]): string[] =>
  suites
    .flatMap(testsIn)
    .flatMap(({ annotations }) => annotations)
    .filter(({ type }) => type === 'effort')
    .map(({ description = '' }) => `  ${description}`)

/**
 * A journey that passed only when it was tried again is unstable: a note, so that it delays nobody's landing, or a failure of a complete run.
 *
 * @param json the report of Playwright's JSON reporter
 */
export function journeyOutcome(json: unknown, isComplete = false): Outcome {
  const { stats, suites } = json as JSONReport
  const unstable = suites.flatMap((suite) => endedAs('flaky', suite)).map((journey) => `unstable: ${journey}`)
  return {
    passed: stats.expected + (isComplete ? 0 : unstable.length),
    failed: [...suites.flatMap((suite) => endedAs('unexpected', suite)), ...(isComplete ? unstable : [])],
    notes: [...engineNotes(suites), ...effortNotes(suites), ...(isComplete ? [] : unstable)],
  }
}

/** A missing program is a failure in CI, and on a developer's machine a line at the end of the run. */
const missing = (lines: string[], isCI: boolean): Outcome =>
  isCI ? { passed: 0, failed: lines } : { passed: 0, failed: [], notes: lines }

export const missingEngines = (isInstalled: (engine: EngineName) => boolean, isCI: boolean): Outcome =>
  missing(
    ENGINES.filter((engine) => !isInstalled(engine)).map((engine) => HOW_TO_GET[engine]),
    isCI,
  )

/** The journeys that run once more against two processes of the backend with one PostgreSQL server, all on Node 24. Each begins with a sign-in. */
const SIGN_IN = ['e2e/second-step.spec.ts', 'e2e/sso.spec.ts']

function journeysOnInstances(read: (json: unknown) => Outcome): Outcome {
  // `check` has said by now that PostgreSQL is missing.
  if (!findPostgres()) return missing([], isCI)
  const args = ['test', '--project=chromium', RETRY, ...SIGN_IN]
  const env = { JOURNEYS_SERVERS: 'scripts/instances.ts', JOURNEYS_NODE: findNode24() ?? 'node' }
  return tests('sign-in on two backends', 'playwright', args, INSTANCES, read, { env })
}

/** Each program that the unit tests need and this machine lacks. */
export const missingForTests = (node: string | null, postgres: string | null): string[] => [
  ...(node === null ? [HOW_TO_GET_NODE] : []),
  ...(postgres === null ? [HOW_TO_GET_POSTGRES] : []),
]

/** Types, lint, format, advisories, packages, secrets, unit and page tests. */
export function check(): Outcome {
  const checked = CHECKS.map(([name, command, ...args]) => step(name, command, args))
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${UNIT}`]
  const node = findNode24()
  const ran = tests('unit and page tests', 'vitest', args, UNIT, unitOutcome, node === null ? {} : { node })
  return together([...checked, ran, missing(missingForTests(node, findPostgres()), isCI)])
}

/** A journey that fails is tried once more, in a fresh browser context. Its trace is kept. */
const RETRY = '--retries=1'

/**
 * The build with its byte budget, then the journeys in every engine of this machine.
 *
 * @param isComplete also those tagged `@all`, and the engine journeys in Chromium; an unstable journey fails the run
 */
export function journeys(isComplete = false): Outcome {
  const built = step('build and budget', 'tsx', ['scripts/build.ts'])
  if (built.failed.length > 0) return built
  const engines = ENGINES.filter(isInstalled)
  const repeated = isComplete && engines.includes('chromium') ? ['engine-chromium'] : []
  const projects = [...engines.map((engine) => PROJECT[engine]), ...repeated]
  const lacking = missingEngines(isInstalled, isCI)
  if (projects.length === 0) return together([built, lacking])
  const chosen = isComplete ? [] : ['--grep-invert=@all']
  const args = ['test', RETRY, ...chosen, ...projects.map((project) => `--project=${project}`)]
  const read = (json: unknown) => journeyOutcome(json, isComplete)
  const ran = tests('journeys', 'playwright', args, JOURNEYS, read)
  return together([built, ran, ...(engines.includes('chromium') ? [journeysOnInstances(read)] : []), lacking])
}

/** The closing lines of a run: the times, the engines, each failure by name, and the totals. */
export function conclusion({ passed, failed, notes = [] }: Outcome): string {
  const lines = [...notes, ...failed.map((name) => `✗ ${name}`), `${passed} passed, ${failed.length} failed`]
  return lines.map((line) => `\n${line}`).join('') + '\n'
}

export function conclude(outcome: Outcome): void {
  process.stdout.write(conclusion(outcome))
  process.exitCode = outcome.failed.length > 0 ? 1 : 0
}
