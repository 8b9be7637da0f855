// All settings, in the order of .env.example and of the tables in docs/operators.md.
import { byName } from '../../backend/settings/limitRow.ts'
import { CODE_LIMITS, RATE_LIMITS, SIZES } from '../../backend/settings/limitRows.ts'
import { RETENTION, TIMES } from '../../backend/settings/timeRows.ts'
import { ADDRESS_ROWS, DATABASE_ROWS, MESSAGE_ROWS, SIGN_IN_ROWS } from '../../backend/settings/rows.ts'
import { SERVER_ROWS, LISTENING_ROWS, PAGE_ROWS } from '../../server/app/settingRows.ts'
import type { SettingRows } from '../../server/settingRow.ts'
import { SMOKE_ROWS } from '../smoke/settings.ts'
import { DEMO_ROWS, TEST_ROWS } from './rows.ts'

/** @property title in .env.example */
export type Group = { title: string; rows: SettingRows }

export const GROUPS = {
  page: {
    title: 'The app. One build serves every environment, because its server writes these into the page',
    rows: PAGE_ROWS,
  },
  app: { title: "The app's server (npm start, npm run serve)", rows: { ...LISTENING_ROWS, ...SERVER_ROWS } },
  addresses: { title: 'The backend (npm start, npm run backend): addresses', rows: ADDRESS_ROWS },
  database: { title: 'The backend: database and keys', rows: DATABASE_ROWS },
  messages: { title: 'The backend: messages', rows: MESSAGE_ROWS },
  'sign-in': { title: 'The backend: services, passkeys, passwords, networks', rows: SIGN_IN_ROWS },
  codes: { title: 'The backend: limits of one-time codes and mails', rows: byName(CODE_LIMITS) },
  rates: { title: 'The backend: limits of one address, of services and of wrong passwords', rows: byName(RATE_LIMITS) },
  sizes: { title: 'The backend: sizes', rows: byName(SIZES) },
  times: { title: 'The backend: times', rows: byName(TIMES) },
  retention: { title: 'The backend: how long rows stay', rows: byName(RETENTION) },
  demo: { title: 'The demonstration (npm start)', rows: DEMO_ROWS },
  tests: { title: 'Tests: from the environment alone', rows: TEST_ROWS },
  smoke: { title: 'npm run smoke: from the environment or this file', rows: SMOKE_ROWS },
} as const satisfies Record<string, Group>
