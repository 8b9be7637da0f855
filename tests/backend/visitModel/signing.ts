// The commands around the steps: arriving, signing in and out, the account chooser, and the withdrawal of a consent.
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { RequestOptions } from '../../../contract/shapes/passkeys.ts'
import { openPage } from './account/pages.ts'
import type { May } from './facts.ts'
import { nameOf, type Naming } from './naming.ts'
import { everywhere, personAt, visitIn } from './lookups.ts'
import { signedOutOf, type Service } from './people.ts'
import { countWrong, isLocked } from './steps.ts'
import { answerOf, codeOf, TABS, type World } from './world.ts'

/** A service sends the tab to the issuer. */
export async function arrive(world: World, tab: number, service: Service, prompt: string): Promise<May> {
  const session = world.sessions[TABS[tab] ?? 0]
  if (await world.open(tab, service, prompt ? { prompt } : {})) await openPage(world, tab)
  const visit = world.tabs[tab] ?? null
  const may = world.may(visit, session?.member)
  may.services.add(service)
  return may
}

/** The link of an invitation. */
export async function arriveInvited(world: World, tab: number, at: number, service: Service): Promise<May> {
  const person = personAt(world, at)
  await world.open(tab, service, { prompt: 'create', invitation: person.invitation ?? '' })
  const visit = visitIn(world, tab)
  const shown = await world.call(tab, 'GET', '/v1/profile/sign-up', visit.name)
  if (!person.joined) {
    expect(answerOf(shown).login_id).toBe(person.login_id)
    visit.joiner = { person, phoneProved: false, emailProved: true, isDone: false }
  }
  return world.may(visit, world.sessions[visit.browser]?.member, person)
}

export async function signIn(world: World, tab: number, at: number, isRight: boolean, by: Naming): Promise<May> {
  const person = personAt(world, at)
  const visit = visitIn(world, tab)
  const { name, means } = nameOf(world, visit, by)
  const password = world.sealed(isRight ? person.password : 'n0t-It!right')
  const body = { login_id: person.login_id, password, stay_session: false }
  const wasLive = means !== null && world.isLive(means)
  const wasSubject = means?.subject
  const may = world.may(means, person)
  const reply = await world.call(tab, 'POST', '/v1/verify/pwd', name, body)
  // The contract lists the name of the visit among the fields of this call.
  if (!means) {
    expect([400, 403, 409], reply.text).toContain(reply.status)
    return may
  }
  const isDone = reply.status === 200 || codeOf(reply) === 'PENDING_STEP'
  const isOpen = by.by !== 'none' && !means.isDead && (wasLive || (wasSubject === person && !means.isFollowed))
  if (isOpen && isRight && !isLocked(world, person)) expect(isDone, reply.text).toBe(true)
  if (!isRight) countWrong(world, person)
  if (!isDone) return may
  expect(isRight, 'a sign-in with a wrong password').toBe(true)
  if (wasLive) world.enter(means, person, ['pwd'])
  world.progress(means, reply)
  return may
}

/**
 * Signs in with a passkey.
 * @param from the tab that has asked for the challenge
 */
export async function byPasskey(world: World, tab: number, at: number, from: number, by: Naming): Promise<May> {
  const { passkey, ...person } = personAt(world, at)
  const visit = visitIn(world, tab)
  const source = world.tabs[from] ?? visit
  const asked = await world.call(from, 'POST', '/v1/init/passkey', source.name, {})
  const options = answerOf(asked).options as RequestOptions | undefined
  const { name, means } = nameOf(world, visit, by)
  const may = world.may(means, personAt(world, at))
  may.visits.add(source.id)
  if (!options || !passkey) return may
  const wasLive = means !== null && world.isLive(means)
  const wasSubject = means?.subject
  const credential = passkey.get(options)
  const reply = await world.call(tab, 'POST', '/v1/verify/passkey', name, { credential, stay_session: false })
  if (!means) return may
  const isDone = reply.status === 200 || codeOf(reply) === 'PENDING_STEP'
  const isOpen = by.by !== 'none' && !means.isDead && (wasLive || (wasSubject?.id === person.id && !means.isFollowed))
  if (isOpen && means === source) expect(isDone, reply.text).toBe(true)
  if (!isDone) return may
  expect(means === source, 'a passkey for the challenge of another visit').toBe(true)
  if (wasLive) world.enter(means, personAt(world, at), ['swk', 'user', 'mfa'])
  world.progress(means, reply)
  world.note('passkey')
  return may
}

/** Follows the location of a completed visit to the service. */
export async function follow(world: World, tab: number): Promise<May> {
  const visit = visitIn(world, tab)
  const { browser, subject, location } = visit
  const before = world.sessions[browser] ?? null
  const may = everywhere(world, world.may(visit, before?.member))
  const isGood = world.mayGoOn(visit) && (visit.beganWith === null || before === visit.beganWith)
  let landed: URL
  try {
    landed = await world.browserOf(tab).go(location ?? '')
  } catch (error) {
    if (isGood) throw error
    visit.isDead = true
    world.tabs[tab] = null
    return may
  }
  expect(subject && !visit.isDead, 'a location that leads on although its sign-in has ended').toBeTruthy()
  if (!subject) return may
  visit.isFollowed = true
  world.sessions[browser] =
    before?.member === subject
      ? Object.assign(before, { amr: new Set(visit.amr), ...(!visit.isStanding && { isRecent: !visit.isLongAgo }) })
      : {
          member: subject,
          amr: new Set(visit.amr),
          id_token: '',
          service: visit.service,
          isRecent: !visit.isLongAgo,
          proofs: new Set(),
        }
  if (await world.land(tab, landed, visit)) await openPage(world, tab)
  if (world.tabs[tab] === visit) world.tabs[tab] = null
  // The issuer asks again for a consent that was withdrawn meanwhile, in a new visit of the same member.
  const next = world.tabs[tab]
  if (next) may.visits.add(next.id)
  return may
}

