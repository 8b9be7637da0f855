// Security E9: an answer of an authenticator in which anything is altered signs nobody in, and creates nothing.
import { beforeEach, describe, expect, test } from 'vitest'
import { passkeysOfMember } from '../../../backend/domain/passkeys/rows.ts'
import { memberNamed } from '../../../backend/domain/members/operator.ts'
import type { RegistrationResponse } from '../../../contract/shapes/passkeys.ts'
import { Authenticator, strangeKey, type Changed } from '../../../conformance/authenticator.ts'
import { APP, Browser, data, type Reply } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf } from '../start.ts'
import { ask, byPasskey, byPassword, give, isStep, optionsOf, owner, resolve, visit } from './visits.ts'

let now = Date.now()
const backend = sharedBackend({ now: () => new Date(now), passkeys: { mode: 'recommended' } })
beforeEach(() => void (now += 60_000))

const failed = { status: 400, body: { code: 'PASSKEY_FAILED' } }
const unknown = { status: 400, body: { code: 'PASSKEY_UNKNOWN' } }

/** The reason that the record has for the last refusal. */
async function reason(): Promise<unknown> {
  const last = backend.ctx.db.selectFrom('audit_events').select('fields').where('event', '=', 'passkey.failed')
  return (await last.orderBy('id', 'desc').limit(1).executeTakeFirst())?.fields.reason
}

/** A member with a passkey, and a browser whose visit asks for one. */
async function arrived(how: Parameters<typeof owner>[2] = {}) {
  const { authenticator, member } = await owner(backend, 'member', how)
  const browser = new Browser(backend.url)
  await visit(backend, browser)
  return { authenticator, member, browser }
}

/** Nobody is signed in: the visit is as it was, and the right passkey still signs in. */
async function expectRefused(reply: Reply, why: string, browser: Browser, authenticator: Authenticator) {
  expect(reply).toMatchObject(failed)
  expect(reply.body).not.toHaveProperty('data')
  expect(await reason()).toBe(why)
  const { transaction_id } = browser.visit ?? { transaction_id: '' }
  const row = backend.ctx.db.selectFrom('transactions').selectAll().where('id', '=', transaction_id)
  expect(await row.executeTakeFirst()).toMatchObject({ member_id: null, finished_at: null })
  expect((await byPasskey(browser, authenticator)).status).toBe(200)
}

const flip = (bytes: Buffer, at = bytes.length - 1) => void bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
const OTHER_SITE = 'https://phisher.test'

