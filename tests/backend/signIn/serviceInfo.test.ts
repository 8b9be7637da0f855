// Contract, SERVICE_ADD_INFO: a service that asks for a nickname or an enrollment letter, besides the fields of the profile.
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { APP, Browser, data, field, type Reply } from '../browser.ts'
import { Joiner, newNickname, profiles } from '../joiner.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, copyOf, signInAt, type Member } from '../start.ts'

const backend = sharedBackend({ limits: { send_gap_seconds: 0, sends_per_ip_hour: 10_000 } })

const png = await sharp({ create: { width: 24, height: 16, channels: 3, background: '#d93a00' } })
  .png()
  .toBuffer()
const interests = { interest_category: 'IC02', interest_field: 'IC0201' }

const asks = (...required_profile: string[]) =>
  backend.ctx.db
    .updateTable('services')
    .set({ required_profile: JSON.stringify(required_profile) })
    .where('client_id', '=', 'service-a')
    .execute()
afterEach(() => asks())

const rowOf = ({ login_id }: Pick<Member, 'login_id'>) =>
  backend.ctx.db.selectFrom('members').selectAll().where('login_id', '=', login_id).executeTakeFirstOrThrow()
const alter = async (member: Member, change: object): Promise<Member> => {
  await backend.ctx.db.updateTable('members').set(change).where('login_id', '=', member.login_id).execute()
  return member
}
/** A member whom an import brought without a nickname. */
const nameless = async () =>
  alter(await copyOf(backend, 'member'), { nickname: null, nickname_key: null, profile: '{}' })
const student = async () => alter(await copyOf(backend, 'member'), { member_type_code: 'STUDENT' })

/** Signed in up to the step. `land`: what service A learns when a call has resolved it. */
async function at(member: Member) {
  const { browser, entry, land } = await arrive(backend)
  return { browser, reply: await browser.signIn(entry, member), land }
}
type At = Pick<Awaited<ReturnType<typeof at>>, 'browser'>
async function asked({ browser, reply }: At & { reply: Reply }): Promise<unknown> {
  expect(data(reply)).toMatchObject({ matcher_type: 'SERVICE_ADD_INFO' })
  const { init_url, params } = data(reply)
  const answer = await browser.get(`${String(init_url)}?${new URLSearchParams(params as Record<string, string>)}`)
  const uri = new URL(String(field(answer.body, 'data').authorization_uri))
  return JSON.parse(uri.searchParams.get('profile_fields') ?? '')
}
const send = ({ browser }: At, given: object) =>
  browser.post('/v1/resolve/user', { matcher_type: 'SERVICE_ADD_INFO', ...given })
function sendLetter({ browser }: At, payload: object = {}): Promise<Reply> {
  const body = new FormData()
  body.append('payload', JSON.stringify(payload))
  body.append('enrollment_letter', new File([png], 'letter.png', { type: 'image/png' }))
  const headers = { origin: APP, 'idempotency-key': 'letter-1-1' }
  return browser.send('/v1/matcher/student/resolve', { method: 'POST', body, headers })
}
const DONE = { location: expect.any(String) as unknown }
const lettersOf = async (member: Pick<Member, 'login_id'>) => {
  const { id } = await rowOf(member)
  return backend.ctx.db.selectFrom('letters').select('file_name').where('member_id', '=', id).execute()
}

