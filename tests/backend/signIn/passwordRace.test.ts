// Security B6: sign-ins in progress do not survive a password reset, at whatever statement the reset happens.
import type { KyselyPlugin, QueryId } from 'kysely'
import * as client from 'openid-client'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backendApp } from '../../../backend/app.ts'
import type { Ctx } from '../../../backend/context.ts'
import { outside } from '../../../backend/db/oneTransaction.ts'
import { startHashing, type Hashing } from '../../../backend/domain/passwords/hashing.ts'
import { endEverythingOf } from '../../../backend/domain/sessions/sessions.ts'
import { verifyPassword } from '../../../backend/domain/signIn/verifyPassword.ts'
import { createProvider } from '../../../backend/oidc/provider.ts'
import { APP, Browser, data, seal } from '../browser.ts'
import { Joiner, profiles } from '../joiner.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, copyOf, partner, signInAt, type Member } from '../start.ts'

let hashing: Hashing
let newHash: string
const backend = sharedBackend({ limits: { hash_memory: 1024, hash_passes: 1, send_gap_seconds: 0 } })
beforeAll(async () => {
  hashing = await startHashing(backend.ctx.settings.limits)
  newHash = await hashing.make(NEW)
})

const NEW = 'nQ4!rX7wtz'

const idOf = async ({ login_id }: Member): Promise<string> =>
  (await plain.db.selectFrom('members').select('id').where('login_id', '=', login_id).executeTakeFirstOrThrow()).id
const hashNow = async (id: string): Promise<string> =>
  (await plain.db.selectFrom('members').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
    .password_hash

/** The original context, without the interception of a test. */
let plain: Ctx
beforeEach(() => void (plain = { ...backend.ctx }))
afterEach(() => void (backend.ctx.db = plain.db))

/** What a reset does to the member's rows. */
async function reset(member_id: string): Promise<void> {
  const password_hash = newHash
  await outside(() =>
    plain.db.transaction().execute(async (db) => {
      const password_changed_at = new Date()
      await db.updateTable('members').set({ password_hash, password_changed_at }).where('id', '=', member_id).execute()
      await endEverythingOf(db, member_id)
    }),
  )
}

/**
 * Resets the password after the database has answered the first statement of this kind with this name in it.
 * @note Not awaited there, for the embedded database has one connection: the reset is the next to have it.
 */
function resetAfter(kind: string, name: string, member_id: string): { done: () => Promise<void> | null } {
  let done: Promise<void> | null = null
  const meant = new Set<QueryId>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === kind && JSON.stringify(node).includes(`"name":"${name}"`)) meant.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (meant.has(queryId)) done ??= reset(member_id)
      return result
    },
  }
  backend.ctx.db = plain.db.withPlugin(plugin)
  return { done: () => done }
}

/** As resetAfter, when so many statements have been answered, whatever they are. */
function resetAfterStatement(count: number, member_id: string): { done: () => Promise<void> | null; stop: () => void } {
  let done: Promise<void> | null = null
  let answered = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      answered += 1
      if (answered === count) done = reset(member_id)
      return result
    },
  }
  backend.ctx.db = plain.db.withPlugin(plugin)
  return { done: () => done, stop: () => void (answered = Infinity) }
}

/** Repeats the action with a reset after its first statement, then after its second, and so on. */
async function wherever<Known extends { id: string }, Done>(
  arrange: () => Promise<Known>,
  act: (known: Known) => Promise<Done>,
  look: (known: Known, done: Done) => Promise<void>,
): Promise<number> {
  for (let count = 1; ; count += 1) {
    const known = await arrange()
    const { done, stop } = resetAfterStatement(count, known.id)
    const result = await act(known)
    // A statement of a job that still runs must begin no reset, for which nobody would wait.
    stop()
    backend.ctx.db = plain.db
    if (done() === null) return count - 1
    await done()
    await look(known, result)
  }
}

