import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { conclusion, journeyOutcome, strict } from '../../scripts/run/report.ts'

type Result = { startTime: string; duration: number; errors: object[]; attachments: object[] }
const attempt = (more: Partial<Result> = {}): Result => ({
  startTime: '2026-01-01T00:00:10.000Z',
  duration: 2000,
  errors: [],
  attachments: [],
  ...more,
})
const journey = (projectName: string, status: string, results: Result[]) => ({
  specs: [
    { title: 'signs in', file: 'sign-in.ts', line: 1, tests: [{ projectName, status, results, annotations: [] }] },
  ],
})

test('a failed journey is named with its engine, each failure, its picture, and what the servers logged meanwhile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = join(folder, 'server.log')
  const at = (second: number, event: string) => `{"at":"2026-01-01T00:00:${second}.500Z","event":"${event}"}\n`
  writeFileSync(log, at(9, 'before') + at(11, 'fault') + at(12, 'after'))
  const failed = attempt({
    errors: [{ message: 'not there' }, { message: 'login looks different\n\nExpected: ""' }],
    attachments: [{ name: 'screenshot', path: join(process.cwd(), 'test-results/failure.png') }],
  })
  const suites = [journey('engine-webkit', 'unexpected', [failed, failed])]
  expect(journeyOutcome({ stats: { expected: 0, flaky: 0 }, suites }, log).failed).toEqual([
    [
      'e2e/sign-in.ts:1: signs in [engine-webkit]',
      'not there',
      'login looks different',
      'screenshot: test-results/failure.png',
      'server: {"at":"2026-01-01T00:00:11.500Z","event":"fault"}',
    ].join('\n    '),
  ])
})

test('a journey that passed when it was tried again is named as unstable with both traces, and fails a strict run', () => {
  const trace = (path: string) => [{ name: 'trace', path: join(process.cwd(), path) }]
  const results = [
    attempt({ errors: [{ message: 'not there' }], attachments: trace('first.zip') }),
    attempt({ attachments: trace('second.zip') }),
  ]
  const outcome = journeyOutcome({ stats: { expected: 3, flaky: 1 }, suites: [journey('chromium', 'flaky', results)] })
  const line = 'e2e/sign-in.ts:1: signs in [chromium]\n    not there\n    trace: first.zip\n    trace: second.zip'
  expect(outcome).toMatchObject({ passed: 4, failed: [], unstable: [line] })
  expect(strict(outcome)).toMatchObject({ passed: 3, failed: [`unstable: ${line}`] })
  expect(conclusion(outcome)).toContain(`unstable, passed when it was tried again: ${line}`)
})
