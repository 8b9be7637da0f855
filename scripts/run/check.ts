// `npm run check`: everything that needs no browser and no build, without the tests in `SLOW` of steps.ts.
import { conclude } from './report.ts'
import { check, endTogether } from './steps.ts'

endTogether()
conclude(await check(true))
