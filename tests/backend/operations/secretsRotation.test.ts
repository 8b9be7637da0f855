// `npm run keys -- rotate secrets`: sign-ins, visits, browsers and codes go on at two instances while the secrets rotate.
import { createHmac, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseKeys, runKeys } from '../../../backend/commands/keysCommand.ts'
import { hashOf, type Ctx } from '../../../backend/context.ts'
import { loadKeys } from '../../../backend/db/keys.ts'
import { LOOK_SECONDS } from '../../../backend/db/keyTimes.ts'
import { cookieKeys, rotateSecrets, secretAt, SECRET_BEGINS } from '../../../backend/db/secrets.ts'
import { undoSecret, undoUrl } from '../../../backend/domain/account/channelChanges.ts'
import { mayUndo } from '../../../backend/domain/account/undoChange.ts'
import { isNoticeOpen } from '../../../backend/domain/notices/notices.ts'
import { prepareNotice } from '../../../backend/domain/notices/prepareNotice.ts'
import { keepForLater, mayCancel } from '../../../backend/domain/recovery/delayedReset.ts'
import { memberKnownBy, rememberBrowser } from '../../../backend/domain/signIn/knownBrowsers.ts'
import { stateOf } from '../../../backend/domain/signIn/transactions.ts'
import { setSessionCookie } from '../../../backend/http/cookies.ts'
import type { Job } from '../../../backend/jobs/queue.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { messages } from '../../../backend/outbox.ts'
import { serviceRoutes } from '../../../backend/routes/service.ts'
import { caller } from '../backendParts.ts'
import { Browser } from '../browser.ts'
import { balancedInstances } from '../instances.ts'
import { sharedParts } from '../shared.ts'
import { arrive, copyOf, type Member } from '../start.ts'

const DAY = 86_400
const SERVER = process.env.TEST_DATABASE_URL

describe.skipIf(!SERVER)('two instances behind a load balancer', { timeout: 600_000 }, () => {
  const instances = balancedInstances()
  let front: RunningBackend
  let member: Member
  beforeEach(async () => {
    front = instances[0]
    member = await copyOf(front, 'member')
  })

  async function run(...args: string[]): Promise<string[]> {
    const lines: string[] = []
    for await (const line of runKeys(front.ctx, parseKeys(args, 'dana'))) lines.push(line)
    return lines
  }
  async function pass(seconds: number): Promise<void> {
    vi.advanceTimersByTime(seconds * 1000)
    for (const { ctx } of instances) await ctx.background.settle()
  }
  const begin = (browser: Browser, parameters: Record<string, string> = {}) => arrive(front, parameters, { browser })
  const finish = async ({ browser, entry, land }: Awaited<ReturnType<typeof begin>>): Promise<void> =>
    expect(await land(await browser.signIn(entry, member, true))).toBeDefined()

  test('sign-ins before, during and after a rotation of the secrets succeed, and a session stays', async () => {
    const stays = new Browser(front.url)
    await finish(await begin(stays))
    const before = cookieKeys(front.ctx.keys.secrets, new Date())
    const over = await begin(new Browser(front.url))
    const lines = await run('rotate', 'secrets')
    for (const name of ['cookies', 'state', 'codes'])
      expect(lines.filter((line) => line.startsWith(name))).toEqual([
        expect.stringContaining(': in use from the beginning'),
        expect.stringContaining(': begins at'),
      ])
    // Each of these visits begins before a look of the instances, and ends after it.
    for (let passed = 0; passed < SECRET_BEGINS + 2 * LOOK_SECONDS; passed += LOOK_SECONDS) {
      const begun = await begin(new Browser(front.url))
      await pass(LOOK_SECONDS)
      await finish(begun)
    }
    await finish(over)
    const [signing, ...others] = cookieKeys(front.ctx.keys.secrets, new Date())
    expect(others).toEqual(before)
    expect(before).not.toContain(signing)
    for (const { ctx } of instances) expect(cookieKeys(ctx.keys.secrets, new Date())[0]).toBe(signing)

    const again = await begin(stays, { prompt: 'none' })
    expect(again.entry.searchParams.get('code'), 'the session answers at once').not.toBeNull()
    await again.tokens(again.entry)
    const events = await front.ctx.db
      .selectFrom('audit_events')
      .select('fields')
      .where('event', '=', 'operator.key_rotated')
      .execute()
    expect(events).toEqual([{ fields: { by: 'dana', which: 'secrets' } }])
  })
})

