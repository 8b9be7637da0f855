// Security A16: the backend e-mails the member about a sign-in in a new browser and about a new password. The link in the mail ends all sessions.
import axe from 'axe-core'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningBackend } from '../../backend/main'
import { allowReset } from '../../backend/domain/recovery'
import { Browser, data, seal, visitIn } from './browser'
import { copyOf, PARTNER, partner, signInAt, start, type Member } from './start'

type Dom = { window: { eval(code: string): unknown } }
// The package has no types.
const { JSDOM } = createRequire(import.meta.url)('jsdom') as { JSDOM: new (html: string, options: object) => Dom }

let backend: RunningBackend
let now = Date.now()
const lines: string[] = []
beforeAll(async () => {
  backend = await start({ now: () => new Date(now), write: (line) => lines.push(line) })
}, 60_000)
afterAll(() => backend.close())

/** A browser that prefers a language. */
class Speaker extends Browser {
  readonly language: string
  constructor(language: string) {
    super(backend.url)
    this.language = language
  }
  override send(target: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers)
    headers.set('accept-language', this.language)
    return super.send(target, { ...init, headers })
  }
}

const mails = async ({ login_id }: Member) =>
  (await backend.ctx.db.selectFrom('outbox').select(['subject', 'text']).where('to', '=', login_id).execute()).map(
    ({ subject, text }) => `${subject}\n${text}`,
  )

async function linkIn(member: Member, words: string): Promise<string> {
  const found = async () => (await mails(member)).find((mail) => mail.includes(words)) ?? ''
  await expect.poll(found).toContain('/not-me/')
  return /\/not-me\/[\w-]+/.exec(await found())?.[0] ?? ''
}

/** A form of a page without a referrer is sent with the origin `null`. */
const press = (browser: Browser, link: string, origin = 'null', from = 'same-origin') =>
  browser.send(link, { method: 'POST', headers: { origin, 'sec-fetch-site': from }, body: new URLSearchParams() })

test.each([
  ['ko', '새 브라우저에서 로그인했어요'],
  ['en', 'Sign-in from a new browser'],
  ['zh-CN', '新浏览器登录'],
  ['ja', '新しいブラウザーでログインがありました'],
])(
  'e-mails a sign-in from a new browser in the language of the browser (%s), and no sign-in from a known one',
  async (language, subject) => {
    const member = await copyOf(backend, 'member')
    const browser = new Speaker(language)
    await signInAt(backend, browser, member)
    await linkIn(member, subject)
    await signInAt(backend, browser, member)
    await signInAt(backend, new Speaker(language), member)
    await expect.poll(async () => (await mails(member)).length).toBe(2)
  },
)

test('ends every session and token by the button of the page, and only by the button, once', async () => {
  const member = await copyOf(backend, 'member')
  const { tokens } = await signInAt(backend, new Speaker('en'), member)
  const link = await linkIn(member, 'Sign-in from a new browser')
  const owner = new Speaker('en')
  const userinfo = async () =>
    (await fetch(`${backend.url}/oidc/userinfo`, { headers: { authorization: `Bearer ${tokens?.access_token}` } }))
      .status
  const page = await owner.send(link)
  expect(page.text).toContain('Was this not you?')
  expect(page.headers.get('content-security-policy')).toContain(`default-src 'none'`)
  expect((await press(owner, link, 'https://evil.test', 'cross-site')).status).toBe(403)
  for (const from of ['cross-site', 'same-site', 'none'])
    expect((await press(owner, link, 'null', from)).status, from).toBe(403)
  expect(await userinfo()).toBe(200)
  const done = await press(owner, link)
  expect(done.text).toContain('Everything is signed out')
  expect(done.text).toContain(`${PARTNER}/sign-in?service=a&amp;prompt=password`)
  expect(await userinfo()).toBe(401)
  // The old password leads only to the reset.
  const after = await signInAt(backend, new Speaker('en'), member)
  expect(after.reply).toMatchObject({ status: 401, body: { data: { matcher_type: 'PROTECTED_STATE' } } })
  expect((await press(owner, link)).text).toContain('This link no longer works')
  expect(lines.join('\n')).not.toContain(link.slice('/not-me/'.length))
  expect(lines.join('\n')).toContain('"notice.not_me"')
})

