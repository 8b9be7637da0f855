// Security A5, A7, A9: strangers who know an e-mail address lock out strangers only, and no limit tells them what an account has.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { hashOf, newSecret } from '../../../backend/context.ts'
import type { Challenge } from '../../../backend/domain/codes/challenge.ts'
import { countedOf, takeSend } from '../../../backend/domain/codes/limits.ts'
import { endEverythingOf } from '../../../backend/domain/sessions/sessions.ts'
import {
  deviceSeconds,
  isKnownBrowser,
  isKnownForId,
  memberKnownBy,
  rememberBrowser,
} from '../../../backend/domain/signIn/knownBrowsers.ts'
import type { Purpose } from '../../../backend/db/schema.ts'
import { messages } from '../../../backend/outbox.ts'
import { serviceRoutes } from '../../../backend/routes/service.ts'
import { Browser, data } from '../browser.ts'
import { caller, type Reply } from '../backendParts.ts'
import { sharedBackend, sharedParts } from '../shared.ts'
import { copyOf, partner, signInAt, type Member } from '../start.ts'

const sms = '/authenticator/v1'
const OWNER = '203.0.113.1'
const STRANGER = '198.51.100.1'

describe('codes', () => {
  let last = 20_000_000
  const parts = sharedParts()

  const newPhone = () => `+8210${(last += 1)}`
  const codeFor = async (to: string) => /#(\d{6})$/.exec((await messages(parts.ctx, to))[0]?.text ?? '')?.[1] ?? ''
  async function owner() {
    parts.pass(86_401)
    const phone = newPhone()
    return { phone, member_id: await parts.member(phone) }
  }
  type Owner = Awaited<ReturnType<typeof owner>>

  /** One challenge, and calls to it from one network. */
  async function from(address: string, purpose: Purpose, known: Partial<Owner> = {}, cookie = '') {
    const { headers } = await parts.challenge(purpose, known)
    const ask = caller(serviceRoutes(parts.ctx), address)
    const all = { ...headers, cookie: `${headers.cookie}; ${cookie}` }
    return {
      send: (body: object = {}) => ask('POST', `${sms}/issue/sms`, all, body),
      verify: (verify_code: string) => ask('POST', `${sms}/verify/sms`, all, { verify_code }),
    }
  }

  /** A stranger uses up all that one network is given: sends a day, and wrong guesses. */
  async function attack({ phone, member_id }: Owner, address = STRANGER): Promise<void> {
    for (let time = 0; time < 15; time += 1) {
      parts.pass(61)
      const stranger = await from(address, 'SEARCH_PWD', { phone, member_id })
      const before = (await messages(parts.ctx, phone)).length
      if ((await stranger.send()).status === 200) await sentTo(phone, before + 1)
      const right = await codeFor(phone)
      for (let guess = 0; guess < 6; guess += 1) await stranger.verify(right === '000000' ? '999999' : '000000')
    }
    parts.pass(61)
  }

  /** The message of a recovery leaves after its answer. */
  const sentTo = (phone: string, times: number) =>
    vi.waitFor(async () => expect(await messages(parts.ctx, phone)).toHaveLength(times), { timeout: 30_000 })

  async function expectToProve(phone: string, visit: Awaited<ReturnType<typeof from>>) {
    const before = (await messages(parts.ctx, phone)).length
    expect(await visit.send()).toMatchObject({ status: 200 })
    await sentTo(phone, before + 1)
    expect(await visit.verify(await codeFor(phone))).toMatchObject({ status: 200 })
  }

  test.each(['SECOND_FACTOR', 'ADMIN'] as const)(
    'a stranger’s recoveries leave the owner’s %s code working, from the same network too',
    async (purpose) => {
      const one = await owner()
      await attack(one)
      await expectToProve(one.phone, await from(STRANGER, purpose, one))
    },
  )

  test('a stolen session that uses up its codes leaves the owner’s second factor working', async () => {
    const one = await owner()
    const caller = { ip: STRANGER, isKnown: false, isTrusted: false }
    const challenge = { purpose: 'ACCOUNT', member_id: one.member_id, email: null } as Challenge
    const ofSession = countedOf(challenge, one.phone, caller)
    let wait = 0
    for (let sends = 0; wait === 0 && sends < 20; sends += 1) {
      wait = await takeSend(parts.ctx, ofSession, 'KR')
      parts.pass(61)
    }
    expect(wait).toBeGreaterThan(0)
    await expectToProve(one.phone, await from(STRANGER, 'SECOND_FACTOR', one))
  })

  test('a browser counts as known for as long as the settings say', async () => {
    const one = await owner()
    const key = await rememberBrowser(parts.ctx, undefined, one.member_id)
    const { login_id_key } = await parts.ctx.db
      .selectFrom('members')
      .select('login_id_key')
      .where('id', '=', one.member_id)
      .executeTakeFirstOrThrow()
    const known = async () => [
      await isKnownBrowser(parts.ctx, key, one.member_id),
      await isKnownForId(parts.ctx, key, login_id_key),
      (await memberKnownBy(parts.ctx, key)) === one.member_id,
    ]
    expect(await known()).toEqual([true, true, true])
    parts.pass(deviceSeconds(parts.ctx))
    expect(await known()).toEqual([false, false, false])
  })

  test('a stranger’s recoveries from one network leave the owner’s recovery working from another', async () => {
    const one = await owner()
    await attack(one)
    await expectToProve(one.phone, await from(OWNER, 'SEARCH_PWD', one))
  })

  describe('an attack from many networks', () => {
    let one: Owner
    let other: Owner
    beforeAll(async () => {
      other = await owner()
      one = await owner()
      for (const at of [1, 2, 3]) await attack(one, `198.51.${at}.1`)
    }, 120_000)

    test('a browser that is known for another member is a stranger', async () => {
      const key = await rememberBrowser(parts.ctx, undefined, other.member_id)
      expect(await (await from(OWNER, 'SEARCH_PWD', one, `device=${key}`)).send()).toMatchObject({ status: 429 })
    })

    test('strangers from many networks leave a browser alone in which the owner signed in before', async () => {
      expect(await (await from(OWNER, 'SEARCH_PWD', one)).send()).toMatchObject({ status: 429 })
      const key = await rememberBrowser(parts.ctx, undefined, one.member_id)
      await expectToProve(one.phone, await from(OWNER, 'SEARCH_PWD', one, `device=${key}`))
    })
  })

  test('a stranger’s code does not end the owner’s, which still counts', async () => {
    const one = await owner()
    const visit = await from(OWNER, 'SEARCH_PWD', one)
    expect((await visit.send()).status).toBe(200)
    await sentTo(one.phone, 1)
    const code = await codeFor(one.phone)
    parts.pass(61)
    expect((await (await from(STRANGER, 'SEARCH_PWD', one)).send()).status).toBe(200)
    expect(await visit.verify(code)).toMatchObject({ status: 200 })
  })

  test('all strangers together have ten guesses an hour and ten codes a day at one account', async () => {
    const one = await owner()
    const answers: Reply[] = []
    for (let at = 1; at <= 6; at += 1)
      for (let time = 0; time < 3; time += 1) {
        parts.pass(61)
        const stranger = await from(`198.51.${at}.1`, 'SEARCH_PWD', one)
        await stranger.send()
        const wrong = (await codeFor(one.phone)) === '000000' ? '999999' : '000000'
        for (let guess = 0; guess < 5; guess += 1) answers.push(await stranger.verify(wrong))
      }
    const { db } = parts.ctx
    const guesses = await db
      .selectFrom('code_guesses')
      .selectAll()
      .where('recipient', 'like', `%${one.member_id}`)
      .execute()
    const sends = await db.selectFrom('send_log').selectAll().where('recipient', 'like', `%${one.member_id}`).execute()
    expect(answers.filter((one) => (one.body as { detail_code?: number }).detail_code === 4518).length).toBeGreaterThan(
      0,
    )
    expect(guesses.length).toBeLessThanOrEqual(10)
    expect(sends.length).toBeLessThanOrEqual(10)
  })

  const comparable = ({ status, body, headers }: Reply) => ({ status, body, wait: headers.get('retry-after') })

  test.each(['JOIN', 'SEARCH_IDS'] as const)(
    'a code for %s to a number does not change what a recovery answers for the account with that number',
    async (purpose) => {
      const [one, other] = [await owner(), await owner()]
      const typed = { phone_number: one.phone.slice(3), nation_tel_no: '82' }
      for (let time = 0; time < 3; time += 1) {
        parts.pass(61)
        expect((await (await from(STRANGER, purpose)).send(typed)).status).toBe(200)
      }
      const answers = []
      for (const account of [one, other])
        for (let time = 0; time < 4; time += 1)
          answers.push(comparable(await (await from(STRANGER, 'SEARCH_PWD', account)).send()))
      expect(answers.slice(0, 4)).toEqual(answers.slice(4))
    },
  )

  test('a recovery of one account does not change what the recovery of another with the same number answers', async () => {
    const one = await owner()
    const [same, other] = [await parts.member(one.phone), await owner()]
    await (await from(STRANGER, 'SEARCH_PWD', one)).send()
    const next = await (await from(STRANGER, 'SEARCH_PWD', { phone: one.phone, member_id: same })).send()
    expect(comparable(next)).toEqual(comparable(await (await from(STRANGER, 'SEARCH_PWD', other)).send()))
  })
})

