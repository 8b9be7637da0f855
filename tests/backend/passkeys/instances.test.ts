// Security E9: two instances on one database know the same challenges, and the sweep leaves no dead ones.
import { describe, expect, test } from 'vitest'
import type { RunningBackend } from '../../../backend/main.ts'
import { sweep } from '../../../backend/sweep.ts'
import { Browser } from '../browser.ts'
import { sharedInstances } from '../instances.ts'
import { ask, give, owner, visit } from './visits.ts'

// The embedded database has one process, so there is nothing to share.
describe.skipIf(!process.env.TEST_DATABASE_URL)('two instances', () => {
  let now = Date.now()
  const instances = sharedInstances(() => ({ now: () => new Date(now), passkeys: { mode: 'recommended' } }))

  /** The same browser at the other instance: a proxy in front would have sent it there. */
  function movedTo({ url }: RunningBackend, from: Browser): Browser {
    const browser = new Browser(url)
    for (const [key, cookie] of from.jar) browser.jar.set(key, cookie)
    browser.visit = from.visit
    return browser
  }

  test('a challenge of one instance is answered at the other, once at both together', async () => {
    const [one, other] = instances
    const { authenticator } = await owner(one, 'member', { isSynced: true })
    const here = new Browser(one.url)
    await visit(one, here)
    const credential = authenticator.get(await ask(here))
    const there = movedTo(other, here)
    const replies = await Promise.all([here, there, here, there].map((browser) => give(browser, credential)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(3)
  })

  test('of two uses with one count, at two instances at once, one passes', async () => {
    const [one, other] = instances
    const { authenticator } = await owner(one)
    const here = new Browser(one.url)
    await visit(one, here)
    const there = movedTo(other, here)
    const [first, second] = [await ask(here), await ask(there)]
    const changed = { counter: 7 }
    const answers = [authenticator.get(first, changed), authenticator.get(second, changed)] as const
    const replies = await Promise.all([give(here, answers[0]), give(there, answers[1])])
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  })

  test('the sweep deletes challenges that have expired, and no others', async () => {
    const [one] = instances
    const browser = new Browser(one.url)
    await visit(one, browser)
    const count = async () => (await one.ctx.db.selectFrom('passkey_challenges').select('expires_at').execute()).length
    await ask(browser)
    now += 200_000
    await ask(browser)
    const before = await count()
    now += 150_000
    await sweep(one.ctx)
    expect(before).toBeGreaterThan(1)
    expect(await count()).toBe(1)
  })
})
