// `npm test`: the checks, the build, the journeys in three engines. The last line says how many passed and failed.
// `npm run test:all` adds what repeats: the journeys tagged `@all`, the engine journeys in two versions of Chromium, the long random sequences, and
// the tests of the backend on the embedded database.
import { conclude, strict, together } from './report.ts'
import { setUp } from './setUp.ts'
import { allJourneys, check, embeddedTests, endTogether } from './steps.ts'

const isComplete = process.argv.includes('--all')
// For Vitest, whose models play more sequences then.
if (isComplete) process.env.TEST_ALL = 'true'
endTogether()
const lacking = { passed: 0, failed: setUp() }
const again = isComplete ? [await embeddedTests()] : []
const outcome = together([await check(false), ...again, await allJourneys(isComplete), lacking])
conclude(isComplete ? strict(outcome) : outcome)