test('a link of a notice works for seven days', async () => {
  const member = await copyOf(backend, 'member')
  await signInAt(backend, new Speaker('en'), member)
  const link = await linkIn(member, 'Sign-in from a new browser')
  now += 7 * 86_400_000 + 1000
  expect((await new Speaker('en').send(link)).text).toContain('This link no longer works')
  expect((await press(new Speaker('en'), link)).text).toContain('This link no longer works')
  const { status } = await backend.ctx.db
    .selectFrom('members')
    .select('status')
    .where('login_id', '=', member.login_id)
    .executeTakeFirstOrThrow()
  expect(status).toBe('ACTIVE')
})

describe('a link', () => {
  const statusOf = async ({ login_id }: Member) =>
    (
      await backend.ctx.db
        .selectFrom('members')
        .select('status')
        .where('login_id', '=', login_id)
        .executeTakeFirstOrThrow()
    ).status

  /** Sets a new password in a browser of the owner, who has proved a channel. */
  async function reset(member: Member, claims: { sub?: string } | null, password = 'nW8!park3Lz'): Promise<Member> {
    now += 1000
    const browser = new Speaker('en')
    const entry = await browser.go((await (await partner(backend)).begin()).url)
    const welcome = data(await browser.get(`/v1/init/login${entry.search}`))
    const reset_token = await allowReset(backend.ctx, visitIn(entry).transaction_id, String(claims?.sub))
    const next = { ...member, password }
    const body = { reset_token, login_id: member.login_id, password: seal(next.password, welcome) }
    expect((await browser.call('PUT', '/v1/profile/search/password', body)).status).toBe(200)
    return next
  }

  test('of a sign-in ends with the password of that time: it neither locks nor signs out the owner after a reset', async () => {
    const member = await copyOf(backend, 'member')
    const { claims } = await signInAt(backend, new Speaker('en'), member)
    const old = await linkIn(member, 'Sign-in from a new browser')
    const owner = await reset(member, claims)
    expect((await new Speaker('en').send(old)).text).toContain('This link no longer works')
    expect((await press(new Speaker('en'), old)).text).toContain('your password has changed since')
    expect(await statusOf(member)).toBe('ACTIVE')
    expect((await signInAt(backend, new Speaker('en'), owner)).claims?.sub).toBe(claims?.sub)
  })

  test('of a new password works until the next one', async () => {
    const member = await copyOf(backend, 'member')
    const { claims } = await signInAt(backend, new Speaker('en'), member)
    await reset(member, claims)
    const first = await linkIn(member, 'Your password was changed')
    now += 60_000
    expect((await new Speaker('en').send(first)).text).toContain('Was this not you?')
    await reset(member, claims, 'xT4?moon9Rb')
    expect((await press(new Speaker('en'), first)).text).toContain('This link no longer works')
    expect(await statusOf(member)).toBe('ACTIVE')
    const others = async () =>
      (await mails(member))
        .filter((mail) => mail.includes('Your password was changed') && !mail.includes(first))
        .map((mail) => /\/not-me\/[\w-]+/.exec(mail)?.[0] ?? '')
    await expect.poll(others).toHaveLength(1)
    const done = await press(new Speaker('en'), (await others())[0] ?? '')
    expect(done.text).toContain('Everything is signed out')
    expect(await statusOf(member)).toBe('PROTECTED')
  })
})

