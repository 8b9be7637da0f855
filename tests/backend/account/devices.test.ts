// Contract, "Account": the member sees each browser in which the account is open, and ends it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as client from 'openid-client'
import { afterAll, expect, test } from 'vitest'
import type { SessionRow } from '../../../contract/shapes/account.ts'
import { Browser, data, field, type Reply } from '../browser.ts'
import { sharedBackend, sharedLogoutListener } from '../shared.ts'
import { copyOf, partner } from '../start.ts'
import { AccountMember, enterAccount } from './member.ts'
import { mmdb } from './mmdb.ts'

const SEOUL = '203.0.113.7'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const folder = mkdtempSync(join(tmpdir(), 'places-'))
const listener = sharedLogoutListener()
const backend = sharedBackend(() => {
  const places_file = join(folder, 'places.mmdb')
  writeFileSync(places_file, mmdb({ [SEOUL]: { country: { iso_code: 'KR' }, city: { names: { en: 'Seoul' } } } }))
  return { places_file, proxy_hops: 1, clients: [listener.client], follow_changes: true }
})
afterAll(() => rmSync(folder, { recursive: true }))
const sids = () => listener.heard.map(({ sid }) => String(sid))

async function enter(member: Awaited<ReturnType<typeof copyOf>>, { agent = CHROME, address = SEOUL } = {}) {
  const browser = new Browser(backend.url, { 'user-agent': agent, 'x-forwarded-for': address })
  await enterAccount(backend, member, { browser })
  return new AccountMember(backend, member, browser)
}
const locationIn = (reply: Reply) => String(data(reply).location)

/** A visit at a service in which the session of the browser is enough. */
async function visit(browser: Browser, client_id: string) {
  const { url, tokens } = await (await partner(backend, client_id)).begin()
  const set = await tokens(await browser.go(url))
  return { tokens: set, claims: set.claims() }
}
const rowsOf = async (one: AccountMember, language = 'en') =>
  field(
    (await one.call('GET', '/sessions', undefined, { 'accept-language': language })).body,
    'data',
  ) as unknown as SessionRow[]
const here = async (one: AccountMember) => (await rowsOf(one)).find(({ current }) => current)?.id ?? ''
const isIn = async (one: AccountMember) => (await one.call('GET', '/sessions')).status === 200

test('each browser is listed with its system, its place in the reader’s language, and the services', async () => {
  const member = await copyOf(backend, 'member')
  const desk = await enter(member)
  await enter(member, { agent: SAFARI, address: '198.51.100.9' })
  await visit(desk.browser, 'service-a')
  const rows = (await rowsOf(desk)).toSorted((a, b) => a.browser.localeCompare(b.browser))
  expect(rows).toMatchObject([
    { browser: 'Chrome', system: 'Windows', place: 'Seoul, South Korea', current: true, services: ['Step Learning'] },
    { browser: 'Safari', system: 'iOS', place: null, current: false, services: [] },
  ])
  expect((await rowsOf(desk, 'ko')).map(({ place }) => place)).toContain('Seoul, 대한민국')
  const stored = JSON.stringify(await backend.ctx.db.selectFrom('devices').selectAll().execute())
  expect(stored).not.toContain('Mozilla')
  // The point tells a version from a piece of an ID.
  expect(stored).not.toContain('131.')
})

test('a browser that signs in again stays one row, and its sessions stay with it', async () => {
  const member = await copyOf(backend, 'member')
  const desk = await enter(member)
  const id = await here(desk)
  for (const client_id of ['service-a', 'listener', 'service-a']) {
    const { url } = await (await partner(backend, client_id)).begin({ prompt: 'login' })
    const reply = await desk.browser.signIn(await desk.browser.go(url), member)
    await desk.browser.go(locationIn(reply))
  }
  expect((await rowsOf(desk)).map((row) => [row.id, row.services.length])).toEqual([[id, 2]])
})

test('a session of an earlier release is listed as unknown, and ends like any other', async () => {
  const member = await copyOf(backend, 'member')
  const [desk, old] = [await enter(member), await enter(member)]
  const id = await here(old)
  await backend.ctx.db.deleteFrom('devices').where('id', '=', id).execute()
  await backend.ctx.db.deleteFrom('device_sessions').where('device_id', '=', id).execute()
  expect((await rowsOf(desk)).find((row) => row.id === id)).toMatchObject({ browser: '', system: '', place: null })
  expect((await desk.call('DELETE', `/sessions/${id}`)).status).toBe(204)
  expect([await isIn(desk), await isIn(old)]).toEqual([true, false])
})

