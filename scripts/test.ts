// `npm test`: the checks, the build, the journeys. The last line says how many passed and failed.
import { findChromium, HOW_TO_GET_ONE } from './chromium'
import { check, conclude, journeys, together } from './steps'

const hasChromium = findChromium() !== null
const checked = await check()
conclude(together([checked, hasChromium ? journeys() : { passed: 0, failed: [HOW_TO_GET_ONE] }]))
