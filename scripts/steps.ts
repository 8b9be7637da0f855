// The steps of `npm run check` and `npm test`: each one a command with its name. Checks run beside each other, tests by themselves.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod/mini'

/** @property failed what failed, by name: a test with what it said, or a step that is none. */
export type Outcome = { passed: number; failed: string[] }

const REPORTS = 'node_modules/.daemun'
const UNIT = `${REPORTS}/unit.json`
const JOURNEYS = `${REPORTS}/journeys.json`
const UnitReport = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})
const Suite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.number(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ errors: z.array(z.object({ message: z.optional(z.string()) })) })),
        }),
      ),
    }),
  ),
  get suites(): z.ZodMiniOptional<z.ZodMiniArray<typeof Suite>> {
    return z.optional(z.array(Suite))
  },
})
const JourneyReport = z.object({ stats: z.object({ expected: z.number() }), suites: z.array(Suite) })

const CHECKS: [name: string, command: string, ...args: string[]][] = [
  ['types', 'tsc', '-p', '.'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['advisories', 'tsx', 'scripts/advisories.ts'],
  ['packages', 'tsx', 'scripts/packages.ts'],
  ['secrets', 'tsx', 'scripts/secrets.ts'],
]

const program = (command: string) => `node_modules/.bin/${command}`
const environment = (more: Record<string, string> = {}) => ({
  ...process.env,
  VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
  ...more,
})

function run(name: string, command: string, args: string[], env: Record<string, string> = {}): boolean {
  process.stdout.write(`\n— ${name}\n`)
  const { status } = spawnSync(program(command), args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment(env),
  })
  if (status !== 0) process.stdout.write(`✗ ${name}\n`)
  return status === 0
}

/** A check that others run beside: what it says comes in one piece, when it has ended. */
function runBeside(name: string, command: string, args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program(command), args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment() })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.on('error', (error) => (said += `${error.message}\n`))
    child.on('close', (code) => {
      process.stdout.write(`\n— ${name}\n${said}${code === 0 ? '' : `✗ ${name}\n`}`)
      resolve(counted(name, code === 0))
    })
  })
}

export const together = (all: Outcome[]): Outcome => ({
  passed: all.reduce((total, one) => total + one.passed, 0),
  failed: all.flatMap((one) => one.failed),
})

/** A step that is no test counts only when it fails: so that no failure hides behind "0 failed". */
const counted = (name: string, isGood: boolean): Outcome => ({ passed: 0, failed: isGood ? [] : [name] })

/** A test run counts what its report says; one that failed without a failed test counts as one. */
function tests(
  name: string,
  command: string,
  args: string[],
  report: string,
  read: (json: unknown) => Outcome,
): Outcome {
  mkdirSync(REPORTS, { recursive: true })
  rmSync(report, { force: true })
  const good = run(name, command, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  try {
    const outcome = read(JSON.parse(readFileSync(report, 'utf8')))
    return good || outcome.failed.length > 0 ? outcome : { ...outcome, failed: [name] }
  } catch {
    return { passed: 0, failed: [name] }
  }
}

/** The first words of a failure, and where it was: what follows may be a whole page, or a stack of others' code. */
export function inShort(message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
  const words = lines.filter((line) => line !== '' && !line.startsWith('at ')).slice(0, 4)
  const place = lines.find((line) => line.startsWith('at ') && /\/(tests|e2e)\//.test(line))
  return [...words, ...(place ? [place.replace(`${process.cwd()}/`, '')] : [])].map((line) => `\n    ${line}`).join('')
}

function unitOutcome(json: unknown): Outcome {
  const { numPassedTests: passed, testResults } = UnitReport.parse(json)
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${file}: ${fullName}${inShort(failureMessages[0])}`)
    // A file that could not be read has no test to blame.
    return tests.length > 0 || status !== 'failed' ? tests : [file]
  })
  return { passed, failed }
}

const failedIn = ({ specs, suites = [] }: z.infer<typeof Suite>): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(
      ({ file, line, title, tests }) =>
        `e2e/${file}:${line}: ${title}${inShort(tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors)[0]?.message)}`,
    ),
  ...suites.flatMap(failedIn),
]

function journeyOutcome(json: unknown): Outcome {
  const { stats, suites } = JourneyReport.parse(json)
  return { passed: stats.expected, failed: suites.flatMap(failedIn) }
}

/** Types, lint, format, advisories, packages, secrets, unit and page tests. */
export async function check(): Promise<Outcome> {
  const checked = await Promise.all(CHECKS.map(([name, command, ...args]) => runBeside(name, command, args)))
  return together([
    ...checked,
    tests(
      'unit and page tests',
      'vitest',
      ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${UNIT}`],
      UNIT,
      unitOutcome,
    ),
  ])
}

/** The build, with its byte budget; then the journeys in Chromium on what was built. */
export function journeys(): Outcome {
  const built = counted('build and budget', run('build and budget', 'tsx', ['scripts/build.ts']))
  if (built.failed.length > 0) return built
  return tests('journeys', 'playwright', ['test', '--project=chromium'], JOURNEYS, journeyOutcome)
}

/** The last words of a run: what failed, by name, so that nobody has to look for it, and the count. */
export function conclude({ passed, failed }: Outcome): void {
  for (const name of failed) process.stdout.write(`\n✗ ${name}`)
  process.stdout.write(`\n${passed} passed, ${failed.length} failed\n`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
