// Spec §4 and §7, join: each member type joins over HTTP and is signed in at the partner. Calls out of order or with edited data have no effect.
import { describe, expect, test } from 'vitest'
import type { MemberType } from '../../../src/rules/visit/facts.ts'
import { MEMBER_TYPES } from '../../../contract/codes.ts'
import type { JoinProfile } from '../../../contract/shapes/join.ts'
import { Browser, data, visitIn } from '../browser.ts'
import { Joiner, newEmail, newNickname, newPhone, PASSWORD, profiles } from '../joiner.ts'
import { sharedBackend } from '../shared.ts'
import { arrive, copyOf, signInAt, type Member } from '../start.ts'

let now = Date.now()
const limits = { send_gap_seconds: 0, sends_per_ip_hour: 10_000, sends_per_country_hour: 10_000, sends_per_hour: 100 }
const backend = sharedBackend({ now: () => new Date(now), limits })

/** A join by the link of an invitation. */
async function byInvitation(from: string, joinsAs?: string) {
  const invited = (await copyOf(backend, from)) as Member & { invitation: string }
  const { invitation, login_id } = invited
  const joiner = new Joiner(backend, joinsAs ?? login_id)
  const arrive = () => joiner.arrive({ prompt: 'create', invitation })
  await arrive()
  return { joiner, login_id, arrive }
}
const refused = (body: object) => ({ status: 400, body })
/** The profile of an invited partner, whose member type is known. */
const { member_type_code: _known, ...partnerProfile } = profiles.BSNS

const recommender = async () => ((await copyOf(backend, 'sk')) as Member & { mbr_no: string }).mbr_no
const family = async () => ({
  member_type_code: 'FAMILY' as const,
  recommender_mbr_no: await recommender(),
  relationship: '01',
  family_job: 'FAM_JOB_ETC',
  family_job_etc: '번역가',
})
const consentsOf = async (member_id: string) => {
  const rows = await backend.ctx.db
    .selectFrom('consents')
    .select(['terms_code', 'version', 'agreed'])
    .where('member_id', '=', member_id)
    .execute()
  return Object.fromEntries(rows.map(({ terms_code, agreed }) => [terms_code, agreed]))
}

test('a code for the phone leaves the one for the address as it was; another one to the same does not', async () => {
  const joiner = await new Joiner(backend).arrive()
  const { auth_token } = data(await joiner.challenge())
  const post = (call: string, body: object) =>
    joiner.browser.post(`/authenticator/v1/${call}`, body, { 'x-authenticator': `Token ${String(auth_token)}` })
  expect((await post('issue/email', { email: joiner.login_id })).status).toBe(200)
  const first = await joiner.codeTo(joiner.login_id)
  expect((await post('issue/sms', { phone_number: joiner.phone, nation_tel_no: '82' })).status).toBe(200)
  expect((await post('verify/email', { verify_code: first })).status).toBe(200)
  expect((await post('verify/sms', { verify_code: await joiner.codeTo(joiner.phone) })).status).toBe(200)

  const other = newEmail()
  expect((await post('issue/email', { email: other })).status).toBe(200)
  const old = await joiner.codeTo(other)
  expect((await post('reissue/email', {})).status).toBe(200)
  const anew = await joiner.codeTo(other)
  expect(old).not.toBe(anew)
  expect(await post('verify/email', { verify_code: old })).toMatchObject({ body: { detail_code: 4518 } })
  expect((await post('verify/email', { verify_code: anew })).status).toBe(200)
})

/** The member types that wait for no approval. */
const atOnce = MEMBER_TYPES.filter((type) => type !== 'BSNS')

