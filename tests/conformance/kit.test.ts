// The conformance kit finds nothing to say about our backend, and finds the one thing that is broken in each variant of it.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { BACKENDS } from '../../conformance/calls'
import { type Result, runKit } from '../../conformance/run'
import type { Addresses } from '../../conformance/settings'
import type { Sandbox } from '../../sandbox/main'
import { start } from '../sandbox/start'
import { FAULTS, startBroken } from './broken'
import { demoFile } from './demoFile'

const MANY = 100_000
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await start({ limits: { send_gap_seconds: 0, sends_per_ip_hour: MANY, sends_per_country_hour: MANY } })
}, 60_000)
afterAll(() => sandbox.close())

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
  expect(found(await runKit(all(sandbox.url), demoFile(sandbox.url)))).toEqual([])
})

test.each(Object.entries(FAULTS))('where %s, one row says so', async (_, { row, fault, slow_ms }) => {
  const broken = await startBroken(sandbox.url, fault())
  onTestFinished(broken.close)
  const results = await runKit(all(broken.url), demoFile(sandbox.url, broken.url, slow_ms))
  expect(found(results)).toEqual([expect.stringMatching(new RegExp(`^${row} failed: `))])
})
