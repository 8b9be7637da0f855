// A hostile review of the account: the links that mails and messages bring, and the way back from a sign-in. hostile.test.ts says what is where. Elsewhere: what a
// link undoes, that only its button acts, and that it is used once (channels.test.ts); cancelling a reset (youngChannels.test.ts).
import { describe, expect, test } from 'vitest'
import { leavingOf } from '../../../backend/domain/account/leaving.ts'
import { eraseIn } from '../../../backend/domain/members/erase.ts'
import { followChanges } from '../../../backend/standingChanges.ts'
import { APP, Browser, data } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { authorization, MANY_SENDS } from '../start.ts'
import { messagesTo } from '../inbox.ts'
import { accountMember, change, enterAccount, newEmail, newPhone } from './member.ts'

const backend = sharedBackend({ limits: MANY_SENDS })

const LINK = /\/change-undo\/[\w-]+/
async function linkTo(to: string): Promise<string | undefined> {
  await followChanges(backend.ctx)
  return (await messagesTo(backend, to)).flatMap((text) => LINK.exec(text)?.[0] ?? [])[0]
}
const press = (link: string, headers: Record<string, string> = { origin: backend.url }, method = 'POST') =>
  new Browser(backend.url).send(link, { method, headers })

async function changed() {
  const me = await accountMember(backend)
  const [was, became] = [await me.row(), newPhone()]
  await change(me, 'phone', became)
  const link = (await linkTo(me.member.phone)) ?? ''
  expect(link).not.toBe('')
  const rowNow = () => backend.ctx.db.selectFrom('members').selectAll().where('id', '=', was.id).executeTakeFirst()
  return { me, was, became, link, rowNow }
}