/** Continues with an account of the chooser. */
export async function choose(world: World, tab: number, from: number, pick: number, by: Naming): Promise<May> {
  const visit = visitIn(world, tab)
  const source = world.tabs[from] ?? visit
  const account = source.accounts[pick % Math.max(1, source.accounts.length)]
  const { name, means } = nameOf(world, visit, by)
  const amr = account && world.accounts[visit.browser]?.get(account.person)
  const may = world.may(means, account?.person)
  const wasLive = means !== null && world.isLive(means)
  const isRepeated = means !== null && !wasLive && means.subject === account?.person
  const isOffered = wasLive && !means.isDead && means.prompt === 'select_account'
  const sso_session_id = account?.id ?? 'no-such-account'
  const reply = await world.call(tab, 'POST', '/v1/verify/sso', name, { sso_session_id })
  if (!means) return may
  const isDone = reply.status === 200 || codeOf(reply) === 'PENDING_STEP'
  if (amr && isOffered && by.by !== 'none') expect(isDone, reply.text).toBe(true)
  if (!isDone || !account) return may
  expect(amr !== undefined || isRepeated, 'an account that is not signed in here').toBe(true)
  if (wasLive) {
    world.enter(means, account.person, amr ?? [])
    means.isLongAgo = world.longAgo[visit.browser]?.has(account.person) === true
  }
  world.progress(means, reply)
  world.note('chosen account')
  return may
}

/** Takes an account out of the chooser: it is signed out in this browser. */
export async function forget(world: World, tab: number, from: number, pick: number): Promise<May> {
  const visit = visitIn(world, tab)
  const source = world.tabs[from] ?? visit
  const account = source.accounts[pick % Math.max(1, source.accounts.length)]
  const path = `/v1/sso-session/${account?.id ?? 'none'}`
  const isHere = account && source.browser === visit.browser && world.accounts[visit.browser]?.has(account.person)
  const may = world.may(visit, isHere ? account.person : null)
  const reply = await world.call(tab, 'DELETE', path, visit.name)
  if (reply.status !== 204) {
    if (isHere && world.isLive(visit)) expect(reply.status, reply.text).toBe(204)
    return may
  }
  expect(isHere, 'an account of another browser').toBe(true)
  if (!account) return may
  world.accounts[visit.browser]?.delete(account.person)
  if (world.sessions[visit.browser]?.member === account.person) world.sessions[visit.browser] = null
  for (const one of world.visits) if (one.browser === visit.browser && one.subject === account.person) world.leave(one)
  for (const one of world.visits) if (one.browser === visit.browser) world.forgetProofs(one, account.person)
  return everywhere(world, may)
}

/** Signs out at a service: every account of the browser. */
export async function signOut(world: World, browser: number): Promise<May> {
  const session = world.sessions[browser] ?? expect.fail('nobody is signed in')
  const here = world.visits.filter((visit) => visit.browser === browser)
  const subjects = here.flatMap(({ ever, joiner }) => [...ever, joiner?.person])
  const may = everywhere(
    world,
    world.may(null, session.member, ...subjects, ...(world.accounts[browser]?.keys() ?? [])),
  )
  const query = new URLSearchParams({
    id_token_hint: session.id_token,
    post_logout_redirect_uri: signedOutOf(session.service),
  })
  await world.browsers[browser]?.go(`/oidc/logout?${query}`)
  // The backend ends the rest after its answer.
  await world.settle()
  world.sessions[browser] = null
  world.accounts[browser]?.clear()
  for (const visit of here) {
    world.leave(visit)
    for (const person of visit.ever) world.forgetProofs(visit, person)
    if (visit.joiner?.isDone) visit.joiner = null
  }
  world.note('signed out')
  return may
}

/** As if the member had just entered the password in the account. */
async function proveSessions(world: World, { login_id }: { login_id: string }): Promise<void> {
  const { ctx } = world.backend
  await sql`
    insert into account_proofs (session_hash, member_id, method, at)
    select p.uid, m.id, 'PWD', ${ctx.now()} from oidc_payloads p join members m on m.id::text = p.payload->>'accountId'
    where p.model = 'Session' and m.login_id = ${login_id}
    on conflict (session_hash, method) do update set at = excluded.at`.execute(ctx.db)
}

/** Takes back the consent to a service, in the account, with a fresh proof. */
export async function withdraw(world: World, browser: number, service: Service): Promise<May> {
  const session = world.sessions[browser]
  const may = world.may(null, session?.member)
  may.services.add(service)
  const withdrawn = () => world.browsers[browser]?.call('DELETE', `/v1/account/services/${service}`)
  if ((await withdrawn())?.status === 403 && session) {
    await proveSessions(world, session.member)
    await withdrawn()
  }
  if (session) world.expectMessage(session.member.login_id)
  if (session?.member.agreed.delete(service)) world.note('withdrawn')
  return may
}
