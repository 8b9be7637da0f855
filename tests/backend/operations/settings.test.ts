// What the environment may say: secrets in files, several database servers, limits, and what production needs.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serversOf } from '../../../backend/db/servers.ts'
import { parseEnvironment } from '../../../backend/settings/environment.ts'
import { parseLimits } from '../../../backend/settings/limits.ts'
import { ENVIRONMENT_ROWS, PRIVATE_NETWORKS } from '../../../backend/settings/rows.ts'
import { problemsInProduction } from '../../../backend/settingsProblems.ts'
import { fromEnvironment } from '../../../backend/startOptions.ts'
import { configProblems } from '../../../scripts/config/problems.ts'
import type { SettingRow } from '../../../server/settingRow.ts'

const folder = mkdtempSync(join(tmpdir(), 'daemun-secrets-'))
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

test('a secret can come from a file, but not twice', () => {
  const DATABASE_URL_FILE = file('database', 'postgres://daemun:pa55@db.test/daemun\n')
  expect(fromEnvironment({ DATABASE_URL_FILE }).database_url).toBe('postgres://daemun:pa55@db.test/daemun')
  expect(() => fromEnvironment({ DATABASE_URL_FILE, DATABASE_URL: 'postgres://a@b/c' })).toThrow(
    'DATABASE_URL and DATABASE_URL_FILE: only one of them',
  )
  expect(() => fromEnvironment({ SMTP_URL_FILE: join(folder, 'none') })).toThrow('cannot be read (ENOENT)')
  const wrong = file('wrong', 'hunter2')
  expect(() => fromEnvironment({ DATABASE_URL_FILE: wrong })).toThrow(/^DATABASE_URL: a URL such as(?!.*hunter2)/)
})

test.each([
  { SMTP_URL_FILE: 'smtp://daemun:canary@mail.test:587' },
  { SMS_SECRET_FILE: 'hunter2'.repeat(5) },
  { BACKEND_CLIENTS: `'[{"client_id":"a","client_secret":"${'hunter2'.repeat(5)}"}]'` },
])('a secret in the place of a path is not repeated: %o', (env) => {
  expect(() => fromEnvironment(env)).toThrow(/^\w+: the file cannot be read \(E\w+\)$/)
})

test.each([
  ['postgres://u:p@h:5432/n', ['postgres://u:p@h:5432/n']],
  [
    'postgresql://u:p%40@a:5432,b:5433/n?sslmode=require',
    ['postgresql://u:p%40@a:5432/n?sslmode=require', 'postgresql://u:p%40@b:5433/n?sslmode=require'],
  ],
  ['postgres://[::1]:5432,db.test/n', ['postgres://[::1]:5432/n', 'postgres://db.test/n']],
  ['postgres:///n?host=/var/run/postgresql', ['postgres:///n?host=/var/run/postgresql']],
  ['postgres://u@a:5432,/n', []],
  ['postgres://u@a:port,b/n', []],
  ['postgres://u:p%zz@a/n', []],
  ['mysql://u@a/n', []],
  ['localhost:5432/name', []],
])('the servers of %s are %j', (address, servers) => expect(serversOf(address)).toEqual(servers))

test('a standby is one server beside that of DATABASE_URL', () => {
  const [DATABASE_URL, DATABASE_MIGRATION_URL] = ['postgres://daemun@a,b/daemun', 'postgres://owner@a,b/daemun']
  const standby_url = 'postgres://daemun:pa55@c:5001/daemun'
  const DATABASE_STANDBY_URL_FILE = file('standby', `${standby_url}\n`)
  expect(fromEnvironment({ DATABASE_URL, DATABASE_STANDBY_URL_FILE })).toMatchObject({ standby_url })
  expect(fromEnvironment({ DATABASE_MIGRATION_URL, DATABASE_STANDBY_URL: standby_url })).toMatchObject({ standby_url })
  expect(fromEnvironment({ DATABASE_URL, DATABASE_STANDBY_URL: '' })).not.toHaveProperty('standby_url')
  for (const DATABASE_STANDBY_URL of [DATABASE_URL, 'mysql://hunter2@c/daemun', 'c:5001'])
    expect(() => fromEnvironment({ DATABASE_URL, DATABASE_STANDBY_URL })).toThrow(
      /^DATABASE_STANDBY_URL: a URL such as (?!.*hunter2).*, with one host$/,
    )
  expect(() => fromEnvironment({ DATABASE_STANDBY_URL: standby_url })).toThrow(
    'DATABASE_STANDBY_URL: the embedded database has no standby. Set DATABASE_URL, or leave it out',
  )
})

