// The operator says how long rows stay, and how long a browser is known.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOf } from '../../../backend/context.ts'
import { isKnownBrowser } from '../../../backend/domain/signIn/knownBrowsers.ts'
import { defaultLimits } from '../../../backend/settings/limits.ts'
import { sweep } from '../../../backend/sweep.ts'
import { openParts } from '../backendParts.ts'

const DAY = 86_400_000
let parts: Awaited<ReturnType<typeof openParts>>
beforeAll(async () => {
  const limits = { ...defaultLimits, failed_jobs_days: 7, known_browser_days: 10, passkey_reminder_days: 5 }
  parts = await openParts({ limits })
}, 120_000)
afterAll(() => parts.close())

test('failed jobs, known browsers and put-off passkeys stay for as long as the settings say', async () => {
  const { ctx } = parts
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * DAY)
  const members = [await parts.member('+821000000001'), await parts.member('+821000000002')]
  const [old = '', recent = ''] = members
  const job = (days: number) => ({
    id: randomUUID(),
    kind: 'mail',
    payload: '{}',
    tries: 10,
    reason: 'x',
    created_at: daysAgo(days),
    due_at: daysAgo(days),
    failed_at: daysAgo(days),
  })
  await ctx.db
    .insertInto('jobs')
    .values([job(8), job(6)])
    .execute()
  const browser = (member_id: string, days: number) => ({
    member_id,
    device_hash: hashOf(member_id),
    last_used_at: daysAgo(days),
  })
  await ctx.db
    .insertInto('known_browsers')
    .values([browser(old, 11), browser(recent, 9)])
    .execute()
  await ctx.db
    .insertInto('passkey_skips')
    .values([
      { member_id: old, at: daysAgo(6) },
      { member_id: recent, at: daysAgo(4) },
    ])
    .execute()
  expect(await isKnownBrowser(ctx, old, old), 'it counts no longer, even before a sweep').toBe(false)
  expect(await isKnownBrowser(ctx, recent, recent)).toBe(true)

  await sweep(ctx)

  const jobs = await ctx.db.selectFrom('jobs').select('failed_at').execute()
  expect(jobs).toEqual([{ failed_at: daysAgo(6) }])
  for (const table of ['known_browsers', 'passkey_skips'] as const)
    expect(await ctx.db.selectFrom(table).select('member_id').execute(), table).toEqual([{ member_id: recent }])
})
