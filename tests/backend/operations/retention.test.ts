// The operator says how long rows stay, and how long a browser is known.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashOf } from '../../../backend/context.ts'
import { isKnownBrowser } from '../../../backend/domain/signIn/knownBrowsers.ts'
import { defaultLimits } from '../../../backend/settings/limits.ts'
import { sweep } from '../../../backend/sweep.ts'
import { sharedParts } from '../shared.ts'

const DAY = 86_400_000
const days = { letters_days: 30, failed_jobs_days: 7, known_browser_days: 10, passkey_reminder_days: 5 }
const parts = sharedParts({ limits: { ...defaultLimits, ...days } })

test("a student's letter stays for as long as the settings say, and more of them than a batch go at once", async () => {
  const { ctx } = parts
  const kept = await parts.member('+821000000003')
  const old = Array.from({ length: 51 }, (_, at) => parts.member(`+8210100000${String(at).padStart(2, '0')}`))
  const letter = (member_id: string, days: number) => ({
    member_id,
    file_name: randomUUID(),
    media_type: 'image/png',
    bytes: Buffer.from('png'),
    at: new Date(ctx.now().getTime() - days * DAY),
  })
  await ctx.db
    .insertInto('letters')
    .values([letter(kept, 29), ...(await Promise.all(old)).map((id) => letter(id, 31))])
    .execute()
  await sweep(ctx)
  expect(await ctx.db.selectFrom('letters').select('member_id').execute()).toEqual([{ member_id: kept }])
})

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
