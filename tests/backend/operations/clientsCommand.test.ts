// `npm run clients`: a running instance serves what an operator adds, changes and removes by command.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as client from 'openid-client'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CLIENTS_LOOK_SECONDS } from '../../../backend/versionChanges.ts'
import { parseClientsCommand, runClients } from '../../../backend/commands/clientsCommand.ts'
import { storedWebhookSecrets, webhookSecretsOf } from '../../../backend/db/webhookSecrets.ts'
import { seedClients } from '../../../backend/domain/clientVersions.ts'
import { memberNamed, signOutEverywhere } from '../../../backend/domain/members/operator.ts'
import type { RunningBackend } from '../../../backend/main.ts'
import { parseClients } from '../../../backend/settings/clients.ts'
import { Browser } from '../browser.ts'
import { CHALLENGE, copyOf, start, type Member } from '../start.ts'

const CALLBACK = 'http://localhost:3009/callback'
const folder = mkdtempSync(join(tmpdir(), 'daemun-clients-'))
function file(name: string, ...clients: object[]): string {
  writeFileSync(join(folder, name), JSON.stringify(clients.length === 1 ? clients[0] : clients))
  return join(folder, name)
}
const learning = { client_id: 'learning', redirect_uris: [CALLBACK], service: { display_name: '배움' } }

let backend: RunningBackend
let member: Member
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  backend = await start({ follow_changes: true })
  member = await copyOf(backend, 'member')
})
afterEach(async () => {
  vi.useRealTimers()
  await backend.close()
})

/** Runs a command, and lets the time pass after which every instance knows. */
async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  for await (const line of runClients(backend.ctx, parseClientsCommand(args, 'dana'))) lines.push(line)
  vi.advanceTimersByTime(CLIENTS_LOOK_SECONDS * 1000)
  await backend.ctx.background.settle()
  return lines
}
const secretIn = (lines: string[]) => lines.find((line) => line.startsWith('client_secret '))?.split(' ')[1] ?? ''

const configOf = (secret: string): Promise<client.Configuration> =>
  client.discovery(new URL(backend.url), 'learning', secret, undefined, { execute: [client.allowInsecureRequests] })

/** A sign-in at the service with this secret. @throws what the token endpoint refuses */
async function tokensOf(secret: string, more: Record<string, string> = {}) {
  const config = await configOf(secret)
  const verifier = client.randomPKCECodeVerifier()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  })
  const browser = new Browser(backend.url)
  const reply = await browser.signIn(await browser.go(url.href), member)
  const { data } = reply.body as { data: { location: string } }
  const callback = await browser.go(data.location)
  return client.authorizationCodeGrant(config, callback, { pkceCodeVerifier: verifier, idTokenExpected: true })
}

/** @returns the ID token's subject */
const signIn = async (secret: string): Promise<string | undefined> => (await tokensOf(secret)).claims()?.sub

/** The address at the issuer from which a sign-in begins. */
const beginning = (redirect_uri = CALLBACK): string =>
  `/oidc/auth?${new URLSearchParams({
    client_id: 'learning',
    response_type: 'code',
    scope: 'openid',
    redirect_uri,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  })}`
/** What the issuer answers to the beginning of a sign-in. */
const entry = async (redirect_uri?: string): Promise<number> =>
  (await new Browser(backend.url).send(beginning(redirect_uri))).status

test.each([
  [['turn'], 'command: one of list, show, origins, add, change, secret, webhook-secret, remove, check'],
  [['remove', 'learning'], 'remove concerns learning: add --yes'],
  [['secret', 'learning', '--overlap', 'long'], 'overlap: a duration such as 30m, 12h or 7d'],
  [['show'], 'show takes one ID'],
  [['check'], 'check takes one FILE'],
])('the arguments %j are refused', (args, message) => expect(() => parseClientsCommand(args, 'dana')).toThrow(message))

test('a service that an operator adds signs members in without a restart, until it is removed', async () => {
  expect(await entry()).toBe(400)
  const secret = secretIn(await run('add', file('learning.json', learning)))
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await signIn(secret)).toMatch(/^[\da-f-]{36}$/)
  const shown = await backend.ctx.db
    .selectFrom('services')
    .select('display_name')
    .where('client_id', '=', 'learning')
    .executeTakeFirst()
  expect(shown?.display_name).toBe('배움')
  const names = async () => (await run('origins'))[0]?.split('=')[1]?.split(',')
  expect(await names()).toEqual([backend.url, 'http://localhost:3009', 'http://localhost:3002'])
  await run('remove', 'learning', '--yes')
  expect(await entry()).toBe(400)
  expect(await names()).not.toContain('http://localhost:3009')
})