describe('each kind joins and is signed in where it came from', () => {
  type Row = [type: MemberType, who: string, profile: () => Promise<JoinProfile>]
  test.each<Row>([
    ...atOnce.map((type): Row => [type, '', async () => (type === 'FAMILY' ? family() : profiles[type])]),
    ['FAMILY', 'a child', async () => ({ ...(await family()), relationship: '02' })],
    ['FAMILY', 'a cousin', async () => ({ ...(await family()), relationship: '02', relationship_etc: '사촌' })],
  ])('%s %s', async (member_type_code, _, profile) => {
    const joiner = await new Joiner(backend).ready()
    expect(joiner.entry.pathname).toBe('/init/join')
    const payload = joiner.payload(await profile())
    const reply = await joiner.join(payload)
    expect(reply).toMatchObject({ status: 200, body: { data: { join_status: 'JOINED' } } })
    expect(await joiner.atPartner(reply)).toMatchObject({
      email: joiner.login_id,
      name: '서연우',
      nickname: payload.nickname,
      birthdate: '1995-02-08',
      phone_number: `+82${joiner.phone.slice(1)}`,
      member_kind: 'GEN',
      amr: ['pwd', 'sms'],
    })
    expect(await joiner.row()).toMatchObject({ member_type_code, belong_sk: false, joined: true, join_type: 'NEW' })
  })

  test('BSNS waits for an approval, and signs in once it is given', async () => {
    const joiner = await new Joiner(backend).ready()
    const reply = await joiner.join(joiner.payload(profiles.BSNS))
    expect(data(reply)).toMatchObject({ join_status: 'WAITING', matcher_type: 'JOIN_STATE' })
    expect(data(reply)).not.toHaveProperty('location')
    const member = { login_id: joiner.login_id, password: PASSWORD, phone: joiner.phone }
    const early = await signInAt(backend, new Browser(backend.url), member)
    expect(data(early.reply)).toMatchObject({ matcher_type: 'JOIN_STATE', join_status: 'WAITING' })
    const waiting = (await (await fetch(`${backend.url}/demo/waiting.json`)).json()) as { login_id: string }[]
    expect(waiting).toContainEqual(expect.objectContaining({ login_id: joiner.login_id }))
    const approve = { method: 'POST', headers: { 'content-type': 'application/json', origin: backend.url } }
    const body = JSON.stringify({ login_id: joiner.login_id })
    expect((await fetch(`${backend.url}/demo/approve`, { ...approve, body })).status).toBe(200)
    const later = await signInAt(backend, new Browser(backend.url), member)
    expect(later.claims).toMatchObject({ email: joiner.login_id })
    expect(await joiner.row()).toMatchObject({
      profile: { job_title: 'JOB_TYP_ETC', job_title_etc: '품질 담당', affiliation_code: 'PC003' },
      national: 'KR',
    })
  })

  test('a group member proves an address of the group, and no phone', async () => {
    const joiner = await new Joiner(backend, newEmail('telecom.group.test')).arrive()
    await joiner.proveEmail()
    expect(data(await joiner.challenge('sk'))).toMatchObject({ belong_sk: true, member_kind: 'SK' })
    const reply = await joiner.join(joiner.groupPayload())
    const claims = await joiner.atPartner(reply)
    expect(claims).toMatchObject({ email: joiner.login_id, member_kind: 'SK', amr: ['pwd'] })
    expect(await joiner.row()).toMatchObject({ birthdate: null, birth_year: '1988', phone: null, emp_no: 'T20311' })
  })

  test('a service that was left for later gets no data before the member agrees to its terms', async () => {
    const joiner = await new Joiner(backend).ready()
    const consents = ['SERVICE', 'CUSTOM', 'PRIVACY']
    const reply = await joiner.join(joiner.payload(profiles.SOCIAL, { consents, skip_services: true }))
    const step = { matcher_type: 'ADD_TERMS_AGREEMENT' }
    expect(data(reply)).toMatchObject({ join_status: 'JOINED', ...step })
    expect(data(reply)).not.toHaveProperty('location')
    const { searchParams } = new URL(String(data(reply).authorization_uri))
    expect(searchParams.get('terms_types')).toBe('["ADD_RELYING_PARTY"]')
    const consent_terms = ['RP_SERVICE', 'RP_PRIVACY']
    const agreed = await joiner.browser.post('/v1/matcher/resolve', { ...step, consent_terms })
    expect(await joiner.atPartner(agreed)).toMatchObject({ email: joiner.login_id })
  })

  test('what was agreed to and what was not is kept with its version; a member number is given', async () => {
    const joiner = await new Joiner(backend).ready()
    await joiner.join(joiner.payload(profiles.SOCIAL, { mbr_no: '10000001' }))
    const row = await joiner.row()
    expect(row?.mbr_no).toMatch(/^3\d{7}$/)
    expect(await consentsOf(row?.id ?? '')).toMatchObject({
      SERVICE: true,
      MARKETING: true,
      AD_SMS: true,
      AD_EMAIL: false,
      RP_SERVICE: true,
    })
  })
})

