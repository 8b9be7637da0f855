// Security E9: whoever has one channel of a member with a passkey does not get the account, and who has added a passkey does not keep it.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeChannelFor } from '../../../backend/domain/account/changeChannel.ts'
import { memberNamed } from '../../../backend/domain/members/operator.ts'
import { passkeysOfMember } from '../../../backend/domain/passkeys/rows.ts'
import { isGuarded } from '../../../backend/domain/factors/takenFactor.ts'
import { sweep } from '../../../backend/sweep.ts'
import { say } from '../../../server/texts.ts'
import { Browser, data } from '../browser.ts'
import { messagesTo } from '../inbox.ts'
import { allowedBy, setPassword } from '../resetting.ts'
import { sharedBackend } from '../shared.ts'
import { signInAt, type Member } from '../start.ts'
import { newPhone } from '../account/member.ts'
import { ask, byPasskey, give, owner, visit } from './visits.ts'

const DAY = 86_400_000
const NEW_PASSWORD = 'kT7!mz2Rk9x'

let now = Date.now()
const backend = sharedBackend({ now: () => new Date(now), passkeys: { mode: 'recommended' } })
beforeEach(() => void (now += 61_000))

const outbox = (to: string) => messagesTo(backend, to)
const passkeysOf = async ({ login_id }: Member) =>
  passkeysOfMember(backend.ctx, (await memberNamed(backend.ctx, login_id)).id)

/** Resets the password in a new browser, with the code of one channel, or of both. */
async function reset({ login_id, phone }: Member, channels: readonly ('sms' | 'email')[]) {
  const browser = new Browser(backend.url)
  await visit(backend, browser, { prompt: 'password' })
  let last: Record<string, unknown> = {}
  for (const by of channels) {
    now += 61_000
    last = await allowedBy(backend, browser, login_id, [[by, by === 'sms' ? phone : login_id]])
  }
  return { last, reply: await setPassword(browser, login_id, last, NEW_PASSWORD) }
}

const linkIn = (texts: readonly string[], path: string) =>
  new RegExp(`${path}/[\\w-]+`).exec(texts.find((text) => text.includes(path)) ?? '')?.[0] ?? ''
/** The link of the mail about the new passkey. */
const noticeTo = async ({ login_id }: Member) =>
  linkIn(
    (await outbox(login_id)).filter((text) => text.includes(say('ko', 'notice.passkeyAdded.text'))),
    'not-me',
  )
const press = (link: string) =>
  new Browser(backend.url).send(`/${link}`, { method: 'POST', headers: { origin: backend.url } })

describe('a reset by one channel of a member with a passkey', () => {
  test.each(['sms', 'email'] as const)('takes effect after 24 hours, and both channels are told: %s', async (by) => {
    const { member, authenticator } = await owner(backend)
    const { last, reply } = await reset(member, [by])
    expect(last.also).toBe(by === 'sms' ? 'email' : 'phone')
    expect(reply).toMatchObject({
      status: 200,
      body: { data: { effective_at: new Date(now + DAY).toISOString() } },
    })
    expect(linkIn(await outbox(member.login_id), 'reset-cancel')).not.toBe('')
    expect(linkIn(await outbox(member.phone), 'reset-cancel')).not.toBe('')
    const thief = { ...member, password: NEW_PASSWORD }
    expect((await signInAt(backend, new Browser(backend.url), thief)).reply.status).toBe(400)
    const browser = new Browser(backend.url)
    await visit(backend, browser)
    expect((await byPasskey(browser, authenticator)).status).toBe(200)
  })

  test('that the member cancels changes nothing', async () => {
    const { member } = await owner(backend)
    await reset(member, ['sms'])
    await press(linkIn(await outbox(member.login_id), 'reset-cancel'))
    now += DAY + 60_000
    await sweep(backend.ctx)
    expect((await signInAt(backend, new Browser(backend.url), member)).reply.status).toBe(200)
  })

  test('by a stolen number ends when the member gets another number', async () => {
    const { member } = await owner(backend)
    await reset(member, ['sms'])
    const row = await memberNamed(backend.ctx, member.login_id)
    await changeChannelFor(backend.ctx, row, 'phone', { became: newPhone(), by: 'support' })
    now += DAY + 60_000
    await sweep(backend.ctx)
    const thief = { ...member, password: NEW_PASSWORD }
    expect((await signInAt(backend, new Browser(backend.url), thief)).reply.status).toBe(400)
    expect((await signInAt(backend, new Browser(backend.url), member)).reply.status).toBe(200)
  })

  test('that is not cancelled leaves the passkeys as they are', async () => {
    const { member, authenticator } = await owner(backend)
    await reset(member, ['sms'])
    now += DAY + 60_000
    await sweep(backend.ctx)
    const renewed = { ...member, password: NEW_PASSWORD }
    expect((await signInAt(backend, new Browser(backend.url), renewed)).reply.status).toBe(200)
    expect(await passkeysOf(member)).toHaveLength(1)
    const browser = new Browser(backend.url)
    await visit(backend, browser)
    expect((await give(browser, authenticator.get(await ask(browser)))).status).toBe(200)
  })
})

