// Signed webhooks: what a service is told of its members, from server to server (docs/partners.md, "Webhooks").
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { encryptionKeyOf } from '../../../backend/db/keyEncryption.ts'
import { webhookSecretsOf } from '../../../backend/db/webhookSecrets.ts'
import { eraseDue } from '../../../backend/domain/account/leaving.ts'
import { addWebhookSecret } from '../../../backend/domain/operatorClients.ts'
import { decide } from '../../../backend/domain/join/approvals.ts'
import { followEvents } from '../../../backend/domain/webhooks/memberEvents.ts'
import { addJob } from '../../../backend/jobs/queue.ts'
import type { JoinProfile } from '../../../contract/shapes/join.ts'
import { newWebhookSecret } from '../../../backend/webhooks/signature.ts'
import { demoPlugIn } from '../../../demo/plugIn.ts'
import { AccountMember, change, enterAccount, newEmail, newPhone } from '../account/member.ts'
import { data } from '../browser.ts'
import { Joiner, newNickname, profiles } from '../joiner.ts'
import { startReceiver, type Receiver } from '../receiver.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf, PARTNER, partner } from '../start.ts'

const DAY = 86_400_000
const SECRET = newWebhookSecret()
const key = encryptionKeyOf('MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=')
let receiver: Receiver
let passed = 0
const lines: string[] = []
beforeAll(async () => void (receiver = await startReceiver(() => SECRET)))
afterAll(() => receiver.close())

const silent = { webhook_uri: undefined, webhook_secret: undefined }
const service = (client_id: string, more: object = {}) => ({
  client_id,
  client_secret: '',
  redirect_uris: [`${PARTNER}/callback`],
  post_logout_redirect_uris: [`${PARTNER}/`],
  webhook_uri: receiver.uri(client_id),
  webhook_secret: SECRET,
  ...more,
})
const backend = sharedBackend(() => {
  const demo = demoPlugIn(PARTNER)
  return {
    plugIn: { ...demo, clients: (keys) => demo.clients(keys).map((one) => ({ ...one, ...silent })) },
    clients: [
      service('one'),
      service('other'),
      service('asks', { service: { asks_consent: true } }),
      service('deaf', silent),
    ],
    encryption_keys: key ? [key] : [],
    now: () => new Date(Date.now() + passed),
    write: (line) => void lines.push(line),
    limits: { send_gap_seconds: 0 },
  }
})
beforeEach(() => {
  passed = 0
  receiver.heard.length = 0
  receiver.answer = () => 204
})
afterEach(async () => {
  await sql`delete from jobs where kind = 'webhook'`.execute(backend.ctx.db)
})

async function settled() {
  await followEvents(backend.ctx)
  backend.ctx.jobs.wake()
  await backend.ctx.background.settle()
}

/** A visitor who joins through a service, and leaves its terms for later. */
async function joinAt(client_id: string, profile: JoinProfile) {
  const joiner = new Joiner(backend)
  await joiner.arrive({ prompt: 'create', scope: 'openid email' }, client_id)
  await joiner.proveEmail()
  await joiner.provePhone()
  const consents = ['SERVICE', 'CUSTOM', 'PRIVACY']
  const reply = await joiner.join(joiner.payload(profile, { consents, skip_services: true }))
  await settled()
  return { joiner, reply, sub: (await joiner.row())?.id ?? '' }
}

/** A member who uses service `one`, signed in at the account too. */
async function memberOf(scope = 'openid email profile phone', client_id = 'one') {
  const member = await copyOf(backend, 'member')
  const { browser } = await enterAccount(backend, member)
  const { url, tokens } = await (await partner(backend, client_id)).begin({ scope })
  await tokens(await browser.go(url))
  const me = new AccountMember(backend, member, browser)
  const { id: sub } = await me.row()
  await settled()
  receiver.heard.length = 0
  return { me, sub, browser, member }
}
/** As if the 14 days of a member who leaves were over. */
async function timeIsOver(member_id: string): Promise<void> {
  const over = { effective_at: new Date(backend.ctx.now().getTime() - 1000) }
  await backend.ctx.db.updateTable('member_leavings').set(over).where('member_id', '=', member_id).execute()
  await eraseDue(backend.ctx)
}
const dueNow = () => sql`update jobs set due_at = created_at where kind = 'webhook'`.execute(backend.ctx.db)
const waiting = async () =>
  (await backend.ctx.db.selectFrom('jobs').selectAll().where('kind', '=', 'webhook').execute()).length

