// What an entry of `npm run clients` or BACKEND_CLIENTS says about sign-ins at the service, as the routes answer it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { parseClientsCommand, runClients } from '../../../backend/commands/clientsCommand.ts'
import { parseClients } from '../../../backend/settings/clients.ts'
import { Browser, data, field } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, copyOf, signInAt } from '../start.ts'

const OFFICE = '203.0.113.9'
const ELSEWHERE = '198.51.100.7'
const folder = mkdtempSync(join(tmpdir(), 'daemun-service-'))
const backend = sharedBackend({ proxy_hops: 1, internal_networks: ['203.0.113.0/24'] })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  for await (const line of runClients(backend.ctx, parseClientsCommand(args, 'dana'))) lines.push(line)
  return lines
}

/** Gives service A other settings by command. */
async function change(service: object): Promise<void> {
  const own = backend.ctx.settings.clients.find(({ client_id }) => client_id === 'service-a')
  if (!own) throw new Error('the demonstration has service A')
  const { client_secret: _secret, webhook_secret: _signs, ...settings } = own
  const file = join(folder, 'a.json')
  writeFileSync(file, JSON.stringify({ ...settings, service: { ...settings.service, ...service } }))
  await run('change', file)
}
afterEach(() => change({}))

/** A browser behind the proxy, at this address. */
const browserAt = (address: string) => new Browser(backend.url, { 'x-forwarded-for': address })
const signIn = async (address = OFFICE, from = 'member', stay = false) => {
  const browser = browserAt(address)
  return { browser, ...(await signInAt(backend, browser, await copyOf(backend, from), 'service-a', stay)) }
}

test('a service that asks for consent gets it before the first sign-in there', async () => {
  await change({ asks_consent: true })
  const { reply } = await signIn()
  expect(reply).toMatchObject({ status: 401, body: { data: { matcher_type: 'CONSENT_RELYING_PARTY' } } })
  await change({})
  expect((await signIn()).reply.status).toBe(200)
})

test('a service gets the fields of the profile that it names', async () => {
  await change({ required_profile: ['interest_category', 'interest_field'] })
  const { browser, reply } = await signIn(OFFICE, 'missing-profile')
  expect(reply).toMatchObject({ status: 401, body: { data: { matcher_type: 'SERVICE_ADD_INFO' } } })
  const { init_url, params } = data(reply)
  const asked = await browser.get(`${String(init_url)}?${new URLSearchParams(params as Record<string, string>)}`)
  const uri = new URL(String(field(asked.body, 'data').authorization_uri))
  expect(uri.searchParams.get('profile_fields')).toBe('["interest_category","interest_field"]')
  const given = { interest_category: 'IC01', interest_field: 'IC0101' }
  const done = await browser.post('/v1/resolve/user', { matcher_type: 'SERVICE_ADD_INFO', ...given })
  expect(data(done)).toMatchObject({ location: expect.any(String) as unknown })
})

test('a service for the internal network alone refuses members elsewhere with 4590', async () => {
  await change({ internal_only: true })
  expect((await signIn(ELSEWHERE)).reply).toMatchObject({ status: 400, body: { detail_code: 4590 } })
  expect((await signIn(OFFICE)).reply.status).toBe(200)
  await change({})
  expect((await signIn(ELSEWHERE)).reply.status).toBe(200)
})

test('a service with networks of its own refuses members elsewhere with 4589', async () => {
  await change({ allowed_ips: ['192.0.2.0/24', '198.51.100.7', '2001:db8:5::/48'] })
  expect((await signIn(OFFICE)).reply).toMatchObject({ status: 400, body: { detail_code: 4589 } })
  for (const address of [ELSEWHERE, '192.0.2.200', '2001:db8:5::1'])
    expect((await signIn(address)).reply.status).toBe(200)
  await change({})
  expect((await signIn(OFFICE)).reply.status).toBe(200)
})

test('a service without "stay signed in" does not offer it, and keeps nobody who asks for it', async () => {
  const offered = async () => {
    const { browser, entry } = await arrive(backend, {}, { browser: browserAt(OFFICE) })
    return data(await browser.get(`/v1/init/login${entry.search}`)).stay_session
  }
  const isKept = async () => {
    const { claims } = await signIn(OFFICE, 'member', true)
    const rows = await backend.ctx.db
      .selectFrom('browser_sessions')
      .select('stay_session')
      .where('member_id', '=', String(claims?.sub))
      .execute()
    return rows.map(({ stay_session }) => stay_session)
  }
  expect([await offered(), await isKept()]).toEqual([true, [true]])
  await change({ stay_session: false })
  expect([await offered(), await isKept()]).toEqual([false, [false]])
})

test('lists and shows what a service asks, in each version', async () => {
  const asks = {
    asks_consent: true,
    required_profile: ['hope_job_group', 'hope_job'],
    stay_session: false,
    internal_only: true,
    allowed_ips: ['203.0.113.0/28'],
  }
  await change(asks)
  const said =
    'asks for consent; asks for hope_job_group, hope_job; without "stay signed in"; for internal networks; for 203.0.113.0/28'
  const [first] = await run('list')
  expect(first).toMatch(/^service-a {2}version \d+ .* by dana {2}/)
  expect(first).toContain(said)
  const [settings = '', ...lines] = await run('show', 'service-a')
  expect(JSON.parse(settings)).toMatchObject({ service: asks })
  const [newest = '', before = ''] = lines.filter((line) => line.startsWith('service-a  version'))
  expect([newest.includes(said), before.includes(said)]).toEqual([true, false])
  const event = await backend.ctx.db
    .selectFrom('audit_events')
    .select(['client_id', 'fields'])
    .where('event', '=', 'operator.client_changed')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(event).toMatchObject({ client_id: 'service-a', fields: { by: 'dana' } })
})

describe('an entry', () => {
  const entry = (service: object) =>
    JSON.stringify([{ client_id: 'mine', redirect_uris: ['https://a.test/'], service }])

  test.each([
    [{ asks_consent: 'yes' }, '0.service.asks_consent: true or false'],
    [{ stay_session: 0 }, '0.service.stay_session: true or false'],
    [{ internal_only: 'no' }, '0.service.internal_only: true or false'],
    [{ required_profile: ['email'] }, '0.service.required_profile.0: one of current_job_group, current_job,'],
    [{ required_profile: 'current_job' }, '0.service.required_profile: a list'],
    [{ allowed_ips: ['203.0.113.0/33'] }, '0.service.allowed_ips.0: networks such as 203.0.113.0/24'],
    [{ allowed_ips: ['0.0.0.0/0'] }, '0.service.allowed_ips.0: networks such as'],
    [{ allowed_ips: ['::ffff:203.0.113.9'] }, '0.service.allowed_ips.0: networks such as'],
    [{ allowed_ips: '203.0.113.9' }, '0.service.allowed_ips: a list'],
  ])('with %j is refused', (service, message) => expect(() => parseClients(entry(service))).toThrow(message))

  test('of the demonstration is one that BACKEND_CLIENTS takes', () => {
    const { clients } = backend.ctx.settings
    expect(clients.some(({ service }) => service?.asks_consent)).toBe(true)
    expect(parseClients(JSON.stringify(clients))).toEqual(clients)
  })
})
