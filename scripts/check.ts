// `npm run check`: everything that needs no browser and no build.
import { check } from './steps'

const { passed, failed } = await check()
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
