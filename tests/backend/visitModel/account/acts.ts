// The commands of a member in the account. Each acts as a page does that has been open for a while.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { undoSecret } from '../../../../backend/domain/account/channelChanges.ts'
import { Browser } from '../../browser.ts'
import { prove } from '../codes.ts'
import type { May } from '../facts.ts'
import { everywhere, personAt } from '../lookups.ts'
import type { Service } from '../people.ts'
import { newPassword } from '../steps.ts'
import { answerOf, codeOf, wordOf, type World } from '../world.ts'
import { endBrowsers, endOthers, endUseOfPhone, protect } from './ends.ts'
import { callFresh, callFrom, expectAccount, ofMember, openPage, pageIn, proveBy, type Method } from './pages.ts'

const ofPage = (world: World, tab: number): May => ofMember(world, world.pages[tab]?.person)

/** Loads the page of the account again. */
export async function reload(world: World, tab: number): Promise<May> {
  await openPage(world, tab)
  return ofPage(world, tab)
}

/** The page looks whether its session is still there, as when its tab becomes visible. */
export async function look(world: World, tab: number): Promise<May> {
  const page = pageIn(world, tab)
  const reply = await callFrom(world, tab, page, { method: 'GET', path: '' })
  if (reply) expectAccount(world, reply, page.person)
  return ofPage(world, tab)
}

export async function read(world: World, tab: number, list: 'services' | 'activity' | 'passkeys'): Promise<May> {
  const page = pageIn(world, tab)
  const reply = await callFrom(world, tab, page, { method: 'GET', path: `/${list}` })
  if (reply) expect(reply.status, reply.text).toBe(200)
  return ofPage(world, tab)
}

/** Proves the member by a password, which is right or wrong, or by another method. */
export async function proveHere(world: World, tab: number, method: Method, isRight: boolean): Promise<May> {
  const page = pageIn(world, tab)
  const may = ofPage(world, tab)
  if (isRight) {
    await proveBy(world, tab, page, method === 'PASSKEY' && !page.person.passkey ? 'PWD' : method)
    return may
  }
  const body = { method: 'PWD', password: world.sealed('n0t-It!right') }
  const reply = await callFrom(world, tab, page, { method: 'POST', path: '/proof', body })
  if (!reply) return may
  world.wrong.set(page.person, (world.wrong.get(page.person) ?? 0) + 1)
  expect(reply.status, 'a wrong password that proved its member').toBe(400)
  return may
}

/** Sets another password. All other sessions end, and this one goes on. */
export async function changePassword(world: World, tab: number, goesOn: boolean): Promise<May> {
  const page = pageIn(world, tab)
  const { person, browser } = page
  const may: May = { ...ofPage(world, tab), passwords: true }
  const password = newPassword(world, person)
  const call = { method: 'PUT', path: '/password', body: { password: world.sealed(password) }, fresh: 'PWD' } as const
  const reply = await callFresh(world, tab, page, call, goesOn)
  if (!reply) return { ...may, passwords: false }
  expect(reply.status, reply.text).toBe(200)
  Object.assign(person, { password, mustChange: false, isPasswordOld: false })
  world.wrong.delete(person)
  world.endEverythingOf(person, { browser, beganWith: world.sessions[browser] ?? null })
  world.longAgo[browser]?.delete(person)
  for (const to of [person.login_id, person.phone]) world.expectMessage(to)
  world.note('changed password')
  return may
}

/** Proves another phone in this page. */
export async function proveNewPhone(world: World, tab: number, goesOn: boolean): Promise<May> {
  const page = pageIn(world, tab)
  const phone = `+82105${String(randomInt(10_000_000)).padStart(7, '0')}`
  const body = { method: 'SMS', purpose: 'CHANGE' }
  const call = { method: 'POST', path: '/proof/token', body, fresh: 'SMS' } as const
  const reply = await callFresh(world, tab, page, call, goesOn)
  const within = world.sessions[page.browser]
  if (!reply || !within) return ofPage(world, tab)
  const named = { phone_number: phone.replace('+82', '0'), nation_tel_no: '82' }
  const auth_code = await prove(world, tab, wordOf(answerOf(reply).auth_token), 'sms', phone, named)
  page.change = { auth_code, phone, within, isUsed: false }
  return ofPage(world, tab)
}

