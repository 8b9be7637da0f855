// Contract, "Account": the pages of the account that are open in the tabs, and what each of their calls must be answered.
import { expect } from 'vitest'
import type { RequestOptions } from '../../../../contract/shapes/passkeys.ts'
import type { Reply } from '../../browser.ts'
import { prove } from '../codes.ts'
import { everywhere } from '../lookups.ts'
import type { May } from '../facts.ts'
import type { Person } from '../people.ts'
import { answerOf, codeOf, TABS, wordOf, type Page, type Session, type World } from '../world.ts'

export type Method = 'PASSKEY' | 'PWD' | 'SMS' | 'EMAIL'
/** What a call of the account is about. `fresh`: the factor that it replaces, or true for none. */
export type Call = { method: string; path: string; body?: object; fresh?: Method | true }

const BY_AMR: Record<string, Method> = { pwd: 'PWD', sms: 'SMS', swk: 'PASSKEY' }

export const pageIn = (world: World, tab: number): Page => world.pages[tab] ?? expect.fail('no account in this tab')

/** What a command of the account may touch: everything that this member has open. */
export const ofMember = (world: World, ...members: (Person | null | undefined)[]): May =>
  everywhere(world, world.may(null, ...members))

/** No answer contains the name, address, phone or ID of somebody else. @param person whose account it is; null: nobody's */
export function expectNobodyElse(world: World, { text }: Reply, person: Person | null): void {
  for (const other of world.people.filter((one) => one !== person))
    for (const own of [other.name, other.login_id, other.phone, other.phone.replace('+82', '0'), other.id])
      expect(text.includes(own), `${other.key} is shown to ${person?.key ?? 'nobody'}`).toBe(false)
}

/**
 * The methods of which one must have proved this member. The factor that is replaced does not prove its own change. A code alone is not enough beside a
 * passkey, nor by a phone that can still be taken back.
 */
export function enough({ passkey, formerPhones }: Person, replaced: Method | true): Method[] {
  const all: Method[] = [...(passkey ? (['PASSKEY'] as const) : []), 'PWD', 'SMS', 'EMAIL']
  const others = all.filter((one) => one !== replaced)
  const isWeak = (one: Method) =>
    (one === 'SMS' && (passkey !== undefined || formerPhones.length > 0)) || (one === 'EMAIL' && passkey !== undefined)
  const strong = others.filter((one) => !isWeak(one))
  return strong.length > 0 ? strong : others
}

const proofsOf = ({ isRecent, amr, proofs }: Session): Set<string> =>
  new Set([...proofs, ...(isRecent ? [...amr].flatMap((name) => BY_AMR[name] ?? []) : [])])

/** What refuses this call, or null. */
function refusalOf(world: World, page: Page, { fresh }: Call): { status: number; code: string; data?: object } | null {
  const session = world.sessions[page.browser]
  if (!session) return { status: 401, code: 'NO_SESSION' }
  if (session.member !== page.person) return { status: 409, code: 'ANOTHER_SESSION' }
  if (fresh === undefined) return null
  const methods = enough(page.person, fresh)
  if (methods.some((method) => proofsOf(session).has(method))) return null
  return { status: 403, code: 'PROOF_NEEDED', data: { methods } }
}

/** Makes a call of a page, and compares its refusal with what must refuse it. @returns the answer, or null if it was refused */
export async function callFrom(world: World, tab: number, page: Page, call: Call): Promise<Reply | null> {
  const { method, path, body } = call
  const refusal = refusalOf(world, page, call)
  const headers = { 'x-account-session': page.session }
  const reply = await world.browsers[page.browser]?.call(method, `/v1/account${path}`, body, headers)
  if (!reply) return expect.fail(`tab ${tab} has no browser`)
  expectNobodyElse(world, reply, refusal && refusal.code !== 'PROOF_NEEDED' ? null : page.person)
  if (!refusal) {
    expect([401, 403, 409], `the answer to its own member: ${reply.text}`).not.toContain(reply.status)
    return reply
  }
  expect({ status: reply.status, ...(reply.body as object) }, `${method} ${path}`).toMatchObject(refusal)
  world.note(refusal.code)
  return null
}

