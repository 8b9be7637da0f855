// The conformance kit passes on our backend and reports the one fault of each broken variant.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { BACKENDS } from '../../contract/row.ts'
import { ACCOUNT_CHAPTERS, CHAPTERS, type Result, runKit } from '../../conformance/run.ts'
import type { Chapter } from '../../conformance/row.ts'
import type { Addresses } from '../../conformance/settings.ts'
import type { RunningBackend } from '../../backend/main.ts'
import { start } from '../backend/start.ts'
import { isComplete, someOf } from '../support/someOf.ts'
import { changed, type Fault, FAULTS, fieldsOf, say, startBroken } from './broken.ts'
import { ACCOUNT_FAULTS, withoutAccount } from './brokenAccount.ts'
import { demoFile } from './demoFile.ts'

const MANY = 100_000
const OLD_SECONDS = 600
const WITHOUT_ACCOUNT = CHAPTERS.filter((chapter) => !ACCOUNT_CHAPTERS.includes(chapter))
let backend: RunningBackend

/** Makes every session and proof older than five minutes: what the kit does by waiting elsewhere. */
const clock = createServer((_request, response) => {
  void (async () => {
    await backend.ctx.db.deleteFrom('account_proofs').execute()
    await sql`
      update oidc_payloads set payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::bigint - ${OLD_SECONDS}))
      where model = 'Session' and payload ? 'loginTs'`.execute(backend.ctx.db)
    response.end()
  })()
})
beforeAll(async () => {
  clock.listen(0, '127.0.0.1')
  await once(clock, 'listening')
  backend = await start({ limits: { send_gap_seconds: 0, sends_per_ip_hour: MANY, sends_per_country_hour: MANY } })
})
afterAll(async () => {
  await backend.close()
  clock.close()
})

const all = (url: string) => Object.fromEntries(BACKENDS.map((backend) => [backend, url])) as Addresses

/** What did not pass, in one line each. */
const found = (results: readonly Result[]) =>
  results
    .filter(({ outcome }) => outcome !== 'passed')
    .map(
      ({ row, outcome, problem, why }) =>
        `${row.id} ${outcome}: ${why ?? `expected ${problem?.expected}, got ${problem?.got}`}`,
    )

const fileOf = (entry?: string, slow_ms?: number) => ({
  ...demoFile(backend.url, entry, slow_ms),
  later: { post: `http://127.0.0.1:${(clock.address() as AddressInfo).port}` },
})

/** What these chapters find in a backend with this fault. */
async function foundWith(fault: Fault, chapters: readonly Chapter[], slow_ms?: number): Promise<Result[]> {
  const broken = await startBroken(backend.url, fault)
  onTestFinished(broken.close)
  return runKit(all(broken.url), fileOf(broken.url, slow_ms), undefined, chapters)
}

const chapterOf = (row: string, chapters = CHAPTERS): readonly Chapter[] =>
  chapters.filter(({ rows }) => rows.some(({ id }) => id === row))

/** The chapter that reports the fault. In the complete run all chapters, because the fault may reach none of the others. */
const chaptersFor = (row: string, chapters: readonly Chapter[]): readonly Chapter[] =>
  isComplete ? chapters : chapterOf(row, chapters)

test('our backend passes every row', async () => {
  expect(found(await runKit(all(backend.url), fileOf()))).toEqual([])
})

test.each(someOf(Object.entries(FAULTS), 9))('where %s, one row fails', async (_, { row, fault, slow_ms }) => {
  // The times of all calls are looked at: those of the other chapters have to be there.
  const chapters = slow_ms === undefined ? chaptersFor(row, WITHOUT_ACCOUNT) : WITHOUT_ACCOUNT
  const results = await foundWith(fault(), chapters, slow_ms)
  expect(found(results)).toEqual([expect.stringMatching(new RegExp(`^${row} failed: `))])
})

test.each(someOf(Object.entries(ACCOUNT_FAULTS), 4))('where %s, one row of the account fails', async (_, one) => {
  const results = await foundWith(one.fault(), chaptersFor(one.row, ACCOUNT_CHAPTERS))
  expect(found(results)).toEqual([expect.stringMatching(new RegExp(`^${one.row} failed: `))])
})

const INIT_PATH = '/v1/authentications/start'
/** Gives the token of a step in another place than its field. */
function tokenMoved(isBehind: boolean): Fault {
  let authorization_uri = ''
  return {
    answered(answered, { path }) {
      if (path === INIT_PATH) say(answered, 200, { auth: {}, data: { authorization_uri } })
      if (path !== '/v1/verify/pwd' || !answered.body.includes('auth_token')) return
      changed(answered, ({ auth_token, ...rest }) => {
        authorization_uri = `https://issuer.test/authorize?auth_token=${String(auth_token)}`
        return { ...rest, ...(isBehind ? { init_url: INIT_PATH } : { authorization_uri }) }
      })
    },
  }
}

test.each([
  ['authorization_uri', false],
  ['init_url', true],
])('a backend that gives the token of a step by its %s passes', async (_, isBehind) =>
  expect(found(await foundWith(tokenMoved(isBehind), chaptersFor('steps.step-up', CHAPTERS)))).toEqual([]),
)

test('a backend without passkeys is not said to pass the rows about them', async () => {
  const fault: Fault = {
    answered(answered, { path }) {
      if (path === '/v1/init/login') changed(answered, ({ passkey: _left, ...rest }) => rest)
      const isAccount = path === '/v1/account' && 'data' in fieldsOf(answered.body)
      if (isAccount) changed(answered, ({ passkeys: _left, ...rest }) => rest)
    },
  }
  const about = CHAPTERS.filter(({ name }) => name.startsWith('Passkeys'))
  const results = await foundWith(fault, about)
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']))
})

test('an address of the members file that refuses is named, and no row fails for it', async () => {
  const file = fileOf()
  const post = `${backend.url}/demo/nowhere`
  const members = { ...file.members, plain: { post } }
  const results = await runKit(all(backend.url), { ...file, members }, undefined, chapterOf('over.told'))
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['blocked']))
  expect(results[0]?.problem?.got).toContain(`POST ${post}: 404`)
})

test('a backend without the account fails no row of it', async () => {
  const results = await foundWith(withoutAccount(), ACCOUNT_CHAPTERS)
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']))
})
