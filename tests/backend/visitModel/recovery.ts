// The commands of a member who has forgotten the ID or the password.
import { expect } from 'vitest'
import { data } from '../browser.ts'
import { prove } from './codes.ts'
import type { May } from './facts.ts'
import { everywhere, personAt, visitIn } from './lookups.ts'
import { nameOf, type Naming } from './naming.ts'
import { expectRefused, newPassword } from './steps.ts'
import { answerOf, wordOf, type World } from './world.ts'

/** The ID of a member who has forgotten it. */
export async function findId(world: World, tab: number, at: number, by: Naming): Promise<May> {
  const person = personAt(world, at)
  const { name, means, refusal } = nameOf(world, visitIn(world, tab), by)
  const may = world.may(means, person)
  const begun = await world.call(tab, 'POST', '/v1/init/search/ids', name)
  if (!means || by.by === 'none' || !world.isLive(means)) {
    if (!means && by.by !== 'none') expectRefused(begun, refusal)
    return may
  }
  const token = wordOf(data(begun).auth_token)
  const phone = { phone_number: person.phone.replace('+82', '0'), nation_tel_no: '82' }
  const auth_code = await prove(world, tab, token, 'sms', person.phone, phone)
  const credential = { auth_code, amr: 'SMS' }
  const found = await world.call(tab, 'POST', '/v1/search/ids', name, { name: person.name, credential })
  expect(answerOf(found).users, found.text).toMatchObject([{ login_id: person.login_id }])
  world.note('found id')
  return may
}

/** A member who has forgotten the password begins to recover it, and proves the phone or the address. */
export async function askReset(
  world: World,
  tab: number,
  at: number,
  channel: 'sms' | 'email',
  by: Naming,
): Promise<May> {
  const person = personAt(world, at)
  const { name, means, refusal } = nameOf(world, visitIn(world, tab), by)
  const may = world.may(means, person)
  const begun = await world.call(tab, 'POST', '/v1/init/search/pwd', name, { login_id: person.login_id })
  if (!means || by.by === 'none' || !world.isLive(means)) {
    if (!means && by.by !== 'none') expectRefused(begun, refusal)
    return may
  }
  const token = wordOf(data(begun).auth_token)
  means.ever.add(person)
  const to = channel === 'sms' ? person.phone : person.login_id
  const auth_code = await prove(world, tab, token, channel, to, {})
  const credential = { auth_code, amr: channel === 'sms' ? 'SMS' : 'EMAIL' }
  const body = { login_id: person.login_id, credential }
  const allowed = await world.call(tab, 'POST', '/v1/search/pwd', name, body)
  expect(allowed.status, allowed.text).toBe(200)
  means.proved.set(person, new Set([...(means.proved.get(person) ?? []), channel]))
  means.reset = { person, token: wordOf(data(allowed).reset_token) }
  return may
}

/** Sets a new password with the right that a tab has earned. */
export async function setPassword(
  world: World,
  tab: number,
  from: number,
  at: number | null,
  by: Naming,
): Promise<May> {
  const visit = visitIn(world, tab)
  const { name, means } = nameOf(world, visit, by)
  const source = world.tabs[from] ?? visit
  const person = (at === null ? source.reset?.person : personAt(world, at)) ?? personAt(world, 0)
  const isOwn = means !== null && means === source && means.reset?.person === person
  const may: May = { ...world.may(means, isOwn ? person : null), passwords: isOwn }
  const password = newPassword(world, person)
  const body = {
    reset_token: source.reset?.token ?? 'none',
    login_id: person.login_id,
    password: world.sealed(password),
  }
  const isProtected = person.factor !== 'none' || person.passkey !== undefined
  // A new phone opens nothing alone as long as its change can be undone.
  const counted = [...(means?.proved.get(person) ?? [])].filter(
    (one) => one !== 'sms' || person.formerPhones.length === 0,
  )
  const isDelayed = counted.length < (isProtected ? 2 : 1)
  const reply = await world.call(tab, 'PUT', '/v1/profile/search/password', name, body)
  if (isOwn && world.isLive(means) && by.by !== 'none') expect(reply.status, reply.text).toBe(200)
  if (reply.status !== 200) return may
  expect(isOwn, 'a password set by somebody else').toBe(true)
  if (!means?.reset) return may
  expect(answerOf(reply).effective_at !== undefined).toBe(isDelayed)
  means.reset = null
  // A former phone is told in the place of the new one.
  for (const to of [person.login_id, person.phone, ...(isDelayed ? person.formerPhones : [])]) world.expectMessage(to)
  world.note(isDelayed ? 'delayed reset' : 'reset')
  person.resetWaits = isDelayed
  if (isDelayed) return may
  Object.assign(person, { password, mustChange: false, isPasswordOld: false, isProtected: false })
  world.wrong.delete(person)
  const { beganWith, isDead } = means
  world.endEverythingOf(person, null)
  // The visit of the reset begins anew, whoever was before it.
  world.leave(means)
  Object.assign(means, { isDead, beganWith: beganWith?.member === person ? null : beganWith })
  const isSignedIn = answerOf(reply).location !== undefined
  const { service } = means
  const isFree = world.owed({ subject: person, service, amr: new Set(['pwd']) }).length === 0
  if (isFree && !isDead) expect(isSignedIn, 'a new password that did not sign in').toBe(true)
  if (isSignedIn) {
    world.enter(means, person, ['pwd'])
    world.progress(means, reply)
    world.note('signed in by a reset')
  }
  return everywhere(world, may)
}
