// Security B6 on a real server, where several connections wait for each other: two calls that change the same member.
import { sql, type Transaction } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hashOf } from '../../../backend/context.ts'
import type { Schema } from '../../../backend/db/schema.ts'
import { DatabaseUnavailable } from '../../../backend/db/unavailable.ts'
import { holdMember } from '../../../backend/domain/members/hold.ts'
import { answerNotMe } from '../../../backend/domain/notices/notices.ts'
import { applyDueResets } from '../../../backend/domain/recovery/delayedReset.ts'
import { endEverythingOf } from '../../../backend/domain/sessions/sessions.ts'
import { Authenticator } from '../../../conformance/authenticator.ts'
import type { CreationOptions } from '../../../contract/shapes/passkeys.ts'
import { accountAddress, accountMember } from '../account/member.ts'
import { APP, data } from '../browser.ts'
import { Joiner, profiles } from '../joiner.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf } from '../start.ts'

const backend = sharedBackend()

/** Runs the work in a transaction. What the steps before have left to do is done by then, and waits for none of its rows. */
async function alone(work: (trx: Transaction<Schema>) => Promise<unknown>): Promise<void> {
  await backend.ctx.background.settle()
  await backend.ctx.db.transaction().execute(work)
}

/** Waits until a statement waits for a row that another transaction holds. */
async function someoneWaits(): Promise<void> {
  const locks = sql<{ waiting: boolean }>`
    select count(*) > 0 as waiting from pg_stat_activity
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
    await alone(async (db) => {
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
    await alone(async (db) => {
      await db.updateTable('transactions').set({ steps_done: 0 }).where('id', '=', visit).execute()
      joining = joiner.signUp(joiner.invitedPayload(profiles.BSNS))
      await someoneWaits()
      await db.updateTable('transactions').set({ member_id: id }).where('id', '=', visit).execute()
    })
    expect(await joining).toMatchObject({ status: 403, body: { code: 'VISIT_OVER' } })
  },
)

describe.skipIf(!process.env.TEST_DATABASE_URL)('a call in the middle of another one that holds the member', () => {
  test('a reset that is due, while the member changes the phone: neither fails', async () => {
    const { db } = backend.ctx
    const { id } = await (await accountMember(backend)).row()
    const reset = { member_id: id, password_hash: 'other', effective_at: new Date(Date.now() - 1000), cancel_hash: id }
    await db.insertInto('pending_passwords').values(reset).execute()
    let applying: Promise<void> | undefined
    await alone(async (trx) => {
      await holdMember(trx, id)
      applying = applyDueResets(backend.ctx)
      await someoneWaits()
      await trx.deleteFrom('pending_passwords').where('member_id', '=', id).execute()
    })
    await applying
    const member = db.selectFrom('members').select('password_hash').where('id', '=', id)
    expect((await member.executeTakeFirstOrThrow()).password_hash).not.toBe('other')
  })

  test('"this was not me", while the member is erased: neither fails', async () => {
    const { db } = backend.ctx
    const { id } = await (await accountMember(backend)).row()
    const notice = { secret_hash: hashOf(id), member_id: id, expires_at: new Date(Date.now() + 86_400_000) }
    await db.insertInto('notices').values(notice).execute()
    let answering: Promise<boolean> | undefined
    await alone(async (trx) => {
      await sql`select from members where id = ${id} for update`.execute(trx)
      answering = answerNotMe(backend.ctx, id, '127.0.0.1')
      await someoneWaits()
      await trx.deleteFrom('members').where('id', '=', id).execute()
    })
    expect(await answering).toBe(false)
  })

  test('a new passkey, while another browser ends the session: neither fails, and there is no passkey', async () => {
    const { db } = backend.ctx
    const me = await accountMember(backend)
    const { id } = await me.row()
    await me.prove('SMS')
    const asked = await me.call('POST', '/passkeys/options')
    const credential = new Authenticator(APP).create(data(asked).options as CreationOptions)
    let adding: ReturnType<typeof me.call> | undefined
    await alone(async (trx) => {
      await holdMember(trx, id)
      adding = me.call('POST', '/passkeys', { credential })
      await someoneWaits()
      await trx.deleteFrom('transactions').where('member_id', '=', id).execute()
    })
    expect(await adding).toMatchObject({ status: 400, body: { code: 'PASSKEY_FAILED' } })
    expect(await db.selectFrom('passkeys').select('id').where('member_id', '=', id).execute()).toEqual([])
  })

  test('a sign-in by a session, while the session is ended: it stays ended, and there is no code', async () => {
    const me = await accountMember(backend)
    const { id } = await me.row()
    const address = await accountAddress(me.browser)
    let arriving: ReturnType<typeof me.browser.send> | undefined
    await alone(async (trx) => {
      await holdMember(trx, id)
      await sql`delete from oidc_payloads where model = 'Session' and payload->>'accountId' = ${id}`.execute(trx)
      arriving = me.browser.send(address)
      await someoneWaits()
    })
    expect((await arriving)?.headers.get('location') ?? '').not.toContain('code=')
    expect(await me.call('GET')).toMatchObject({ status: 401 })
  })

  test('the use of an account’s session, while the session is ended: it stays ended', async () => {
    const { db } = backend.ctx
    const me = await accountMember(backend)
    const { id } = await me.row()
    const ofMember = sql<boolean>`model = 'Session' and payload->>'accountId' = ${id}`
    // As if nobody had used it for ten minutes.
    await sql`update oidc_payloads set payload = jsonb_set(payload, '{exp}', to_jsonb((payload->>'exp')::int - 600))
      where ${ofMember}`.execute(db)
    let reading: ReturnType<typeof me.call> | undefined
    await alone(async (trx) => {
      await trx.deleteFrom('oidc_payloads').where(ofMember).execute()
      reading = me.call('GET')
      await someoneWaits()
    })
    await reading
    expect(await me.call('GET')).toMatchObject({ status: 401 })
  })

  test('of two that wait for each other one gives way, and its call can be tried again: 503', async () => {
    const { db } = backend.ctx
    const { id } = await (await accountMember(backend)).row()
    const { id: other } = await (await accountMember(backend)).row()
    let holding = 0
    const takeBoth = (first: string, second: string) =>
      db.transaction().execute(async (trx) => {
        await holdMember(trx, first)
        holding += 1
        await expect.poll(() => holding).toBe(2)
        await holdMember(trx, second)
      })
    const both = [takeBoth(id, other), takeBoth(other, id)]
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: expect.any(DatabaseUnavailable),
    })
  })
})
