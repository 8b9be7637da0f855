// Security D6: every route that hashes a password refuses what it can without a hash, has a limit for each visit, and stays closed while
// the database does not answer.
import type { KyselyPlugin, QueryId } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { backendApp } from '../../../backend/app.ts'
import type { Ctx } from '../../../backend/context.ts'
import { startHashing, type Hashing } from '../../../backend/domain/passwords/hashing.ts'
import { canonicalPhone } from '../../../backend/domain/members/phone.ts'
import { createProvider } from '../../../backend/oidc/provider.ts'
import { APP, data, seal, type Browser } from '../browser.ts'
import { Joiner, profiles } from '../joiner.ts'
import { sharedBackend } from '../shared.ts'
import { allowedBy } from '../resetting.ts'
import { arrive, copyOf, type Member } from '../start.ts'

let hashing: Hashing
let plain: Ctx
const backend = sharedBackend({ limits: { send_gap_seconds: 0 } })
beforeAll(async () => {
  hashing = await startHashing(backend.ctx.settings.limits)
  plain = { ...backend.ctx }
})
afterEach(() => void (backend.ctx.db = plain.db))

const NEW = 'nQ4!rX7wtz'
const { entries } = Object

/** The same backend with another hashing, for one call of a browser. */
async function callWith(over: Hashing, browser: Browser, { method, path, body }: Call) {
  const app = backendApp(backend.ctx, createProvider(backend.ctx), over)
  const cookie = browser.cookiesFor(new URL(path, backend.url))
  const headers = { origin: APP, 'content-type': 'application/json', cookie }
  const reply = await app.request(backend.url + path, { method, headers, body: JSON.stringify(body) })
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), body: (await reply.json()) as unknown }
}

/** @returns the hashing, and how many hashes were asked of it */
function counting() {
  const count = { asked: 0 }
  const asked = <T>(work: Promise<T>): Promise<T> => {
    count.asked += 1
    return work
  }
  const counted: Hashing = {
    ...hashing,
    inTurn: (...given) => asked(hashing.inTurn(...given)),
    make: (password) => asked(hashing.make(password)),
    matches: (password, hash) => asked(hashing.matches(password, hash)),
  }
  return { count, counted }
}

type Call = { method: string; path: string; body: Record<string, unknown> }
type Ready = Call & { browser: Browser }
const sealed = (password: string) => seal(password, backend.ctx.keys.sealing)

async function signingIn(): Promise<Ready> {
  const { browser } = await arrive(backend)
  const { login_id, password } = await copyOf(backend, 'member')
  const body = { ...browser.visit, login_id, password: sealed(password), stay_session: false }
  return { browser, method: 'POST', path: '/v1/verify/pwd', body }
}

async function joining(): Promise<Ready> {
  const joiner = await new Joiner(backend).ready()
  const body = { ...joiner.browser.visit, ...joiner.payload(profiles.SOCIAL) }
  return { browser: joiner.browser, method: 'POST', path: '/v1/verify/join', body }
}

async function accepting(): Promise<Ready> {
  const invited = (await copyOf(backend, 'not-accepted')) as Member & { invitation: string }
  const joiner = new Joiner(backend, invited.login_id)
  await joiner.arrive({ prompt: 'create', invitation: invited.invitation })
  await joiner.provePhone()
  const body = { ...joiner.browser.visit, ...joiner.invitedPayload(profiles.BSNS) }
  return { browser: joiner.browser, method: 'POST', path: '/v1/profile/sign-up', body }
}

async function changing(): Promise<Ready> {
  const { browser, entry } = await arrive(backend)
  const member = await copyOf(backend, 'required-password')
  await browser.signIn(entry, member)
  const { step } = await backend.ctx.db
    .selectFrom('transactions')
    .select('step')
    .where('id', '=', entry.searchParams.get('transaction_id'))
    .executeTakeFirstOrThrow()
  const body = {
    ...browser.visit,
    matcher_type: step,
    current_password: sealed(member.password),
    password: sealed(NEW),
  }
  return { browser, method: 'PUT', path: '/v1/profile/change/password', body }
}

async function resetting(): Promise<Ready> {
  const { browser } = await arrive(backend)
  const { login_id, phone } = await copyOf(backend, 'member')
  const { reset_token } = await allowedBy(backend, browser, login_id, [['sms', phone]])
  const body = { ...browser.visit, reset_token, login_id, password: sealed(NEW) }
  return { browser, method: 'PUT', path: '/v1/profile/search/password', body }
}

const ROUTES = { signingIn, joining, accepting, changing, resetting }

