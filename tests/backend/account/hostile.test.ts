// A hostile review of the account: strange IDs, instants, texts, bodies and cookies. Each row is one attempt, and what it gets is nothing.
// hostileProofs.test.ts has challenges and sealed passwords, hostileCodes.test.ts tokens of codes, hostileRaces.test.ts calls that overlap with the end of a session,
// hostileLinks.test.ts the links of mails and the way back from a sign-in. Elsewhere: origins and states of members (sessions.test.ts), which proof each
// call takes (fresh.test.ts), IDs of other members (devices.test.ts, preferences.test.ts), the copy of what is stored (leaving.test.ts), and limits of routes
// (limits/writeLimits.test.ts).
import { beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from '../../../backend/context.ts'
import { APP, Browser, data } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { accountMember, type AccountMember } from './member.ts'

let me: AccountMember
const backend = sharedBackend()
beforeAll(async () => {
  me = await accountMember(backend)
})

/** The rows that an attempt could change. */
async function stateOf() {
  const row = await me.row()
  const of = (table: 'browser_sessions' | 'passkeys' | 'member_leavings' | 'channel_changes') =>
    backend.ctx.db.selectFrom(table).select('member_id').where('member_id', '=', row.id).execute()
  const tables = ['browser_sessions', 'passkeys', 'member_leavings', 'channel_changes'] as const
  return { row, rows: await Promise.all(tables.map(of)) }
}

describe('an ID that is none is not found, and ends nothing', () => {
  const IDS = {
    zero: '0',
    'a negative number': '-1',
    'a character that the database does not store': '%00',
    'half a character': '%ED%A0%80',
    'a folder above': '..%2F..%2Fv1%2Faccount',
    'a condition of SQL': "x'%20or%20'1'%3D'1",
    'a name of every object': '__proto__',
    'a thousand characters': 'a'.repeat(1000),
    'a UUID of nobody': '00000000-0000-0000-0000-000000000000',
  }
  test.each(Object.entries(IDS))('%s', async (_, id) => {
    const before = await stateOf()
    const replies = [
      await me.call('DELETE', `/sessions/${id}`),
      await me.call('DELETE', `/services/${id}`),
      await me.call('DELETE', `/passkeys/${id}`),
      await me.call('PUT', `/passkeys/${id}`, { name: 'x' }),
    ]
    for (const { status } of replies) expect([400, 404]).toContain(status)
    expect(await stateOf()).toEqual(before)
  })

  test('that of another member’s passkey or activity', async () => {
    const [thief, owner] = [await accountMember(backend), await accountMember(backend)]
    for (const one of [thief, owner]) await one.addPasskey()
    const passkeys = async () => data(await owner.call('GET', '/passkeys')) as unknown as { id: string }[]
    const before = await passkeys()
    const [activity] = data(await owner.call('GET', '/activity')) as unknown as { id: string }[]
    const replies = [
      await thief.call('DELETE', `/passkeys/${before[0]?.id}`),
      await thief.call('PUT', `/passkeys/${before[0]?.id}`, { name: 'x' }),
      await thief.call('POST', '/report', { activity_id: activity?.id }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await passkeys()).toEqual(before)
  })

  test('the service of the account itself', async () => {
    expect(await me.call('DELETE', '/services/account')).toMatchObject({ status: 404 })
    expect(await me.call('GET')).toMatchObject({ status: 200 })
  })
})

describe('a time that the database does not know lists nothing more', () => {
  test.each([
    ['the first instant of JavaScript', '-271821-04-20T00:00:00.000Z'],
    ['the last instant of JavaScript', '%2B275760-09-13T00:00:00.000Z'],
    ['a word', 'infinity'],
    ['a number that is none', '1e309'],
    ['a character that the database does not store', '%00'],
  ])('%s', async (_, before) => {
    const { status } = await me.call('GET', `/activity?before=${before}`)
    expect([200, 400]).toContain(status)
  })

  test.each([
    ['a time before the first year', '-2sdm3rapkw.x'],
    ['the first instant of JavaScript', `${(-8.64e15).toString(36)}.x`],
    ['the last instant of JavaScript', `${(8.64e15).toString(36)}.x`],
    ['a time after the last instant', 'zzzzzzzzzzzz.x'],
    ['a dot', '.'],
    ['a character that the database does not store', '\u0000.\u0000'],
    ['an object', { at: 'x' }],
    ['no text', 0],
  ])('a report of %s ends no session', async (_, activity_id) => {
    const { status } = await me.call('POST', '/report', { activity_id })
    expect([400, 404]).toContain(status)
    expect(await me.row()).toMatchObject({ status: 'ACTIVE' })
  })

  test.each(['__proto__', 'constructor', '%00'])('a kind of event that is none: %s', async (event) => {
    const { status, body } = await me.call('GET', `/activity?event=${event}`)
    expect([200, 400]).toContain(status)
    expect((body as { data?: unknown[] }).data ?? []).toEqual([])
  })
})

describe('a text that would do something where it is read is refused, or stays a text', () => {
  test.each([
    ['a character that the database does not store', 'nick\u0000name'],
    ['a line break', 'nick\r\nBcc: evil@mail.test'],
    ['the order of letters turned round', 'nick\u202Eeman'],
    ['markup', '<img src=x onerror=alert(1)>'],
    ['characters of no width', 'ni\u200Bck'],
    ['half a character', 'nick\uD800'],
    ['a hundred letters', 'n'.repeat(100)],
  ])('a nickname with %s', async (_, nickname) => {
    const before = await stateOf()
    expect(await me.call('PUT', '/nickname', { nickname })).toMatchObject({ status: 400 })
    expect(await stateOf()).toEqual(before)
  })

  test.each([
    ['a character that the database does not store', 'reason\u0000'],
    ['half a character', 'reason\uDC00'],
    ['markup and a line break', '<script>1</script>\r\nBcc: evil@mail.test'],
  ])('a reason of leaving with %s', async (_, reason) => {
    const one = await accountMember(backend)
    const { status } = await one.call('POST', '/leave', { reason })
    expect([200, 400]).toContain(status)
    const sent = backend.ctx.db.selectFrom('outbox').select('text').where('to', '=', one.member.login_id.toLowerCase())
    await backend.ctx.background.settle()
    expect((await sent.execute()).filter(({ text }) => text.includes('evil@mail.test'))).toEqual([])
  })

  test.each([
    ['a character that the database does not store', 'key\u0000'],
    ['a line break', 'key\r\nBcc: evil@mail.test'],
    ['a sequence that a terminal obeys', 'key\u001b[2J\u009b'],
    ['a turn of its direction', 'key\u202e'],
  ])('a name of a passkey with %s', async (_, name) => {
    const one = await accountMember(backend)
    await one.addPasskey()
    const { id } = await one.row()
    const rows = backend.ctx.db.selectFrom('passkeys').select(['id', 'name']).where('member_id', '=', id)
    const [passkey] = await rows.execute()
    const { status } = await one.call('PUT', `/passkeys/${passkey?.id}`, { name })
    expect([204, 400]).toContain(status)
    // oxlint-disable-next-line no-control-regex
    expect((await rows.executeTakeFirstOrThrow()).name).not.toMatch(/[\u0000-\u001f\u009b\u202e]/)
  })

  test.each([
    ['markup', 'Mozilla/5.0 <script>alert(1)</script> Chrome/1'],
    ['words in the place of a name', 'Support: call 02-1111-1111 now/1.0 x'],
    ['ten thousand characters', `Mozilla/5.0 Chrome/${'1'.repeat(10_000)}`],
  ])('the description of a browser with %s', async (_, agent) => {
    const browser = new Browser(backend.url)
    const call = browser.call
    browser.call = (method, path, body, headers) => call(method, path, body, { ...headers, 'user-agent': agent })
    const one = await accountMember(backend, 'member', { browser })
    const listed = [await one.call('GET', '/sessions'), await one.call('GET', '/activity')]
    for (const { status, text } of listed) {
      expect(status).toBe(200)
      // An ID may have the digits.
      expect(text.replaceAll(/"id":"[^"]*"/g, '')).not.toMatch(/script|1111/)
    }
  })
})

describe('a body that is not of the call is refused', () => {
  const nickname = 'hostile'
  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'nickname=hostile'],
    ['a text that looks like JSON', 'text/plain', JSON.stringify({ nickname })],
    [
      'parts',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="nickname"\r\n\r\nh\r\n--b--',
    ],
    ['a field of the member’s row', 'application/json', JSON.stringify({ nickname, admin: true })],
    ['another member’s ID', 'application/json', JSON.stringify({ nickname, member_id: 'x' })],
    ['a prototype', 'application/json', `{"nickname":"${nickname}","__proto__":{"admin":true}}`],
    ['a list in the place of a text', 'application/json', JSON.stringify({ nickname: [nickname] })],
    ['more than 64 KB', 'application/json', JSON.stringify({ nickname, more: 'x'.repeat(70_000) })],
  ])('%s', async (_, type, body) => {
    const before = await stateOf()
    const headers = { origin: APP, 'content-type': type }
    const { status } = await me.browser.send('/v1/account/nickname', { method: 'PUT', headers, body })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(await stateOf()).toEqual(before)
  })

  test('another method in a header', async () => {
    const headers = { 'x-http-method-override': 'DELETE' }
    expect((await me.call('POST', '/sessions', {}, headers)).status).toBeGreaterThanOrEqual(404)
    expect(await me.call('GET')).toMatchObject({ status: 200 })
  })
})

