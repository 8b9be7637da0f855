// Contract, "Account": what a member reads about the account, and "this was not me".
import { beforeEach, expect, test, vi } from 'vitest'
import { ACTIVITIES, type ActivityRow } from '../../../contract/shapes/account.ts'
import { ACTIVITY_OF } from '../../../contract/activityEvents.ts'
import { EVENTS } from '../../../backend/domain/audit/eventNames.ts'
import { verifyEvents, sealEvents } from '../../../backend/domain/audit/eventChain.ts'
import { followChanges } from '../../../backend/standingChanges.ts'
import { Browser, data, field } from '../browser.ts'
import { sharedBackend } from '../shared.ts'
import { copyOf, partner, signInAt, type Member } from '../start.ts'
import { messagesTo } from '../inbox.ts'
import { accountMember, AccountMember, enterAccount } from './member.ts'

let now = Date.now()
const backend = sharedBackend({ now: () => new Date(now) })
beforeEach(() => void (now = Date.now()))

const rowsOf = async (one: AccountMember, query = '', language = 'en') =>
  field(
    (await one.call('GET', `/activity${query}`, undefined, { 'accept-language': language })).body,
    'data',
  ) as unknown as ActivityRow[]
const kinds = (rows: ActivityRow[]) => rows.map(({ event, result }) => `${event} ${result}`)

/** Events of a member at these times. */
async function events(one: AccountMember, at: Date[], event = 'profile.changed') {
  const { id } = await one.row()
  for (let from = 0; from < at.length; from += 500)
    await backend.ctx.db
      .insertInto('audit_events')
      .values(at.slice(from, from + 500).map((time) => ({ at: time, event, member_id: id })))
      .execute()
}

test('each line stands for an event that there is, and for one that the app has words for', () => {
  const names = Object.entries(ACTIVITY_OF).map(([event, { as }]) => [event in EVENTS, ACTIVITIES.includes(as)])
  expect(names.every(([isEvent, isActivity]) => isEvent && isActivity)).toBe(true)
})

test('a sign-in is listed with its service, browser and method, and a wrong password too', async () => {
  const member = await copyOf(backend, 'member')
  const visitor = new Browser(backend.url)
  const entry = await visitor.go((await (await partner(backend)).begin()).url)
  await visitor.signIn(entry, { ...member, password: 'not the password' })
  const browser = new Browser(backend.url)
  await signInAt(backend, browser, member, 'service-a')
  const one = new AccountMember(backend, member, browser)
  const [first, second] = await rowsOf(one)
  expect(first).toMatchObject({ event: 'SIGN_IN', result: 'DONE', service: 'Step Learning', method: ['PWD'] })
  expect(second).toMatchObject({ event: 'SIGN_IN', result: 'WRONG_PASSWORD' })
  expect(second).not.toHaveProperty('method')
  expect((await rowsOf(one, '', 'ko'))[0]?.service).toBe('한걸음 러닝')
})

test('a line has the browser’s names and nothing else of its description, and the chain of events holds', async () => {
  const member = await copyOf(backend, 'member')
  const one = await accountMember(backend, member)
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0 evil-<script>'
  await one.call('POST', '/leave', {}, { 'user-agent': agent })
  expect((await rowsOf(one))[0]).toMatchObject({ event: 'LEAVING', browser: 'Firefox · Linux', place: null })
  const stored = await backend.ctx.db.selectFrom('audit_events').select('fields').execute()
  expect(JSON.stringify(stored)).not.toMatch(/Mozilla|evil|133/)
  await sealEvents(backend.ctx)
  expect((await verifyEvents(backend.ctx.db, backend.ctx.now())).problem).toBeNull()
})

test('another member’s events are not listed, and what support did is', async () => {
  const [one, other] = [await accountMember(backend), await accountMember(backend)]
  await events(other, [new Date(now - 1000)], 'password.changed')
  await events(one, [new Date(now - 1000)], 'operator.unlocked')
  expect(kinds(await rowsOf(one))).toContain('SUPPORT DONE')
  expect(kinds(await rowsOf(one))).not.toContain('PASSWORD_CHANGED DONE')
})