describe('what the former secrets have made', () => {
  let other: Ctx
  const parts = sharedParts()
  beforeAll(async () => {
    other = { ...parts.ctx, keys: await loadKeys(parts.ctx.db, parts.ctx.now()) }
  })
  const both = () => [parts.ctx, other]
  /** What each instance does every five seconds. */
  async function look(): Promise<void> {
    for (const ctx of both()) ctx.keys.secrets = (await loadKeys(ctx.db, ctx.now())).secrets
  }
  /** Rotates, and lets the others begin. */
  async function rotate(): Promise<void> {
    await rotateSecrets(parts.ctx.db, parts.ctx.now(), [])
    await look()
    parts.pass(SECRET_BEGINS + 1)
  }
  const sms = '/authenticator/v1'

  test('a code that was sent before is entered after, at the other instance, and gives the same proof again', async () => {
    const phone = '+821012340001'
    const { headers } = await parts.challenge('SECOND_FACTOR', { member_id: await parts.member(phone), phone })
    const [here, there] = both().map((ctx) => caller(serviceRoutes(ctx)))
    await here?.('POST', `${sms}/issue/sms`, headers, {})
    const verify_code = /#(\d{6})$/.exec((await messages(parts.ctx, phone))[0]?.text ?? '')?.[1] ?? ''
    await rotate()
    const first = await there?.('POST', `${sms}/verify/mobile`, headers, { verify_code })
    expect(first?.status).toBe(200)
    await rotate()
    const repeated = await here?.('POST', `${sms}/verify/mobile`, headers, { verify_code })
    expect(repeated?.body).toEqual(first?.body)
  })

  test('a link is the same at each try of its job, also after a rotation', async () => {
    const made = parts.ctx.now()
    const before = secretAt(parts.ctx.keys.secrets.codes, made)
    await rotate()
    for (const ctx of both()) expect(secretAt(ctx.keys.secrets.codes, made)).toBe(before)
    expect(secretAt(other.keys.secrets.codes, parts.ctx.now())).not.toBe(before)
  })

  test('the links of mails count for their whole time, also when the secret that made them is gone', async () => {
    const { ctx, pass } = parts
    const member_id = await parts.member('+821012340003')
    const made = { id: randomUUID(), at: ctx.now() }
    const former = secretAt(ctx.keys.secrets.codes, made.at)
    const undo = undoSecret(ctx, made)
    const change = { channel: 'phone', was: '+821012340004', became: '+821012340003', proof_hash: made.id } as const
    const hashes = { member_id, undo_hash: hashOf(undo) }
    await ctx.db
      .insertInto('channel_changes')
      .values({ ...made, ...change, ...hashes })
      .execute()
    const { secret: cancel } = await keepForLater(ctx, member_id, 'a hash')
    const told = { notice: 'password', member_id, client_id: null, locale: 'en', to: 'a@b.test' } as const
    const tried = async (at: Ctx) =>
      (await prepareNotice(at, 'mail', told, { id: made.id, created_at: made.at } as Job))?.link
    const link = await tried(ctx)
    await rotate()
    pass(DAY - 600)
    await look()
    expect([await tried(other), await undoUrl(other, made.id)], 'a later try').toEqual([
      link,
      expect.stringContaining(undo),
    ])
    expect(await mayCancel(other, cancel)).toBe(true)
    pass(2 * DAY)
    await look()
    expect(other.keys.secrets.codes.map(({ key }) => key)).not.toContain(former)
    const open = async () => [await isNoticeOpen(other, link?.split('/').at(-1) ?? ''), await mayUndo(other, undo)]
    expect(await open()).toEqual([true, 'phone'])
    expect(await undoUrl(other, made.id), 'no link that is none').toBeUndefined()
    pass(4 * DAY)
    expect(await open()).toEqual([true, 'phone'])
    pass(DAY)
    expect(await open()).toEqual([false, null])
  }, 60_000)

  test('each secret counts for as long as what it made, and then is gone from the database', async () => {
    const member_id = await parts.member('+821012340002')
    const device = await rememberBrowser(parts.ctx, undefined, member_id)
    const state = stateOf(parts.ctx, 'visit')
    const [cookie = ''] = cookieKeys(parts.ctx.keys.secrets, parts.ctx.now())
    await rotate()
    expect(stateOf(other, 'visit')).not.toBe(state)
    parts.pass(13 * DAY)
    await look()
    expect(cookieKeys(other.keys.secrets, other.now())).toContain(cookie)
    parts.pass(DAY)
    await look()
    expect(cookieKeys(other.keys.secrets, other.now())).not.toContain(cookie)
    expect(await memberKnownBy(other, device)).toBe(member_id)
    const row = await parts.ctx.db.selectFrom('keys').select('value').where('name', '=', 'secrets').executeTakeFirst()
    expect(row?.value).not.toContain(cookie)
    parts.pass(387 * DAY)
    await look()
    expect(Object.values(other.keys.secrets).map(({ length }) => length)).toEqual([1, 1, 1])
  })

  test('the session of a browser in which a new password is set has a cookie that the issuer still reads', async () => {
    await rotate()
    const app = new Hono().get('/', (c) => {
      setSessionCookie(c, other, { id: 'session', expires: null })
      return c.body(null)
    })
    const [signs = ''] = cookieKeys(other.keys.secrets, other.now())
    const seal = createHmac('sha1', signs).update('_session=session').digest('base64url')
    expect((await app.request('/')).headers.getSetCookie()[1]).toContain(`_session.sig=${seal};`)
  })

  test('nothing rotates while the release before may serve', async () => {
    const { db } = parts.ctx
    const contract = db
      .deleteFrom('schema_migrations' as never)
      .where('name' as never, '=', '0091_former_events_contract' as never)
    await contract.execute()
    await expect(rotateSecrets(db, parts.ctx.now(), [])).rejects.toThrow('npm run migrate -- contract')
  })
})
