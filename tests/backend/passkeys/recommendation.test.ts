// Contract, "Passkeys": when a member is asked to create a passkey, and when not.
import { beforeEach, describe, expect, test } from 'vitest'
import { memberNamed } from '../../../backend/domain/members/operator.ts'
import { passkeysOfMember } from '../../../backend/domain/passkeys/rows.ts'
import { sweep } from '../../../backend/sweep.ts'
import { Authenticator } from '../../../conformance/authenticator.ts'
import { APP, Browser, data, seal, type Reply } from '../browser.ts'
import { Joiner, profiles } from '../joiner.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf, PARTNER, signInAt, start, type Member } from '../start.ts'
import { ask, byPassword, give, isStep, optionsOf, owner, resolve, visit } from './visits.ts'

const DAY = 86_400_000
const QUIET = 'quiet-service'

let now = Date.now()
const quiet = { client_id: QUIET, client_secret: '', redirect_uris: [`${PARTNER}/callback`] }
const backend = sharedBackend({
  now: () => new Date(now),
  passkeys: { mode: 'recommended' },
  clients: [{ ...quiet, post_logout_redirect_uris: [], recommends_passkey: false }],
})
beforeEach(() => void (now += 60_000))

const rowOf = ({ login_id }: Member) => memberNamed(backend.ctx, login_id)
const passkeysOf = async (member: Member) => passkeysOfMember(backend.ctx, (await rowOf(member)).id)
/** A member in a new browser, and the answer to the password. */
async function atStep(from = 'member', stay = true) {
  const [member, browser] = [await copyOf(backend, from), new Browser(backend.url)]
  return {
    member,
    browser,
    step: await byPassword(backend, browser, member, stay),
    authenticator: new Authenticator(APP),
  }
}
/** A sign-in by password that leads to the partner at once. */
async function expectNotAsked(reply: Reply) {
  expect(reply).toMatchObject({ status: 200, body: { data: { location: expect.any(String) as string } } })
}