test('only the lines of one kind are listed, fifty at a time, and none for a kind that is unknown', async () => {
  const one = await accountMember(backend)
  const times = Array.from({ length: 51 }, (_, at) => new Date(now - 1000 * (at + 1)))
  await events(one, times, 'password.reset')
  expect(kinds(await rowsOf(one, '?event=PASSWORD_RESET'))).toEqual(Array<string>(50).fill('PASSWORD_RESET DONE'))
  expect(await rowsOf(one, '?event=NOTHING')).toEqual([])
  expect(await rowsOf(one, '?before=never')).toEqual([])
})

test('pages have each line of 90 days once, also where many have the same time', async () => {
  const one = await accountMember(backend)
  const old = Array.from({ length: 130 }, (_, at) => new Date(now - 10_000 - Math.floor(at / 7) * 1000))
  await events(one, [...old, new Date(now - 91 * 86_400_000)])
  const seen: ActivityRow[] = []
  for (let page = await rowsOf(one); page.length > 0;) {
    seen.push(...page)
    page = await rowsOf(one, `?before=${encodeURIComponent(page.at(-1)?.at ?? '')}`)
  }
  expect(seen.filter(({ event }) => event === 'PROFILE_CHANGED')).toHaveLength(130)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  expect(seen.map(({ at }) => at)).toEqual(
    seen
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
})

test('the first page has what the member has just done; further pages may be seconds old', async () => {
  const one = await accountMember(backend)
  await events(one, [new Date(now - 60_000), new Date(now - 30_000)])
  const readOld = vi.spyOn(backend.ctx, 'readOld')
  const [newest] = (await rowsOf(one)).filter(({ event }) => event === 'PROFILE_CHANGED')
  expect(readOld).not.toHaveBeenCalled()
  const further = await rowsOf(one, `?before=${encodeURIComponent(newest?.at ?? '')}`)
  expect(readOld).toHaveBeenCalledOnce()
  expect(further.filter(({ event }) => event === 'PROFILE_CHANGED')).toHaveLength(1)
})

async function stateOf({ login_id }: Member) {
  // The notices of the sign-ins leave before that of the change.
  await backend.ctx.background.settle()
  await followChanges(backend.ctx)
  await backend.ctx.background.settle()
  const row = backend.ctx.db.selectFrom('members').select(['id', 'status']).where('login_id', '=', login_id)
  return row.executeTakeFirstOrThrow()
}

test('“this was not me” ends every browser and token, and asks for a new password', async () => {
  const member = await copyOf(backend, 'member')
  const one = await accountMember(backend, member)
  const { browser } = await enterAccount(backend, member)
  const elsewhere = new AccountMember(backend, member, browser)
  const at = await signInAt(backend, new Browser(backend.url), member, 'service-a')
  const [line] = await rowsOf(one)
  const replies = await Promise.all([1, 2].map(() => one.call('POST', '/report', { activity_id: line?.id })))
  expect(replies.map(({ status }) => status)).toContain(204)
  expect((await stateOf(member)).status).toBe('PROTECTED')
  for (const each of [one, elsewhere])
    expect((await each.call('GET', '/sessions')).body).toMatchObject({ code: 'NO_SESSION' })
  const asked = await fetch(`${backend.url}/oidc/userinfo`, {
    headers: { authorization: `Bearer ${at.tokens?.access_token}` },
  })
  expect(asked.status).toBe(401)
  const begun = await browser.post('/v1/init/account', { return_to: '/account/activity', prompt: 'password' })
  expect((await browser.go(String(data(begun).location))).pathname).toBe('/init/password')
  const again = new Browser(backend.url)
  const entry = await again.go((await (await partner(backend)).begin()).url)
  expect((await again.signIn(entry, member)).body).toMatchObject({ code: 'PENDING_STEP' })
  expect((await messagesTo(backend, member.login_id))[0]).toMatch(/protected/)
})

test('a line of another member, or none, ends nothing', async () => {
  const [one, other] = [await accountMember(backend), await accountMember(backend)]
  const [line] = await rowsOf(other)
  for (const activity_id of [line?.id, 'nothing', '', `${(line?.at && new Date(line.at).getTime())?.toString(36)}.x`])
    expect((await one.call('POST', '/report', { activity_id })).status).toBe(404)
  expect((await one.call('GET', '/sessions')).status).toBe(200)
  expect((await stateOf(other.member)).status).toBe('ACTIVE')
})
