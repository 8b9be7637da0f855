// Security E10: who may make a call of the account: the app's own page, in the browser of the session, of a member who may sign in.
import { describe, expect, onTestFinished, test } from 'vitest'
import { everyCall } from '../../../contract/calls.ts'
import { routeOf } from '../../../backend/http/serve.ts'
import { APP, Browser, data } from '../browser.ts'
import { routesOf } from '../routeList.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf } from '../start.ts'
import { AccountMember, accountAddress, accountMember, enterAccount } from './member.ts'

const backend = sharedBackend()

/** The calls of a session, as far as this backend answers them. */
function calls() {
  const { app } = routesOf(backend)
  return everyCall.flatMap((row) => {
    const { visit, method, path } = row
    if (visit !== 'session' || !app.some((one) => one.method === method && one.path === routeOf(row))) return []
    const body = 'body' in row && row.body ? JSON.stringify({}) : undefined
    return [{ method, path: path.replace(/\{\w+\}/g, 'x'), body }]
  })
}

/** What every call answers with these headers, in this browser. */
async function answers(browser: Browser, headers: Record<string, string>): Promise<string[]> {
  const replies = calls().map(async ({ method, path, body }) => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const reply = await browser.send(path, {
      method,
      headers: { ...type, ...headers },
      ...(body !== undefined && { body }),
    })
    const { code } = reply.body as { code?: string }
    return `${reply.status} ${code}`
  })
  return [...new Set(await Promise.all(replies))]
}

const ORIGINS: Record<string, Record<string, string>> = {
  'another site': { origin: 'https://evil.test' },
  'a page without an origin': { origin: 'null' },
  'no page': {},
  'a sibling host': { origin: APP.replace('localhost', 'evil.localhost') },
  'a host whose name begins alike': { origin: `${APP}.evil.test` },
  'another port': { origin: 'http://localhost:3001' },
  'another scheme': { origin: APP.replace('http:', 'https:') },
  'another spelling': { origin: APP.toUpperCase() },
  'two origins': { origin: `${APP}, ${APP}` },
  'another site, in the name of the app': { origin: APP, 'sec-fetch-site': 'cross-site' },
}

describe('every call of the account', () => {
  test('is one of more than ten', () => expect(calls().length).toBeGreaterThan(10))

  test.each(Object.keys(ORIGINS))('is refused to %s', async (name) => {
    const me = await accountMember(backend)
    const before = await me.row()
    expect(await answers(me.browser, ORIGINS[name] ?? {})).toEqual(['403 FORBIDDEN'])
    expect(await me.row()).toEqual(before)
    expect(await me.call('GET')).toMatchObject({ status: 200 })
  })

  test('comes without an Origin from the app’s own page alone, where app and backend share an origin', async () => {
    const me = await accountMember(backend)
    const { settings } = backend.ctx
    const { app_origin } = settings
    onTestFinished(() => void Object.assign(settings, { app_origin }))
    Object.assign(settings, { app_origin: new URL(settings.url).origin })
    const statusFrom = async (site?: string) =>
      (await me.browser.send('/v1/account', { headers: site === undefined ? {} : { 'sec-fetch-site': site } })).status
    expect(await statusFrom('same-origin')).toBe(200)
    for (const site of ['same-site', 'cross-site', 'none', undefined]) expect(await statusFrom(site), site).toBe(403)
  })

  test('is refused without a session, with one that nobody has, and in a browser that a visit knows only', async () => {
    const nobody = new Browser(backend.url)
    const visiting = new Browser(backend.url)
    await visiting.go(await accountAddress(visiting))
    for (const browser of [nobody, visiting])
      expect(await answers(browser, { origin: APP })).toEqual(['401 NO_SESSION'])
    const made_up = { origin: APP, cookie: '_session=made-up; _session.sig=made-up' }
    expect(await answers(nobody, made_up)).toEqual(['401 NO_SESSION'])
  })

  test.each(['SUSPENDED', 'INCUMBENT', 'PROTECTED', 'MOVED'] as const)(
    'is refused to a member who is %s',
    async (status) => {
      const me = await accountMember(backend)
      const { id } = await me.row()
      await backend.ctx.db.updateTable('members').set({ status }).where('id', '=', id).execute()
      expect(await answers(me.browser, { origin: APP })).toEqual(['401 NO_SESSION'])
    },
  )

  test('is refused to a session that is older than the password', async () => {
    const me = await accountMember(backend)
    const { id } = await me.row()
    await backend.ctx.db
      .updateTable('members')
      .set({ password_changed_at: new Date(Date.now() + 1000) })
      .where('id', '=', id)
      .execute()
    expect(await answers(me.browser, { origin: APP })).toEqual(['401 NO_SESSION'])
  })

  test('is refused to the tab of a member after another one has signed in in the same browser', async () => {
    const first = await accountMember(backend)
    first.session = String((await first.read()).session)
    const other = await copyOf(backend, 'member')
    const entry = await first.browser.go(`${await accountAddress(first.browser)}&prompt=login`)
    const signed = await first.browser.signIn(entry, other)
    await first.browser.go(String(data(signed).location))
    const second = new AccountMember(backend, other, first.browser)
    expect(await second.read()).toMatchObject({ login_id: other.login_id })
    const before = [await first.row(), await second.row()]
    const named = { origin: APP, 'x-account-session': first.session }
    expect(await answers(first.browser, named)).toEqual(['409 ANOTHER_SESSION'])
    expect([await first.row(), await second.row()]).toEqual(before)
    second.session = String((await second.read()).session)
    expect(second.session).not.toBe(first.session)
    expect(await second.call('GET')).toMatchObject({ status: 200 })
  })
})

describe('a code of the account', () => {
  test('is of the browser that asked for it', async () => {
    const me = await accountMember(backend)
    const { auth_token } = data(await me.call('POST', '/proof/token', { method: 'SMS' }))
    const token = { 'x-authenticator': `Token ${String(auth_token)}` }
    const { browser: elsewhere } = await enterAccount(backend, me.member)
    for (const browser of [elsewhere, new Browser(backend.url)])
      expect(await browser.post('/authenticator/v1/issue/sms', {}, token)).toMatchObject({ status: 401 })
    expect(await me.browser.post('/authenticator/v1/issue/sms', { phone_number: '01044440001' }, token)).toMatchObject({
      status: 400,
    })
    expect(await me.browser.post('/authenticator/v1/issue/sms', {}, token)).toMatchObject({ status: 200 })
  })

  test('for a new phone goes to no address, and one for a new address to no phone, nor to a closed domain', async () => {
    const me = await accountMember(backend)
    const tokenOf = async (method: string) => {
      const { auth_token } = data(await me.call('POST', '/proof/token', { method, purpose: 'CHANGE' }))
      return { 'x-authenticator': `Token ${String(auth_token)}` }
    }
    const send = (kind: string, body: object, token: Record<string, string>) =>
      me.browser.post(`/authenticator/v1/issue/${kind}`, body, token)
    const [phone, email] = [await tokenOf('SMS'), await tokenOf('EMAIL')]
    expect(await send('email', { email: 'new@mail.test' }, phone)).toMatchObject({ status: 400 })
    expect(await send('sms', { phone_number: '01044440001', nation_tel_no: '82' }, email)).toMatchObject({
      status: 400,
    })
    expect(await send('email', { email: 'new@mailinator.com' }, email)).toMatchObject({
      status: 400,
      body: { data: { field: 'email' } },
    })
  })
})