/** The sign-in left no session, no open visit and no code for the partner. */
async function expectNothingOf(member_id: string, browser: Browser, entry: URL): Promise<void> {
  const { db } = plain
  expect(await db.selectFrom('browser_sessions').select('id').where('member_id', '=', member_id).execute()).toEqual([])
  const open = db.selectFrom('transactions').select('id').where('member_id', '=', member_id)
  expect(await open.where('finished_at', 'is', null).execute()).toEqual([])
  const resume = new URL(`/oidc/auth/${entry.searchParams.get('transaction_id')}`, backend.url)
  const reply = await browser.send(resume.href)
  expect(reply.headers.get('location') ?? '').not.toContain('code=')
  const begun = await (await partner(backend)).begin({ prompt: 'none' })
  expect((await browser.go(begun.url)).searchParams.get('error')).toBe('login_required')
}

describe('a reset while a sign-in with the old password is under way', () => {
  test.each(['member', 'sms'])('when it has just been compared (%s)', async (key) => {
    const member = await copyOf(backend, key)
    const id = await idOf(member)
    const { browser, entry } = await arrive(backend)
    const slow: Hashing = {
      ...hashing,
      async matches(password, hash) {
        const right = await hashing.matches(password, hash)
        await reset(id)
        return right
      },
    }
    const app = backendApp(backend.ctx, createProvider(backend.ctx), slow)
    const { transaction_id, state } = Object.fromEntries(entry.searchParams)
    const password = seal(member.password, backend.ctx.keys.sealing)
    const reply = await app.request(`${backend.url}/v1/verify/pwd`, {
      method: 'POST',
      headers: {
        origin: APP,
        'content-type': 'application/json',
        cookie: browser.cookiesFor(new URL('/v1/verify/pwd', backend.url)),
      },
      body: JSON.stringify({ login_id: member.login_id, password, transaction_id, state, stay_session: false }),
    })
    expect(reply.status).toBe(403)
    await expectNothingOf(id, browser, entry)
  })

  test.each([
    ['when the member has been read', 'member', 'SelectQueryNode', 'terms_versions'],
    ['when the visit is written down', 'member', 'UpdateQueryNode', 'steps_done'],
    ['when the service knows the member', 'member', 'InsertQueryNode', 'service_members'],
    ['when the browser is remembered', 'member', 'InsertQueryNode', 'browser_sessions'],
    ['when a step is pending', 'sms', 'InsertQueryNode', 'challenges'],
  ])('%s', async (_, key, kind, name) => {
    const member = await copyOf(backend, key)
    const id = await idOf(member)
    const { browser, entry } = await arrive(backend)
    await browser.get(`/v1/init/login${entry.search}`)
    const { done } = resetAfter(kind, name, id)
    const reply = await browser.signIn(entry, member)
    backend.ctx.db = plain.db
    expect(done()).not.toBeNull()
    await done()
    // On a server both run in parallel, and the reset may be second.
    expect(process.env.TEST_DATABASE_URL ? [200, 401, 403] : [403]).toContain(reply.status)
    await expectNothingOf(id, browser, entry)
  })

  test('the old password does not come back with other costs of its hash', async () => {
    const member = await copyOf(backend, 'member')
    const id = await idOf(member)
    const { entry } = await arrive(backend)
    const given = {
      login_id: member.login_id,
      password: seal(member.password, backend.ctx.keys.sealing),
      transaction_id: entry.searchParams.get('transaction_id') ?? '',
      client_id: 'service-a',
      ip: '127.0.0.1',
    }
    const others: Hashing = {
      ...hashing,
      isOutdated: () => true,
      async make(password) {
        await reset(id)
        return hashing.make(password)
      },
    }
    await verifyPassword(backend.ctx, others, given)
    expect(await hashing.matches(NEW, await hashNow(id))).toBe(true)
  })
})