test('a browser that is ended is signed out at once: its tokens end, and its services hear it once', async () => {
  const member = await copyOf(backend, 'member')
  const [desk, phone] = [await enter(member), await enter(member, { agent: SAFARI })]
  const { tokens, claims } = await visit(phone.browser, 'listener')
  const kept = await visit(desk.browser, 'listener')
  const { config } = await partner(backend, 'listener')
  const id = await here(phone)
  listener.heard.length = 0
  const replies = await Promise.all([1, 2, 3].map(() => desk.call('DELETE', `/sessions/${id}`)))
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(2)
  expect([await isIn(desk), await isIn(phone)]).toEqual([true, false])
  await expect.poll(sids).toEqual([claims?.sid])
  const asked = (token?: string, sub?: string) => client.fetchUserInfo(config, token ?? '', sub ?? '')
  await expect(asked(tokens?.access_token, claims?.sub)).rejects.toThrow('server responded with a challenge')
  expect((await asked(kept.tokens?.access_token, kept.claims?.sub)).sub).toBe(kept.claims?.sub)
  const entry = await phone.browser.go((await (await partner(backend)).begin()).url)
  expect(entry.pathname).toBe('/init/login')
})

test('a visit under way in a browser that is ended does not go on as the member', async () => {
  const member = await copyOf(backend, 'member')
  const [desk, phone] = [await enter(member), await enter(member)]
  const id = await here(phone)
  const { url } = await (await partner(backend)).begin({ prompt: 'login' })
  const reply = await phone.browser.signIn(await phone.browser.go(url), member)
  await desk.call('DELETE', `/sessions/${id}`)
  const location = locationIn(reply)
  const led = await phone.browser.go(location).catch(() => null)
  expect(led?.searchParams.has('code') ?? false).toBe(false)
})

test('the browser of another member is not found, and stays', async () => {
  const [one, other] = [await enter(await copyOf(backend, 'member')), await enter(await copyOf(backend, 'member'))]
  for (const id of [await here(other), 'x', '0'.repeat(36)])
    expect((await one.call('DELETE', `/sessions/${id}`)).status).toBe(404)
  expect(await isIn(other)).toBe(true)
})

test('ending the own browser signs out', async () => {
  const one = await enter(await copyOf(backend, 'member'))
  expect((await one.call('DELETE', `/sessions/${await here(one)}`)).status).toBe(204)
  expect((await one.call('GET', '/sessions')).body).toMatchObject({ code: 'NO_SESSION' })
  const { id } = await one.row()
  const events = await backend.ctx.db.selectFrom('audit_events').select('event').where('member_id', '=', id).execute()
  expect(events.map(({ event }) => event)).toContain('session.signed_out')
})

test('all other browsers end together, and the services of this one stay', async () => {
  const member = await copyOf(backend, 'member')
  const desk = await enter(member)
  const others = [await enter(member), await enter(member)]
  const stranger = await enter(await copyOf(backend, 'member'))
  const kept = await visit(desk.browser, 'listener')
  const lost = await Promise.all(others.map(({ browser }) => visit(browser, 'listener')))
  listener.heard.length = 0
  expect((await Promise.all([1, 2].map(() => desk.call('DELETE', '/sessions')))).map(({ status }) => status)).toEqual([
    204, 204,
  ])
  expect(await Promise.all([desk, stranger, ...others].map(isIn))).toEqual([true, true, false, false])
  await expect.poll(() => sids().toSorted()).toEqual(lost.map(({ claims }) => claims?.sid as string).toSorted())
  const { config } = await partner(backend, 'listener')
  expect((await client.fetchUserInfo(config, kept.tokens?.access_token ?? '', kept.claims?.sub ?? '')).sub).toBeTruthy()
  await expect(
    client.fetchUserInfo(config, lost[0]?.tokens?.access_token ?? '', kept.claims?.sub ?? ''),
  ).rejects.toThrow('server responded with a challenge')
})

test('tokens that have outlived their session end with the other browsers, and those of this browser stay', async () => {
  const member = await copyOf(backend, 'member')
  const [desk, phone] = [await enter(member), await enter(member, { agent: SAFARI })]
  const asked = { scope: 'openid offline_access', prompt: 'consent' }
  const lasting = async ({ browser }: AccountMember) => {
    const side = await partner(backend)
    const { url, tokens } = await side.begin(asked)
    const { refresh_token = '' } = await tokens(await browser.go(url))
    return () => client.refreshTokenGrant(side.config, refresh_token)
  }
  const [kept, lost] = [await lasting(desk), await lasting(phone)]
  // As half an hour after the last use of the browser, when the sweep has been there.
  const { db } = backend.ctx
  const device_id = await here(phone)
  const behind = db.selectFrom('device_sessions').select('uid_hash').where('device_id', '=', device_id)
  const sessions = db.deleteFrom('oidc_payloads').where('model', '=', 'Session').where('uid', 'in', behind)
  expect(await sessions.returning('id').execute()).toHaveLength(1)
  await db.deleteFrom('browser_sessions').where('id', '=', device_id).execute()
  expect((await desk.call('DELETE', '/sessions')).status).toBe(204)
  await expect(kept()).resolves.toHaveProperty('access_token')
  await expect(lost()).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('a call of another site, or with the name of another session, ends nothing', async () => {
  const one = await enter(await copyOf(backend, 'member'))
  const id = await here(one)
  for (const origin of ['https://evil.example', 'null'])
    expect((await one.call('DELETE', `/sessions/${id}`, undefined, { origin })).status).toBe(403)
  const named = await one.call('DELETE', `/sessions/${id}`, undefined, { 'x-account-session': 'of another' })
  expect(named.status).toBe(409)
  expect(await isIn(one)).toBe(true)
})
