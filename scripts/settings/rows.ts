// The settings of the demonstration, the tests and npm run smoke: what .env.example says of each.
import * as z from 'zod/mini'
import type { SettingRow, SettingRows } from '../../server/settingRow.ts'

const shape = z.string()
type Said = Omit<SettingRow, 'shape'>
const read = (rows: Record<string, Said>): SettingRows =>
  Object.fromEntries(Object.entries(rows).map(([name, said]) => [name, { shape, ...said }]))

export const DEMO_ROWS = read({
  PARTNER_PORT: { usual: '3002', means: "the port of the demonstration's partner" },
  PARTNER_URL: { usual: 'http://localhost:3002', means: 'the public address of that partner' },
})

export const TEST_ROWS = read({
  CHROMIUM_PATH: {
    means: "a Chromium for journeys, benchmark and screenshots. Default: Playwright's own, then the system's",
  },
  FIREFOX_PATH: { means: "a Firefox for the journeys. Default: the system's" },
  PICTURES: { means: '`true`: the journeys take pictures of the pages that they visit' },
  CI: {
    means: '`true`: `.only` in a test is an error',
  },
  JOURNEYS_PORT: { means: "the first port of the journeys' servers" },
  JOURNEYS_REUSE: { means: 'whether journeys use servers that are already running there' },
  JOURNEYS_SERVERS: {
    usual: 'scripts/up.ts',
    means: "the script that starts the journeys' servers (scripts/instances.ts starts two backends)",
  },
  JOURNEYS_PASSKEYS: {
    usual: 'on',
    means:
      'whether the backend of the journeys uses passkeys, as `BACKEND_PASSKEYS`. e2e/passkeys.spec.ts needs recommended',
  },
  TEST_DATABASE_URL: { means: "a PostgreSQL server for the backend's tests, instead of the one that each run starts" },
})
