// Security A16: the backend e-mails the member about a sign-in in a new browser and about a new password. The link in the mail ends all sessions.
import axe from 'axe-core'
import { createRequire } from 'node:module'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Member as Row } from '../../../backend/db/schema.ts'
import { keepForLater } from '../../../backend/domain/recovery/delayedReset.ts'
import { EVENTS } from '../../../backend/domain/audit/eventNames.ts'
import { howOf, KINDS, type Kind } from '../../../backend/domain/notices/noticeKinds.ts'
import { say } from '../../../server/texts.ts'
import { allowReset } from '../../../backend/domain/recovery/recovery.ts'
import { memberNamed, signOutEverywhere } from '../../../backend/domain/members/operator.ts'
import { exportOf } from '../../../backend/domain/members/stored.ts'
import { changeFor } from '../../../backend/domain/members/operatorChanges.ts'
import { removePasskey } from '../../../backend/domain/passkeys/removePasskey.ts'
import { passkeysOfMember } from '../../../backend/domain/passkeys/rows.ts'
import { hashOf } from '../../../backend/context.ts'
import { undoSecret } from '../../../backend/domain/account/channelChanges.ts'
import { listDevices } from '../../../backend/domain/account/devices.ts'
import { leave, stay } from '../../../backend/domain/account/leaving.ts'
import { endSessionFor } from '../../../backend/domain/members/operatorAccount.ts'
import { enterAccount } from '../account/member.ts'
import { followChanges } from '../../../backend/standingChanges.ts'
import { LOCALES } from '../../../contract/locale.ts'
import { Authenticator } from '../../../conformance/authenticator.ts'
import { APP, Browser, data, seal, visitIn } from '../browser.ts'
import { Joiner } from '../joiner.ts'
import { byPassword, optionsOf, resolve as resolvePasskey } from '../passkeys/visits.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, copyOf, signInAt, type Member } from '../start.ts'

type Dom = { window: { eval(code: string): unknown } }
// The package has no types.
const { JSDOM } = createRequire(import.meta.url)('jsdom') as { JSDOM: new (html: string, options: object) => Dom }

let now = Date.now()
const lines: string[] = []
const backend = sharedBackend({
  now: () => new Date(now),
  write: (line) => lines.push(line),
  passkeys: { mode: 'recommended' },
})

/** A browser that prefers a language. */
const speaker = (language = 'en') => new Browser(backend.url, { 'accept-language': language })

const rowOf = ({ login_id }: Member) => memberNamed(backend.ctx, login_id)
const mails = async ({ login_id }: Member) =>
  (await backend.ctx.db.selectFrom('outbox').select(['subject', 'text']).where('to', '=', login_id).execute()).map(
    ({ subject, text }) => `${subject}\n${text}`,
  )

async function linkIn(member: Member, words: string): Promise<string> {
  const found = async () => (await mails(member)).find((mail) => mail.includes(words)) ?? ''
  await expect.poll(found).toContain('/not-me/')
  return /\/not-me\/[\w-]+/.exec(await found())?.[0] ?? ''
}

/** A form of a page without a referrer is sent with the origin `null`. `from`: Safari before 16.4 has no such header. */
const press = (browser: Browser, link: string, origin = 'null', from: string | null = 'same-origin') =>
  browser.send(link, {
    method: 'POST',
    headers: { origin, ...(from !== null && { 'sec-fetch-site': from }) },
    body: new URLSearchParams(),
  })

test.each([
  ['ko', '새 브라우저에서 로그인했어요'],
  ['en', 'Sign-in from a new browser'],
  ['zh-CN', '新浏览器登录'],
  ['ja', '新しいブラウザーでログインがありました'],
])(
  'e-mails a sign-in from a new browser in the language of the browser (%s), and no sign-in from a known one',
  async (language, subject) => {
    const member = await copyOf(backend, 'member')
    const browser = speaker(language)
    await signInAt(backend, browser, member)
    await linkIn(member, subject)
    await signInAt(backend, browser, member)
    await signInAt(backend, speaker(language), member)
    await backend.ctx.background.settle()
    expect(await mails(member)).toHaveLength(2)
  },
)

