// Security E5: every use of a code or token asks the rules of a sign-in, and services hear at once of a change, whoever made it.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { beforeEach, describe, expect, test } from 'vitest'
import { followChanges } from '../../../backend/standingChanges.ts'
import { messages } from '../../../backend/outbox.ts'
import { decide } from '../../../backend/domain/join/approvals.ts'
import { Browser, data } from '../browser.ts'
import { sharedBackend, sharedLogoutListener, sharedParts } from '../shared.ts'
import { copyOf, partner, type Member } from '../start.ts'

const CLIENT = 'listener'
const listener = sharedLogoutListener()
const backend = sharedBackend(() => ({ clients: [listener.client], follow_changes: true }))
beforeEach(() => void (listener.heard.length = 0))
const heardOf = ({ sid }: { sid?: unknown }) => listener.heard.find((one) => one.sid === sid)

const rowOf = (member: Member) =>
  backend.ctx.db.selectFrom('members').selectAll().where('login_id', '=', member.login_id).executeTakeFirstOrThrow()

/** A member who is signed in, with the code of a sign-in that the service has not redeemed, and the tokens of another. */
async function signedIn() {
  const member = await copyOf(backend, 'member')
  const browser = new Browser(backend.url)
  const side = await partner(backend, CLIENT)
  const asked = { scope: 'openid email offline_access', prompt: 'consent' }
  const first = await side.begin(asked)
  const reply = await browser.signIn(await browser.go(first.url), member, false)
  const tokens = await first.tokens(await browser.go(String(data(reply).location)))
  const second = await side.begin(asked)
  const callback = await browser.go(second.url)
  const { id, status } = await rowOf(member)
  expect(status).toBe('ACTIVE')
  return {
    member,
    id,
    sid: tokens.claims()?.sid,
    redeem: () => second.tokens(callback),
    refresh: () => client.refreshTokenGrant(side.config, tokens.refresh_token ?? ''),
    userinfo: () => client.fetchUserInfo(side.config, tokens.access_token, id),
  }
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>

const set = (values: object) => async (id: string) =>
  void (await backend.ctx.db.updateTable('members').set(values).where('id', '=', id).execute())

/** Each is a statement of an operator. @returns what takes it back, where it concerns all members */
const CHANGES: [string, (id: string) => Promise<void | (() => Promise<unknown>)>][] = [
  ['the member is suspended', set({ status: 'SUSPENDED' })],
  ['the member is protected', set({ status: 'PROTECTED' })],
  ['the account has moved', set({ status: 'MOVED' })],
  ['the join is refused', set({ join_status: 'UNAPPROVED' })],
  ['the member is a child', set({ birthdate: '2024-01-01' })],
  ['the member must set a new password', set({ must_change_password: true })],
  [
    'the permission for this service is withdrawn',
    async (member_id) => {
      const row = { member_id, client_id: CLIENT, allowed: false }
      await backend.ctx.db
        .insertInto('service_members')
        .values(row)
        .onConflict((conflict) => conflict.columns(['member_id', 'client_id']).doUpdateSet({ allowed: false }))
        .execute()
    },
  ],
  [
    'the service takes group members only',
    async () => {
      const service = () => backend.ctx.db.updateTable('services').where('client_id', '=', CLIENT)
      await service().set({ permission: 'ONLY_SK' }).execute()
      return () => service().set({ permission: 'EVERYONE' }).execute()
    },
  ],
  [
    'the service asks for a field that the member has not filled',
    async (id) => {
      await set({ profile: '{}' })(id)
      const service = () => backend.ctx.db.updateTable('services').where('client_id', '=', CLIENT)
      const asks = (fields: string[]) =>
        service()
          .set({ required_profile: JSON.stringify(fields) })
          .execute()
      await asks(['interest_category', 'interest_field'])
      return () => asks([])
    },
  ],
]

const uses = async ({ redeem, refresh, userinfo }: SignedIn) => {
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'answered',
      () => 'refused',
    )
  return { redeem: await outcome(redeem()), refresh: await outcome(refresh()), userinfo: await outcome(userinfo()) }
}

test('nothing has changed: the code, the refresh token and the access token are answered', async () => {
  const everything = { redeem: 'answered', refresh: 'answered', userinfo: 'answered' }
  expect(await uses(await signedIn())).toEqual(everything)
})

describe('a code, a refresh token and an access token are refused, and the service is told at once', () => {
  test.each(CHANGES)('%s', async (_, change) => {
    const one = await signedIn()
    const takeBack = await change(one.id)
    try {
      expect(await uses(one)).toEqual({ redeem: 'refused', refresh: 'refused', userinfo: 'refused' })
      // What the backend does every second.
      await followChanges(backend.ctx)
      await expect.poll(() => heardOf(one)).toMatchObject({ sub: one.id })
    } finally {
      await takeBack?.()
    }
  })
})

test('the group’s member at a service that takes others only is refused', async () => {
  const one = await signedIn()
  await set({ belong_sk: true })(one.id)
  const service = () => backend.ctx.db.updateTable('services').where('client_id', '=', CLIENT)
  await service().set({ permission: 'ONLY_GEN' }).execute()
  expect(await uses(one)).toEqual({ redeem: 'refused', refresh: 'refused', userinfo: 'refused' })
  await service().set({ permission: 'EVERYONE' }).execute()
})