describe('identities that are known', () => {
  test('an invitation is shown, cannot be changed, and counts once', async () => {
    const { joiner, login_id, arrive } = await byInvitation('not-accepted')
    expect(joiner.entry.pathname).toBe('/init/sign-up')
    const read = () => joiner.browser.get(`/v1/profile/sign-up${joiner.entry.search}`)
    expect(data(await read())).toEqual({
      login_id,
      name: '윤서진',
      belong_sk: false,
      member_kind: 'GEN',
      member_type_code: 'BSNS',
      emp_no: null,
      join_type: 'INVITATION',
    })
    await joiner.provePhone()
    const reply = await joiner.signUp(joiner.invitedPayload(partnerProfile, { name: '다른 이름' }))
    expect(data(reply)).toMatchObject({ join_status: 'JOINED' })
    expect(await joiner.atPartner(reply)).toMatchObject({ email: login_id, name: '윤서진' })
    joiner.browser.jar.clear()
    await arrive()
    expect(await read()).toMatchObject(refused({ detail_code: 4585 }))
  })

  test.each(['by its link', 'by the address alone'])(
    'an invitation that expired before the join approves nothing: the member waits (%s)',
    async (way) => {
      const invited = (await copyOf(backend, 'not-accepted')) as Member & { invitation: string }
      const joiner = new Joiner(backend, invited.login_id)
      const byLink = way === 'by its link'
      await joiner.arrive({ prompt: 'create', ...(byLink && { invitation: invited.invitation }) })
      if (!byLink) await joiner.proveEmail()
      await joiner.provePhone()
      const { ctx } = backend
      const expired = { invitation_expires_at: new Date(ctx.now().getTime() - 1000) }
      await ctx.db.updateTable('members').set(expired).where('login_id', '=', invited.login_id).execute()
      const form = joiner.invitedPayload(partnerProfile)
      const reply = byLink ? await joiner.signUp(form) : await joiner.join(joiner.payload(partnerProfile))
      expect(reply.text).toContain('WAITING')
      expect(await joiner.row()).toMatchObject({ joined: true, join_status: 'WAITING' })
    },
  )

  test('a link that has expired before it is opened tells nothing of the invited member, and proves no address', async () => {
    const invited = (await copyOf(backend, 'not-accepted')) as Member & { invitation: string }
    const expired = { invitation_expires_at: new Date(backend.ctx.now().getTime() - 1000) }
    const { db } = backend.ctx
    await db.updateTable('members').set(expired).where('login_id', '=', invited.login_id).execute()
    const joiner = new Joiner(backend, invited.login_id)
    await joiner.arrive({ prompt: 'create', invitation: invited.invitation })
    const read = await joiner.browser.get(`/v1/profile/sign-up${joiner.entry.search}`)
    expect(read).toMatchObject(refused({ detail_code: 4585 }))
    await joiner.provePhone()
    expect(await joiner.signUp(joiner.invitedPayload(partnerProfile))).toMatchObject(refused({ detail_code: 4585 }))
    expect(await joiner.row()).toMatchObject({ joined: false })
  })

  test('the nationality of an invited member is one that the app offers', async () => {
    const { joiner } = await byInvitation('not-accepted')
    await joiner.provePhone()
    for (const national of ['XX', 'a nation', 'kr'])
      expect(await joiner.signUp(joiner.invitedPayload(partnerProfile, { national }))).toMatchObject(
        refused({ data: { field: 'national' } }),
      )
    expect(await joiner.row()).toMatchObject({ joined: false })
    const profile = { ...partnerProfile, national_code: 'DE' }
    expect(data(await joiner.signUp(joiner.invitedPayload(profile, { national: 'FR' })))).toMatchObject({
      join_status: 'JOINED',
    })
    expect(await joiner.row()).toMatchObject({ national: 'FR' })
  })

  test('an invitation of the group has an employee number that cannot be changed, and a nationality of the group’s list', async () => {
    const { joiner } = await byInvitation('invited-sk')
    const { emp_no: _asked, ...profile } = joiner.groupPayload().profile ?? {}
    const signUp = (emp_no: string, national: string) => {
      const form = { ...joiner.groupPayload({ profile }), matcher_type: 'SIGN_UP', phone_number: '', nation_tel_no: '' }
      return joiner.signUp({ ...form, emp_no, national })
    }
    expect(await signUp('SK9999', 'HU')).toMatchObject(refused({ detail_code: 4585 }))
    expect(await signUp('SK1024', 'FR')).toMatchObject(refused({ data: { field: 'national' } }))
    const reply = await signUp('SK1024', 'HU')
    expect(await joiner.row()).toMatchObject({ national: 'HU' })
    expect(await joiner.atPartner(reply)).toMatchObject({ name: '한도윤', member_kind: 'SK' })
  })

  test('an invitation cannot be used for another address', async () => {
    const { joiner } = await byInvitation('not-accepted', newEmail())
    await joiner.provePhone()
    const reply = await joiner.signUp(joiner.invitedPayload(partnerProfile))
    expect(reply).toMatchObject(refused({ detail_code: 4585 }))
    expect(await joiner.row()).toBeUndefined()
  })

  test('a group account is carried over by the member who has signed in to it', async () => {
    const member = await copyOf(backend, 'not-converted')
    const joiner = await new Joiner(backend, member.login_id).arrive({})
    const pending = await joiner.browser.signIn(joiner.entry, member)
    expect(data(pending)).toMatchObject({ matcher_type: 'CONVERSION_JOIN' })
    expect(data(await joiner.browser.get('/v1/profile/users'))).toMatchObject({ login_id: member.login_id })
    expect(data(await joiner.challenge('sk'))).toMatchObject({ join_type: 'MIGRATION', belong_sk: true })
    const payload = joiner.groupPayload({ matcher_type: 'CONVERSION_JOIN' })
    const reply = await joiner.join(payload)
    expect(await joiner.atPartner(reply)).toMatchObject({ email: member.login_id, name: '김하늘', member_kind: 'SK' })
  })

  test('4031: the address of a group account leads there, once it is proved, and is carried over on the group’s path', async () => {
    const member = await copyOf(backend, 'not-converted')
    const joiner = await new Joiner(backend, member.login_id).arrive()
    expect((await joiner.challenge()).status).toBe(200)
    await joiner.proveEmail()
    expect(await joiner.challenge()).toMatchObject(refused({ detail_code: 4031 }))
    expect(data(await joiner.challenge('sk'))).toMatchObject({ join_type: 'MIGRATION' })
    const reply = await joiner.join(joiner.groupPayload())
    expect(await joiner.atPartner(reply)).toMatchObject({ email: member.login_id, member_kind: 'SK' })
  })
})