describe('a member without a passkey', () => {
  test('is asked after a password, with what a browser needs, and goes on to the service', async () => {
    const [member, browser, authenticator] = [
      await copyOf(backend, 'member'),
      new Browser(backend.url),
      new Authenticator(APP),
    ]
    const { entry, tokens } = await visit(backend, browser)
    const step = await browser.signIn(entry, member, true)
    expect(step).toMatchObject(isStep)
    const { name } = await rowOf(member)
    expect(data(step)).toMatchObject({
      conditional: true,
      progress: { current: 1, total: 1 },
      options: {
        rp: { id: 'localhost', name: '대문' },
        user: { id: expect.stringMatching(/^[\w-]{22}$/) as string, name: member.login_id, displayName: name },
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })),
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      },
    })
    const done = await resolve(browser, { passkey: authenticator.create(optionsOf(step)) })
    const claims = (await tokens(await browser.go(String(data(done).location)))).claims()
    expect(claims).toMatchObject({ email: member.login_id, amr: ['pwd'] })
    expect(await passkeysOf(member)).toMatchObject([
      { name: 'Google Password Manager', transports: ['internal', 'hybrid'] },
    ])
  })

  test.each([
    ['of no known provider', '00000000-0000-0000-0000-000000000000', 'Passkey'],
    ['of Apple', 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'Apple Passwords'],
    ['of Windows', '08987058-cadc-4b81-b6e1-30de50dcbe96', 'Windows Hello'],
  ])('gets a passkey with a name: %s', async (_, aaguid, name) => {
    const { member } = await owner(backend, 'member', { aaguid })
    expect(await passkeysOf(member)).toMatchObject([{ name }])
  })

  test('creates it without a question, if the browser asks nothing and still verifies the member', async () => {
    const { member, browser, step, authenticator } = await atStep()
    const passkey = authenticator.create(optionsOf(step), { isPresent: false })
    expect((await resolve(browser, { passkey, conditional: true })).status).toBe(200)
    const rows = backend.ctx.db.selectFrom('audit_events').select('fields').where('event', '=', 'passkey.created')
    expect(await rows.where('member_id', '=', (await rowOf(member)).id).execute()).toEqual([
      { fields: { asked: false } },
    ])
  })

  test('is asked in a browser of earlier sign-ins, also without staying signed in', async () => {
    const [member, browser] = [await copyOf(backend, 'member'), new Browser(backend.url)]
    await expectNotAsked((await signInAt(backend, browser, member)).reply)
    expect(await byPassword(backend, browser, member, false)).toMatchObject(isStep)
  })

  test('is not asked in a new browser without staying signed in: it may be a shared one', async () => {
    const [member, browser] = [await copyOf(backend, 'member'), new Browser(backend.url)]
    await signInAt(backend, browser, await copyOf(backend, 'member'))
    await expectNotAsked(await byPassword(backend, browser, member, false))
  })

  test('is asked after a second factor, and not instead of it', async () => {
    const { browser, step } = await atStep('sms')
    expect(step).toMatchObject({
      status: 401,
      body: { data: { auth_required: true, progress: { current: 1, total: 2 } } },
    })
    expect((await resolve(browser, { skip: true })).status).toBe(412)
  })

  test('is not asked in a visit that recommends a new password, whatever came of it', async () => {
    const { member, browser, step } = await atStep('old-password')
    expect(step).toMatchObject({ status: 401, body: { data: { matcher_type: 'RECOMMENDED_CHANGE_PWD' } } })
    const later = { matcher_type: 'RECOMMENDED_CHANGE_PWD', skip: true, consent_terms: [] }
    await expectNotAsked(await browser.post('/v1/matcher/resolve', later))
    expect(await byPassword(backend, browser, member)).toMatchObject(isStep)
  })

  test('is asked after a required change of the password', async () => {
    const [member, browser] = [await copyOf(backend, 'required-password'), new Browser(backend.url)]
    const { entry } = await visit(backend, browser)
    const key = data(await browser.get(`/v1/init/login${entry.search}`))
    expect((await browser.signIn(entry, member, true)).status).toBe(401)
    const passwords = { current_password: seal(member.password, key), password: seal('kT7!mz2Rk9x', key) }
    const reply = await browser.call('PUT', '/v1/profile/change/password', {
      matcher_type: 'REQUIRED_CHANGE_PWD',
      ...passwords,
    })
    expect(reply).toMatchObject(isStep)
  })

  test('is not asked on the way to a service that has switched it off', async () => {
    const [member, browser] = [await copyOf(backend, 'member'), new Browser(backend.url)]
    await expectNotAsked(await browser.signIn((await visit(backend, browser, {}, QUIET)).entry, member, true))
    expect(await byPassword(backend, browser, member)).toMatchObject(isStep)
  })

  test('is not asked by a session, by the account chooser, nor after a join', async () => {
    const [member, browser] = [await copyOf(backend, 'member'), new Browser(backend.url)]
    const { tokens } = await signInAt(backend, browser, member)
    expect(tokens).not.toBeNull()
    now += 60_000
    const { entry } = await visit(backend, browser, { prompt: 'select_account' })
    const { sso_sessions } = data(await browser.get(`/v1/init/login${entry.search}`)) as {
      sso_sessions: { id: string }[]
    }
    await expectNotAsked(await browser.post('/v1/verify/sso', { sso_session_id: sso_sessions[0]?.id }))
    const session = await visit(backend, browser)
    expect(session.entry.searchParams.has('code')).toBe(true)
    const joiner = await new Joiner(backend).arrive()
    await joiner.proveEmail()
    await joiner.provePhone()
    expect((await joiner.browser.post('/v1/verify/join', joiner.payload(profiles.SOCIAL))).body).toMatchObject({
      data: { location: expect.any(String) as string },
    })
  })

  test('is not asked after a sign-in by passkey in a browser of another', async () => {
    const { authenticator } = await owner(backend)
    const browser = new Browser(backend.url)
    await visit(backend, browser)
    await expectNotAsked(await give(browser, authenticator.get(await ask(browser)), true))
  })
})

