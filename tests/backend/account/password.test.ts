// Contract, PUT /v1/account/password: another password ends everything but this browser's session.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { say } from '../../../server/texts.ts'
import { Browser, data } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, signInAt } from '../start.ts'
import { messagesTo } from '../inbox.ts'
import { accountAddress, accountMember, enterAccount } from './member.ts'

const NEW = 'kT7!mz2Rk9x'
const backend = sharedBackend()

/** A member who has proved to be there by a code. */
async function proved() {
  const me = await accountMember(backend)
  await me.prove('SMS')
  return me
}

describe('another password', () => {
  test('signs all other browsers out, tells the member, and opens a lock', async () => {
    const me = await proved()
    const others = [await enterAccount(backend, me.member), await enterAccount(backend, me.member, { stay: true })]
    const wrong = { ...me.member, password: 'wR4$ngpass' }
    for (const _ of [1, 2, 3, 4, 5]) await signInAt(backend, new Browser(backend.url), wrong)
    const changed = await me.call('PUT', '/password', { password: await me.seal(NEW) })
    expect(changed).toMatchObject({ status: 200, body: { data: { ended_sessions: 2 } } })
    for (const { browser } of others) expect(await browser.get('/v1/account')).toMatchObject({ status: 401 })
    expect(await me.call('GET')).toMatchObject({ status: 200 })
    const texts = await messagesTo(backend, me.member.phone)
    expect(texts.some((text) => text.includes(say('ko', 'notice.password.title', { from: '대문' })))).toBe(true)
    const signIn = (password: string) => signInAt(backend, new Browser(backend.url), { ...me.member, password })
    expect((await signIn(NEW)).reply.status).toBe(200)
    expect((await signIn(me.member.password)).reply.status).toBe(400)
  })

  test('gives this browser new cookies, and the old ones open nothing', async () => {
    const me = await proved()
    const url = new URL(backend.url)
    const copy = { cookie: me.browser.cookiesFor(url) }
    await me.call('PUT', '/password', { password: await me.seal(NEW) })
    expect(await me.call('GET', '', undefined, copy)).toMatchObject({ status: 401 })
    const asCopy = new Browser(backend.url)
    const entry = await asCopy.send(await accountAddress(asCopy), { headers: copy })
    expect(entry.headers.get('location')).not.toContain('code=')
    // The browser itself stays signed in, at the account and at the account chooser.
    expect((await me.browser.go(await accountAddress(me.browser))).search).toBe('?signed_in=1')
    const rows = backend.ctx.db
      .selectFrom('browser_sessions')
      .select('id')
      .where('member_id', '=', (await me.row()).id)
    expect(await rows.execute()).toHaveLength(1)
  })

  test('is answered again when the answer was lost, with the cookies from before, and nothing is done twice', async () => {
    const me = await proved()
    await enterAccount(backend, me.member)
    const password = await me.seal(NEW)
    const before = { cookie: me.browser.cookiesFor(new URL(backend.url)) }
    const first = await me.call('PUT', '/password', { password })
    const { password_changed_at } = await me.row()
    const again = await me.call('PUT', '/password', { password }, before)
    expect(again).toMatchObject({ status: 200, body: first.body as object })
    expect((await me.row()).password_changed_at).toEqual(password_changed_at)
    expect(await me.call('GET')).toMatchObject({ status: 200 })
    expect((await me.browser.go(await accountAddress(me.browser))).search).toBe('?signed_in=1')
    const rows = backend.ctx.db
      .selectFrom('browser_sessions')
      .select('id')
      .where('member_id', '=', (await me.row()).id)
    expect(await rows.execute()).toHaveLength(1)
    expect(await me.call('PUT', '/password', { password: await me.seal(NEW) }, before)).toMatchObject({ status: 401 })
  })

  test('is answered again when the new cookies could not be made, with all of them', async () => {
    const me = await proved()
    const password = await me.seal(NEW)
    const { db } = backend.ctx
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(
      db,
    )
    await sql`create trigger refused before update on password_changes execute function refuse()`.execute(db)
    const failed = await me.call('PUT', '/password', { password })
    await sql`drop function refuse cascade`.execute(db)
    expect([failed.status, failed.headers.get('set-cookie')]).toEqual([500, null])
    const again = await me.call('PUT', '/password', { password })
    const names = again.headers.getSetCookie().map((line) => line.split('=')[0])
    expect([again.status, names]).toEqual([
      200,
      expect.arrayContaining(['session', 'browser', 'device'].map((name) => expect.stringContaining(name))),
    ])
    expect(await me.call('GET')).toMatchObject({ status: 200 })
  })

  test('is set once by parallel calls of one press', async () => {
    const me = await proved()
    const password = await me.seal(NEW)
    const replies = await Promise.all([1, 2, 3].map(() => me.call('PUT', '/password', { password })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const changes = backend.ctx.db
      .selectFrom('password_changes')
      .selectAll()
      .where('member_id', '=', (await me.row()).id)
    expect(await changes.execute()).toHaveLength(1)
  })

  test.each<[string, (me: Awaited<ReturnType<typeof proved>>) => string, number]>([
    ['the old one', ({ member }) => member.password, 4539],
    ['one with the phone', ({ member }) => `aZ!${member.phone.slice(-8)}`, 4534],
    ['one with the login ID', ({ member }) => member.login_id.split('@')[0]?.slice(0, 16) ?? '', 4533],
    ['a common one', () => 'password1!', 4514],
    ['a short one', () => 'aZ1!', 4514],
  ])('is not %s', async (_, passwordOf, detail_code) => {
    const me = await proved()
    const { password_hash } = await me.row()
    const refused = await me.call('PUT', '/password', { password: await me.seal(passwordOf(me)) })
    expect(refused).toMatchObject({ status: 400, body: { detail_code } })
    expect(await me.row()).toMatchObject({ password_hash })
  })

  test('that was sealed for another session is refused', async () => {
    const [me, other] = [await proved(), await proved()]
    const password = await other.seal(NEW)
    await other.call('PUT', '/password', { password })
    expect(await me.call('PUT', '/password', { password })).toMatchObject({ status: 400 })
  })

  test('ends a sign-in that is under way, and the codes of other sessions', async () => {
    const me = await proved()
    const other = await accountMember(backend, me.member)
    const { auth_token } = data(await other.call('POST', '/proof/token', { method: 'EMAIL' }))
    const { id } = await me.row()
    await backend.ctx.db.updateTable('members').set({ second_factor: 'SMS' }).where('id', '=', id).execute()
    const { browser, entry } = await arrive(backend)
    expect(data(await browser.signIn(entry, me.member))).toMatchObject({ auth_required: true })
    const credential = { auth_code: 'no-proof-of-this-member', amr: 'SMS' }
    const step = { matcher_type: 'AUTH_REQUIRED', credential, amr: 'SMS', consent_terms: [] }
    expect(await browser.post('/v1/matcher/resolve', step)).toMatchObject({ body: { detail_code: 4518 } })
    await me.call('PUT', '/password', { password: await me.seal(NEW) })
    expect(await browser.post('/v1/matcher/resolve', step)).toMatchObject({ body: { code: 'NOT_PENDING' } })
    const token = { 'x-authenticator': `Token ${String(auth_token)}` }
    expect(await other.browser.post('/authenticator/v1/issue/email', {}, token)).toMatchObject({ status: 401 })
  })
})