describe('the link that undoes a change', () => {
  test.each([
    ['a form of another site', { origin: 'https://evil.test' }, 'POST'],
    ['a form of a sibling host', { origin: APP.replace('localhost', 'evil.localhost') }, 'POST'],
    ['a page without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 'POST'],
    ['a page of a sibling host without an origin', { origin: 'null', 'sec-fetch-site': 'same-site' }, 'POST'],
    ['a mail scanner that asks for the head alone', {}, 'HEAD'],
    ['a mail scanner that comes from another site', { 'sec-fetch-site': 'cross-site' }, 'GET'],
    ['another method', { origin: APP }, 'DELETE'],
  ])('is not pressed by %s', async (_, headers, method) => {
    const { link, became, rowNow } = await changed()
    await press(link, headers, method)
    expect(await rowNow()).toMatchObject({ phone: became, status: 'ACTIVE' })
  })

  test('is not to be guessed from what the database holds, nor from strange texts', async () => {
    const { was, became, rowNow } = await changed()
    const row = await backend.ctx.db
      .selectFrom('channel_changes')
      .selectAll()
      .where('member_id', '=', was.id)
      .executeTakeFirstOrThrow()
    const guesses = [row.id, row.undo_hash, row.proof_hash, '%00', '0', '-1', '%2e%2e', 'x'.repeat(4000), '__proto__']
    for (const guess of guesses)
      expect((await press(`/change-undo/${guess}`)).status, guess.slice(0, 50)).toBeLessThan(500)
    expect(await rowNow()).toMatchObject({ phone: became, status: 'ACTIVE' })
  })

  test.each(['phone', 'email'] as const)('does not go to the new %s, which may be a thief’s', async (channel) => {
    const me = await accountMember(backend)
    const to = channel === 'phone' ? newPhone() : newEmail()
    await change(me, channel, to)
    expect(await linkTo(channel === 'phone' ? me.member.phone : me.member.login_id.toLowerCase())).toBeDefined()
    expect(await linkTo(to)).toBeUndefined()
  })

  test('undoes once and tells once when it is pressed many times at once', async () => {
    const { me, link, was, rowNow } = await changed()
    await Promise.all([1, 2, 3, 4, 5].map(() => press(link)))
    expect(await rowNow()).toMatchObject({ phone: was.phone, status: 'PROTECTED' })
    const events = backend.ctx.db
      .selectFrom('audit_events')
      .select('id')
      .where('event', '=', 'change.undone')
      .where('member_id', '=', was.id)
    expect(await events.execute()).toHaveLength(1)
    expect(await me.call('GET')).toMatchObject({ status: 401 })
  })

  test('does not open the account of a member who is suspended', async () => {
    const { link, was, rowNow } = await changed()
    await backend.ctx.db.updateTable('members').set({ status: 'SUSPENDED' }).where('id', '=', was.id).execute()
    await press(link)
    expect(await rowNow()).toMatchObject({ status: 'SUSPENDED' })
  })

  test('brings nobody back after the erasure', async () => {
    const { link, was, rowNow } = await changed()
    const row = await rowNow()
    if (row) await backend.ctx.db.transaction().execute((db) => eraseIn({ ...backend.ctx, db }, row))
    expect((await press(link)).status).toBeLessThan(500)
    expect(await rowNow()).toBeUndefined()
    const left = backend.ctx.db.selectFrom('channel_changes').select('id').where('member_id', '=', was.id)
    expect(await left.execute()).toEqual([])
  })

  test('keeps an account that the thief has asked to erase', async () => {
    const { me, link, was } = await changed()
    expect(await me.call('POST', '/leave', {})).toMatchObject({ status: 200 })
    await press(link)
    expect(await leavingOf(backend.ctx, was.id)).toBeNull()
    const events = backend.ctx.db.selectFrom('audit_events').select('id').where('member_id', '=', was.id)
    expect(await events.where('event', '=', 'account.stayed').execute()).toHaveLength(1)
  })

  test('ends a code for one more change that the thief has ready', async () => {
    const { me, link, was, rowNow } = await changed()
    const auth_code = await me.code('SMS', newPhone())
    await press(link)
    expect(await me.call('PUT', '/phone', { auth_code })).toMatchObject({ status: 401 })
    expect(await rowNow()).toMatchObject({ phone: was.phone })
  })

  test('a passkey that a thief has added meanwhile ends by the link that told its owner of it', async () => {
    const { me, link, was } = await changed()
    await me.addPasskey()
    const told = (await messagesTo(backend, me.member.login_id.toLowerCase())).flatMap(
      (text) => /\/not-me\/[\w-]+/.exec(text)?.[0] ?? [],
    )
    await press(link)
    for (const one of new Set(told)) await press(one)
    const passkeys = backend.ctx.db.selectFrom('passkeys').select('id').where('member_id', '=', was.id)
    expect(await passkeys.execute()).toEqual([])
  })
})

const ELSEWHERE = [
  '//evil.test',
  '/\\evil.test',
  'https://evil.test/account',
  '/account@evil.test',
  '/account//evil.test',
  '/account/..//evil.test',
  '/account?next=//evil.test',
  '/account#evil',
  '/account/\nevil',
  '/account\n',
  '/accountevil',
  '/account/%2e%2e',
  'data:text/html,evil',
  ' /account',
  '/ACCOUNT',
]

describe('the way back from a sign-in', () => {
  test.each(ELSEWHERE)('does not lead to %j', async (page) => {
    const browser = new Browser(backend.url)
    const begun = await browser.post('/v1/init/account', { return_to: page })
    expect(begun.status).toBe(400)
    const back = await browser.send(`/account-return?${new URLSearchParams({ state: page, code: 'x' })}`)
    expect(back.headers.get('location')).toBe(`${APP}/account?signed_in=1`)
  })

  test('does not follow another host that the request names, nor a page that is named twice', async () => {
    const browser = new Browser(backend.url)
    const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'javascript', forwarded: 'host=evil.test' }
    const back = await browser.send('/account-return?state=/account/security&state=//evil.test', { headers })
    expect(new URL(back.headers.get('location') ?? '').origin).toBe(APP)
  })

  test('takes the code of no other service, and signs nobody in', async () => {
    const { browser } = await enterAccount(backend, (await accountMember(backend)).member)
    const page = await browser.go(authorization({ prompt: 'select_account' }))
    const entry = await browser.get(`/v1/init/login${page.search}`)
    const { sso_sessions } = data(entry) as { sso_sessions?: { id: string }[] }
    const chosen = await browser.post('/v1/verify/sso', { sso_session_id: sso_sessions?.[0]?.id })
    const callback = await browser.go(String(data(chosen).location))
    const code = callback.searchParams.get('code') ?? ''
    expect(code).not.toBe('')
    const codes = () => backend.ctx.db.selectFrom('oidc_payloads').select('id').where('model', '=', 'AuthorizationCode')
    const before = await codes().execute()
    const stranger = new Browser(backend.url)
    await stranger.send(`/account-return?${new URLSearchParams({ code, state: '/account' })}`)
    expect(await codes().execute()).toEqual(before)
    expect(await stranger.call('GET', '/v1/account')).toMatchObject({ status: 401 })
  })
})
