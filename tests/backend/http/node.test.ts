import { Kysely, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '../../../backend/db/schema.ts'
import { nodeRoutes } from '../../../backend/routes/node.ts'
import { createProvider } from '../../../backend/oidc/provider.ts'
import { portalRoutes } from '../../../backend/routes/portal.ts'
import { caller, openParts } from '../backendParts.ts'
import { sharedParts } from '../shared.ts'

const parts = sharedParts()

const report = { id: 'e1', message: 'x is undefined', route: '/login', release: '1' }

test('a client error is taken (202) and logged as one line that no terminal obeys, with what names a person or opens a door taken out', async () => {
  const call = caller(nodeRoutes(parts.ctx))
  const message = `member@mail.test 010-1234-5678 at https://a.test/x?auth_token=abc\r\nFAKE ${'t'.repeat(43)}\u001b[2J\u009b\u202e`
  expect((await call('POST', '/v1/client-errors', {}, { ...report, message })).status).toBe(202)
  const line = parts.lines.at(-1) ?? ''
  expect(line).toContain(
    '[email] [digits] at https://a.test/x[query]\\\\r\\\\nFAKE [token]\\\\u001b[2J\\\\u009b\\\\u202e',
  )
})

test('an e-mail address that is encoded in a path is taken out, too', async () => {
  const call = caller(nodeRoutes(parts.ctx))
  await call('POST', '/v1/client-errors', {}, { ...report, message: 'GET /v1/challenge/join/hana%40mail.test' })
  expect(parts.lines.at(-1)).toContain('GET [email]')
})

test.each([
  ['an unknown key', { ...report, user: 'x' }, 400],
  ['more than 16 KB', { ...report, message: 'x'.repeat(17_000) }, 413],
  ['a number', { ...report, message: 5 }, 400],
  ['half of a surrogate pair', { ...report, message: '\ud83d' }, 400],
  ['U+0000', { ...report, message: 'a\0b' }, 400],
  ['a whole surrogate pair', { ...report, message: '\ud83d\ude00' }, 202],
])('%s → %i', async (_, body, status) => {
  const call = caller(nodeRoutes(parts.ctx))
  const length = JSON.stringify(body).length.toString()
  expect((await call('POST', '/v1/client-errors', { 'content-length': length }, body)).status).toBe(status)
})

test('thirty reports a minute, then 429', async () => {
  const call = caller(nodeRoutes(parts.ctx))
  const statuses = []
  for (let i = 0; i < 31; i += 1) statuses.push((await call('POST', '/v1/client-errors', {}, report)).status)
  expect(statuses.slice(0, 30).every((status) => status === 202)).toBe(true)
  expect(statuses[30]).toBe(429)
  parts.pass(61)
  expect((await call('POST', '/v1/client-errors', {}, report)).status).toBe(202)
})

test('health: ok while the database answers', async () => {
  const call = caller(nodeRoutes(parts.ctx, 60_000))
  expect(await call('GET', '/v1/health')).toMatchObject({ status: 200, body: { data: { status: 'ok' } } })
})

test('health: 503 when it does not', async () => {
  const gone = await openParts()
  await gone.close()
  expect((await caller(nodeRoutes(gone.ctx))('GET', '/v1/health')).status).toBe(503)
})

test('health: 503 when it neither answers nor refuses', async () => {
  const connect = () => new Promise<never>(() => {})
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: { connect, end: async () => {} } }) })
  const call = caller(nodeRoutes({ ...parts.ctx, db }, 20))
  expect((await call('GET', '/v1/health')).status).toBe(503)
})

test('portal: interests as data; the join state only for the member of a transaction', async () => {
  const call = caller(portalRoutes(parts.ctx, createProvider(parts.ctx)))
  const { body } = await call('GET', '/v1/interests')
  expect((body as { data: { fields: unknown[] }[] }).data[0]?.fields.length).toBeGreaterThan(1)
  expect((await call('GET', '/v1/members/join-state')).status).toBe(403)
  const { headers, transaction_id } = await parts.challenge('JOIN')
  const member_id = await parts.member('+821055550000')
  await parts.ctx.db.updateTable('members').set({ join_status: 'WAITING' }).where('id', '=', member_id).execute()
  await parts.ctx.db
    .updateTable('transactions')
    .set({ member_id, step: 'JOIN_STATE' })
    .where('id', '=', transaction_id)
    .execute()
  const state = await call('GET', '/v1/members/join-state', { cookie: headers.cookie })
  expect(state.body).toMatchObject({ data: { join_status: 'WAITING', join_type: 'NEW' } })
})
