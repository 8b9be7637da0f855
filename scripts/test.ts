// `npm test`: the checks, the build, the journeys in three engines. The last line says how many passed and failed.
import { check, conclude, journeys, together } from './steps'

const checked = check()
conclude(together([checked, journeys()]))
