// `npm test`: the checks, the build, the journeys. The last line says how many passed and failed.
import { findChromium, HOW_TO_GET_ONE } from './chromium'
import { check, journeys } from './steps'

const chromium = findChromium()
const checked = await check()
const travelled = chromium ? journeys() : { passed: 0, failed: 1 }
if (!chromium) process.stdout.write(`\n${HOW_TO_GET_ONE}\n`)
const failed = checked.failed + travelled.failed
process.stdout.write(`\n${checked.passed + travelled.passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