describe('a line is as long as the app lets it be, in any letters', () => {
  const long = '가'.repeat(1000)

  test('a name, a company and a position', async () => {
    const joiner = await new Joiner(backend).ready()
    const profile = { ...profiles.BSNS, affiliation_name: long, job_title_etc: long }
    const fullName = '가'.repeat(50)
    expect((await joiner.join(joiner.payload(profile, { name: fullName }))).status).toBe(200)
    expect(await joiner.row()).toMatchObject({ name: fullName, profile: { affiliation_name: long } })
  })

  const OF_OPERATOR = ['admin', '관리자', 'аdmin'].map((nickname) => ({ nickname }))
  const NO_NAMES = ['\u202e하늘', '하\u0007늘', '가'.repeat(900), '<b>하늘</b>'].map((name) => ({ name }))
  test.each([...NO_NAMES, ...OF_OPERATOR])('%j is refused by its field', async (value) => {
    const joiner = await new Joiner(backend).ready()
    const reply = await joiner.join(joiner.payload(profiles.SOCIAL, value))
    expect(reply).toMatchObject(refused({ data: { field: Object.keys(value)[0] } }))
  })

  test.each(OF_OPERATOR)('the nickname $nickname, which passes for the operator, is not free', async ({ nickname }) => {
    const joiner = await new Joiner(backend).ready()
    const free = await joiner.browser.get(`/v1/valid/nickname?nickname=${encodeURIComponent(nickname)}`)
    expect(data(free)).toEqual({ available: false })
  })

  test('an employee number', async () => {
    const joiner = new Joiner(backend, newEmail('group.test'))
    await joiner.arrive()
    await joiner.proveEmail()
    const profile = { affiliation_code: 'SK003', emp_no: '사번 20-311/가' }
    expect((await joiner.join(joiner.groupPayload({ profile }))).status).toBe(200)
    expect(await joiner.row()).toMatchObject({ emp_no: '사번 20-311/가' })
  })
})

