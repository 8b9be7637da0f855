// Spec §3, join statuses: a member who waits for approval, and the mail that tells of the decision.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide, waiting } from '../../backend/domain/approvals'
import { closeMail } from '../../backend/mail'
import { messages } from '../../backend/outbox'
import { openParts, type Parts } from './backendParts'

let parts: Parts
beforeAll(async () => {
  parts = await openParts()
}, 30_000)
afterAll(() => parts.close())

test('if the mail of the decision cannot be sent, the member waits again, and the decision can be repeated', async () => {
  const { ctx } = parts
  const id = await parts.member('+821055550001')
  const login_id = `${id}@demo.test`
  const waits = { join_status: 'WAITING', joined: true } as const
  await ctx.db.updateTable('members').set(waits).where('id', '=', id).execute()
  const row = () =>
    ctx.db.selectFrom('members').select(['join_status', 'join_reason']).where('id', '=', id).executeTakeFirstOrThrow()

  // Nothing listens on port 1.
  const unreachable = { ...ctx, settings: { ...ctx.settings, smtp_url: 'smtp://127.0.0.1:1' } }
  await expect(decide(unreachable, login_id, '소속을 확인하지 못했어요.', 'kim')).rejects.toThrow('ECONNREFUSED')
  await closeMail(unreachable)
  expect(await row()).toEqual({ join_status: 'WAITING', join_reason: null })
  expect((await waiting(ctx)).map((one) => one.login_id)).toEqual([login_id])
  expect(parts.lines.filter((line) => line.includes('join.decided'))).toEqual([])

  expect(await decide(ctx, login_id, null, 'kim')).toBe(true)
  expect(await row()).toEqual({ join_status: 'JOINED', join_reason: null })
  expect((await messages(ctx, login_id)).map(({ text }) => text.split('\n')[0])).toEqual(['[대문] 가입이 승인됐어요'])
  expect(await decide(ctx, login_id, null, 'kim')).toBe(false)
})

test.each([
  [null, '[Daemun] Your sign-up was approved'],
  ['not of the company', '[Daemun] Your sign-up was not approved'],
])('the mail of a decision (reason: %s) is in the language of the member', async (reason, title) => {
  const { ctx } = parts
  const id = await parts.member(`+8210555500${reason === null ? '02' : '03'}`)
  const login_id = `${id}@demo.test`
  const waits = { join_status: 'WAITING', joined: true, locale: 'en' } as const
  await ctx.db.updateTable('members').set(waits).where('id', '=', id).execute()
  expect(await decide(ctx, login_id, reason, 'kim')).toBe(true)
  expect((await messages(ctx, login_id)).map(({ text }) => text.split('\n')[0])).toEqual([title])
})