test('ends every session and token by the button of the page, and only by the button, once', async () => {
  const member = await copyOf(backend, 'member')
  const { tokens } = await signInAt(backend, speaker(), member)
  const link = await linkIn(member, 'Sign-in from a new browser')
  const owner = speaker()
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
  expect(done.text).toMatch(/href="[^"]+client_id=account&amp;[^"]+&amp;prompt=password"/)
  expect(await userinfo()).toBe(401)
  // The old password leads only to the reset.
  const after = await signInAt(backend, speaker(), member)
  expect(after.reply).toMatchObject({ status: 401, body: { data: { matcher_type: 'PROTECTED_STATE' } } })
  const { text } = await press(owner, link)
  expect(text).toContain('This link no longer works')
  expect(text).toContain('/account/security')
  expect(lines.join('\n')).not.toContain(link.slice('/not-me/'.length))
  expect(lines.join('\n')).toContain('"notice.not_me"')
})

test('the button also works in a browser that does not say where a form comes from', async () => {
  const member = await copyOf(backend, 'member')
  await signInAt(backend, speaker(), member)
  const link = await linkIn(member, 'Sign-in from a new browser')
  expect((await press(speaker(), link, 'null', null)).text).toContain('Everything is signed out')
})

test('a link of a notice counts for seven days', async () => {
  const member = await copyOf(backend, 'member')
  await signInAt(backend, speaker(), member)
  const link = await linkIn(member, 'Sign-in from a new browser')
  now += 7 * 86_400_000 + 1000
  expect((await speaker().send(link)).text).toContain('This link no longer works')
  expect((await press(speaker(), link)).text).toContain('This link no longer works')
  expect((await rowOf(member)).status).toBe('ACTIVE')
})

/** Sets a new password in a browser of the owner, who has proved a channel. */
async function reset(member: Member, claims: { sub?: string } | null, password = 'nW8!park3Lz'): Promise<Member> {
  now += 1000
  const browser = speaker()
  const entry = await visit(browser)
  const welcome = data(await browser.get(`/v1/init/login${entry.search}`))
  const reset_token = await allowReset(backend.ctx, visitIn(entry).transaction_id, String(claims?.sub))
  const next = { ...member, password }
  const body = { reset_token, login_id: member.login_id, password: seal(next.password, welcome) }
  expect((await browser.call('PUT', '/v1/profile/search/password', body)).status).toBe(200)
  return next
}

describe('a link', () => {
  const statusOf = async (member: Member) => (await rowOf(member)).status

  test('of a sign-in ends with the password of that time: it neither locks nor signs out the owner after a reset', async () => {
    const member = await copyOf(backend, 'member')
    const { claims } = await signInAt(backend, speaker(), member)
    const old = await linkIn(member, 'Sign-in from a new browser')
    const owner = await reset(member, claims)
    expect((await speaker().send(old)).text).toContain('This link no longer works')
    expect((await press(speaker(), old)).text).toContain('your password has changed since')
    expect(await statusOf(member)).toBe('ACTIVE')
    expect((await signInAt(backend, speaker(), owner)).claims?.sub).toBe(claims?.sub)
  })

  test('of a new password counts until the next one', async () => {
    const member = await copyOf(backend, 'member')
    const { claims } = await signInAt(backend, speaker(), member)
    await reset(member, claims)
    const first = await linkIn(member, 'Your password was changed')
    now += 60_000
    expect((await speaker().send(first)).text).toContain('Was this not you?')
    await reset(member, claims, 'xT4?moon9Rb')
    expect((await press(speaker(), first)).text).toContain('This link no longer works')
    expect(await statusOf(member)).toBe('ACTIVE')
    const others = async () =>
      (await mails(member))
        .filter((mail) => mail.includes('Your password was changed') && !mail.includes(first))
        .map((mail) => /\/not-me\/[\w-]+/.exec(mail)?.[0] ?? '')
    await expect.poll(others).toHaveLength(1)
    const done = await press(speaker(), (await others())[0] ?? '')
    expect(done.text).toContain('Everything is signed out')
    expect(await statusOf(member)).toBe('PROTECTED')
  })
})