describe('known browsers', () => {
  const backend = sharedBackend()

  const lock = async (member: Member) => {
    for (let time = 0; time < 6; time += 1)
      await signInAt(backend, new Browser(backend.url), { ...member, password: `wrong password ${time}` })
  }
  const signIn = async (browser: Browser, member: Member) => (await signInAt(backend, browser, member)).reply
  const signOut = (browser: Browser) => browser.jar.delete('_session /')

  test('strangers lock a login id: the owner still signs in where the owner signed in before, and nowhere else', async () => {
    const member = await copyOf(backend, 'member')
    const home = new Browser(backend.url)
    expect((await signIn(home, member)).status).toBe(200)
    signOut(home)
    await lock(member)
    expect(await signIn(new Browser(backend.url), member)).toMatchObject({ status: 400, body: { detail_code: 4575 } })
    expect((await signIn(home, member)).status).toBe(200)
    // The owner's sign-in gives strangers no new attempts.
    expect(await signIn(new Browser(backend.url), member)).toMatchObject({ status: 400, body: { detail_code: 4575 } })
  })

  test('the fifth wrong password in a known browser locks that browser as well', async () => {
    const member = await copyOf(backend, 'member')
    const home = new Browser(backend.url)
    await signIn(home, member)
    signOut(home)
    for (let time = 1; time <= 5; time += 1)
      expect((await signIn(home, { ...member, password: 'wrong' })).text).toContain(`[${time}]`)
    expect(await signIn(home, member)).toMatchObject({ status: 400, body: { detail_code: 4575 } })
    expect((await signIn(new Browser(backend.url), member)).status).toBe(200)
  })

  const deviceOf = (browser: Browser) => browser.jar.get('device /')

  test('a key that a stranger planted before the sign-in is not known after it', async () => {
    const [stranger, member] = [await copyOf(backend, 'member'), await copyOf(backend, 'member')]
    const evil = new Browser(backend.url)
    await signIn(evil, stranger)
    const planted = deviceOf(evil)
    const home = new Browser(backend.url)
    if (planted) home.jar.set('device /', planted)
    await signIn(home, member)
    expect(deviceOf(home)?.value).not.toBe(planted?.value)
    await lock(member)
    signOut(evil)
    expect(await signIn(evil, member)).toMatchObject({ status: 400, body: { detail_code: 4575 } })
  })

  test('the database holds the hash of a key, and a changed password makes every browser unknown', async () => {
    const member = await copyOf(backend, 'member')
    const home = new Browser(backend.url)
    await signIn(home, member)
    const key = deviceOf(home)?.value ?? newSecret()
    const rows = () =>
      backend.ctx.db.selectFrom('known_browsers').selectAll().where('device_hash', '=', hashOf(key)).execute()
    expect(await rows()).toHaveLength(1)
    const { id } = await backend.ctx.db
      .selectFrom('members')
      .select('id')
      .where('login_id', '=', member.login_id)
      .executeTakeFirstOrThrow()
    await backend.ctx.db.transaction().execute((db) => endEverythingOf(db, id))
    expect(await rows()).toEqual([])
  })

  async function channels(browser: Browser, login_id: string) {
    const entry = await browser.go((await (await partner(backend)).begin({ prompt: 'password' })).url)
    const { transaction_id, state } = Object.fromEntries(entry.searchParams)
    const reply = await browser.post('/v1/init/search/pwd', { login_id, transaction_id, state })
    return data(reply).channels as { authenticator_type: string; masked: string }[]
  }

  test('masks show no digit of the phone but where the member signed in before', async () => {
    const member = await copyOf(backend, 'member')
    const phoneIn = async (browser: Browser, login_id: string) =>
      (await channels(browser, login_id)).find((one) => one.authenticator_type === 'phone')?.masked
    const hidden = await phoneIn(new Browser(backend.url), member.login_id)
    expect(hidden).toMatch(/^\*+$/)
    expect(await phoneIn(new Browser(backend.url), 'nobody-at-all@demo.test')).toBe(hidden)
    const home = new Browser(backend.url)
    await signIn(home, member)
    expect(await phoneIn(home, member.login_id)).toBe(`010-****-**${member.phone.slice(-2)}`)
  })
})