test('a member with a passkey is not asked again', async () => {
  const { member, browser } = await owner(backend)
  await expectNotAsked(await byPassword(backend, browser, member))
})

describe('"later"', () => {
  test('leads to the service, and counts for 90 days', async () => {
    const [member, browser] = [await copyOf(backend, 'member'), new Browser(backend.url)]
    const { entry, tokens } = await visit(backend, browser)
    expect(await browser.signIn(entry, member, true)).toMatchObject(isStep)
    const done = await resolve(browser, { skip: true })
    expect((await tokens(await browser.go(String(data(done).location)))).claims()).toMatchObject({
      email: member.login_id,
    })
    now += 89 * DAY
    await sweep(backend.ctx)
    await expectNotAsked(await byPassword(backend, browser, member))
    now += 2 * DAY
    await sweep(backend.ctx)
    const skips = backend.ctx.db.selectFrom('passkey_skips').where('member_id', '=', (await rowOf(member)).id)
    expect(await skips.selectAll().execute()).toEqual([])
    expect(await byPassword(backend, browser, member)).toMatchObject(isStep)
  })

  test('of a browser that creates none, where nobody was asked, does not count', async () => {
    const { member, browser } = await atStep()
    expect((await resolve(browser, { skip: true, conditional: true })).status).toBe(200)
    expect(await byPassword(backend, browser, member)).toMatchObject(isStep)
  })

  test('that was answered and lost is answered again', async () => {
    const { browser } = await atStep()
    const done = await resolve(browser, { skip: true })
    expect(await resolve(browser, { skip: true })).toMatchObject({ status: 200, body: done.body })
  })

  test('ends no token while it is pending, and the step grants nothing before it is resolved', async () => {
    const [member, browser] = [await copyOf(backend, 'member'), new Browser(backend.url)]
    const { tokens } = await signInAt(backend, browser, member)
    expect(await byPassword(backend, browser, member)).toMatchObject(isStep)
    const userinfo = await fetch(`${backend.url}/oidc/userinfo`, {
      headers: { authorization: `Bearer ${String(tokens?.access_token)}` },
    })
    expect(userinfo.status).toBe(200)
    const stranger = new Browser(backend.url)
    await visit(backend, stranger)
    expect((await resolve(stranger, { skip: true })).status).toBe(412)
  })
})

test('a passkey that was created and whose answer was lost is answered again', async () => {
  const { member, browser, step, authenticator } = await atStep()
  const passkey = authenticator.create(optionsOf(step))
  const replies = await Promise.all([1, 2].map(() => resolve(browser, { passkey })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(await passkeysOf(member)).toHaveLength(1)
})

test('with the setting `on`, no member is asked', async () => {
  const other = await start({ passkeys: { mode: 'on' } })
  try {
    await expectNotAsked(await byPassword(other, new Browser(other.url), await copyOf(other, 'member')))
  } finally {
    await other.close()
  }
})

test('a member has twenty passkeys at most', async () => {
  const { member, browser, step, authenticator } = await atStep()
  const { id: member_id } = await rowOf(member)
  const rows = Array.from({ length: 20 }, (_, at) => ({
    id: crypto.randomUUID(),
    member_id,
    credential_id: `${member_id}-${at}`,
    public_key: Buffer.alloc(1),
    counter: 0,
    transports: [],
    backup_eligible: false,
    backed_up: false,
    aaguid: '',
    name: 'Passkey',
    user_handle: 'handle',
    created_at: new Date(now),
  }))
  await backend.ctx.db.insertInto('passkeys').values(rows).execute()
  const reply = await resolve(browser, { passkey: authenticator.create(optionsOf(step)) })
  expect(reply).toMatchObject({ status: 400, body: { code: 'PASSKEY_FAILED' } })
  const options = optionsOf(reply)
  expect(options.excludeCredentials).toHaveLength(20)
  expect(options.user.id).toBe('handle')
  expect(await passkeysOf(member)).toHaveLength(20)
  expect((await resolve(browser, { skip: true })).status).toBe(200)
})