describe('a stranger who tries', () => {
  const LOCKED = 'Five wrong passwords for your account'
  const CODES = 'Too many attempts with codes for your account'
  /** A member whose messages are in English. */
  async function english(from: string) {
    const member = await copyOf(backend, from)
    await backend.ctx.db.updateTable('members').set({ locale: 'en' }).where('login_id', '=', member.login_id).execute()
    return member
  }
  const visit = async (browser: Browser) => browser.go((await (await partner(backend)).begin()).url)
  async function wrongFiveTimes(browser: Browser, member: Member): Promise<void> {
    const entry = await visit(browser)
    for (let tries = 0; tries < 5; tries += 1)
      expect((await browser.signIn(entry, { ...member, password: 'not-the-0ne!' })).status).toBe(400)
  }
  const told = async (member: Member, words: string) =>
    (await mails(member)).filter((mail) => mail.includes(words)).length

  test('five passwords is told of once a day, with a link that protects the account', async () => {
    const member = await english('member')
    await wrongFiveTimes(new Speaker('en'), member)
    const link = await linkIn(member, LOCKED)
    now += 11 * 60_000
    await wrongFiveTimes(new Speaker('en'), member)
    await backend.ctx.background.settle()
    expect(await told(member, LOCKED)).toBe(1)
    now += 86_400_000
    await wrongFiveTimes(new Speaker('en'), member)
    // The outbox keeps a mail for a day.
    await expect.poll(() => linkIn(member, LOCKED)).not.toBe(link)
    expect((await press(new Speaker('en'), link)).text).toContain('Everything is signed out')
  })

  test('is not the member in a browser of theirs', async () => {
    const member = await english('member')
    const own = new Speaker('en')
    await signInAt(backend, own, member)
    await wrongFiveTimes(own, member)
    await backend.ctx.background.settle()
    expect(await told(member, LOCKED)).toBe(0)
  })

  test('with the right password and wrong codes is told of as well', async () => {
    const member = await english('sms')
    const browser = new Speaker('en')
    const signedIn = await browser.signIn(await visit(browser), member)
    const token = { 'x-authenticator': `Token ${String(data(signedIn).auth_token)}` }
    expect((await browser.post('/authenticator/v1/issue/sms', {}, token)).status).toBe(200)
    for (let tries = 0; tries < 5; tries += 1)
      expect((await browser.post('/authenticator/v1/verify/sms', { verify_code: '000000' }, token)).status).toBe(400)
    await linkIn(member, CODES)
    expect(await told(member, CODES)).toBe(1)
  })

  test('to use up the codes of a recovery is told of, and no one is where there is no member', async () => {
    const member = await english('member')
    const { sends_per_hour, send_gap_seconds } = backend.ctx.settings.limits
    const ask = async (login_id: string) => {
      const browser = new Speaker('en')
      const entry = await visit(browser)
      await browser.get(`/v1/init/login${entry.search}`)
      const found = data(await browser.post('/v1/init/search/pwd', { login_id }))
      const token = { 'x-authenticator': `Token ${String(found.auth_token)}` }
      return (await browser.post('/authenticator/v1/issue/email', {}, token)).status
    }
    const nobody = `x${member.login_id}`
    for (const login_id of [member.login_id, nobody]) {
      const statuses: number[] = []
      for (let sent = 0; sent <= sends_per_hour; sent += 1) {
        statuses.push(await ask(login_id))
        now += (send_gap_seconds + 1) * 1000
      }
      expect(statuses).toContain(429)
    }
    await expect.poll(() => told(member, CODES)).toBe(1)
    expect(await told({ ...member, login_id: nobody }, CODES)).toBe(0)
  })
})

test.each(['ko', 'en', 'zh-CN', 'ja'])('axe finds nothing in the page of the link (%s)', async (language) => {
  const member = await copyOf(backend, 'member')
  await signInAt(backend, new Speaker('en'), member)
  const link = await linkIn(member, 'Sign-in from a new browser')
  const owner = new Speaker(language)
  for (const { text } of [await owner.send(link), await press(owner, link), await owner.send(link)]) {
    const { window } = new JSDOM(text, { runScripts: 'outside-only' })
    window.eval(axe.source)
    const found = await window.eval(`axe.run(document, { rules: { 'color-contrast': { enabled: false } } })`)
    expect((found as axe.AxeResults).violations.map(({ id }) => id)).toEqual([])
  }
})