describe('a nickname', () => {
  test('is asked of a member whom an import brought without one, and the service learns it', async () => {
    await asks('nickname')
    const member = await nameless()
    const visit = await at(member)
    expect(await asked(visit)).toEqual(['nickname'])
    const nickname = newNickname()
    expect(await visit.land(await send(visit, { nickname }))).toMatchObject({ nickname })
    const changed = backend.ctx.db.selectFrom('audit_events').select('fields').where('event', '=', 'profile.changed')
    const event = await changed.where('member_id', '=', (await rowOf(member)).id).executeTakeFirst()
    expect(event?.fields).toMatchObject({ fields: 'nickname' })
  })

  test('is asked of no member who has one', async () => {
    await asks('nickname')
    expect(data((await at(await copyOf(backend, 'member'))).reply)).toMatchObject(DONE)
  })

  test.each([
    ['none', undefined],
    ['one that breaks the rules', '<b>'],
    ['one that looks like the operator’s', 'admin'],
  ])('%s is refused at its field', async (_, nickname) => {
    await asks('nickname')
    const visit = await at(await nameless())
    expect(await send(visit, { nickname })).toMatchObject({ status: 400, body: { data: { field: 'nickname' } } })
  })

  test('of another member is refused, and nothing else of the call is kept', async () => {
    await asks('nickname', 'interest_category', 'interest_field')
    const member = await nameless()
    const visit = await at(member)
    expect(await asked(visit)).toEqual(['interest_category', 'interest_field', 'nickname'])
    const { nickname } = await rowOf(await copyOf(backend, 'member'))
    const refused = await send(visit, { ...interests, nickname: nickname?.toUpperCase() })
    expect(refused).toMatchObject({ status: 400, body: { data: { field: 'nickname' } } })
    expect((await rowOf(member)).profile).not.toHaveProperty('interest_category')
    const own = newNickname()
    expect(data(await send(visit, { ...interests, nickname: own }))).toMatchObject(DONE)
    expect(await rowOf(member)).toMatchObject({ nickname: own, profile: interests })
  })

  test('is taken of a member whose profile has a code that is in no list any more', async () => {
    await asks('nickname')
    const profile = { interest_category: 'IC99' }
    const member = await alter(await nameless(), { profile: JSON.stringify(profile) })
    const visit = await at(member)
    const nickname = newNickname()
    expect(data(await send(visit, { nickname }))).toMatchObject(DONE)
    expect(await rowOf(member)).toMatchObject({ nickname, profile })
  })

  test('of two windows at once goes to one member', async () => {
    await asks('nickname')
    const [first, second] = [await nameless(), await nameless()]
    const visits = [await at(first), await at(second)]
    const nickname = newNickname()
    const replies = await Promise.all(visits.map((visit) => send(visit, { nickname })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const names = [await rowOf(first), await rowOf(second)].map((row) => row.nickname)
    expect(names.filter((name) => name === nickname)).toHaveLength(1)
  })

  test('that another window has told first is kept', async () => {
    await asks('nickname')
    const member = await nameless()
    const [first, second] = [await at(member), await at(member)]
    const nickname = newNickname()
    expect(data(await send(first, { nickname }))).toMatchObject(DONE)
    expect(data(await send(second, { nickname: newNickname() }))).toMatchObject(DONE)
    expect((await rowOf(member)).nickname).toBe(nickname)
  })

  test('is checked among those of the platform, also after the service has asked for one of its own', async () => {
    await asks('nickname')
    const services = () => backend.ctx.db.updateTable('services').where('client_id', '=', 'service-a')
    await services().set({ asks_consent: true }).execute()
    const taken = (await rowOf(await copyOf(backend, 'member'))).nickname ?? ''
    const visit = await at(await nameless())
    expect(data(visit.reply)).toMatchObject({ matcher_type: 'CONSENT_RELYING_PARTY' })
    const available = async () =>
      data(await visit.browser.get(`/v1/valid/nickname?nickname=${encodeURIComponent(taken)}`)).available
    expect(await available()).toBe(true)
    const consent_terms = ['RP_SERVICE', 'RP_PRIVACY']
    const given = { matcher_type: 'CONSENT_RELYING_PARTY', consent_terms, nickname: newNickname() }
    expect(data(await visit.browser.post('/v1/matcher/resolve', given))).toMatchObject({
      matcher_type: 'SERVICE_ADD_INFO',
    })
    expect(await available()).toBe(false)
    await services().set({ asks_consent: false }).execute()
  })
})

describe('an enrollment letter', () => {
  test('is asked of a student without one, once', async () => {
    await asks('enrollment_letter')
    const member = await student()
    const visit = await at(member)
    expect(await asked(visit)).toEqual(['enrollment_letter'])
    expect(await send(visit, {})).toMatchObject({ status: 400, body: { data: { field: 'enrollment_letter' } } })
    expect(await visit.land(await sendLetter(visit))).toMatchObject({ email: member.login_id })
    expect(await lettersOf(member)).toHaveLength(1)
    expect(data((await at(member)).reply)).toMatchObject(DONE)
  })

  test('is asked of no member of another type', async () => {
    await asks('enrollment_letter')
    expect(data((await at(await copyOf(backend, 'member'))).reply)).toMatchObject(DONE)
  })

  test('comes with all other fields in its payload, and without them is not kept', async () => {
    await asks('enrollment_letter', 'nickname', 'interest_category', 'interest_field')
    const member = await alter(await nameless(), { member_type_code: 'STUDENT' })
    const visit = await at(member)
    expect(await asked(visit)).toEqual(['interest_category', 'interest_field', 'nickname', 'enrollment_letter'])
    const nickname = newNickname()
    expect(await sendLetter(visit, { nickname })).toMatchObject({
      status: 400,
      body: { data: { field: 'interest_category' } },
    })
    expect(await lettersOf(member)).toEqual([])
    expect(data(await sendLetter(visit, { ...interests, nickname }))).toMatchObject(DONE)
    expect(await rowOf(member)).toMatchObject({ nickname, profile: interests })
    expect(await lettersOf(member)).toHaveLength(1)
  })

  test('of a student who has just joined resolves the step, and a repeated call gets the same answer', async () => {
    await asks('enrollment_letter')
    const joiner = await new Joiner(backend).ready()
    const joined = await joiner.join(joiner.payload(profiles.STUDENT))
    expect(await asked({ browser: joiner.browser, reply: joined })).toEqual(['enrollment_letter'])
    const sent = await sendLetter(joiner)
    expect(data(sent)).toMatchObject(DONE)
    expect(await sendLetter(joiner)).toMatchObject({ status: 200, body: sent.body })
    expect(await joiner.atPartner(sent)).toMatchObject({ email: joiner.login_id })
    expect(await lettersOf(joiner)).toHaveLength(1)
  })

  test('of the join is kept while the step waits for more, which then needs no letter', async () => {
    await asks('enrollment_letter', 'interest_category', 'interest_field')
    const joiner = await new Joiner(backend).ready()
    await joiner.join(joiner.payload(profiles.STUDENT))
    expect(await sendLetter(joiner, { complete_semester: '41' })).toMatchObject({ status: 200, body: { data: {} } })
    expect(data(await send(joiner, interests))).toMatchObject(DONE)
    expect((await joiner.row())?.profile).toMatchObject({ complete_semester: '41', ...interests })
  })

  test('that a service asks for later ends the tokens of a student without one', async () => {
    const browser = new Browser(backend.url)
    const { tokens } = await signInAt(backend, browser, await student())
    const info = () =>
      browser.send('/oidc/userinfo', { headers: { authorization: `Bearer ${String(tokens?.access_token)}` } })
    expect((await info()).status).toBe(200)
    await asks('enrollment_letter')
    expect((await info()).status).toBe(401)
  })
})