describe('a reset in the middle of', () => {
  /** A sign-in up to where the issuer goes on. */
  async function signedIn() {
    const member = await copyOf(backend, 'member')
    const id = await idOf(member)
    const browser = new Browser(backend.url)
    const service = await partner(backend)
    const { url, tokens } = await service.begin({ scope: 'openid email offline_access', prompt: 'consent' })
    const { location } = data(await browser.signIn(await browser.go(url), member))
    return { id, browser, location: String(location), tokens, service }
  }

  type Known = Awaited<ReturnType<typeof signedIn>>
  const expectDead = async ({ id, service: { config } }: Known, set: client.TokenEndpointResponse | null) => {
    if (!set) return
    await expect(client.fetchUserInfo(config, set.access_token, id)).rejects.toMatchObject({ status: 401 })
    const again = client.refreshTokenGrant(config, set.refresh_token ?? '')
    await expect(again).rejects.toMatchObject({ error: 'invalid_grant' })
  }

  test('the way back to the partner leaves no code and no session', async () => {
    const statements = await wherever(
      signedIn,
      ({ browser, location }) => browser.send(location),
      async ({ browser, tokens, service }, { headers }) => {
        const set = await tokens(new URL(headers.get('location') ?? 'about:blank')).catch(() => null)
        expect(set).toBeNull()
        const silent = await browser.go((await service.begin({ prompt: 'none' })).url)
        expect(['login_required', 'interaction_required']).toContain(silent.searchParams.get('error'))
      },
    )
    expect(statements).toBeGreaterThan(5)
  })

  test('the exchange of a code leaves no token', async () => {
    const arrange = async () => {
      const known = await signedIn()
      return { ...known, callback: await known.browser.go(known.location) }
    }
    const exchange = ({ tokens, callback }: { callback: URL } & Known) => tokens(callback).catch(() => null)
    expect(await wherever(arrange, exchange, expectDead)).toBeGreaterThan(5)
  })

  test('a refresh leaves no token', async () => {
    const arrange = async () => {
      const known = await signedIn()
      return { ...known, first: await known.tokens(await known.browser.go(known.location)) }
    }
    const refresh = ({ service, first }: { first: client.TokenEndpointResponse } & Known) =>
      client.refreshTokenGrant(service.config, first.refresh_token ?? '').catch(() => null)
    expect(await wherever(arrange, refresh, expectDead)).toBeGreaterThan(5)
  })
})

test('two sign-ins at once succeed while the costs of the hash change', async () => {
  const member = await copyOf(backend, 'member')
  const id = await idOf(member)
  const weaker = await startHashing({ ...backend.ctx.settings.limits, hash_memory: 512 })
  const password_hash = await weaker.make(member.password)
  await plain.db.updateTable('members').set({ password_hash }).where('id', '=', id).execute()
  const replies = await Promise.all([1, 2].map(() => signInAt(backend, new Browser(backend.url), member)))
  expect(replies.map(({ reply }) => reply.status)).toEqual([200, 200])
  expect(await hashNow(id)).not.toBe(password_hash)
})

describe('a join that is not finished', () => {
  async function waiting() {
    const joiner = await new Joiner(backend).ready()
    const payload = joiner.payload(profiles.BSNS)
    expect(data(await joiner.join(payload))).toMatchObject({ matcher_type: 'JOIN_STATE' })
    const id = (await joiner.row())?.id ?? ''
    await plain.db.updateTable('members').set({ join_status: 'JOINED' }).where('id', '=', id).execute()
    return { joiner, payload, id }
  }

  test('opens nothing any more once the password was reset', async () => {
    const { joiner, payload, id } = await waiting()
    await reset(id)
    const again = await joiner.join(payload)
    expect(again.status).toBe(400)
    await expectNothingOf(id, joiner.browser, joiner.entry)
  })

  test('goes on with the same call as long as it was not', async () => {
    const { joiner, payload } = await waiting()
    expect(data(await joiner.join(payload))).toMatchObject({ location: expect.any(String) as string })
  })
})
