// docs/scaling.md, "Commits": how many transactions a sign-in costs, and that an answer is given only after its own.
import { sql } from 'kysely'
import * as client from 'openid-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Browser, data } from '../browser.ts'
import { watch } from '../commits.ts'
import { startRelay } from '../relay.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf, partner, signInAt, start, type Member } from '../start.ts'

const backend = sharedBackend()
afterEach(() => vi.restoreAllMocks())

const BOUND = 10

/** Each call of the app and of the service, as they make them. */
async function signInWithToken(browser: Browser, member: Member): Promise<void> {
  const service = await partner(backend)
  const { url, tokens } = await service.begin()
  const entry = await browser.go(url)
  expect((await browser.get('/v1/profile/rp')).status).toBe(200)
  const reply = await browser.signIn(entry, member)
  const set = await tokens(await browser.go(String(data(reply).location)))
  const { email } = await client.fetchUserInfo(service.config, set.access_token, set.claims()?.sub ?? '')
  expect(email).toBe(member.login_id)
}

/** Leaves the key of a known browser alone. */
const signOut = ({ jar }: Browser): void => {
  for (const key of jar.keys()) if (!key.startsWith('device ')) jar.delete(key)
}

describe('a sign-in with its token', () => {
  test(`in a known browser: one transaction for each call, and one before the hash`, async () => {
    const [browser, member] = [new Browser(backend.url), await copyOf(backend, 'member')]
    await signInWithToken(browser, member)
    await backend.ctx.background.settle()
    signOut(browser)
    const sent = watch()
    await signInWithToken(browser, member)
    await backend.ctx.background.settle()
    expect(sent().commits).toBe(8)
  })

  test(`in a new browser: ${BOUND} or fewer, besides the job of its notice`, async () => {
    const [browser, member] = [new Browser(backend.url), await copyOf(backend, 'member')]
    const wake = vi.spyOn(backend.ctx.jobs, 'wake').mockImplementation(() => {})
    const sent = watch()
    await signInWithToken(browser, member)
    expect(wake).toHaveBeenCalled()
    expect(sent().commits).toBeLessThanOrEqual(BOUND)
  })

  test('the job of its notice costs three more after the answer: claim, link, end', async () => {
    const relay = await startRelay()
    const mailing = await start({ smtp_url: relay.url })
    const [browser, member] = [new Browser(mailing.url), await copyOf(mailing, 'member')]
    // Only the demonstration keeps a copy of each message.
    mailing.ctx.settings.copies_messages = false
    const held = vi.spyOn(mailing.ctx.jobs, 'wake').mockImplementation(() => {})
    await signInAt(mailing, browser, member)
    held.mockRestore()
    const sent = watch()
    mailing.ctx.jobs.wake()
    await mailing.ctx.background.settle()
    expect(relay.mails).toHaveLength(1)
    expect(sent()).toEqual({ commits: 3, statements: 3 })
    await mailing.close()
    await relay.close()
  })
})

/** Lets each commit fail that has added such a row, as a server does that is lost at this moment. */
const refuseCommits = (model: string) =>
  sql
    .raw(
      `create function refuse_commit() returns trigger language plpgsql as $$
        begin raise exception 'no commit'; end $$;
      create constraint trigger refuse_commit after insert or update on oidc_payloads deferrable initially deferred
        for each row when (new.model = '${model}') execute function refuse_commit()`,
    )
    .execute(backend.ctx.db)

describe('an answer whose transaction cannot be committed is not given', () => {
  afterEach(() => sql`drop function refuse_commit cascade`.execute(backend.ctx.db))

  test('to the right password: no location and no cookie, and the same call succeeds later', async () => {
    const [browser, member] = [new Browser(backend.url), await copyOf(backend, 'member')]
    const entry = await browser.go((await (await partner(backend)).begin()).url)
    await refuseCommits('Interaction')
    const reply = await browser.signIn(entry, member)
    expect([reply.status, reply.headers.getSetCookie(), reply.text]).toEqual([
      500,
      [],
      expect.not.stringContaining('location'),
    ])
    await sql`alter table oidc_payloads disable trigger refuse_commit`.execute(backend.ctx.db)
    expect((await browser.signIn(entry, member)).status).toBe(200)
  })

  test('to the browser on its way back: no code and no cookie, and the same call succeeds later', async () => {
    const [browser, member] = [new Browser(backend.url), await copyOf(backend, 'member')]
    const entry = await browser.go((await (await partner(backend)).begin()).url)
    const location = String(data(await browser.signIn(entry, member)).location)
    await refuseCommits('AuthorizationCode')
    const reply = await browser.send(location)
    const { headers } = reply
    expect([reply.status, headers.getSetCookie(), headers.get('location')]).toEqual([500, [], null])
    await sql`alter table oidc_payloads disable trigger refuse_commit`.execute(backend.ctx.db)
    expect((await browser.go(location)).searchParams.get('code')).toBeTruthy()
  })

  test('to a service: no token, and the code is not used up', async () => {
    const [browser, member] = [new Browser(backend.url), await copyOf(backend, 'member')]
    const { url, tokens } = await (await partner(backend)).begin()
    const reply = await browser.signIn(await browser.go(url), member)
    const callback = await browser.go(String(data(reply).location))
    await refuseCommits('AccessToken')
    const refused = await tokens(callback).catch((error: unknown) => (error as Error).cause as Response)
    expect(refused).toMatchObject({ status: 500 })
    await sql`alter table oidc_payloads disable trigger refuse_commit`.execute(backend.ctx.db)
    expect((await tokens(callback)).access_token).toBeTruthy()
  })
})
