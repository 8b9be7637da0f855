// @vitest-environment node
// Security B6 on a real server, where several connections wait for each other: a join and a reset of the same member.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endEverythingOf } from '../../sandbox/domain/sessions'
import type { Sandbox } from '../../sandbox/main'
import { findPostgres, startPostgres, type Postgres } from '../../scripts/postgres'
import { data } from './browser'
import { Joiner } from './joiner'
import { copyOf, start } from './start'

const programs = findPostgres()
let postgres: Postgres | null = null
let sandbox: Sandbox
beforeAll(async () => {
  if (!programs) return
  postgres = await startPostgres(programs)
  vi.stubEnv('TEST_DATABASE_URL', postgres.database_url)
  sandbox = await start()
}, 120_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await sandbox?.close()
  await postgres?.close()
})

/** Waits until a statement waits for a row that another transaction holds. */
async function someoneWaits(): Promise<void> {
  const locks = sql<{ waiting: boolean }>`
    select count(*) = 1 as waiting from pg_stat_activity where wait_event_type = 'Lock'`
  await expect.poll(async () => (await locks.execute(sandbox.ctx.db)).rows[0]?.waiting).toBe(true)
}

// Without a server there is no second connection. The last lines of the journeys then say that PostgreSQL is missing.
test.skipIf(!programs)(
  'a reset in the middle of a join: neither fails, and the join is refused',
  async () => {
    const member = await copyOf(sandbox, 'not-converted')
    const joiner = await new Joiner(sandbox, member.login_id).arrive({})
    expect(data(await joiner.browser.signIn(joiner.entry, member))).toMatchObject({ matcher_type: 'CONVERSION_JOIN' })
    await joiner.challenge('sk')
    const { id } = (await joiner.row()) ?? { id: '' }
    let joining: ReturnType<Joiner['join']> | undefined
    await sandbox.ctx.db.transaction().execute(async (db) => {
      await db.updateTable('members').set({ password_changed_at: new Date() }).where('id', '=', id).execute()
      joining = joiner.join(joiner.groupPayload({ matcher_type: 'CONVERSION_JOIN' }))
      await someoneWaits()
      await endEverythingOf(db, id)
    })
    expect(await joining).toMatchObject({ status: 403, body: { code: 'VISIT_OVER' } })
    expect(await joiner.row()).toMatchObject({ joined: false })
  },
  60_000,
)