test('a service that is removed signs nobody in any more, not even in a visit that has begun', async () => {
  await run('add', file('learning.json', learning))
  const browser = new Browser(backend.url)
  const entered = await browser.go(beginning())
  const signIn = await browser.readyToSignIn(entered, member)
  await run('remove', 'learning', '--yes')
  const over = { status: 403, body: { code: 'VISIT_OVER' } }
  expect(await signIn()).toMatchObject(over)
  expect(await browser.get(`/v1/init/login${entered.search}`)).toMatchObject(over)
})

test('a service that was removed and is added again has no token of before', async () => {
  const service = file('learning.json', learning)
  const before = await tokensOf(secretIn(await run('add', service)), {
    scope: 'openid offline_access',
    prompt: 'consent',
  })
  const refresh = async (secret: string) =>
    client.refreshTokenGrant(await configOf(secret), before.refresh_token ?? 'none')
  await run('remove', 'learning', '--yes')
  const secret = secretIn(await run('add', service))
  await expect(refresh(secret)).rejects.toMatchObject({ error: 'invalid_grant' })
  const read = client.fetchUserInfo(await configOf(secret), before.access_token, before.claims()?.sub ?? '')
  await expect(read).rejects.toMatchObject({ status: 401 })
  expect(await signIn(secret)).toBe(before.claims()?.sub)
})

test('a removed address gets no code of a sign-in that has begun before', async () => {
  const moved = 'http://localhost:3009/moved'
  await run('add', file('learning.json', learning))
  const browser = new Browser(backend.url)
  const reply = await browser.signIn(await browser.go(beginning()), member)
  await run('change', file('moved.json', { ...learning, redirect_uris: [moved] }))
  const { data } = reply.body as { data: { location: string } }
  const end = await browser.send(data.location, { headers: { accept: 'text/html' } })
  expect(end.status).toBe(400)
  expect(end.headers.get('location')).toBeNull()
  expect(end.text).toContain('invalid_redirect_uri')
})

test('a changed address counts at once, and the secret stays', async () => {
  const secret = secretIn(await run('add', file('learning.json', learning)))
  const moved = 'http://localhost:3009/moved'
  expect(await entry(moved)).toBe(400)
  await run('change', file('moved.json', { ...learning, redirect_uris: [CALLBACK, moved] }))
  expect(await entry(moved)).toBe(303)
  expect(await signIn(secret)).toBeDefined()
  await expect(run('change', file('secret.json', { ...learning, client_secret: 'x'.repeat(32) }))).rejects.toThrow(
    'learning: a secret is changed by secret, not here',
  )
})

