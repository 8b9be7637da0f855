// Security A7: an unknown ID causes the same database statements and the same hashes as a known one. Equal work takes equal time, and
// work, unlike times, can be compared exactly.
import crypto from 'node:crypto'
import { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { LATER_SECONDS } from '../../../backend/jobs/queue.ts'
import { type Browser, data, seal, type Reply, visitIn } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, copyOf } from '../start.ts'

const asked = vi.fn<(statement: string) => void>()
const listener: KyselyPlugin = {
  transformQuery: ({ node }) => {
    // The kind of statement and the tables in it; not the values.
    asked(
      `${node.kind} ${[...JSON.stringify(node).matchAll(/"identifier":\{"kind":"IdentifierNode","name":"(\w+)"/g)].map(([, name]) => name).join(' ')}`,
    )
    return node
  },
  transformResult: async ({ result }) => result,
}
let now = Date.now()
const backend = sharedBackend({
  now: () => new Date(now),
  limits: { hash_memory: 1024, hash_passes: 1, send_gap_seconds: 0 },
})
const { scrypt } = crypto
beforeAll(async () => {
  backend.ctx.db = backend.ctx.db.withPlugin(listener)
  const matches = backend.hashing.matches.bind(backend.hashing)
  backend.hashing.matches = (password, hash, unreadable) => {
    asked(`compares with ${hash.split('$').slice(0, 4).join('$')}`)
    return matches(password, hash, unreadable)
  }
  // The hash of a code.
  Object.assign(crypto, {
    scrypt: (...given: Parameters<typeof scrypt>) => {
      asked(`scrypt ${JSON.stringify(given[3])}`)
      scrypt(...given)
    },
  })
  syncBuiltinESMExports()
  // A job that runs after the answer is due by the clock, which stands until then.
  backend.ctx.jobs.later = () => {}
})

/** The statements and hashes before the answer was written. Nobody waits for later ones. */
function waitedFor(): string[] {
  const answered = ended.mock.invocationCallOrder.at(-1) ?? 0
  return asked.mock.calls.filter((_, at) => (asked.mock.invocationCallOrder[at] ?? 0) < answered).map(([one]) => one)
}
afterAll(() => {
  Object.assign(crypto, { scrypt })
  syncBuiltinESMExports()
})
let ended: MockInstance
beforeEach(() => void (ended = vi.spyOn(ServerResponse.prototype, 'end')))

type Post = Browser['post']
type Given = { transaction_id: string; state: string; login_id: string }

/** Codes, not the notices about a stranger, which are sent after the answer. */
const sent = async (): Promise<number> => {
  const rows = await backend.ctx.db.selectFrom('outbox').select('text').execute()
  return rows.filter(({ text }) => !text.includes('/not-me/')).length
}

/** Each call with the statements before its answer, once with a known ID and once with an unknown one. */
async function ways(work: (post: Post, given: Given) => Promise<unknown>): Promise<string[][]> {
  const { login_id } = await copyOf(backend, 'member')
  const found = []
  for (const id of [login_id, `nobody-${login_id}`]) {
    const { browser, entry } = await arrive(backend)
    const calls: string[] = []
    const post: Post = async (path, body, headers) => {
      const before = await sent()
      asked.mockClear()
      const reply: Reply = await browser.post(path, body, headers)
      calls.push(`${path} ${reply.status}`, ...waitedFor())
      // Statements after the answer must not count for the next call.
      const leaves = path.includes('/issue/') && id === login_id
      await vi.waitUntil(async () => (await sent()) === before + Number(leaves), { timeout: 30_000 })
      now += LATER_SECONDS * 1000
      backend.ctx.jobs.wake()
      await backend.ctx.background.settle()
      return reply
    }
    await work(post, { ...visitIn(entry), login_id: id })
    found.push(calls)
  }
  return found
}

test('a wrong password, to the lock', async () => {
  const [known, unknown] = await ways(async (post, given) => {
    for (let tries = 0; tries < 6; tries += 1) {
      const password = seal('n0t-It!right', backend.ctx.keys.sealing)
      await post('/v1/verify/pwd', { ...given, password, stay_session: false })
    }
  })
  expect(known?.length).toBeGreaterThan(20)
  expect(known?.filter((line) => line.startsWith('compares with $argon2id'))).toHaveLength(5)
  expect(unknown).toEqual(known)
})

test.each([
  ['sms', 'mobile', 'SMS'],
  ['email', 'email', 'EMAIL'],
])('a reset by %s, to the last wrong code', async (way, verify, amr) => {
  const [known, unknown] = await ways(async (post, given) => {
    const { auth_token } = data(await post('/v1/init/search/pwd', given))
    const token = { 'x-authenticator': `Token ${String(auth_token)}` }
    await post(`/authenticator/v1/issue/${way}`, {}, token)
    for (let tries = 0; tries < 6; tries += 1)
      await post(`/authenticator/v1/verify/${verify}`, { verify_code: '000000' }, token)
    const credential = { auth_code: 'none-of-the-codes-that-were-given', amr }
    await post('/v1/search/pwd', { login_id: given.login_id, credential })
  })
  expect(known?.length).toBeGreaterThan(20)
  expect(known?.filter((line) => line.startsWith('scrypt'))).not.toHaveLength(0)
  expect(unknown).toEqual(known)
})
