// The conformance kit passes on our backend and reports the one fault of each broken variant.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { BACKENDS } from '../../contract/row.ts'
import { type Result, runKit } from '../../conformance/run.ts'
import type { Addresses } from '../../conformance/settings.ts'
import type { RunningBackend } from '../../backend/main.ts'
import { start } from '../backend/start.ts'
import { someOf } from '../support/someOf.ts'
import { FAULTS, startBroken } from './broken.ts'
import { demoFile } from './demoFile.ts'

const MANY = 100_000
let backend: RunningBackend
beforeAll(async () => {
  backend = await start({ limits: { send_gap_seconds: 0, sends_per_ip_hour: MANY, sends_per_country_hour: MANY } })
}, 60_000)
afterAll(() => backend.close())

const all = (url: string) => Object.fromEntries(BACKENDS.map((backend) => [backend, url])) as Addresses

/** What did not pass, in one line each. */
const found = (results: readonly Result[]) =>
  results
    .filter(({ outcome }) => outcome !== 'passed')
    .map(
      ({ row, outcome, problem, why }) =>
        `${row.id} ${outcome}: ${why ?? `expected ${problem?.expected}, got ${problem?.got}`}`,
    )

test('the embedded backend passes every row', async () => {
  expect(found(await runKit(all(backend.url), demoFile(backend.url)))).toEqual([])
})

test.each(someOf(Object.entries(FAULTS), 5))('where %s, one row fails', async (_, { row, fault, slow_ms }) => {
  const broken = await startBroken(backend.url, fault())
  onTestFinished(broken.close)
  const results = await runKit(all(broken.url), demoFile(backend.url, broken.url, slow_ms))
  expect(found(results)).toEqual([expect.stringMatching(new RegExp(`^${row} failed: `))])
})
