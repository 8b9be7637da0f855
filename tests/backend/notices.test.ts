// Security A16: the backend e-mails the member about a sign-in in a new browser and about a new password. The link in the mail ends all sessions.
import axe from 'axe-core'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningBackend } from '../../backend/main'
import { Browser } from './browser'
import { copyOf, PARTNER, signInAt, start, type Member } from './start'

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
