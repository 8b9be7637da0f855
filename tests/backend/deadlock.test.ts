// @vitest-environment node
// Security B6 on a real server, where several connections wait for each other: a join and a reset of the same member.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endEverythingOf } from '../../backend/domain/sessions'
import type { RunningBackend } from '../../backend/main'
import { data } from './browser'
import { Joiner } from './joiner'
import { copyOf, start } from './start'

let backend: RunningBackend
beforeAll(async () => {
  backend = await start()
}, 60_000)
afterAll(() => backend.close())

/** Waits until a statement waits for a row that another transaction holds. */
async function someoneWaits(): Promise<void> {
  const locks = sql<{ waiting: boolean }>`
    select count(*) = 1 as waiting from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await locks.execute(backend.ctx.db)).rows[0]?.waiting).toBe(true)
}

// Without a server there is no second connection. The last lines of the run then say that PostgreSQL is missing.
test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a reset in the middle of a join: neither fails, and the join is refused',
  async () => {
    const member = await copyOf(backend, 'not-converted')
    const joiner = await new Joiner(backend, member.login_id).arrive({})
    expect(data(await joiner.browser.signIn(joiner.entry, member))).toMatchObject({ matcher_type: 'CONVERSION_JOIN' })
    await joiner.challenge('sk')
    const { id } = (await joiner.row()) ?? { id: '' }
    let joining: ReturnType<Joiner['join']> | undefined
    await backend.ctx.db.transaction().execute(async (db) => {
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