/** A statement of an operator. */
const statement = (set: Partial<Row>) => (member: Member) =>
  backend.ctx.db
    .updateTable('members')
    .set(set as object)
    .where('login_id', '=', member.login_id)
    .execute()
/** A member whose messages are in English. */
async function english(from: string) {
  const member = await copyOf(backend, from)
  await statement({ locale: 'en' })(member)
  return member
}
const visit = async (browser: Browser) => (await arrive(backend, {}, { browser })).entry
async function wrongFiveTimes(browser: Browser, member: Member): Promise<void> {
  const entry = await visit(browser)
  for (let tries = 0; tries < 5; tries += 1)
    expect((await browser.signIn(entry, { ...member, password: 'not-the-0ne!' })).status).toBe(400)
}

describe('a stranger who tries', () => {
  const LOCKED = 'Five wrong passwords for your account'
  const CODES = 'Too many attempts with codes for your account'
  const told = async (member: Member, words: string) =>
    (await mails(member)).filter((mail) => mail.includes(words)).length

  /** A job that runs while the clock is moved on would be taken for one whose process has died, and run twice. */
  const nothingRuns = async () => {
    const running = backend.ctx.db
      .selectFrom('jobs')
      .select('kind')
      .where('tries', '>', 0)
      .where('failed_at', 'is', null)
      // No service listens, so calls to services wait for their next try.
      .where('kind', '!=', 'session.logout')
    await expect.poll(() => running.execute()).toEqual([])
  }

  test('five passwords causes one notice a day, with a link that protects the account', async () => {
    const member = await english('member')
    await wrongFiveTimes(speaker(), member)
    const link = await linkIn(member, LOCKED)
    await nothingRuns()
    now += 11 * 60_000
    await wrongFiveTimes(speaker(), member)
    await backend.ctx.background.settle()
    expect(await told(member, LOCKED)).toBe(1)
    now += 86_400_000
    await wrongFiveTimes(speaker(), member)
    // The outbox keeps a mail for a day.
    await expect.poll(() => linkIn(member, LOCKED)).not.toBe(link)
    expect((await press(speaker(), link)).text).toContain('Everything is signed out')
  })

  test('causes the notice, and the member in a known browser causes none', async () => {
    const member = await english('member')
    const own = speaker()
    await signInAt(backend, own, member)
    await wrongFiveTimes(own, member)
    await backend.ctx.background.settle()
    expect(await told(member, LOCKED)).toBe(0)
  })

  test('to use up the codes of a recovery causes a notice, and none for an unknown ID', async () => {
    const member = await english('member')
    const { sends_per_hour, send_gap_seconds } = backend.ctx.settings.limits
    const ask = async (login_id: string) => {
      const browser = speaker()
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
        await nothingRuns()
        now += (send_gap_seconds + 1) * 1000
      }
      expect(statuses).toContain(429)
    }
    await backend.ctx.background.settle()
    expect(await told(member, CODES)).toBe(1)
    expect(await told({ ...member, login_id: nobody }, CODES)).toBe(0)
  })
})

test.each(['ko', 'en', 'zh-CN', 'ja'])('axe finds nothing in the page of the link (%s)', async (language) => {
  const member = await copyOf(backend, 'member')
  await signInAt(backend, speaker(), member)
  const link = await linkIn(member, 'Sign-in from a new browser')
  const owner = speaker(language)
  for (const { text } of [await owner.send(link), await press(owner, link), await owner.send(link)]) {
    const { window } = new JSDOM(text, { runScripts: 'outside-only' })
    window.eval(axe.source)
    const found = await window.eval(`axe.run(document, { rules: { 'color-contrast': { enabled: false } } })`)
    expect((found as axe.AxeResults).violations.map(({ id }) => id)).toEqual([])
  }
})