describe('a person who is a member already', () => {
  /** A member, and another visitor with the phone of that member. */
  async function twoOfOnePhone() {
    const first = await new Joiner(backend).ready()
    expect((await first.join(first.payload(profiles.SOCIAL))).status).toBe(200)
    return new Joiner(backend, newEmail(), first.phone)
  }
  /** Asks for codes to the phone, and enters them. */
  async function checker(visitor: Joiner) {
    const challenge = data(await visitor.challenge())
    const headers = { 'x-authenticator': `Token ${String(challenge.auth_token)}` }
    const ask = (call: string, body: object) => {
      now += 1000
      return visitor.browser.post(`/authenticator/v1/${call}/sms`, body, headers)
    }
    const newCode = async () => {
      expect((await ask('issue', { phone_number: visitor.phone, nation_tel_no: '82' })).status).toBe(200)
      return visitor.codeTo(visitor.phone)
    }
    const check = async (verify_code: string, given: object) => (await ask('verify', { verify_code, ...given })).body
    return { challenge, newCode, check }
  }
  const person = { name: ' 서연우 ', birthdate: '19950208' }
  const proof = { auth_code: expect.any(String) as string }

  test('reads so only after a proof of the address: until then every ID gets the same answer', async () => {
    const member = await copyOf(backend, 'member')
    const joiner = await new Joiner(backend, member.login_id).arrive()
    const stranger = await new Joiner(backend).arrive()
    const shape = (reply: { body: unknown }) => ({ ...data(reply as never), auth_token: '' })
    expect(shape(await joiner.challenge())).toEqual(shape(await stranger.challenge()))
    await joiner.provePhone()
    await joiner.proveEmail()
    expect(await joiner.challenge()).toMatchObject(refused({ detail_code: 4501 }))
    const reply = await joiner.join(joiner.payload(profiles.SOCIAL))
    expect(reply).toMatchObject(refused({ detail_code: 4501 }))
  })

  test('4025: the same phone, name and birthday join once, under whatever address', async () => {
    const second = await (await twoOfOnePhone()).ready()
    const same = await second.join(second.payload(profiles.SOCIAL, { name: ' 서연우 ' }))
    expect(same).toMatchObject(refused({ detail_code: 4025 }))
    expect(await second.row()).toBeUndefined()
    expect((await second.join(second.payload(profiles.SOCIAL, { name: '서지우' }))).status).toBe(200)
  })

  test('reads so with the code of the phone, and no other person does', async () => {
    const { challenge, newCode, check } = await checker(await (await twoOfOnePhone()).arrive())
    expect(challenge).toMatchObject({ checks_person: true })
    const code = await newCode()
    expect(await check(code === '123456' ? '654321' : '123456', person)).not.toHaveProperty('data')
    expect(await check(code, person)).toEqual({ data: { ...proof, same_person: true } })
    for (const other of [{ name: '서지우' }, { birthdate: '19950299' }])
      expect(await check(await newCode(), { ...person, ...other })).toEqual({ data: { ...proof, same_person: false } })
    expect(await check(await newCode(), {})).toEqual({ data: proof })
  })

  test('reads so at the first check of a code alone: one code guesses one name', async () => {
    const { newCode, check } = await checker(await (await twoOfOnePhone()).arrive())
    const code = await newCode()
    expect(await check(code, { ...person, name: '서지우' })).toEqual({ data: { ...proof, same_person: false } })
    expect(await check(code, person)).toEqual({ data: proof })
  })

  test('reads so after all other checks: a refused password says nothing of it', async () => {
    const second = await (await twoOfOnePhone()).ready()
    const password = second.seal('qweaaa111')
    for (const name of ['서연우', '서지우'])
      expect(await second.join(second.payload(profiles.SOCIAL, { name, password }))).toMatchObject(
        refused({ detail_code: 4514 }),
      )
  })

  test('4595: an address that is not the group’s joins as a general member', async () => {
    const joiner = await new Joiner(backend).ready()
    expect(await joiner.challenge('sk')).toMatchObject(refused({ detail_code: 4595 }))
    expect(await joiner.join(joiner.groupPayload())).toMatchObject(refused({ detail_code: 4595 }))
    expect(await joiner.row()).toBeUndefined()
  })

  test('the terms of a service come with what it will learn', async () => {
    const joiner = new Joiner(backend)
    await joiner.arrive({ prompt: 'create', scope: 'openid email phone' }, 'service-b')
    const told = async (type: string) => data(await joiner.browser.get(`/v1/terms/${type}`)).claims
    expect(await told('RELYING_PARTY')).toEqual(['email', 'phone_number', 'member_kind'])
    expect(await told('SUNI')).toBeUndefined()
  })

  test('4585: a service for group members takes no others', async () => {
    const joiner = new Joiner(backend)
    await joiner.arrive({ prompt: 'create' }, 'service-b')
    expect(await joiner.challenge()).toMatchObject(refused({ detail_code: 4585 }))
  })

  test('a denied domain is refused before anything is sent', async () => {
    const joiner = await new Joiner(backend, 'somebody@mailinator.com').arrive()
    expect(await joiner.challenge()).toMatchObject(refused({ data: { field: 'login_id' } }))
  })
})