/** Changes the phone by the proof of a page. @param from the tab of the proof */
export async function changePhone(world: World, tab: number, from: number, goesOn: boolean): Promise<May> {
  const page = pageIn(world, tab)
  const { person } = page
  if (from === tab && !page.change) await proveNewPhone(world, tab, goesOn)
  const change = world.pages[from]?.change ?? null
  const body = { auth_code: change?.auth_code ?? 'no-such-proof' }
  const reply = await callFresh(world, tab, page, { method: 'PUT', path: '/phone', body, fresh: 'SMS' }, goesOn)
  if (!reply) return ofPage(world, tab)
  const isOwn = change !== null && change.within === world.sessions[page.browser]
  // A call is answered again in any session of the member.
  const isRepeated = change?.isUsed === true && change.within.member === person
  expect(reply.status === 200, reply.text).toBe(isOwn || isRepeated)
  if (!isOwn || change.isUsed) return ofPage(world, tab)
  change.isUsed = true
  // A reset that waits ends, which the former phone is told as well.
  for (const to of person.resetWaits ? [person.login_id, person.phone] : []) world.expectMessage(to)
  person.resetWaits = false
  person.formerPhones.push(person.phone)
  person.phone = change.phone
  endUseOfPhone(world, person)
  world.note('changed phone')
  return { ...ofPage(world, tab), passwords: true }
}

/** The link of a message to a former phone, in no browser of the model. It undoes its change once. */
export async function undo(world: World, at: number, pick: number): Promise<May> {
  const person = personAt(world, at)
  const { ctx, url } = world.backend
  const changes = ctx.db
    .selectFrom('channel_changes')
    .select(['id', 'at', 'was', 'undone_at'])
    .where('member_id', '=', person.id)
  const all = await changes.orderBy('at').execute()
  const change = all[pick % Math.max(1, all.length)]
  if (!change) return ofMember(world)
  const pressed = await new Browser(url).send(`/change-undo/${undoSecret(ctx, change)}`, { method: 'POST' })
  expect(pressed.status, pressed.text).toBe(200)
  const former = person.formerPhones.indexOf(change.was ?? '')
  expect(former >= 0, 'a link that undoes twice').toBe(change.undone_at === null)
  if (former < 0) return ofMember(world)
  person.phone = change.was ?? ''
  person.formerPhones = person.formerPhones.slice(0, former)
  endUseOfPhone(world, person)
  for (const to of [person.login_id, person.phone]) world.expectMessage(to)
  protect(world, person)
  world.undone.add(at)
  world.note('undone')
  return { ...ofMember(world, person), passwords: true }
}

/** Lists the browsers in which the member is signed in. */
export async function listDevices(world: World, tab: number): Promise<May> {
  const page = pageIn(world, tab)
  const reply = await callFrom(world, tab, page, { method: 'GET', path: '/sessions' })
  if (!reply) return ofPage(world, tab)
  const rows = answerOf(reply) as unknown as { id: string; current: boolean }[]
  const here = world.accounts.flatMap((accounts, browser) => (accounts.has(page.person) ? [browser] : []))
  const other = world.browsers.findIndex((_, browser) => browser !== page.browser)
  page.devices = new Map(rows.map(({ id, current }) => [id, current ? page.browser : other]))
  expect(new Set(page.devices.values()), 'the devices of a member').toEqual(new Set(here))
  expect(rows).toHaveLength(here.length)
  return ofPage(world, tab)
}

/** Ends a device that a page lists. @param from the tab that lists it: what it shows may be old, or another member's */
export async function endDevice(world: World, tab: number, from: number, pick: number): Promise<May> {
  const page = pageIn(world, tab)
  if (from === tab) await listDevices(world, tab)
  const [id, browser] = [...(world.pages[from]?.devices ?? [])].at(pick % 2) ?? ['no-such-device', -1]
  const isOwn = world.pages[from]?.person === page.person && world.accounts[browser]?.has(page.person) === true
  const reply = await callFrom(world, tab, page, { method: 'DELETE', path: `/sessions/${id}` })
  if (!reply) return ofPage(world, tab)
  if (from === tab && isOwn) expect(reply.status, reply.text).toBe(204)
  if (!isOwn) expect(reply.status, 'a device of somebody else').toBe(404)
  if (reply.status !== 204) return ofPage(world, tab)
  const isHere = browser === page.browser
  endBrowsers(world, page.person, [browser], (visit) => !isHere && visit.browser === page.browser)
  world.note(isHere ? 'ended this device' : 'ended a device')
  return ofPage(world, tab)
}

