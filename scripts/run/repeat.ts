// `npm run test:repeat -- FILE [--times 20] [more arguments of Vitest or Playwright]`: runs one test file many times while every core is busy.
// It shows a race that a quiet machine hides. It ends red if one test fails once.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { conclude, type Outcome, strict, together } from './report.ts'
import { journeys, unitTests } from './steps.ts'

const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '20' } },
  allowPositionals: true,
  strict: false,
})
const [file, ...more] = positionals
const times = Number(values.times)
if (!file || !(times > 0)) {
  process.stderr.write('npm run test:repeat -- FILE --times 20\n')
  process.exit(1)
}

/** Keeps a core busy until the process ends. */
const busy = Array.from({ length: availableParallelism() }, () => new Worker('for (;;) {}', { eval: true }))

const projectOf = (name: string) => (name.endsWith('.journey.ts') ? 'engine-*' : 'chromium')
const once = (): Outcome =>
  file.startsWith('e2e/')
    ? journeys('journeys', [`--project=${projectOf(file)}`, '--retries=0', file, ...more])
    : unitTests([file, ...more])

const outcomes: Outcome[] = []
for (let run = 1; run <= times; run += 1) {
  const outcome = strict(once())
  process.stdout.write(`run ${run} of ${times}: ${outcome.passed} passed, ${outcome.failed.length} failed\n`)
  outcomes.push({ ...outcome, notes: [] })
}
await Promise.all(busy.map((worker) => worker.terminate()))
conclude(together(outcomes))