describe('a join', () => {
  test('tells the service through which the member has joined, and no other one', async () => {
    const { reply, sub } = await joinAt('one', profiles.SOCIAL)
    expect(reply.status, reply.text).toBe(200)
    expect(receiver.told('one')).toEqual([['member.joined', { sub, join_status: 'JOINED' }]])
    expect(receiver.heard).toHaveLength(1)
  })

  describe('of a business partner', () => {
    test('says that an operator has to approve', async () => {
      const { sub } = await joinAt('one', profiles.BSNS)
      expect(receiver.told('one')).toEqual([['member.joined', { sub, join_status: 'WAITING' }]])
    })

    test.each([
      { what: 'approved', reason: null, join_status: 'JOINED' },
      { what: 'refused', reason: 'no such company', join_status: 'UNAPPROVED' },
    ])('is told to the same service again when it is $what', async ({ reason, join_status }) => {
      const { joiner, sub } = await joinAt('one', profiles.BSNS)
      receiver.heard.length = 0
      expect(await decide(backend.ctx, joiner.login_id, reason, 'operator')).toBe(true)
      await settled()
      expect(receiver.told('one')).toEqual([['member.updated', { sub, claims: {}, join_status }]])
      expect(receiver.heard).toHaveLength(1)
    })

    test('is told when a statement of an operator decides, and after the approval no more', async () => {
      const { sub } = await joinAt('one', profiles.BSNS)
      receiver.heard.length = 0
      for (const join_status of ['UNAPPROVED', 'JOINED', 'UNAPPROVED']) {
        await sql`update members set join_status = ${join_status} where id = ${sub}`.execute(backend.ctx.db)
        await settled()
      }
      const states = receiver.told('one').map(([, told]) => told)
      expect(states).toMatchObject([{ join_status: 'UNAPPROVED' }, { join_status: 'JOINED' }])
    })
  })

  test('at a service that asks for consent is told when the member has agreed', async () => {
    const { joiner, reply } = await joinAt('asks', profiles.SOCIAL)
    expect(receiver.heard).toEqual([])
    expect(data(reply)).toMatchObject({ matcher_type: 'CONSENT_RELYING_PARTY' })
    const agreed = { consent_terms: ['RP_SERVICE', 'RP_PRIVACY'], nickname: newNickname() }
    const step = { matcher_type: 'CONSENT_RELYING_PARTY', ...agreed }
    const resolved = await joiner.browser.post('/v1/matcher/resolve', step)
    expect(resolved.status, resolved.text).toBe(200)
    await settled()
    expect(receiver.told('asks').map(([type]) => type)).toEqual(['member.joined'])
  })
})

