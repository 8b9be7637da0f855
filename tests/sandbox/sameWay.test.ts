// Security A7: an id that nobody has takes the same way as any other, step for step. Equal work is what makes for equal time, and
// unlike time it can be told exactly.
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/main'
import { Browser, data, seal } from './browser'
import { copyOf, partner, start } from './start'

let sandbox: Sandbox
const asked: string[] = []
const listener: KyselyPlugin = {
  transformQuery: ({ node }) => {
    // The kind of statement and the tables in it; not the values.
    asked.push(
      `${node.kind} ${[...JSON.stringify(node).matchAll(/"identifier":\{"kind":"IdentifierNode","name":"(\w+)"/g)].map(([, name]) => name).join(' ')}`,
    )
    return node
  },
  transformResult: async ({ result }) => result,
}
beforeAll(async () => {
  sandbox = await start({ limits: { hash_memory: 1024, hash_passes: 1, send_gap_seconds: 0 } })
  sandbox.ctx.db = sandbox.ctx.db.withPlugin(listener)
}, 60_000)
afterAll(() => sandbox.close())
beforeEach(() => void asked.splice(0))

async function visit() {
  const browser = new Browser(sandbox.url)
  const entry = await browser.go((await (await partner(sandbox)).begin()).url)
  const transaction = {
    transaction_id: entry.searchParams.get('transaction_id') ?? '',
    state: entry.searchParams.get('state') ?? '',
  }
  return { browser, transaction }
}

async function ways(work: (login_id: string, at: Awaited<ReturnType<typeof visit>>) => Promise<unknown>) {
  const { login_id } = await copyOf(sandbox, 'member')
  const found = []
  for (const id of [login_id, `nobody-${login_id}`]) {
    const at = await visit()
    asked.splice(0)
    await work(id, at)
    // What is handed to a gateway after the answer is not waited for by anyone.
    found.push(asked.filter((one) => !/ outbox/.test(one)))
  }
  return found
}

test('a wrong password, to the lock', async () => {
  const [known, unknown] = await ways(async (login_id, { browser, transaction }) => {
    for (let tries = 0; tries < 6; tries += 1) {
      const password = seal('n0t-It!right', sandbox.ctx.keys.sealing)
      await browser.post('/v1/verify/pwd', { ...transaction, login_id, password, stay_session: false })
    }
  })
  expect(known?.length).toBeGreaterThan(20)
  expect(unknown).toEqual(known)
})

test('a reset, to the last wrong code', async () => {
  const [known, unknown] = await ways(async (login_id, { browser, transaction }) => {
    const { auth_token } = data(await browser.post('/v1/init/search/pwd', { ...transaction, login_id }))
    const token = { 'x-authenticator': `Token ${String(auth_token)}` }
    await browser.post('/authenticator/v1/issue/email', {}, token)
    for (let tries = 0; tries < 6; tries += 1)
      await browser.post('/authenticator/v1/verify/email', { verify_code: '000000' }, token)
    const credential = { auth_code: 'none-of-the-codes-that-were-given', amr: 'EMAIL' }
    await browser.post('/v1/search/pwd', { login_id, credential })
  })
  expect(known?.length).toBeGreaterThan(20)
  expect(unknown).toEqual(known)
})