test('a reset that cannot take effect does not keep back the others that are due', async () => {
  const [first, second] = [await owner(backend), await owner(backend)]
  for (const { member } of [first, second]) await reset(member, ['sms'])
  const { id } = await memberNamed(backend.ctx, first.member.login_id)
  await sql
    .raw(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
       create trigger refuse before update on members for each row when (old.id = '${id}') execute function refuse()`,
    )
    .execute(backend.ctx.db)
  now += DAY + 1000
  await sweep(backend.ctx)
  const waiting = backend.ctx.db.selectFrom('pending_passwords').select('member_id')
  expect(await waiting.execute()).toEqual([{ member_id: id }])
  await sql`drop trigger refuse on members`.execute(backend.ctx.db)
  await sweep(backend.ctx)
  expect(await waiting.execute()).toEqual([])
})

test('a reset by both channels takes effect at once, and the passkeys stay', async () => {
  const { member } = await owner(backend)
  const { reply } = await reset(member, ['sms', 'email'])
  expect(reply.status).toBe(200)
  expect(reply.body).not.toHaveProperty('data.effective_at')
  const renewed = { ...member, password: NEW_PASSWORD }
  expect((await signInAt(backend, new Browser(backend.url), renewed)).reply.status).toBe(200)
  expect(await passkeysOf(member)).toHaveLength(1)
})

describe('the link of the notice about a new passkey', () => {
  test('removes it, ends the sessions and protects the account', async () => {
    const { member, browser, authenticator } = await owner(backend)
    const link = await noticeTo(member)
    expect((await new Browser(backend.url).send(`/${link}`)).status).toBe(200)
    expect(await passkeysOf(member)).toHaveLength(1)
    await press(link)
    expect(await passkeysOf(member)).toEqual([])
    const elsewhere = new Browser(backend.url)
    await visit(backend, elsewhere)
    expect(await byPasskey(elsewhere, authenticator)).toMatchObject({ status: 400, body: { code: 'PASSKEY_UNKNOWN' } })
    expect((await visit(backend, browser)).entry.searchParams.has('code')).toBe(false)
    expect(await memberNamed(backend.ctx, member.login_id)).toMatchObject({ status: 'PROTECTED' })
    expect(await signInAt(backend, new Browser(backend.url), member)).toMatchObject({
      reply: { body: { data: { matcher_type: 'PROTECTED_STATE' } } },
    })
  })

  test('does not make one channel enough for a reset: whoever has the mailbox can press it', async () => {
    const { member } = await owner(backend)
    await press(await noticeTo(member))
    const { last, reply } = await reset(member, ['email'])
    expect([last.also, data(reply)]).toEqual(['phone', { effective_at: new Date(now + DAY).toISOString() }])
    expect(linkIn(await outbox(member.phone), 'reset-cancel')).not.toBe('')
    expect(data((await reset(member, ['sms', 'email'])).reply)).not.toHaveProperty('effective_at')
    const later = { ...backend.ctx, now: () => new Date(now + 8 * DAY) }
    expect(await isGuarded(later, (await memberNamed(later, member.login_id)).id)).toBe(false)
  })

  test('removes it after a newer password too, which has not removed it, and once only', async () => {
    const { member } = await owner(backend)
    const link = await noticeTo(member)
    await reset(member, ['sms', 'email'])
    await press(link)
    expect(await passkeysOf(member)).toEqual([])
    const gone = await press(link)
    expect(gone.text).toContain('쓸\u00a0수\u00a0없는 링크예요')
  })

  test('of one passkey leaves the others', async () => {
    const { member } = await owner(backend)
    const { id: member_id } = await memberNamed(backend.ctx, member.login_id)
    const [first] = await backend.ctx.db.selectFrom('passkeys').selectAll().where('member_id', '=', member_id).execute()
    if (!first) throw new Error('no passkey')
    const second = { ...first, id: crypto.randomUUID(), credential_id: `${first.credential_id}2` }
    await backend.ctx.db.insertInto('passkeys').values(second).execute()
    await press(await noticeTo(member))
    expect((await passkeysOf(member)).map(({ id }) => id)).toEqual([second.id])
  })
})