describe('data that have changed', () => {
  test('are told with their values, whoever has changed them', async () => {
    const { me, sub } = await memberOf('openid email profile phone marketing')
    const [nickname, phone, email] = [newNickname(), newPhone(), newEmail()]
    await me.call('PUT', '/nickname', { nickname })
    await change(me, 'phone', phone)
    await change(me, 'email', email)
    await sql`update members set name = 'Another Name' where id = ${sub}`.execute(backend.ctx.db)
    await settled()
    expect(receiver.told('one')).toEqual([
      ['member.updated', { sub, claims: { nickname } }],
      ['member.updated', { sub, claims: { phone_number: phone, phone_number_verified: true } }],
      ['member.updated', { sub, claims: { email, email_verified: true } }],
      ['member.updated', { sub, claims: { name: 'Another Name' } }],
    ])
    expect(receiver.of('other')).toEqual([])
  })

  test('of the consent to news are told with the scope `marketing`, which the user info has as well', async () => {
    const { me, sub, browser } = await memberOf('openid marketing')
    const { url, tokens } = await (await partner(backend, 'one')).begin({ scope: 'openid marketing' })
    const { access_token } = await tokens(await browser.go(url))
    await me.call('PUT', '/marketing', { email: true, sms: false })
    await settled()
    const marketing = { email: true, sms: false }
    expect(receiver.told('one').at(-1)).toEqual(['member.updated', { sub, claims: { marketing } }])
    const asked = { headers: { authorization: `Bearer ${access_token}` } }
    expect(await (await fetch(`${backend.url}/oidc/userinfo`, asked)).json()).toMatchObject({ sub, marketing })
  })

  test('are told only as far as a scope of the service opens them', async () => {
    const { me } = await memberOf('openid email')
    await me.call('PUT', '/nickname', { nickname: newNickname() })
    await me.call('PUT', '/marketing', { email: true, sms: true })
    await sql`update members set phone = ${newPhone()}, identity_key = null where login_id = ${me.member.login_id}`.execute(
      backend.ctx.db,
    )
    await settled()
    expect(receiver.heard).toEqual([])
    expect(await waiting()).toBe(0)
  })

  test('are told to a service that asks for consent as far as the member has agreed', async () => {
    const { me, sub } = await memberOf('openid', 'deaf')
    const agreed = { member_id: sub, client_id: 'asks', scopes: ['openid', 'profile'] }
    await backend.ctx.db.insertInto('service_members').values(agreed).execute()
    const nickname = newNickname()
    await me.call('PUT', '/nickname', { nickname })
    await change(me, 'email', newEmail())
    await settled()
    expect(receiver.heard.map((one) => [one.service, one.data])).toEqual([['asks', { sub, claims: { nickname } }]])
  })

  test('of a member who uses other services are not told, nor of one who may not sign in', async () => {
    const [first, second] = [await memberOf(), await memberOf('openid profile', 'other')]
    await second.me.call('PUT', '/nickname', { nickname: newNickname() })
    await settled()
    expect(receiver.heard.map((one) => [one.service, one.data.sub])).toEqual([['other', second.sub]])
    receiver.heard.length = 0
    await sql`update members set status = 'SUSPENDED', name = 'Name' where id = ${first.sub}`.execute(backend.ctx.db)
    await settled()
    expect(receiver.heard).toEqual([])
  })
})

describe('the end', () => {
  test('of a service is told, and nothing follows: neither what waited nor what changes then', async () => {
    const { me, sub } = await memberOf()
    receiver.answer = () => 503
    await me.call('PUT', '/nickname', { nickname: newNickname() })
    await settled()
    expect(receiver.heard).toHaveLength(1)
    receiver.answer = () => 204
    receiver.heard.length = 0
    expect((await me.call('DELETE', '/services/one')).status).toBe(204)
    await me.call('PUT', '/nickname', { nickname: newNickname() })
    await me.call('POST', '/leave', {})
    await settled()
    await dueNow()
    await timeIsOver(sub)
    await settled()
    expect(receiver.told('one')).toEqual([['service.withdrawn', { sub }]])
  })

  test('of the account: it begins, is taken back, begins again, and comes', async () => {
    const { me, sub } = await memberOf()
    const effective_at = String(data(await me.call('POST', '/leave', {})).effective_at)
    await settled()
    await me.call('DELETE', '/leave')
    await settled()
    await me.call('POST', '/leave', {})
    await settled()
    expect(receiver.told('one').slice(0, 2)).toEqual([
      ['member.leaving', { sub, effective_at }],
      ['member.stayed', { sub }],
    ])
    receiver.answer = () => 500
    await timeIsOver(sub)
    await settled()
    receiver.answer = () => 204
    await dueNow()
    await settled()
    expect(receiver.told('one').slice(2)).toMatchObject([
      ['member.leaving', { sub }],
      ['member.erased', { sub }],
      ['member.erased', { sub }],
    ])
    for (const table of ['member_events', 'jobs'] as const)
      expect(JSON.stringify(await backend.ctx.db.selectFrom(table).selectAll().execute()), table).not.toContain(sub)
  })

  test('a thief who lets a member leave is told as taken back when the member reports it', async () => {
    const { me, sub } = await memberOf()
    await me.call('POST', '/leave', {})
    const rows = (await me.call('GET', '/activity')).body as { data: { id: string }[] }
    await me.call('POST', '/report', { activity_id: rows.data[0]?.id })
    await settled()
    expect(receiver.told('one').at(-1)).toEqual(['member.stayed', { sub }])
  })
})

