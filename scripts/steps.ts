// The steps of `npm run check` and `npm test`: each one a command with its name. Checks run beside each other, tests by themselves.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import * as z from 'zod/mini'

export type Counts = { passed: number; failed: number }

const REPORTS = 'node_modules/.daemun'
const UNIT = `${REPORTS}/unit.json`
const JOURNEYS = `${REPORTS}/journeys.json`
const UnitReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), success: z.boolean() })
const JourneyReport = z.object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) })

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
function runBeside(name: string, command: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program(command), args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment() })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.on('error', (error) => (said += `${error.message}\n`))
    child.on('close', (code) => {
      process.stdout.write(`\n— ${name}\n${said}${code === 0 ? '' : `✗ ${name}\n`}`)
      resolve(code === 0)
    })
  })
}

const sum = (all: Counts[]): Counts => ({
  passed: all.reduce((total, one) => total + one.passed, 0),
  failed: all.reduce((total, one) => total + one.failed, 0),
})

/** A step that is no test counts only when it fails: so that no failure hides behind "0 failed". */
const counted = (isGood: boolean): Counts => ({ passed: 0, failed: isGood ? 0 : 1 })

/** A test run counts what its report says; one that failed without a failed test counts as one. */
function tests(
  name: string,
  command: string,
  args: string[],
  report: string,
  count: (json: unknown) => Counts,
): Counts {
  mkdirSync(REPORTS, { recursive: true })
  rmSync(report, { force: true })
  const good = run(name, command, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  try {
    const counts = count(JSON.parse(readFileSync(report, 'utf8')))
    return good || counts.failed > 0 ? counts : { ...counts, failed: 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** Types, lint, format, advisories, packages, secrets, unit and page tests. */
export async function check(): Promise<Counts> {
  const checked = await Promise.all(CHECKS.map(([name, command, ...args]) => runBeside(name, command, args)))
  return sum([
    ...checked.map(counted),
    tests(
      'unit and page tests',
      'vitest',
      ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${UNIT}`],
      UNIT,
      (json) => {
        const { numPassedTests: passed, numFailedTests: failed } = UnitReport.parse(json)
        return { passed, failed }
      },
    ),
  ])
}

/** The build, with its byte budget; then the journeys in Chromium on what was built. */
export function journeys(): Counts {
  const built = counted(run('build and budget', 'tsx', ['scripts/build.ts']))
  if (built.failed > 0) return built
  return tests('journeys', 'playwright', ['test', '--project=chromium'], JOURNEYS, (json) => {
    const { expected, unexpected, flaky } = JourneyReport.parse(json).stats
    return { passed: expected, failed: unexpected + flaky }
  })
}
