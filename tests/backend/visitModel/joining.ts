// The commands of a visitor who joins, with or without an invitation.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { data, type Reply } from '../browser.ts'
import { newEmail, newNickname, newPhone, profiles } from '../joiner.ts'
import { JOIN_FORM } from '../../../conformance/joinForm.ts'
import { prove } from './codes.ts'
import type { May } from './facts.ts'
import { visitIn } from './lookups.ts'
import { nameOf, type Naming } from './naming.ts'
import { SERVICE_TERMS, type Person, type Service } from './people.ts'
import { expectRefused } from './steps.ts'
import { answerOf, wordOf, type Visit, type World } from './world.ts'

/** A visitor who joins proves an address and a phone. */
export async function proveForJoin(world: World, tab: number, isStudent: boolean, by: Naming): Promise<May> {
  const visit = visitIn(world, tab)
  const { name, means, refusal } = nameOf(world, visit, by)
  const isNew = means !== null && means.joiner === null
  const joiner = means?.joiner ?? newJoiner(world, isStudent)
  const { person } = joiner
  const may = world.may(means, person)
  const path = `/v1/challenge/join/${encodeURIComponent(person.login_id)}?type=general`
  const challenge = async () => world.call(tab, 'GET', path, name)
  const begun = await challenge()
  if (!means || by.by === 'none' || !world.isLive(means) || joiner.isDone) {
    if (!means && by.by !== 'none') expectRefused(begun, refusal)
    return may
  }
  if (isNew) means.joiner = joiner
  const tokenOf = async () => wordOf(data(await challenge()).auth_token)
  if (!joiner.emailProved)
    await prove(world, tab, await tokenOf(), 'email', person.login_id, { email: person.login_id })
  joiner.emailProved = true
  const phone = { phone_number: person.phone.replace('+82', '0'), nation_tel_no: '82' }
  await prove(world, tab, await tokenOf(), 'sms', person.phone, phone)
  joiner.phoneProved = true
  return may
}

const nameOfNumber = (count: number) =>
  `서${String(count).replaceAll(/\d/g, (digit) => '가나다라마바사아자차'.charAt(Number(digit)))}`

/** Someone who is no member yet. */
function newJoiner(world: World, isStudent: boolean): NonNullable<Visit['joiner']> {
  world.count += 1
  const person: Person = {
    key: `joiner ${world.count}`,
    id: `joiner ${world.count}`,
    login_id: newEmail(),
    password: 'mR7$kwd2Tq',
    phone: newPhone().replace('0', '+82'),
    name: nameOfNumber(world.count),
    nickname: newNickname(),
    factor: 'none',
    joined: false,
    owesTerms: false,
    mustChange: false,
    isPasswordOld: false,
    formerPhones: [],
    isProtected: false,
    leavesAt: null,
    resetWaits: false,
    hasJob: false,
    isStudent,
    agreed: new Set<Service>(),
  }
  world.people.push(person)
  return { person, phoneProved: false, emailProved: false, isDone: false }
}

/** Sends the form of a join, with the visitor of one tab in the visit that the call names. */
export async function sendJoin(world: World, tab: number, by: Naming): Promise<May> {
  const visit = visitIn(world, tab)
  const { name, means, refusal } = nameOf(world, visit, by)
  const joiner = visit.joiner ?? expect.fail('nobody joins in this tab')
  const { person } = joiner
  const isInvited = person.invitation !== undefined
  const may: May = { ...world.may(means, person), passwords: true }
  // An identity without a membership that has signed in meanwhile: the visit can complete that one only.
  const isOthers = means?.subject && means.subject !== person && !means.subject.joined
  const isOwn = means === visit && joiner.phoneProved && joiner.emailProved && !isOthers
  const { member_type_code: _known, ...business } = profiles.BSNS
  const common = {
    ...JOIN_FORM,
    name: person.name,
    password: world.sealed(person.password),
    login_id: person.login_id,
    nickname: person.nickname,
    consents: ['SERVICE', 'CUSTOM', 'PRIVACY', ...SERVICE_TERMS],
    profile: isInvited ? business : person.isStudent ? profiles.STUDENT : profiles.SOCIAL,
  }
  const invited = { emp_no: '', national: 'KR', nation_tel_no: '82', phone_number: person.phone.replace('+82', '0') }
  const reply: Reply = isInvited
    ? await world.call(tab, 'POST', '/v1/profile/sign-up', name, { ...common, ...invited, matcher_type: 'SIGN_UP' })
    : await world.call(tab, 'POST', '/v1/verify/join', name, { ...common, matcher_type: 'JOIN' })
  if (!means) {
    expectRefused(reply, refusal)
    return may
  }
  const wasLive = world.isLive(means)
  if (reply.status !== 200) {
    expect(isOwn && wasLive && !person.joined && !means.isDead, `the join of its own visit: ${reply.text}`).toBe(false)
    return may
  }
  const isRepeated = means.joiner?.isDone === true && means.joiner.person === person
  expect(isRepeated || (means === visit && joiner.phoneProved && joiner.emailProved), 'a join without proofs').toBe(
    true,
  )
  if (!isRepeated) {
    const { rows } = await sql<{ id: string }>`select id from members where login_id = ${person.login_id}`.execute(
      world.backend.ctx.db,
    )
    Object.assign(person, { id: rows[0]?.id ?? '', joined: true, hasJob: false })
    person.agreed.add(means.service)
    world.consents.add(`${person.id} ${means.service}`)
    joiner.isDone = true
    world.note('joined')
  }
  if (wasLive) world.enter(means, person, ['pwd', 'sms'])
  const { location, matcher_type, auth_required } = answerOf(reply)
  if (location !== undefined || matcher_type !== undefined || auth_required !== undefined) world.progress(means, reply)
  return { ...world.may(means, person), passwords: true }
}