export async function endOtherDevices(world: World, tab: number): Promise<May> {
  const page = pageIn(world, tab)
  const reply = await callFrom(world, tab, page, { method: 'DELETE', path: '/sessions' })
  if (!reply) return ofPage(world, tab)
  expect(reply.status, reply.text).toBe(204)
  endOthers(world, page)
  world.note('ended all others')
  return ofPage(world, tab)
}

/** Takes back what the member agreed to at a service. */
export async function withdraw(world: World, tab: number, service: Service, goesOn: boolean): Promise<May> {
  const page = pageIn(world, tab)
  const call = { method: 'DELETE', path: `/services/${service}`, fresh: true } as const
  const reply = await callFresh(world, tab, page, call, goesOn)
  if (!reply) return ofPage(world, tab)
  const had = page.person.agreed.delete(service)
  expect(had ? [204] : [204, 404], reply.text).toContain(reply.status)
  if (reply.status === 204) world.expectMessage(page.person.login_id)
  if (had) world.note('withdrawn')
  return ofPage(world, tab)
}

export async function leave(world: World, tab: number, goesOn: boolean): Promise<May> {
  const page = pageIn(world, tab)
  const { person } = page
  const reply = await callFresh(world, tab, page, { method: 'POST', path: '/leave', body: {}, fresh: true }, goesOn)
  if (!reply) return ofPage(world, tab)
  const at = wordOf(answerOf(reply).effective_at)
  expect(at, 'a second end of the account').toBe(person.leavesAt ?? at)
  if (person.leavesAt === null) {
    person.leavesAt = at
    endOthers(world, page)
    for (const to of [person.login_id, person.phone]) world.expectMessage(to)
  }
  world.note('leaving')
  return ofPage(world, tab)
}

export async function stay(world: World, tab: number): Promise<May> {
  const page = pageIn(world, tab)
  const reply = await callFrom(world, tab, page, { method: 'DELETE', path: '/leave' })
  if (!reply) return ofPage(world, tab)
  expect(reply.status, reply.text).toBe(204)
  if (page.person.leavesAt !== null) {
    for (const to of [page.person.login_id, page.person.phone]) world.expectMessage(to)
    world.note('stays')
  }
  page.person.leavesAt = null
  return ofPage(world, tab)
}

/** "This was not me", about the newest line of the activity. @param from the tab that shows it */
export async function report(world: World, tab: number, from: number): Promise<May> {
  const page = pageIn(world, tab)
  const shown = world.pages[from] ?? page
  const listed = await callFrom(world, from, shown, { method: 'GET', path: '/activity' })
  const rows = (listed ? answerOf(listed) : []) as { id?: string }[]
  const may = ofMember(world, page.person, shown.person)
  const body = { activity_id: rows[0]?.id ?? 'none' }
  const reply = await callFrom(world, tab, page, { method: 'POST', path: '/report', body })
  if (!reply) return may
  const isOwn = shown.person === page.person && rows.length > 0
  expect(reply.status, codeOf(reply) as string).toBe(isOwn ? 204 : 404)
  if (!isOwn) return may
  protect(world, page.person)
  world.note('reported')
  return may
}

/** Ten minutes pass: what was a fresh proof is one no longer. The backend's clock goes on, so all its times go back together. */
export async function age(world: World): Promise<May> {
  const { db } = world.backend.ctx
  await sql`with p as (delete from account_proofs),
    m as (update members set password_changed_at = password_changed_at - interval '600 seconds'),
    b as (update browser_sessions set signed_in_at = signed_in_at - interval '600 seconds'),
    t as (update transactions set signed_in_at = signed_in_at - interval '600 seconds'),
    s as (update oidc_payloads set payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::int - 600))
      where model = 'Session' and payload ? 'loginTs')
    update oidc_payloads set payload = jsonb_set(payload, '{result,login,ts}', to_jsonb((payload#>>'{result,login,ts}')::int - 600))
      where model = 'Interaction' and payload#>>'{result,login,ts}' is not null`.execute(db)
  for (const session of world.sessions) if (session) Object.assign(session, { isRecent: false, proofs: new Set() })
  for (const visit of world.visits) visit.isLongAgo = true
  for (const [at, accounts] of world.accounts.entries())
    for (const person of accounts.keys()) world.longAgo[at]?.add(person)
  return everywhere(world, ofMember(world, ...world.people))
}