test('a limit is a whole number that makes sense, and every wrong one is named at once', () => {
  expect(parseLimits({ BACKEND_HASHES_AT_ONCE: '8', BACKEND_SMS_GAP_SECONDS: '0' })).toEqual({
    hashes_at_once: 8,
    send_gap_seconds: 0,
  })
  expect(() =>
    parseLimits({ BACKEND_HASHES_AT_ONCE: '0', BACKEND_CODE_HASH_COST: '20000', BACKEND_SMS_PER_HOUR: 'x' }),
  ).toThrow(
    'BACKEND_SMS_PER_HOUR: a whole number; BACKEND_HASHES_AT_ONCE: a whole number from 1; BACKEND_CODE_HASH_COST: a power of two',
  )
})

test('a time of retention has a least and a most value', () => {
  expect(parseLimits({ BACKEND_EVENTS_DAYS: '365', BACKEND_KNOWN_BROWSER_DAYS: '400' })).toEqual({
    events_days: 365,
    known_browser_days: 400,
  })
  expect(() => parseLimits({ BACKEND_EVENTS_DAYS: '89', BACKEND_KNOWN_BROWSER_DAYS: '401' })).toThrow(
    'BACKEND_EVENTS_DAYS: a whole number from 90 to 3650; BACKEND_KNOWN_BROWSER_DAYS: a whole number from 1 to 400',
  )
})

test('a start without settings has the defaults of the tables', () => {
  const settings = parseEnvironment({})
  const { port, pool, connections, internal_networks, passkeys } = fromEnvironment({})
  expect({ port, pool, connections, internal_networks, passkeys }).toEqual({
    port: 3001,
    pool: { prepares: true, connections: 10, connect_ms: 5000, query_ms: 8000 },
    connections: { total: 2000, per_address: 200 },
    internal_networks: PRIVATE_NETWORKS,
    passkeys: { mode: 'recommended', related_origins: [] },
  })
  for (const [name, row] of Object.entries<SettingRow>(ENVIRONMENT_ROWS))
    expect(name in settings, name).toBe(row.usual !== undefined)
})

const COMPLETE = {
  NODE_ENV: 'production',
  BACKEND_URL: 'https://api.test',
  APP_ORIGIN: 'https://id.test',
  DATABASE_URL: 'postgres://daemun@db.test/daemun',
  BACKEND_KEY_ENCRYPTION_KEY: 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  SMTP_URL: 'smtp://mail.test',
  SMTP_FROM: 'Step <no-reply@step.test>',
  SMS_URL: 'twilio://AC1:token@+15550000000',
  SUPPORT_CONTACT: 'help@step.test',
}

const API = 'https://api.test'
/** What the app's server needs besides. */
const APP = {
  VITE_AUTH_API_URL: API,
  VITE_SERVICE_API_URL: API,
  VITE_PORTAL_API_URL: API,
  VITE_FILE_API_URL: API,
  VITE_NODE_API_URL: API,
  VITE_STORAGE_KEY: 'sixteen-and-more',
  VITE_REDIRECT_ORIGINS: API,
  VITE_POLICIES_URL: 'https://www.test/account',
}

test('production names everything that it lacks, a line for each', () => {
  expect(problemsInProduction({})).toEqual([])
  expect(problemsInProduction(COMPLETE)).toEqual([])
  expect(problemsInProduction({ ...COMPLETE, DATABASE_URL: '', DATABASE_URL_FILE: '/run/secrets/db' })).toEqual([])
  // Only secrets come from files.
  const inFile = { ...COMPLETE, BACKEND_URL: '', BACKEND_URL_FILE: '/run/secrets/url' }
  expect(problemsInProduction(inFile)).toEqual([expect.stringContaining('BACKEND_URL is missing')])
  const lines = problemsInProduction({ NODE_ENV: 'production', BACKEND_DISCLOSE_UNKNOWN_USER: 'true' })
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    'BACKEND_URL',
    'APP_ORIGIN',
    'DATABASE_URL',
    'BACKEND_KEY_ENCRYPTION_KEY',
    'SMTP_URL',
    'SMTP_FROM',
    'SMS_URL',
    'SUPPORT_CONTACT',
    'BACKEND_DISCLOSE_UNKNOWN_USER',
  ])
})

