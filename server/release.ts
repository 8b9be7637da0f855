// The release that runs, by the version of package.json. CHANGELOG.md says what an operator must do for each.
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const file = new URL('../package.json', import.meta.url)
export const RELEASE = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version
