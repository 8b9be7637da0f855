// `npm test`: the checks, the build, the journeys in three engines. The last line says how many passed and failed.
// `npm run test:all` adds what repeats: the journeys tagged `@all`, Chromium's run of the engine journeys, and the long random sequences.
import { check, conclude, journeys, together } from './steps'

const isComplete = process.argv.includes('--all')
// For Vitest, whose models play more sequences then.
if (isComplete) process.env.TEST_ALL = 'true'
const checked = check()
conclude(together([checked, journeys(isComplete)]))