describe('a call', () => {
  test('that fails comes again under the same ID, and later ones about the member wait for it', async () => {
    const { me, sub } = await memberOf()
    const elsewhere = await memberOf()
    const [first, second, theirs] = [newNickname(), newNickname(), newNickname()]
    receiver.answer = () => (receiver.heard.length === 1 ? 500 : 204)
    await me.call('PUT', '/nickname', { nickname: first })
    await settled()
    await me.call('PUT', '/nickname', { nickname: second })
    await elsewhere.me.call('PUT', '/nickname', { nickname: theirs })
    await settled()
    expect(receiver.heard.map((one) => one.data.sub)).toEqual([sub, elsewhere.sub])
    passed = 61_000
    await settled()
    const [failed, , again, next] = receiver.heard
    expect(again?.id).toBe(failed?.id)
    expect(next?.id).not.toBe(again?.id)
    expect(receiver.heard).toHaveLength(4)
    expect(receiver.heard.map((one) => one.data.claims)).toEqual([
      { nickname: first },
      { nickname: theirs },
      { nickname: second },
      { nickname: second },
    ])
    expect(Number(again?.headers['webhook-timestamp'])).toBeGreaterThan(Number(failed?.headers['webhook-timestamp']))
    expect(again?.timestamp).toBe(failed?.timestamp)
  })

  test('comes again in time while new ones fail as well', async () => {
    receiver.answer = () => 500
    const add = () => {
      const told = {
        client_id: 'one',
        member_id: randomUUID(),
        sequence: 1,
        event: 'member.erased' as const,
        changed: [],
      }
      return addJob(backend.ctx, 'webhook', told)
    }
    const first = await add()
    for (const seconds of [0, 40, 80]) {
      passed = seconds * 1000
      await settled()
      await add()
    }
    expect(receiver.heard.filter(({ id }) => id === `msg_${first}`)).toHaveLength(2)
  })

  test('has a signature of each secret that counts, and none of one that has ended', async () => {
    const added = await addWebhookSecret(backend.ctx, 'one', 7 * 86_400, 'dana')
    const { me } = await memberOf()
    await me.call('PUT', '/nickname', { nickname: newNickname() })
    await settled()
    expect(receiver.heard[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    const [call] = receiver.heard
    expect(new Webhook(added).verify(call?.body ?? '', call?.headers ?? {})).toMatchObject({ type: 'member.updated' })
    passed = 8 * DAY
    const rows = await sql<{ value: unknown }>`select value from keys where name = 'webhooks'`.execute(backend.ctx.db)
    expect(JSON.stringify(rows)).not.toContain(added)
    expect(await webhookSecretsOf(backend.ctx, 'one')).toEqual([added])
  })

  test('leaves no value and no secret in the database or the log', async () => {
    const { me } = await memberOf()
    receiver.answer = () => 500
    const phone = newPhone()
    await change(me, 'phone', phone)
    await settled()
    expect(receiver.heard).toHaveLength(1)
    const jobs = await backend.ctx.db.selectFrom('jobs').selectAll().where('kind', '=', 'webhook').execute()
    expect(jobs).toMatchObject([{ tries: 1, reason: 'ANSWERED 500' }])
    expect(JSON.stringify(jobs)).not.toContain(phone)
    for (const table of ['keys', 'client_versions', 'outbox', 'jobs', 'member_events', 'audit_events'] as const) {
      const rows = JSON.stringify(await backend.ctx.db.selectFrom(table).selectAll().execute())
      expect(rows, table).not.toContain(SECRET)
      expect(rows, table).not.toContain(SECRET.replace('whsec_', ''))
    }
    expect(lines.join('\n')).not.toContain(SECRET.replace('whsec_', ''))
    expect(lines.filter((line) => line.includes('job.postponed')).join('\n')).not.toContain(phone)
  })
})
