// Reads the JSON reports of Vitest and Playwright, and says in one screen what failed and why.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite, JSONReportTest, JSONReportTestResult } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

/**
 * @property failed the names of failures: a test with its message, or a step without tests
 * @property notes lines that are no failures: the seconds of a step, the version of an engine
 * @property unstable the journeys that passed only when they were tried again
 */
export type Outcome = { passed: number; failed: string[]; notes?: string[]; unstable?: string[] }

export const together = (all: Outcome[]): Outcome => ({
  passed: all.reduce((total, one) => total + one.passed, 0),
  failed: all.flatMap((one) => one.failed),
  notes: all.flatMap((one) => one.notes ?? []),
  unstable: all.flatMap((one) => one.unstable ?? []),
})

const under = (lines: readonly string[]) => lines.map((line) => `\n    ${line}`).join('')

/** The first words of a failure and its place. The rest can be a whole page or a stack of library code. */
function inShort(message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
  const words = lines.filter((line) => line !== '' && !line.startsWith('at ')).slice(0, 8)
  const place = lines.find((line) => line.startsWith('at ') && /\/(tests|e2e)\//.test(line))
  return under([...words, ...(place ? [place.replace(`${process.cwd()}/`, '')] : [])])
}

const inOneLine = (message: string) => stripVTControlCharacters(message).split('\n', 1)[0] ?? ''

/** @param json the report of Vitest's JSON reporter */
export function unitOutcome(json: unknown): Outcome {
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

type Attempt = Pick<JSONReportTestResult, 'startTime' | 'duration' | 'attachments' | 'errors'>

const MOST_LINES = 6

/** What the servers logged during an attempt. The journeys of the other worker are in it as well, if there was one. */
function logLines({ startTime, duration }: Attempt, log: string): string[] {
  if (!existsSync(log)) return []
  const from = Date.parse(startTime)
  const lines = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => {
      const at = Date.parse(/"at":"([^"]+)"/.exec(line)?.[1] ?? '')
      return at >= from && at <= from + duration
    })
  return lines.slice(-MOST_LINES).map((line) => `server: ${line.slice(0, 200)}`)
}

const files = ({ attachments }: Attempt): string[] =>
  attachments
    .filter(({ path }) => path !== undefined)
    .map(({ name, path = '' }) => `${name}: ${relative(process.cwd(), path)}`)

/** The journeys that ended so, each with the message of its first failure, its files, and the log of the servers. */
function endedAs(ending: 'unexpected' | 'flaky', { specs, suites = [] }: JSONReportSuite, log: string): string[] {
  const here = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === ending)
      .map(({ projectName, results }) => {
        const failed = results.find(({ errors }) => errors.length > 0)
        const [first, ...more] = failed?.errors ?? []
        const why = inShort(first?.message)
        // A journey whose checks fail softly has several failures.
        const details = [
          ...more.map(({ message }) => inOneLine(message)),
          ...new Set(results.flatMap(files)),
          ...(failed ? logLines(failed, log) : []),
        ]
        return `e2e/${file}:${line}: ${title} [${projectName}]${why}${under(details)}`
      }),
  )
  return [...here, ...suites.flatMap((suite) => endedAs(ending, suite, log))]
}

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

/** What a journey asks of a member, one line each (e2e/effort.ts). */
const effortNotes = (suites: readonly JSONReportSuite[]): string[] =>
  suites
    .flatMap(testsIn)
    .flatMap(({ annotations }) => annotations)
    .filter(({ type }) => type === 'effort')
    .map(({ description = '' }) => `  ${description}`)

/**
 * @param json the report of Playwright's JSON reporter
 * @param log the file with the log of the servers
 */
export function journeyOutcome(json: unknown, log = ''): Outcome {
  const { stats, suites } = json as JSONReport
  const all = (ending: 'unexpected' | 'flaky') => suites.flatMap((suite) => endedAs(ending, suite, log))
  return {
    passed: stats.expected + stats.flaky,
    failed: all('unexpected'),
    notes: [...engineNotes(suites), ...effortNotes(suites)],
    unstable: all('flaky'),
  }
}

/** A run in which an unstable journey is a failure. */
export const strict = ({ passed, failed, notes, unstable = [] }: Outcome): Outcome => ({
  passed: passed - unstable.length,
  failed: [...failed, ...unstable.map((journey) => `unstable: ${journey}`)],
  ...(notes && { notes }),
})

/** The closing lines of a run: the times, the engines, each failure by name, the unstable journeys, and the totals. */
export function conclusion({ passed, failed, notes = [], unstable = [] }: Outcome): string {
  const lines = [
    ...notes,
    ...failed.map((name) => `✗ ${name}`),
    ...unstable.map((journey) => `unstable, passed when it was tried again: ${journey}`),
    `${passed} passed, ${failed.length} failed`,
  ]
  return lines.map((line) => `\n${line}`).join('') + '\n'
}

export function conclude(outcome: Outcome): void {
  process.stdout.write(conclusion(outcome))
  process.exitCode = outcome.failed.length > 0 ? 1 : 0
}