/** What both answers have in common. */
const COMMON: [what: string, why: string, Changed][] = [
  ['another challenge', 'challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ['the origin of another site', 'origin', { origin: OTHER_SITE }],
  ['the origin with another port', 'origin', { origin: 'http://localhost:3001' }],
  ['a page that another site embeds', 'origin', { crossOrigin: true, topOrigin: OTHER_SITE }],
  ['a page that is embedded by nobody who is named', 'origin', { crossOrigin: true }],
  ['a page that names who embeds it, and denies to be embedded', 'origin', { topOrigin: OTHER_SITE }],
  ['the RP ID of another site', 'rp_id', { rp_id: 'phisher.test' }],
  ['a member who was not verified', 'user_verification', { isVerified: false }],
]

describe('a sign-in is refused with', () => {
  test.each<[string, string, Changed]>([
    ...COMMON,
    ['the type of a creation', 'type', { type: 'webauthn.create' }],
    ['no presence of anybody', 'signature', { isPresent: false }],
    ['the user handle of nobody', 'user_handle', { userHandle: 'bm9ib2R5' }],
    ['no user handle', 'user_handle', { userHandle: null }],
    ['the signature of another key', 'signature', { key: strangeKey() }],
    ['the signature of another kind of key', 'signature', { key: strangeKey('RS256') }],
    ['a key that may be copied now, and could not before', 'backup', { isSynced: true }],
    ['a bit of the signature that has changed', 'signature', { after: ({ signature }) => flip(signature) }],
    ['a counter that was changed after the signature', 'signature', { after: ({ authData }) => flip(authData) }],
    [
      'client data that were changed after the signature',
      'signature',
      { after: ({ clientData }) => replaced(clientData) },
    ],
  ])('%s', async (_, why, changed) => {
    const { authenticator, browser } = await arrived()
    await expectRefused(await byPasskey(browser, authenticator, changed), why, browser, authenticator)
  })

  /** The data stay readable. */
  function replaced(clientData: Buffer): void {
    clientData.write('crossOrigim', clientData.indexOf('crossOrigin'))
  }

  test('fields that cannot be read', async () => {
    const { authenticator, browser } = await arrived()
    const right = authenticator.get(await ask(browser))
    const { response } = right
    const broken: unknown[] = [
      { ...right, response: { ...response, clientDataJSON: 'bm8' } },
      { ...right, response: { ...response, clientDataJSON: Buffer.from('{"type":1}').toString('base64url') } },
      { ...right, response: { ...response, authenticatorData: 'AAAA' } },
    ]
    for (const credential of broken) expect(await give(browser, credential)).toMatchObject(failed)
    expect((await byPasskey(browser, authenticator)).status).toBe(200)
  })

  test('the ID of another member’s passkey: one’s own key opens no other account', async () => {
    const [victim, thief] = [await owner(backend), await arrived()]
    const id = victim.authenticator.kept?.id.toString('base64url') ?? ''
    const userHandle = victim.authenticator.kept?.userHandle ?? ''
    const reply = await byPasskey(thief.browser, thief.authenticator, { id, userHandle })
    await expectRefused(reply, 'signature', thief.browser, victim.authenticator)
  })

  test('a user handle of another member, besides one’s own passkey', async () => {
    const [victim, thief] = [await owner(backend), await arrived()]
    const userHandle = victim.authenticator.kept?.userHandle ?? ''
    const reply = await byPasskey(thief.browser, thief.authenticator, { userHandle })
    await expectRefused(reply, 'user_handle', thief.browser, thief.authenticator)
  })

  test('a passkey that no member has: the app learns that, and no other reason', async () => {
    const { authenticator, browser } = await arrived()
    const stranger = new Authenticator(APP)
    stranger.create(optionsOf(await byPassword(backend, new Browser(backend.url), await copyOf(backend, 'member'))))
    await visit(backend, browser)
    expect(await byPasskey(browser, stranger)).toMatchObject(unknown)
    expect((await byPasskey(browser, authenticator)).status).toBe(200)
  })

  test('a body of another shape, before anything is looked up', async () => {
    const { authenticator, browser } = await arrived()
    const right = authenticator.get(await ask(browser))
    for (const wrong of [{ id: ' ' }, { id: 1 }, { rawId: [] }, { type: 'password' }, { type: null }, { response: [] }])
      expect((await give(browser, { ...right, ...wrong })).status).toBe(400)
    for (const credential of [null, {}]) expect((await give(browser, credential)).status).toBe(400)
    expect((await give(browser, right)).status).toBe(200)
  })
})

describe('a challenge', () => {
  test('is used once: the same answer again is refused', async () => {
    const { authenticator, browser } = await arrived({ isSynced: true })
    const credential = authenticator.get(await ask(browser))
    expect((await give(browser, credential)).status).toBe(200)
    expect(await give(browser, credential)).toMatchObject(failed)
    expect(await reason()).toBe('challenge')
  })

  test('is used up by a refused answer', async () => {
    const { authenticator, browser } = await arrived()
    const options = await ask(browser)
    expect(await give(browser, authenticator.get(options, { isVerified: false }))).toMatchObject(failed)
    await expectRefused(await give(browser, authenticator.get(options)), 'challenge', browser, authenticator)
  })

  test('of two answers at once accepts one', async () => {
    const { authenticator, browser } = await arrived({ isSynced: true })
    const credential = authenticator.get(await ask(browser))
    const replies = await Promise.all([1, 2, 3, 4].map(() => give(browser, credential)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(3)
  })

  test('ends after five minutes', async () => {
    const { authenticator, browser } = await arrived()
    const [early, late] = [await ask(browser), await ask(browser)]
    now += 299_000
    expect(await give(browser, authenticator.get(early, { isVerified: false }))).toMatchObject(failed)
    expect(await reason()).toBe('user_verification')
    now += 2000
    await expectRefused(await give(browser, authenticator.get(late)), 'challenge', browser, authenticator)
  })

  test('of another visit of the same browser is refused', async () => {
    const { authenticator, browser } = await arrived()
    const options = await ask(browser)
    await visit(backend, browser)
    await expectRefused(await give(browser, authenticator.get(options)), 'challenge', browser, authenticator)
  })

  test('of another browser is refused', async () => {
    const { authenticator } = await owner(backend)
    const [victim, thief] = [new Browser(backend.url), new Browser(backend.url)]
    await visit(backend, thief)
    const options = await ask(thief)
    await visit(backend, victim)
    await expectRefused(await give(victim, authenticator.get(options)), 'challenge', victim, authenticator)
    victim.visit = thief.visit
    expect((await give(victim, authenticator.get(options))).status).toBe(403)
  })

  test('for a creation signs no member in', async () => {
    const { authenticator } = await owner(backend)
    const [browser, member] = [new Browser(backend.url), await copyOf(backend, 'member')]
    const { challenge } = optionsOf(await byPassword(backend, browser, member))
    const reply = await give(browser, authenticator.get({ challenge, rpId: 'localhost', userVerification: 'required' }))
    expect(reply).toMatchObject(failed)
    expect(await reason()).toBe('challenge')
  })
})

describe('a counter', () => {
  test.each([
    ['that goes back', 2],
    ['that stands still', 3],
    ['of an authenticator that has ceased to count', 0],
  ])('%s is that of a copy: refused and recorded for the member', async (_, counter) => {
    const { authenticator, member } = await owner(backend)
    for (let uses = 0; uses < 3; uses += 1) {
      const browser = new Browser(backend.url)
      await visit(backend, browser)
      expect((await byPasskey(browser, authenticator)).status).toBe(200)
    }
    const browser = new Browser(backend.url)
    await visit(backend, browser)
    await expectRefused(await byPasskey(browser, authenticator, { counter }), 'counter', browser, authenticator)
    const { id } = await memberNamed(backend.ctx, member.login_id)
    const rows = backend.ctx.db.selectFrom('audit_events').select('fields').where('member_id', '=', id)
    const events = await rows.where('event', '=', 'passkey.failed').execute()
    expect(events).toEqual([{ fields: { reason: 'counter' } }])
  })

  test('that was signed by another key moves nothing', async () => {
    const { authenticator, browser } = await arrived()
    const reply = await byPasskey(browser, authenticator, { counter: 4_294_967_295, key: strangeKey() })
    await expectRefused(reply, 'signature', browser, authenticator)
  })

  test('is not missed where the provider does not count', async () => {
    const { authenticator } = await owner(backend, 'member', { isSynced: true })
    for (let uses = 0; uses < 2; uses += 1) {
      const browser = new Browser(backend.url)
      await visit(backend, browser)
      expect((await byPasskey(browser, authenticator)).status).toBe(200)
    }
  })
})

describe('a creation is refused with', () => {
  /** A member at the step, and the answer to it. */
  async function atStep() {
    const [member, browser] = [await copyOf(backend, 'member'), new Browser(backend.url)]
    const step = await byPassword(backend, browser, member)
    expect(step).toMatchObject(isStep)
    return { member, browser, options: optionsOf(step), authenticator: new Authenticator(APP) }
  }
  const kept = async (login_id: string) => passkeysOfMember(backend.ctx, (await memberNamed(backend.ctx, login_id)).id)

  const certificate = new Map<string, number | Buffer>([
    ['alg', -7],
    ['sig', Buffer.alloc(70)],
    ['x5c', Buffer.alloc(0)],
  ])

  test.each<[string, string, Changed]>([
    ...COMMON,
    ['the type of a sign-in', 'type', { type: 'webauthn.get' }],
    ['an algorithm that was not offered', 'algorithm', { key: strangeKey('ES384') }],
    ['another ID than that of the credential', 'algorithm', { id: 'b3RoZXI' }],
    ['a statement that no attestation has', 'algorithm', { attStmt: new Map([['alg', -7]]) }],
    ['a certificate that would have to be looked up', 'attestation', { fmt: 'packed', attStmt: certificate }],
    ['the format of a TPM', 'attestation', { fmt: 'tpm' }],
  ])('%s, and the page gets new options', async (_, why, changed) => {
    const { member, browser, options, authenticator } = await atStep()
    const reply = await resolve(browser, { passkey: authenticator.create(options, changed) })
    expect(reply).toMatchObject(failed)
    expect(await reason()).toBe(why)
    expect(await kept(member.login_id)).toEqual([])
    const again = await resolve(browser, { passkey: authenticator.create(optionsOf(reply)) })
    expect(again.status).toBe(200)
    expect(await kept(member.login_id)).toHaveLength(1)
  })

  test('the answer for another member', async () => {
    const [one, other] = [await atStep(), await atStep()]
    const passkey = one.authenticator.create(one.options)
    expect(await resolve(other.browser, { passkey })).toMatchObject(failed)
    expect(await kept(other.member.login_id)).toEqual([])
  })

  test('a credential that another member has', async () => {
    const { authenticator: known } = await owner(backend)
    const { member, browser, options, authenticator } = await atStep()
    const passkey: RegistrationResponse = authenticator.create(options, {}, 'ES256', known.kept?.id)
    expect(await resolve(browser, { passkey })).toMatchObject(failed)
    expect(await reason()).toBe('exists')
    expect(await kept(member.login_id)).toEqual([])
  })

  test('a challenge that is older than five minutes', async () => {
    const { member, browser, options, authenticator } = await atStep()
    now += 301_000
    expect(await resolve(browser, { passkey: authenticator.create(options) })).toMatchObject(failed)
    expect(await kept(member.login_id)).toEqual([])
  })

  test('nothing that can be read, and with neither a passkey nor "later"', async () => {
    const { browser } = await atStep()
    for (const given of [{}, { passkey: {} }, { passkey: null }])
      expect((await resolve(browser, given)).status).toBe(400)
  })
})

test('the challenge of a sign-in creates nothing', async () => {
  const [member, browser] = [await copyOf(backend, 'member'), new Browser(backend.url)]
  const options = optionsOf(await byPassword(backend, browser, member))
  const { challenge } = await ask(browser)
  const passkey = new Authenticator(APP).create({ ...options, challenge })
  expect(await resolve(browser, { passkey })).toMatchObject(failed)
  expect(data(await resolve(browser, { skip: true })).location).toBeTruthy()
})
