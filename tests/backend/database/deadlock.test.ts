// Security B6 on a real server, where several connections wait for each other: a join and a reset of the same member.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endEverythingOf } from '../../../backend/domain/sessions/sessions.ts'
import { data } from '../browser.ts'
import { Joiner, profiles } from '../joiner.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf } from '../start.ts'

const backend = sharedBackend()

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
)

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a second call of a sign-up while the first one gives the visit to the member: neither fails',
  async () => {
    const member = await copyOf(backend, 'not-accepted')
    const { invitation = '' } = member as { invitation?: string }
    const joiner = await new Joiner(backend, member.login_id).arrive({ prompt: 'create', invitation })
    await joiner.provePhone()
    const { id } = (await joiner.row()) ?? { id: '' }
    const visit = joiner.browser.visit?.transaction_id ?? ''
    let joining: ReturnType<Joiner['signUp']> | undefined
    await backend.ctx.db.transaction().execute(async (db) => {
      await db.updateTable('transactions').set({ steps_done: 0 }).where('id', '=', visit).execute()
      joining = joiner.signUp(joiner.invitedPayload(profiles.BSNS))
      await someoneWaits()
      await db.updateTable('transactions').set({ member_id: id }).where('id', '=', visit).execute()
    })
    expect(await joining).toMatchObject({ status: 403, body: { code: 'VISIT_OVER' } })
  },
)
