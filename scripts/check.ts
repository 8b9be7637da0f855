// `npm run check`: everything that needs no browser, no build and no server of its own.
import { conclude } from './report'
import { check } from './steps'

conclude(await check(true))