test('a lock that wrong passwords left at an ID without a member ends with the join', async () => {
  const joiner = new Joiner(backend)
  const signIn = async (password: string) => {
    const { browser, entry } = await arrive(backend)
    return browser.signIn(entry, { login_id: joiner.login_id, password })
  }
  for (let count = 1; count <= 5; count += 1) await signIn(`kW7!mz2R${count}`)
  expect(await signIn(PASSWORD)).toMatchObject({ status: 400, body: { detail_code: 4575 } })
  await joiner.ready()
  expect((await joiner.join(joiner.payload(profiles.SOCIAL))).status).toBe(200)
  expect((await signIn(PASSWORD)).status).toBe(200)
})

describe('out of order and edited', () => {
  const unproved = refused({ detail_code: 4518 })

  test('without any proof, with the phone’s alone, with the address’s alone', async () => {
    const joiner = await new Joiner(backend).arrive()
    expect(await joiner.join(joiner.payload(profiles.SOCIAL))).toMatchObject(unproved)
    await joiner.provePhone()
    expect(await joiner.join(joiner.payload(profiles.SOCIAL))).toMatchObject(unproved)
    const other = await new Joiner(backend).arrive()
    await other.proveEmail()
    expect(await other.join(other.payload(profiles.SOCIAL))).toMatchObject(unproved)
    expect(await joiner.row()).toBeUndefined()
  })

  test('another address than the proved one; a proof of another visit', async () => {
    const joiner = await new Joiner(backend).ready()
    expect(await joiner.join(joiner.payload(profiles.SOCIAL, { login_id: newEmail() }))).toMatchObject(unproved)
    const other = await new Joiner(backend).arrive()
    await other.proveEmail()
    const auth_code = await joiner.provePhone()
    const stolen = other.payload(profiles.SOCIAL, { credential: { auth_code, amr: 'SMS' } })
    expect(await other.join(stolen)).toMatchObject(unproved)
    await other.provePhone()
    expect(await other.join(stolen), 'nor beside a phone that was proved here').toMatchObject(unproved)
  })

  test('a phone that was proved in this visit for a search for IDs', async () => {
    const joiner = await new Joiner(backend).arrive()
    await joiner.proveEmail()
    const { auth_token } = data(await joiner.browser.post('/v1/init/search/ids', visitIn(joiner.entry)))
    await joiner.proveBy('sms', String(auth_token))
    expect(await joiner.join(joiner.payload(profiles.SOCIAL))).toMatchObject(unproved)
    await joiner.provePhone()
    expect((await joiner.join(joiner.payload(profiles.SOCIAL))).status).toBe(200)
  })

  test('SIGN_UP and CONVERSION_JOIN without an invitation or an account', async () => {
    const joiner = await new Joiner(backend).ready()
    const invited = await joiner.signUp(joiner.invitedPayload(profiles.SOCIAL))
    expect(invited).toMatchObject(refused({ detail_code: 4585 }))
    const reply = await joiner.browser.get(`/v1/profile/sign-up${joiner.entry.search}`)
    expect(reply).toMatchObject(refused({ detail_code: 4585 }))
  })

  test.each([
    ['is_under_age', { is_under_age: true }],
    ['status', { status: 'ACTIVE' }],
    ['admin', { admin: true }],
    ['join_status', { join_status: 'JOINED' }],
    ['a member type nobody knows', { profile: { member_type_code: 'STAFF' } }],
    ['a list where a text belongs', { name: ['서연우'] }],
  ])('%s in the body is refused', async (_, change) => {
    const joiner = await new Joiner(backend).ready()
    const reply = await joiner.join({ ...joiner.payload(profiles.SOCIAL), ...change })
    expect(reply.status).toBe(400)
    expect(await joiner.row()).toBeUndefined()
  })

  test.each([
    ['13 years old', { birthdate: () => yearsAgo(14, 1) }, { detail_code: 4543 }],
    ['a day that never was', { birthdate: () => '20010229' }, { data: { field: 'birthdate' } }],
    ['a year alone', { birthdate: () => '19900000' }, { data: { field: 'birthdate' } }],
    ['tomorrow', { birthdate: () => yearsAgo(0, 1) }, { data: { field: 'birthdate' } }],
    ['no gender', { gender: () => '' }, { data: { field: 'gender' } }],
    ['a blank name', { name: () => '  ' }, { data: { field: 'name' } }],
    ['a nickname of one letter', { nickname: () => '하' }, { data: { field: 'nickname' } }],
    ['a nickname that is taken', { nickname: () => '하늘' }, { data: { field: 'nickname' } }],
  ])('%s', async (_, change, body) => {
    const joiner = await new Joiner(backend).ready()
    const edited = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value()]))
    expect(await joiner.join({ ...joiner.payload(profiles.SOCIAL), ...edited })).toMatchObject({ status: 400, body })
    expect(await joiner.row()).toBeUndefined()
  })

  test('14 years old today, in Korea', async () => {
    const joiner = await new Joiner(backend).ready()
    expect((await joiner.join(joiner.payload(profiles.SOCIAL, { birthdate: yearsAgo(14, 0) }))).status).toBe(200)
  })

  test.each([
    ['too short', 'aB3$', 4514, 'password not allowed'],
    ['a run of the keyboard', 'qweR7$mx2', 4514, 'password not allowed'],
    ['the id itself', null, 4533, 'password same as id'],
  ])('a password: %s', async (_, password, detail_code, description) => {
    const joiner = await new Joiner(backend).ready()
    const sealed = joiner.seal(password ?? joiner.login_id.split('@')[0])
    const reply = await joiner.join(joiner.payload(profiles.SOCIAL, { password: sealed }))
    expect(reply).toMatchObject(refused({ detail_code, description }))
    expect((await joiner.join(joiner.payload(profiles.SOCIAL))).status).toBe(200)
  })

  test('a required term that is missing', async () => {
    const joiner = await new Joiner(backend).ready()
    const reply = await joiner.join(joiner.payload(profiles.SOCIAL, { consents: ['SERVICE', 'CUSTOM'] }))
    expect(reply).toMatchObject(refused({ code: 'TERMS_REQUIRED' }))
  })

  test.each([
    ['a company of another list', { ...profiles.SOCIAL, affiliation_code: 'PC001' }, 'affiliation_code'],
    ['a field of another type', { ...profiles.SOCIAL, complete_semester: '11' }, 'complete_semester'],
    ['other, without saying what', { ...profiles.SOCIAL, job_title: 'JOB_TYP_ETC' }, 'job_title_etc'],
    [
      'more of a relationship that says all by itself',
      {
        member_type_code: 'FAMILY' as const,
        recommender_mbr_no: '20000001',
        relationship: '01',
        relationship_etc: '사촌',
        family_job: 'FAM_JOB_01',
      },
      'relationship_etc',
    ],
    ['a semester of a seventh year', { ...profiles.STUDENT, complete_semester: '71' }, 'complete_semester'],
    [
      'a job of three fields',
      { ...profiles.SOCIAL, current_job_group: 'JG06', current_job: 'JG0601' },
      'hope_job_group',
    ],
  ])('the profile: %s', async (_, profile, field) => {
    const joiner = await new Joiner(backend).ready()
    const reply = await joiner.join(joiner.payload(profile))
    expect(reply).toMatchObject(refused({ data: { field } }))
  })

  test('a recommender who is no group member', async () => {
    const joiner = await new Joiner(backend).ready()
    const other = (await copyOf(backend, 'member')) as Member & { mbr_no: string }
    const reply = await joiner.join(joiner.payload({ ...(await family()), recommender_mbr_no: other.mbr_no }))
    expect(reply).toMatchObject(refused({ data: { field: 'recommender_mbr_no' } }))
  })
})

