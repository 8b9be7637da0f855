import { expect, test } from 'vitest'
import { HOW_TO_GET_NODE } from '../../scripts/node24'
import { HOW_TO_GET_POSTGRES } from '../../scripts/postgres'
import { conclusion, inShort, journeyOutcome, missingEngines, missingForTests } from '../../scripts/steps'

test('what failed is told in its first words and with its place, not with a page or a stack', () => {
  const page = Array.from({ length: 300 }, (_, line) => `  <li>${line}</li>`).join('\n')
  const stack = `    at wait (file:///node_modules/library/wait.js:1:2)\n    at ${process.cwd()}/tests/pages/join.test.tsx:7:3`
  expect(inShort(`\u001B[31mError\u001B[39m: there is no such button\n\n${page}\n${stack}`).split('\n')).toEqual([
    '',
    '    Error: there is no such button',
    ...Array.from({ length: 7 }, (_, line) => `    <li>${line}</li>`),
    '    at tests/pages/join.test.tsx:7:3',
  ])
  expect(inShort()).toBe('')
})

const journey = (projectName: string, duration: number, engine?: string) => ({
  title: 'signs in',
  file: 'sign-in.ts',
  line: 1,
  tests: [
    {
      projectName,
      status: 'expected',
      annotations: engine ? [{ type: 'engine', description: engine }] : [],
      results: [{ duration, errors: [] }],
    },
  ],
})

test('the journeys of each engine are noted with its version and the seconds that they took', () => {
  const suites = [
    { specs: [journey('chromium', 2000), journey('engine-firefox', 3000, 'Firefox 153.7.0')] },
    { specs: [], suites: [{ specs: [journey('engine-firefox', 4400, 'Firefox 153.7.0')] }] },
  ]
  expect(journeyOutcome({ stats: { expected: 3 }, suites })).toEqual({
    passed: 3,
    failed: [],
    notes: ['  chromium: 1 journeys, 2 s', '  Firefox 153.7.0: 2 journeys, 7 s'],
  })
})

test('a failed journey is named with its engine', () => {
  const { tests, ...spec } = journey('engine-webkit', 2000)
  const results = [{ duration: 2000, errors: [{ message: 'not there' }] }]
  const failed = tests.map((test) => ({ ...test, status: 'unexpected', results }))
  const suites = [{ specs: [{ ...spec, tests: [...tests, ...failed] }] }]
  expect(journeyOutcome({ stats: { expected: 1 }, suites }).failed).toEqual([
    'e2e/sign-in.ts:1: signs in [engine-webkit]\n    not there',
  ])
})

test('a journey that passed when it was tried again is named as unstable, and fails a complete run', () => {
  const { tests, ...spec } = journey('chromium', 2000)
  const results = [
    { duration: 2000, errors: [{ message: 'not there' }] },
    { duration: 1000, errors: [] },
  ]
  const suites = [{ specs: [{ ...spec, tests: tests.map((test) => ({ ...test, status: 'flaky', results })) }] }]
  const line = 'unstable: e2e/sign-in.ts:1: signs in [chromium]\n    not there'
  const report = { stats: { expected: 3 }, suites }
  expect(journeyOutcome(report)).toMatchObject({ passed: 4, failed: [], notes: [expect.any(String), line] })
  expect(journeyOutcome(report, true)).toMatchObject({ passed: 3, failed: [line] })
})

test('notes what a journey asks of a member', () => {
  const { tests, ...spec } = journey('chromium', 2000)
  const annotations = [{ type: 'effort', description: 'sign-in: 3 taps, 2 fields, 1 screens, 2 s' }]
  const suites = [{ specs: [{ ...spec, tests: tests.map((test) => ({ ...test, annotations })) }] }]
  expect(journeyOutcome({ stats: { expected: 1 }, suites }).notes).toContain(`  ${annotations[0]?.description}`)
})

test('a missing engine is a note on a developer’s machine and a failure in CI', () => {
  const isInstalled = (engine: string) => engine !== 'webkit'
  const line = expect.stringContaining('apt-get install webkit2gtk-driver')
  expect(missingEngines(isInstalled, false)).toEqual({ passed: 0, failed: [], notes: [line] })
  expect(missingEngines(isInstalled, true)).toEqual({ passed: 0, failed: [line] })
})

test('the count is the last line, after the notes and the failures', () => {
  expect(conclusion({ passed: 5, failed: ['tests/a.test.ts: fails'], notes: ['types: 14 s'] }).split('\n')).toEqual([
    '',
    'types: 14 s',
    '✗ tests/a.test.ts: fails',
    '5 passed, 1 failed',
    '',
  ])
})

test('names Node 24 and PostgreSQL if the unit tests had to do without them', () => {
  expect(missingForTests(null, null)).toEqual([HOW_TO_GET_NODE, HOW_TO_GET_POSTGRES])
  expect(missingForTests('/usr/bin/node', null)).toEqual([HOW_TO_GET_POSTGRES])
  expect(missingForTests('/usr/bin/node', '/usr/lib/postgresql/15/bin')).toEqual([])
})
