// Spec §3, join statuses: a member who waits for approval, and the mail that tells of the decision.
import { expect, test } from 'vitest'
import { decide, waiting } from '../../../backend/domain/join/approvals.ts'
import { closeMail } from '../../../backend/mail.ts'
import { messages } from '../../../backend/outbox.ts'
import { sharedParts } from '../shared.ts'

const parts = sharedParts()

test('a decision stands while the relay is away, and its mail leaves when the relay is back', async () => {
  const { ctx } = parts
  const id = await parts.member('+821055550001')
  const login_id = `${id}@demo.test`
  const waits = { join_status: 'WAITING', joined: true } as const
  await ctx.db.updateTable('members').set(waits).where('id', '=', id).execute()
  const { settings } = ctx
  // Nothing listens on port 1.
  ctx.settings = { ...settings, smtp_url: 'smtp://127.0.0.1:1' }
  expect(await decide(ctx, login_id, '소속을 확인하지 못했어요.', 'kim')).toBe(true)
  await ctx.background.settle()
  await closeMail(ctx)
  ctx.settings = settings
  expect(await waiting(ctx)).toEqual([])
  expect(await messages(ctx, login_id)).toEqual([])
  expect(await decide(ctx, login_id, null, 'kim')).toBe(false)

  parts.pass(60)
  ctx.jobs.wake()
  await ctx.background.settle()
  const titles = (await messages(ctx, login_id)).map(({ text }) => text.split('\n')[0])
  expect(titles).toEqual(['[대문] 가입이 승인되지 않았어요'])
})

test.each([
  [null, '[Daemun] Your account was approved'],
  ['not of the company', '[Daemun] Your account was not approved'],
])('the mail of a decision (reason: %s) is in the language of the member', async (reason, title) => {
  const { ctx } = parts
  const id = await parts.member(`+8210555500${reason === null ? '02' : '03'}`)
  const login_id = `${id}@demo.test`
  const waits = { join_status: 'WAITING', joined: true, locale: 'en' } as const
  await ctx.db.updateTable('members').set(waits).where('id', '=', id).execute()
  expect(await decide(ctx, login_id, reason, 'kim')).toBe(true)
  await ctx.background.settle()
  expect((await messages(ctx, login_id)).map(({ text }) => text.split('\n')[0])).toEqual([title])
})