test('required terms that came into force are answered first; then the refresh token counts again', async () => {
  const { db } = backend.ctx
  // A change of the service asks about everybody who has tokens of it. What other tests have changed must be over.
  await expect.poll(() => db.selectFrom('standing_changes').select('id').execute()).toEqual([])
  const one = await signedIn()
  const terms = {
    owner: 'suni',
    terms_code: `NEW-${randomUUID()}`,
    version: 1,
    audience: 'GEN',
    required: true,
  } as const
  const texts = JSON.stringify({ KR: 'a', EN: 'a', CN: 'a' })
  await db
    .insertInto('terms_versions')
    .values({ ...terms, position: 99, names: texts, urls: texts, effective_at: new Date() })
    .execute()
  expect(await uses(one)).toEqual({ redeem: 'refused', refresh: 'refused', userinfo: 'refused' })
  const { owner, terms_code, version } = terms
  await db
    .insertInto('consents')
    .values({ member_id: one.id, owner, terms_code, version, agreed: true, at: new Date() })
    .execute()
  await expect(one.refresh()).resolves.toHaveProperty('access_token')
  await db.deleteFrom('terms_versions').where('terms_code', '=', terms_code).execute()
})

test('a password that an operator has set in the database since ends the code and the refresh token', async () => {
  const one = await signedIn()
  await set({ password_changed_at: new Date() })(one.id)
  expect(await uses(one)).toMatchObject({ redeem: 'refused', refresh: 'refused' })
})

test('a second factor that was set since asks the refresh token for a new sign-in', async () => {
  const one = await signedIn()
  await set({ second_factor: 'SMS' })(one.id)
  expect(await uses(one)).toMatchObject({ redeem: 'refused', refresh: 'refused' })
})

test('a change that concerns no service ends nothing', async () => {
  const one = await signedIn()
  await set({ nickname: null })(one.id)
  const rows = await backend.ctx.db.selectFrom('standing_changes').selectAll().where('member_id', '=', one.id).execute()
  expect(rows).toEqual([])
  expect(await uses(one)).toMatchObject({ refresh: 'answered' })
})

test('an operator’s command that refuses a join ends the tokens of the member', async () => {
  const one = await signedIn()
  await set({ join_status: 'WAITING' })(one.id)
  expect(await decide(backend.ctx, one.member.login_id, 'not of the company', 'kim')).toBe(true)
  await expect.poll(() => heardOf(one)).toBeDefined()
  expect(await uses(one)).toMatchObject({ refresh: 'refused' })
})

test('a member whom support resets gets a notice by e-mail and SMS, and services lose their tokens', async () => {
  const one = await signedIn()
  await set({ must_change_password: true })(one.id)
  const told = async (to: string) =>
    (await messages(backend.ctx, to)).some(({ text }) => text.includes('고객지원이 비밀번호를'))
  await expect.poll(() => told(one.member.login_id)).toBe(true)
  await expect.poll(async () => told((await rowOf(one.member)).phone ?? '')).toBe(true)
  expect(await uses(one)).toMatchObject({ refresh: 'refused' })
})

test('a service that renews in a loop leaves fifty used tokens at most, and a stolen one of them still ends the line', async () => {
  const one = await signedIn()
  const { config } = await partner(backend, CLIENT)
  let newest = (await one.refresh()).refresh_token ?? ''
  const used: string[] = []
  for (let renewed = 0; renewed < 55; renewed += 1) {
    used.push(newest)
    newest = (await client.refreshTokenGrant(config, newest)).refresh_token ?? ''
  }
  const rows = await backend.ctx.db
    .selectFrom('oidc_payloads')
    .select('id')
    .where('model', '=', 'RefreshToken')
    .where(sql<boolean>`payload->>'accountId' = ${one.id}`)
    .where('consumed_at', 'is not', null)
    .execute()
  expect(rows).toHaveLength(50)
  const renew = (token: string) => client.refreshTokenGrant(config, token)
  await expect(renew(used[0] ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  newest = (await renew(newest)).refresh_token ?? ''
  await expect(renew(used.at(-1) ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(renew(newest)).rejects.toMatchObject({ error: 'invalid_grant' })
})

describe('the sessions of a large service', () => {
  const parts = sharedParts()

  test('are looked at in short transactions, and services hear of each', async () => {
    const { ctx } = parts
    const member_id = await parts.member('+821012340009')
    const client = { client_id: 'large', redirect_uris: [], post_logout_redirect_uris: [], secrets: [] }
    await ctx.db.insertInto('services').values({ client_id: 'large', rp_name: 'Large' }).execute()
    await sql`
      insert into oidc_payloads (model, id, payload, expires_at)
      select 'Session', 'session ' || n, jsonb_build_object('accountId', ${member_id}::text, 'loginTs', 1,
        'authorizations', jsonb_build_object(case when n % 10 = 0 then 'large' else 'small' end, jsonb_build_object('sid', n::text))),
        ${new Date(ctx.now().getTime() + 3_600_000)}
      from generate_series(1, 450) as n`.execute(ctx.db)
    await ctx.db.updateTable('services').set({ permission: 'ONLY_SK' }).where('client_id', '=', 'large').execute()
    let commits = 0
    const jobs = { ...ctx.jobs, wake: () => void (commits += 1) }
    await followChanges({ ...ctx, jobs, clients: [{ ...client, backchannel_logout_uri: 'http://localhost/logout' }] })
    expect(commits).toBe(3)
    const told = await ctx.db
      .selectFrom('jobs')
      .select(sql<string>`payload->>'sid'`.as('sid'))
      .execute()
    expect(new Set(told.map(({ sid }) => sid)).size).toBe(45)
    expect(told).toHaveLength(45)
    expect(await ctx.db.selectFrom('standing_changes').select('id').execute()).toEqual([])
  })
})
