// `npm run check`: everything that needs no browser, no build and no server of its own.
import { conclude } from './report.ts'
import { check } from './steps.ts'

conclude(await check(true))