test('a service without PKCE is added with a secret of its own, changed, and never without a secret', async () => {
  const old = { ...learning, pkce: false }
  const lacks = 'learning: a client without PKCE needs a client_secret'
  await expect(run('add', file('old.json', old), '--public')).rejects.toThrow(lacks)
  expect(secretIn(await run('add', file('old.json', old)))).toMatch(/^[\w-]{43}$/)
  const withoutPkce = new URLSearchParams({
    client_id: 'learning',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${CALLBACK}/moved`,
  })
  const start = async () => (await new Browser(backend.url).send(`/oidc/auth?${withoutPkce}`)).status
  expect(await start()).toBe(400)
  await run('change', file('moved.json', { ...old, redirect_uris: [`${CALLBACK}/moved`] }))
  expect(await start()).toBe(303)
  await run('remove', 'learning', '--yes')
  await run('add', file('public.json', learning), '--public')
  await expect(run('change', file('old.json', old))).rejects.toThrow(lacks)
})

test('two secrets count until the first one ends, and no secret is stored', async () => {
  const first = secretIn(await run('add', file('learning.json', learning)))
  const second = secretIn(await run('secret', 'learning', '--overlap', '1h'))
  expect(await signIn(first)).toBe(await signIn(second))
  vi.advanceTimersByTime(3600 * 1000)
  await expect(signIn(first)).rejects.toMatchObject({ status: 401 })
  expect(await signIn(second)).toBeDefined()
  const stored = JSON.stringify(await backend.ctx.db.selectFrom('client_versions').selectAll().execute())
  const events = JSON.stringify(await backend.ctx.db.selectFrom('audit_events').selectAll().execute())
  for (const secret of [first, second, ...backend.ctx.settings.clients.map((one) => one.client_secret)])
    expect(stored + events).not.toContain(secret)
})

test('each command is in the record of security events with the name of the operator, and in the versions of the service', async () => {
  await run('add', file('learning.json', learning))
  await run('secret', 'learning')
  await run('change', file('learning.json', learning))
  await run('remove', 'learning', '--yes', '--by', 'erin')
  const events = await backend.ctx.db
    .selectFrom('audit_events')
    .select(['event', 'client_id', 'fields'])
    .where('event', 'like', 'operator.client%')
    .orderBy('id')
    .execute()
  expect(events.map(({ event, client_id, fields }) => [event, client_id, fields])).toEqual([
    ['operator.client_added', 'learning', { by: 'dana', version: 1 }],
    ['operator.client_secret', 'learning', { by: 'dana', version: 2 }],
    ['operator.client_changed', 'learning', { by: 'dana', version: 3 }],
    ['operator.client_removed', 'learning', { by: 'erin', version: 4 }],
  ])
  const [settings, ...versions] = await run('show', 'learning')
  expect(settings).toBe('null')
  expect(versions.map((line) => line.split('  ')[1])).toEqual(['version 4', 'version 3', 'version 2', 'version 1'])
  expect((await run()).map((line) => line.split('  ')[0])).toEqual(['learning', 'service-a', 'service-b'])
})

test('a start stores the services of its settings, and leaves one alone that an operator has changed', async () => {
  const { ctx } = backend
  const [first, second] = ctx.settings.clients
  if (!first || !second) throw new Error('the demonstration has two services')
  await run('change', file('a.json', { client_id: first.client_id, redirect_uris: [CALLBACK] }))
  const settings = { ...ctx.settings, clients: [first, { ...second, redirect_uris: [CALLBACK] }] }
  expect(await seedClients({ ...ctx, settings })).toEqual([])
  const lines = await run()
  expect(lines.map((line) => line.split('  ').slice(0, 2))).toEqual([
    [first.client_id, 'version 2'],
    [second.client_id, 'version 2'],
  ])
  expect(lines[0]).toContain('by dana')
  const partners = ctx.clients.filter(({ client_id }) => client_id !== 'account')
  expect(partners.map(({ redirect_uris }) => redirect_uris)).toEqual([[CALLBACK], [CALLBACK]])
  expect(await seedClients({ ...ctx, settings: { ...settings, clients: [first] } })).toEqual([second.client_id])
})

test('a service that a command has added is told that a session has ended', async () => {
  let told = 0
  const service = createServer((request, response) => {
    told += 1
    request.resume()
    response.end()
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const backchannel_logout_uri = `http://127.0.0.1:${(service.address() as AddressInfo).port}/out`
  await signIn(secretIn(await run('add', file('told.json', { ...learning, backchannel_logout_uri }))))
  await signOutEverywhere(backend.ctx, await memberNamed(backend.ctx, member.login_id), 'dana')
  await backend.ctx.background.settle()
  service.close()
  expect(told).toBe(1)
})

const hooked = { ...learning, webhook_uri: 'https://learning.example.com/hooks' }
const hookSecretIn = (lines: string[]) => lines.find((line) => line.startsWith('webhook_secret '))?.split(' ')[1] ?? ''

test('a service with an address for webhooks gets a secret once, and another one beside it', async () => {
  const first = hookSecretIn(await run('add', file('hooked.json', hooked)))
  expect(() => new Webhook(first)).not.toThrow()
  expect(hookSecretIn(await run('change', file('hooked.json', hooked)))).toBe('')
  const second = hookSecretIn(await run('webhook-secret', 'learning', '--overlap', '1h'))
  expect(await webhookSecretsOf(backend.ctx, 'learning')).toEqual([second, first])
  expect((await run('show', 'learning'))[1]).toMatch(/^secrets of webhooks: one, one until \d{4}-/)
  vi.advanceTimersByTime(3600 * 1000)
  expect(await webhookSecretsOf(backend.ctx, 'learning')).toEqual([second])
  const third = hookSecretIn(await run('webhook-secret', 'learning', '--overlap', '0m'))
  expect(await webhookSecretsOf(backend.ctx, 'learning')).toEqual([third])
  const rows = [backend.ctx.db.selectFrom('client_versions'), backend.ctx.db.selectFrom('audit_events')] as const
  const stored = JSON.stringify(await Promise.all(rows.map((table) => table.selectAll().execute())))
  for (const secret of [first, second, third]) expect(stored).not.toContain(secret.slice('whsec_'.length))
  await run('remove', 'learning', '--yes')
  expect(await storedWebhookSecrets(backend.ctx, 'learning')).toEqual([])
})

test('a service that gets an address for webhooks later gets its secret then, and none without one', async () => {
  await run('add', file('learning.json', learning))
  await expect(run('webhook-secret', 'learning')).rejects.toThrow('learning has no webhook_uri: use change')
  expect(hookSecretIn(await run('change', file('hooked.json', hooked)))).toMatch(/^whsec_/)
  const given = { ...hooked, webhook_secret: 'whsec_' + 'A'.repeat(32) }
  await expect(run('change', file('given.json', given))).rejects.toThrow(
    'learning: a webhook_secret is changed by webhook-secret, not here',
  )
})

describe('pictures', () => {
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const WEBP = Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')
  const withIcon = (icon_image_url: string, client_id = 'learning') => ({
    ...learning,
    client_id,
    service: { ...learning.service, icon_image_url },
  })
  const picture = (name: string, bytes: Buffer | string) => {
    writeFileSync(join(folder, name), bytes)
    return name
  }
  const addressOf = async (client_id: string): Promise<string> => {
    const [settings = ''] = await run('show', client_id)
    return (JSON.parse(settings) as ReturnType<typeof withIcon>).service.icon_image_url
  }
  const rows = () => backend.ctx.db.selectFrom('pictures').select('id').execute()

  test('in files are stored with the version of their service, once each, and everybody may see them', async () => {
    await run('add', file('icon.json', withIcon(picture('logo.png', PNG))))
    const first = await addressOf('learning')
    await run('change', file('moved.json', withIcon(picture('logo.webp', WEBP))))
    const [seed] = parseClients(file('seed.json', [withIcon('logo.webp', 'seeded')]))
    if (!seed) throw new Error('the file has a service')
    await seedClients({ ...backend.ctx, settings: { ...backend.ctx.settings, clients: [seed] } })
    expect(await addressOf('seeded')).toBe(await addressOf('learning'))
    expect(await rows()).toHaveLength(2)
    for (const [address, type, bytes] of [
      [first, 'image/png', PNG],
      [await addressOf('learning'), 'image/webp', WEBP],
    ] as const) {
      const reply = await fetch(address, { headers: { 'sec-fetch-site': 'same-site' } })
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^default-src 'none'/) as unknown,
        'cross-origin-resource-policy': 'cross-origin',
      })
      expect(reply.headers.get('set-cookie')).toBeNull()
      expect(Buffer.from(await reply.arrayBuffer())).toEqual(bytes)
    }
    for (const id of ['a'.repeat(64), 'x']) expect((await fetch(`${backend.url}/pictures/${id}`)).status).toBe(404)
  })

  test.each([
    [
      'a drawing, which can have scripts',
      () => picture('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'is no PNG',
    ],
    [
      'one that is too large',
      () => picture('big.png', Buffer.concat([PNG, Buffer.alloc(300 * 1024)])),
      'more than 300 kB',
    ],
    ['one that is not there', () => 'none.png', 'cannot be read (ENOENT)'],
    ['one outside the folder', () => '../logo.png', 'in the folder of the settings or below'],
    ['an address without TLS', () => 'http://example.com/logo.png', 'an absolute URL with https'],
  ])('%s is refused, and nothing of the file is stored', async (_, icon, said) => {
    const both = file('both.json', learning, withIcon(icon(), 'other'))
    await expect(run('add', both)).rejects.toThrow(said)
    expect(await rows()).toEqual([])
    await expect(run('show', 'learning')).rejects.toThrow('no service has the ID learning')
  })
})