test('`npm run config` names everything that is wrong or missing at once, a line for each', () => {
  expect(configProblems({})).toEqual([])
  expect(configProblems(COMPLETE)).toEqual([])
  expect(configProblems({ ...COMPLETE, ...APP })).toEqual([])
  const clients = JSON.stringify([{ client_id: '', client_secret: 'hunter2', redirect_uris: ['https://a.test/'] }])
  const lines = configProblems({
    NODE_ENV: 'production',
    BACKEND_URL: 'http://10.0.0.5:3001',
    APP_ORIGIN: 'nowhere',
    BACKEND_PORT: 'abc',
    BACKEND_PROX_HOPS: '1',
    BACKEND_KEY_ENCRYPTION_KEY: 'hunter2',
    DATABASE_URL_FILE: join(folder, 'none'),
    SMTP_URL_FILE: join(folder, 'none either'),
    DATABASE_STANDBY_URL: 'postgres://daemun@c/daemun',
    BACKEND_CLIENTS: clients,
    BACKEND_SMS_PER_HOUR: 'x',
    BACKEND_EVENTS_DAYS: '1',
    SMS_URL: 'twilio://hunter2',
    BACKEND_PLACES_FILE: join(folder, 'places.mmdb'),
    ...APP,
    APP_CONNECTIONS: '0',
    VITE_LOCALE: 'ko',
    VITE_POLICIES_URL: '',
    VITE_STORAGE_KEY: 'short',
  })
  expect(lines.join('\n')).not.toContain('hunter2')
  const named = lines.map((line) => line.replace(/\W.*$/, ''))
  expect(named.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'APP_CONNECTIONS',
    'APP_ORIGIN',
    'BACKEND_CLIENTS',
    'BACKEND_CLIENTS',
    'BACKEND_EVENTS_DAYS',
    'BACKEND_KEY_ENCRYPTION_KEY',
    'BACKEND_PLACES_FILE',
    'BACKEND_PORT',
    'BACKEND_PROX_HOPS',
    'BACKEND_SMS_PER_HOUR',
    'BACKEND_URL',
    'DATABASE_URL_FILE',
    'SMS_URL',
    'SMTP_FROM',
    'SMTP_URL_FILE',
    'SUPPORT_CONTACT',
    'VITE_LOCALE',
    'VITE_STORAGE_KEY',
  ])
  // A start only warns of it.
  expect(configProblems({ ...COMPLETE, ...APP, VITE_POLICIES_URL: '' })).toEqual([
    expect.stringContaining('VITE_POLICIES_URL is missing'),
  ])
})

test('the settings of the environment reach the backend', () => {
  expect(
    fromEnvironment({
      ...COMPLETE,
      BACKEND_PREPARED_STATEMENTS: 'false',
      BACKEND_DATABASE_CONNECTIONS: '40',
      BACKEND_INTERNAL_NETWORKS: '192.0.2.0/24',
    }),
  ).toMatchObject({
    url: 'https://api.test',
    app_origin: 'https://id.test',
    smtp_from: 'Step <no-reply@step.test>',
    support_contact: 'help@step.test',
    internal_networks: ['192.0.2.0/24'],
    pool: { prepares: false, connections: 40, connect_ms: 5000, query_ms: 8000 },
    sms_gateways: [{ name: 'twilio' }],
    migrates: false,
    demo_terms: false,
  })
})

test.each(['no-reply@step.test', 'Step <no-reply@step.test>', '배움 <a@b.kr>'])('%s is a sender', (SMTP_FROM) =>
  expect(fromEnvironment({ SMTP_FROM }).smtp_from).toBe(SMTP_FROM),
)
test.each(['Step', 'a@b <a@b>', 'x\r\nBcc: y@z <a@b.kr>'])('%j is no sender', (SMTP_FROM) =>
  expect(() => fromEnvironment({ SMTP_FROM })).toThrow('SMTP_FROM: an address such as'),
)