describe('a cookie or header that is not of the session opens nothing', () => {
  const rowsOf = (model: string) =>
    backend.ctx.db.selectFrom('oidc_payloads').select(['id', 'payload']).where('model', '=', model).execute()
  test.each([
    ['the ID of the session in the database', async () => (await rowsOf('Session'))[0]?.id],
    ['the name that the issuer has for the session', async () => (await rowsOf('Session'))[0]?.payload.uid],
    ['the ID of the member', async () => (await me.row()).id],
    ['the hash of the browser’s key', async () => hashOf('browser')],
    ['the name of the session that the app sends', async () => (await me.read()).session],
  ])('%s', async (_, value) => {
    const cookie = `_session=${String(await value())}`
    expect(await me.browser.send('/v1/account', { headers: { origin: APP, cookie } })).toMatchObject({ status: 401 })
  })

  test.each([
    ['an empty name', () => ''],
    ['the member’s ID', async () => (await me.row()).id],
    ['the right name twice', async () => `${String((await me.read()).session)}, x`],
  ])('%s of the session', async (_, name) => {
    const headers = { 'x-account-session': await name() }
    expect(await me.call('GET', '', undefined, headers)).toMatchObject({ status: 409 })
  })

  test.each(['', '/sessions', '/services', '/activity', '/passkeys'])('a cache keeps nothing of %s', async (path) => {
    const { headers, status } = await me.call('GET', path)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('vary')).toContain('Origin')
    expect(headers.get('access-control-allow-origin')).toBe(APP)
  })
})