/** Opens the account in a tab, as after a reload: it has the session that the browser has. */
export async function openPage(world: World, tab: number): Promise<void> {
  // The issuer notes a sign-in after its answer.
  await world.settle()
  const browser = TABS[tab] ?? 0
  const session = world.sessions[browser]
  const reply = await world.browsers[browser]?.call('GET', '/v1/account')
  world.pages[tab] = null
  if (!session || !reply) {
    expect(codeOf(reply ?? expect.fail('no browser')), 'an account without a session').toBe('NO_SESSION')
    return
  }
  expect(reply.status, reply.text).toBe(200)
  const person = session.member
  const name = wordOf(answerOf(reply).session)
  expect(world.sessionNames.get(person) ?? name, 'the session of another member').toBe(name)
  world.sessionNames.set(person, name)
  world.pages[tab] = { browser, person, session: name, devices: new Map(), change: null }
  expectAccount(world, reply, person)
  world.note('account')
}

/** Who the account says that its member is. */
export function expectAccount(world: World, reply: Reply, person: Person): void {
  const { login_id, name, phone, leaving, session } = answerOf(reply)
  expect({ login_id, name, session }).toEqual({
    login_id: person.login_id,
    name: person.name,
    session: world.sessionNames.get(person),
  })
  expect(wordOf(phone).slice(-2), 'the phone of somebody else').toBe(person.phone.slice(-2))
  expect((leaving as { effective_at: string } | undefined)?.effective_at ?? null).toBe(person.leavesAt)
  expectNobodyElse(world, reply, person)
}

/** Proves the member of a page by this method, as its dialog does. @returns whether the proof counts */
export async function proveBy(world: World, tab: number, page: Page, method: Method): Promise<boolean> {
  const given = await proofFor(world, tab, page, method)
  const proved =
    given && (await callFrom(world, tab, page, { method: 'POST', path: '/proof', body: { method, ...given } }))
  if (!proved) return false
  // After five wrong passwords the right one proves nothing either.
  if (method === 'PWD' && proved.status === 400 && (world.wrong.get(page.person) ?? 0) >= 5) return false
  expect(proved.status, proved.text).toBe(200)
  world.sessions[page.browser]?.proofs.add(method)
  world.note(`proved by ${method}`)
  return true
}

/** What proves the member, or null if a call for it was refused. */
async function proofFor(world: World, tab: number, page: Page, method: Method): Promise<object | null> {
  const { person } = page
  if (method === 'PWD') return { password: world.sealed(person.password) }
  if (method === 'PASSKEY') {
    const asked = await callFrom(world, tab, page, { method: 'POST', path: '/proof/passkey' })
    return asked && { credential: person.passkey?.get(answerOf(asked).options as RequestOptions) }
  }
  const token = await callFrom(world, tab, page, { method: 'POST', path: '/proof/token', body: { method } })
  if (!token) return null
  const [kind, to] = method === 'SMS' ? (['sms', person.phone] as const) : (['email', person.login_id] as const)
  return { auth_code: await prove(world, tab, wordOf(answerOf(token).auth_token), kind, to, {}) }
}

/** Makes a call that needs a fresh proof. Where one is needed, the member gives it, and the call is made again. @returns the answer, or null */
export async function callFresh(
  world: World,
  tab: number,
  page: Page,
  call: Call & { fresh: Method | true },
  goesOn: boolean,
): Promise<Reply | null> {
  const first = await callFrom(world, tab, page, call)
  if (first || !goesOn || world.sessions[page.browser]?.member !== page.person) return first
  const methods = enough(page.person, call.fresh)
  const method = methods.find((one) => one !== 'PASSKEY') ?? 'PASSKEY'
  return (await proveBy(world, tab, page, method)) ? callFrom(world, tab, page, call) : null
}