describe.each(entries(ROUTES))('%s', (name, ready) => {
  test('hashes nothing for a wrong shape, for no visit, another browser, another step, or no proof', async () => {
    const call = await ready()
    const { counted, count } = counting()
    const other = await arrive(backend)
    const without = (field: string) =>
      Object.fromEntries(entries(call.body).filter(([one]) => one !== field)) as Call['body']
    const refused = [
      await callWith(counted, call.browser, { ...call, body: {} }),
      await callWith(counted, call.browser, { ...call, body: without('password') }),
      await callWith(counted, call.browser, { ...call, body: { ...call.body, password: [call.body.password] } }),
      await callWith(counted, call.browser, { ...call, body: { ...call.body, state: 'another' } }),
      await callWith(counted, other.browser, call),
      // A visit of the browser's own, in which nothing was proved and no step is pending. A sign-in needs neither.
      ...(name === 'signingIn'
        ? []
        : [await callWith(counted, other.browser, { ...call, body: { ...call.body, ...other.browser.visit } })]),
    ]
    expect(refused.map(({ status }) => status).filter((status) => status < 400 || status > 412)).toEqual([])
    expect(count.asked).toBe(0)
    const allowed = await callWith(counted, call.browser, call)
    expect(allowed.status).toBe(200)
    expect(count.asked).toBeGreaterThan(1)
  })

  test('answers 429 with Retry-After once the visit has used up its hashes', async () => {
    const call = await ready()
    const none = await startHashing({ ...backend.ctx.settings.limits, hashes_per_visit_minute: 0 })
    expect(await callWith(none, call.browser, call)).toMatchObject({
      status: 429,
      retryAfter: '60',
      body: { code: 'TOO_MANY_REQUESTS' },
    })
    expect((await callWith(hashing, call.browser, call)).status).toBe(200)
  })
})

test('a sign-in takes no slot for a hash while the database does not answer', async () => {
  const call = await signingIn()
  const one = await startHashing({ ...backend.ctx.settings.limits, hashes_at_once: 1 })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const asked = new Promise<void>((resolve) => {
    const counted = new Set<QueryId>()
    const hanging: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        if (JSON.stringify(node).includes('login_attempts')) counted.add(queryId)
        return node
      },
      async transformResult({ result, queryId }) {
        if (!counted.has(queryId)) return result
        resolve()
        await answered
        return result
      },
    }
    backend.ctx.db = plain.db.withPlugin(hanging)
  })
  const reply = callWith(one, call.browser, call)
  await asked
  expect(one.queue()).toEqual({ running: 0, waiting: 0 })
  expect(await one.inTurn(async () => 'hashed', { networks: ['203.0.113.9'], visit: 'another' })).toBe('hashed')
  answer()
  expect((await reply).status).toBe(200)
})

describe('while the database cannot store the counts', () => {
  /** Statements that name this table fail. */
  function breakTable(table: string): void {
    const failing: KyselyPlugin = {
      transformQuery({ node }) {
        if (JSON.stringify(node).includes(table)) throw new Error('the database is gone')
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }
    backend.ctx.db = plain.db.withPlugin(failing)
  }

  test('no password is compared', async () => {
    const call = await signingIn()
    const { counted, count } = counting()
    const compared: Hashing = { ...counted, inTurn: (...given) => hashing.inTurn(...given) }
    breakTable('login_attempts')
    expect((await callWith(compared, call.browser, call)).status).toBe(500)
    expect(count.asked).toBe(0)
  })

  test.each([
    ['send_log', 'issue/sms', {}],
    ['code_guesses', 'verify/sms', 'right'],
  ])('no code is sent or accepted (%s)', async (table, path, given) => {
    const joiner = await new Joiner(backend).arrive()
    const { auth_token } = data(await joiner.challenge())
    const token = { 'x-authenticator': `Token ${String(auth_token)}` }
    const to = { phone_number: joiner.phone, nation_tel_no: '82' }
    const toPhone = plain.db
      .selectFrom('outbox')
      .select('id')
      .where('to', '=', canonicalPhone(joiner.phone) ?? '')
    const sent = async () => (await toPhone.execute()).length
    if (given === 'right') await joiner.browser.post('/authenticator/v1/issue/sms', to, token)
    const before = await sent()
    breakTable(table)
    const body = given === 'right' ? { verify_code: await joiner.codeTo(joiner.phone) } : to
    expect((await joiner.browser.post(`/authenticator/v1/${path}`, body, token)).status).toBe(500)
    expect(await sent()).toBe(before)
    backend.ctx.db = plain.db
    expect((await joiner.browser.post(`/authenticator/v1/${path}`, body, token)).status).toBe(200)
  })
})