/** The birthday of a person who turns the given age in the given number of days, by Korea's calendar. */
function yearsAgo(years: number, days: number): string {
  const day = new Date(now + 9 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  const year = Number(day.slice(0, 4)) - years
  // A year that is no leap year has no 29 February.
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29
  return `${year}${day.endsWith('0229') && !isLeap ? (days > 0 ? '0301' : '0228') : day.slice(4)}`
}

describe('a join that is sent often', () => {
  test('makes one member and one answer from twenty calls at the same moment', async () => {
    const joiner = await new Joiner(backend).ready()
    const payload = joiner.payload(profiles.SOCIAL)
    const replies = await Promise.all(Array.from({ length: 20 }, () => joiner.join(payload)))
    const good = replies.filter(({ status }) => status === 200)
    expect(good.length + replies.filter(({ status }) => status === 503).length).toBe(20)
    expect(new Set(good.map((reply) => data(reply).location)).size).toBe(1)
    const rows = await backend.ctx.db
      .selectFrom('members')
      .select('id')
      .where('nickname', '=', payload.nickname)
      .execute()
    expect(rows).toHaveLength(1)
    const again = await joiner.join(payload)
    expect(data(again)).toEqual(data(good[0] ?? again))
    expect(await joiner.atPartner(again)).toMatchObject({ email: joiner.login_id })
  })

  test('makes no second membership from the same visit', async () => {
    const joiner = await new Joiner(backend).ready()
    expect((await joiner.join(joiner.payload(profiles.SOCIAL))).status).toBe(200)
    const other = await joiner.join(joiner.payload(profiles.SOCIAL, { login_id: newEmail() }))
    expect(other.status).toBeGreaterThanOrEqual(400)
  })

  test('makes one member from two visits with one address at the same moment', async () => {
    const login_id = newEmail()
    const both = [await new Joiner(backend, login_id).ready(), await new Joiner(backend, login_id).ready()]
    const replies = await Promise.all(both.map((joiner) => joiner.join(joiner.payload(profiles.SOCIAL))))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]))
  })

  // In JavaScript the lower case of İ has two letters, in SQL one; Σ ends a word as ς.
  test.each([
    ['İ', 'i̇'],
    ['ΑΣ', 'ασ'],
    ['Ｂ', 'b'],
  ])(
    'two visits with the nicknames %s and %s at the same moment: one has it, the other gets an error at its field',
    async (one, other) => {
      const tail = newPhone().slice(-8)
      const ready = [await new Joiner(backend).ready(), await new Joiner(backend).ready()]
      const nicknames = [`${one}-${tail}`, `${other}-${tail}`]
      const replies = await Promise.all(
        ready.map((joiner, at) => joiner.join(joiner.payload(profiles.SOCIAL, { nickname: nicknames[at] ?? '' }))),
      )
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]))
      expect(replies.find(({ status }) => status === 400)?.body).toMatchObject({ data: { field: 'nickname' } })
      const third = await new Joiner(backend).ready()
      for (const nickname of nicknames) {
        const free = await third.browser.get(`/v1/valid/nickname?nickname=${encodeURIComponent(nickname)}`)
        expect(data(free)).toMatchObject({ available: false })
      }
    },
  )

  test('a refused join uses no proof up; an accepted one does', async () => {
    const joiner = await new Joiner(backend).ready()
    expect((await joiner.join(joiner.payload(profiles.SOCIAL, { gender: 'X' }))).status).toBe(400)
    expect((await joiner.join(joiner.payload(profiles.SOCIAL))).status).toBe(200)
    const left = await backend.ctx.db
      .selectFrom('proofs')
      .select('code_hash')
      .where('transaction_id', '=', joiner.entry.searchParams.get('transaction_id') ?? '')
      .where('used_at', 'is', null)
      .execute()
    expect(left).toEqual([])
  })

  test('half an hour for the form is no reason to prove anything again', async () => {
    const joiner = await new Joiner(backend).ready()
    now += 30 * 60_000
    expect((await joiner.join(joiner.payload(profiles.SOCIAL, { nickname: newNickname() }))).status).toBe(200)
  })
})