describe('a change', () => {
  type Channel = 'email' | 'sms'
  type Case = [change: string, from: string, by: Channel[], does: (member: Member) => Promise<unknown>]

  const idOf = async (member: Member) => (await rowOf(member)).id
  /** Agrees to the service that asks for consent. @returns the browser */
  async function agree(member: Member): Promise<Browser> {
    const browser = speaker()
    const here = await arrive(backend, { scope: 'openid email' }, { client_id: 'service-b', browser })
    await browser.signIn(here.entry, member)
    const given = { nickname: `동의${member.phone.slice(-7)}`, consent_terms: ['SK_RP_SERVICE', 'SK_RP_PRIVACY'] }
    const done = await browser.post('/v1/matcher/resolve', { matcher_type: 'CONSENT_RELYING_PARTY', ...given })
    await here.land(done)
    return browser
  }
  async function withdraw(member: Member): Promise<void> {
    const browser = await agree(member)
    expect((await browser.call('DELETE', '/v1/account/services/service-b')).status).toBe(204)
  }
  async function convert(member: Member, isProved = false): Promise<void> {
    const joiner = await new Joiner(backend, member.login_id).arrive(isProved ? undefined : {})
    if (isProved) await joiner.proveEmail()
    else await joiner.browser.signIn(joiner.entry, member)
    const payload = joiner.groupPayload(isProved ? {} : { matcher_type: 'CONVERSION_JOIN' })
    const headers = { 'accept-language': 'en' }
    expect((await joiner.browser.post('/v1/verify/join', payload, headers)).status).toBe(200)
  }
  async function cancelReset(member: Member): Promise<void> {
    const { db } = backend.ctx
    const id = await idOf(member)
    const { secret } = await db.transaction().execute((trx) => keepForLater({ ...backend.ctx, db: trx }, id, 'a hash'))
    expect((await press(speaker(), `/reset-cancel/${secret}`)).text).toContain('The reset is cancelled')
  }
  async function waitThenChange(member: Member): Promise<void> {
    await keepForLater(backend.ctx, await idOf(member), 'a hash')
    await changeFor(backend.ctx, 'phone', await rowOf(member), { to: '+821099990002', by: 'kim' })
  }
  async function addPasskey(member: Member) {
    const browser = speaker()
    const step = await byPassword(backend, browser, member)
    const passkey = new Authenticator(APP).create(optionsOf(step))
    expect((await resolvePasskey(browser, { passkey })).status).toBe(200)
  }
  async function loseItsPasskey(member: Member) {
    await addPasskey(member)
    const row = await rowOf(member)
    const [passkey] = await passkeysOfMember(backend.ctx, row.id)
    expect(await removePasskey(backend.ctx, row, passkey?.id ?? '', 'anna')).toBe(true)
  }
  async function pressLink(member: Member): Promise<void> {
    await signInAt(backend, speaker(), member)
    await press(speaker(), await linkIn(member, say('en', 'notice.browser.title', { from: 'Daemun' })))
  }
  async function takeCopy(member: Member): Promise<void> {
    const { browser } = await enterAccount(backend, member, { browser: speaker() })
    expect((await browser.get('/v1/account/export')).status).toBe(200)
  }
  async function loseItsBrowser(member: Member): Promise<void> {
    await enterAccount(backend, member, { browser: speaker() })
    const row = await rowOf(member)
    const [device] = await listDevices(backend.ctx, row.id, {}, 'en')
    expect(await endSessionFor(backend.ctx, row, device?.id ?? '', 'anna')).toBe(true)
  }
  async function useUpCodes(member: Member): Promise<void> {
    const browser = speaker()
    const { auth_token } = data(await browser.signIn(await visit(browser), member))
    const token = { 'x-authenticator': `Token ${String(auth_token)}` }
    await browser.post('/authenticator/v1/issue/sms', {}, token)
    for (let tries = 0; tries < 5; tries += 1)
      await browser.post('/authenticator/v1/verify/sms', { verify_code: '000000' }, token)
  }

  /** The change of a phone, and the link of its message. */
  async function undoPhone(member: Member): Promise<void> {
    const [id, member_id, became] = [crypto.randomUUID(), await idOf(member), '+821099990000']
    const at = backend.ctx.now()
    const secret = undoSecret(backend.ctx, { id, at })
    await statement({ phone: became })(member)
    await backend.ctx.db
      .insertInto('channel_changes')
      .values({
        id,
        member_id,
        channel: 'phone',
        was: member.phone,
        became,
        proof_hash: id,
        undo_hash: hashOf(secret),
        at,
      })
      .execute()
    await press(speaker(), `/change-undo/${secret}`)
  }

  async function leaveAndStay(member: Member): Promise<void> {
    await leave(backend.ctx, await rowOf(member), {})
    await stay(backend.ctx, await rowOf(member), {})
  }
  async function moveAddress(member: Member): Promise<void> {
    const login_id = `moved-${crypto.randomUUID()}@demo.test`
    await statement({ login_id, login_id_key: login_id })(member)
  }

  const BOTH: Channel[] = ['email', 'sms']
  /** The compiler asks for the changes of each kind of notice. */
  const CASES: Record<Kind, Case[]> = {
    browser: [['a new browser', 'member', ['email'], (member) => signInAt(backend, speaker(), member)]],
    password: [['a reset', 'member', BOTH, async (member) => reset(member, { sub: await idOf(member) })]],
    supportReset: [['a reset by support', 'member', BOTH, statement({ must_change_password: true })]],
    locked: [['five wrong passwords', 'member', ['email'], (member) => wrongFiveTimes(speaker(), member)]],
    codes: [['five wrong codes', 'sms', ['email'], useUpCodes]],
    joined: [
      ['a conversion after the old password', 'not-converted', BOTH, convert],
      ['a conversion after a code by e-mail', 'not-converted', ['sms'], (member) => convert(member, true)],
    ],
    changeUndone: [['another phone, and the link that undoes it', 'member', BOTH, undoPhone]],
    resetCancelled: [['a reset that was cancelled', 'sms', BOTH, cancelReset]],
    resetEnded: [['a reset that waits while support changes the phone', 'sms', BOTH, waitThenChange]],
    consent: [['a consent', 'new-service', ['email'], agree]],
    withdrawn: [['a consent that was withdrawn', 'new-service', ['email'], withdraw]],
    leaving: [['a member who leaves', 'member', BOTH, async (member) => leave(backend.ctx, await rowOf(member), {})]],
    stayed: [['a member who stays after all', 'member', BOTH, leaveAndStay]],
    exported: [
      ['a copy of what is stored', 'member', ['email'], takeCopy],
      [
        'a copy that support took',
        'member',
        ['email'],
        async (member) => exportOf(backend.ctx, await rowOf(member), 'kim').next(),
      ],
    ],
    sessionEnded: [
      ['a browser that support signs out', 'member', ['email'], loseItsBrowser],
      [
        'all browsers, which support signs out',
        'member',
        ['email'],
        async (member) => signOutEverywhere(backend.ctx, await rowOf(member), 'kim'),
      ],
    ],
    supportChanged: [
      [
        'news that support chose',
        'member',
        ['email'],
        async (member) => changeFor(backend.ctx, 'news', await rowOf(member), { to: 'both', by: 'kim' }),
      ],
    ],
    factorOn: [
      ['a second factor', 'member', ['email'], statement({ second_factor: 'SMS' })],
      ['the rights of an administrator', 'member', ['email'], statement({ admin: true })],
    ],
    factorOff: [['no second factor any more', 'sms', BOTH, statement({ second_factor: 'NONE' })]],
    passkeyAdded: [['a passkey', 'member', BOTH, addPasskey]],
    passkeyRemoved: [['a passkey that an operator removed', 'member', BOTH, loseItsPasskey]],
    phone: [
      ['another phone, told to the former one', 'member', BOTH, statement({ phone: '+821099990000' })],
      ['no phone any more', 'member', BOTH, statement({ phone: null })],
    ],
    address: [
      ['another address, told to the former one', 'member', BOTH, moveAddress],
      ['a move to another account', 'member', BOTH, statement({ status: 'MOVED' })],
    ],
    stopped: [
      ['a suspension', 'member', ['email'], statement({ status: 'SUSPENDED' })],
      ['an unconfirmed employment', 'member', ['email'], statement({ status: 'INCUMBENT' })],
      ['a join that is refused afterwards', 'member', ['email'], statement({ join_status: 'UNAPPROVED' })],
    ],
    reopened: [
      ['the end of a suspension', 'suspended', ['email'], statement({ status: 'ACTIVE' })],
      ['the end of a protection by support', 'protected', ['email'], statement({ status: 'ACTIVE' })],
      ['a refused join that is approved', 'unapproved', ['email'], statement({ join_status: 'JOINED' })],
    ],
    protected: [
      ['the link of a notice', 'member', BOTH, pressLink],
      ['a protection by support', 'member', BOTH, statement({ status: 'PROTECTED' })],
    ],
  }

  const sentTo = async (to: string) =>
    backend.ctx.db.selectFrom('outbox').select(['subject', 'text']).where('to', '=', to).execute()
  const settled = async () => {
    await followChanges(backend.ctx)
    await backend.ctx.background.settle()
  }
  /** The notices that this member got, by their channel. */
  async function noticesTo({ login_id, phone }: Member, locale: (typeof LOCALES)[number] = 'en') {
    await settled()
    const [byMail, bySms] = [await sentTo(login_id), await sentTo(phone)]
    return (Object.keys(KINDS) as Kind[]).flatMap((kind) => {
      const title = say(locale, `notice.${kind}.title`, { from: locale === 'ko' ? '대문' : 'Daemun' })
      return [
        ...byMail.filter(({ subject }) => subject === title).map(({ text }) => ({ kind, by: 'email', text })),
        ...bySms.filter(({ text }) => text.startsWith(title)).map(({ text }) => ({ kind, by: 'sms', text })),
      ]
    })
  }

  const all = Object.entries(CASES).flatMap(([kind, cases]) => cases.map((one) => [kind as Kind, ...one] as const))
  test.each(all)('has the notice %s: %s of %s by %j', async (kind, _change, from, by, does) => {
    const member = await english(from)
    await settled()
    await does(member)
    const told = (await noticesTo(member)).filter((one) => one.kind === kind)
    expect(told.map((one) => one.by).toSorted()).toEqual(by.toSorted())
    for (const one of told) {
      expect(one.text.includes('/not-me/')).toBe(one.by === 'email' && howOf(kind).link === true)
      expect(one.text).not.toMatch(/[{}]/)
      expect(one.text.includes(`${APP}/account`)).toBe(one.by === 'email' && kind !== 'stopped')
    }
  })

  test('of a consent names the service and the page that withdraws it', async () => {
    const member = await english('new-service')
    await agree(member)
    const [{ text } = { text: '' }] = (await noticesTo(member)).filter(({ kind }) => kind === 'consent')
    expect(text).toContain('Group Academy')
    expect(text).toContain(`${APP}/account/services`)
  })

  test.each<[string, string, Partial<Row>]>([
    ['a nickname', 'member', { nickname: null }],
    ['a password that ends a protection', 'protected', { status: 'ACTIVE', password_changed_at: new Date() }],
    ['a decision about a join that waits, which has a mail of its own', 'waiting', { join_status: 'JOINED' }],
    ['a phone of an identity that has not joined', 'not-joined', { phone: '+821099990001' }],
  ])('of %s has no notice', async (_, from, set) => {
    const member = await english(from)
    await statement(set)(member)
    expect(await noticesTo(member)).toEqual([])
  })

  test.each(LOCALES)(
    'by one statement has a notice for each of its parts, in the language of the member (%s)',
    async (locale) => {
      const member = await copyOf(backend, 'member')
      await statement({ locale })(member)
      await statement({ phone: null, second_factor: 'SMS', status: 'SUSPENDED' })(member)
      const told = await noticesTo(member, locale)
      expect(told.map(({ kind, by }) => `${kind} ${by}`).toSorted()).toEqual([
        'factorOn email',
        'phone email',
        'phone sms',
        'stopped email',
      ])
      expect(told.find(({ kind }) => kind === 'stopped')?.text).toContain(backend.ctx.settings.support_contact)
    },
  )

  /** By which notice the events of Security D12 and the columns of a member are told, or why they are not. */
  const LIST = {
    events: {
      exported: 'account.exported operator.exported',
      leaving: 'account.leaving operator.leaving',
      protected: 'account.reported operator.reported notice.not_me',
      stayed: 'account.stayed operator.stayed',
      changeUndone: 'change.undone',
      address: 'email.changed',
      supportChanged: 'operator.changed',
      sessionEnded: 'operator.session_ended operator.signed_out',
      phone: 'phone.changed',
      factorOn: 'second_factor.changed',
      codes: 'code.limited code.wrong code.blocked',
      consent: 'consent.given',
      withdrawn: 'consent.withdrawn operator.withdrawn',
      joined: 'join.done',
      locked: 'lock.closed sign_in.locked sign_in.wrong_password',
      passkeyAdded: 'passkey.created',
      passkeyRemoved: 'passkey.removed operator.passkey_removed',
      password: 'password.changed password.reset',
      resetCancelled: 'reset.cancelled',
      resetEnded: 'reset.ended',
      reopened: 'operator.reopened',
      stopped: 'operator.suspended',
      browser: 'sign_in.done',
    },
    silentEvents: {
      'a mail of its own': 'account.left join.decided operator.erased',
      'nothing has changed': [
        'account.proof_failed code.undelivered code.expired',
        'ids.searched passkey.failed passkey.put_off operator.events_read operator.jobs_retried operator.read operator.searched sign_in.challenged sign_in.refused sign_in.step',
      ],
      'what it is used for is told': 'account.proved code.verified code.repeated',
      'it opens nothing': 'passkey.renamed marketing.changed nickname.changed letter.kept',
      'widens one service again': 'operator.allowed',
      'closes one service, not the account': 'operator.disallowed',
      'the code itself is a message': 'code.sent',
      'by itself, or by a new password': 'lock.opened',
      'a sign-in by the member': 'passkey.used',
      'jobs and interests': 'profile.changed',
      'the code was a message, and the new password is told': 'reset.allowed',
      'the link that cancels it': 'reset.delayed',
      'it concerns no member': [
        'operator.client_added operator.codes_changed operator.client_changed operator.client_removed',
        'operator.client_secret operator.webhook_secret operator.key_retired operator.key_rotated operator.terms_changed',
      ],
      'the members do not know the account yet': 'operator.imported',
      'the member asked for it': 'operator.unlocked',
      'the member in this browser': 'session.ended session.signed_out',
      'a session that the member began': 'session.used',
      'mostly a lost answer': 'token.reused',
    },
    columns: {
      address: 'login_id login_id_key',
      password: 'password_hash password_changed_at',
      supportReset: 'must_change_password',
      phone: 'phone',
      factorOn: 'second_factor admin',
      stopped: 'status',
      reopened: 'join_status',
      joined: 'joined',
    },
    silentColumns: {
      'never changes': 'id created_at',
      'a number': 'mbr_no',
      'the demo': 'demo_key',
      'by a code to the same address': 'email_verified',
      'nothing has changed': 'password_put_off_at',
      'goes with the status': 'join_reason',
      'before the join': 'join_type',
      mailed: 'invitation_hash invitation_expires_at',
      'opens nothing':
        'name nickname nickname_key birthdate birth_year gender national majors member_type_code profile',
      'follows from others': 'identity_key',
      'of the organisation': 'belong_sk member_kind emp_no',
      'a language': 'locale',
      'narrows a sign-in': 'allowed_ips internal_only',
    },
  }
  const named = (...lists: object[]) =>
    lists.flatMap((list) => Object.values(list).flat().join(' ').split(' ')).toSorted()

  test('is in the list: every event, every column of a member, and every kind of notice', async () => {
    expect(named(LIST.events, LIST.silentEvents)).toEqual(Object.keys(EVENTS).toSorted())
    const columns = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = 'members'`.execute(backend.ctx.db)
    expect(named(LIST.columns, LIST.silentColumns)).toEqual(columns.rows.map(({ name }) => name).toSorted())
    const told = [...Object.keys(LIST.events), ...Object.keys(LIST.columns), 'factorOff']
    expect([...new Set(told)].toSorted()).toEqual(Object.keys(KINDS).toSorted())
  })
})
