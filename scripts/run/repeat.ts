// `npm run test:repeat -- FILE [--times 20] [more arguments of Vitest or Playwright]`: runs one test file many times while every core is busy.
// It shows a race that a quiet machine hides. It ends red if one test fails once.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { conclude, type Outcome, strict, together } from './report.ts'
import { endTogether, journeys, unitTests } from './steps.ts'

const [file, ...more] = process.argv.slice(2)
const at = more.indexOf('--times')
const [, given = '20'] = at < 0 ? [] : more.splice(at, 2)
const times = Number(given)
if (!file || !(times > 0)) {
  process.stderr.write('npm run test:repeat -- FILE --times 20\n')
  process.exit(1)
}

/** Keeps a core busy until the process ends. */
const busy = Array.from({ length: availableParallelism() }, () => new Worker('for (;;) {}', { eval: true }))

const projectOf = (name: string) => (name.endsWith('.journey.ts') ? 'engine-*' : 'chromium')
const once = (): Promise<Outcome> =>
  file.startsWith('e2e/')
    ? journeys('journeys', [`--project=${projectOf(file)}`, '--retries=0', file, ...more])
    : unitTests([file, ...more])

endTogether()
const outcomes: Outcome[] = []
for (let run = 1; run <= times; run += 1) {
  const outcome = strict(await once())
  process.stdout.write(`run ${run} of ${times}: ${outcome.passed} passed, ${outcome.failed.length} failed\n`)
  outcomes.push({ ...outcome, notes: [] })
}
await Promise.all(busy.map((worker) => worker.terminate()))
conclude(together(outcomes))
