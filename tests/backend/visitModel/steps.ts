// The commands of pending steps. Each acts as the page of a tab does, and knows from the tab alone what may come of it.
import sharp from 'sharp'
import { expect } from 'vitest'
import { readLetter } from '../../../backend/domain/join/letters.ts'
import { data, type Reply } from '../browser.ts'
import type { May } from './facts.ts'
import { nameOf, type Naming } from './naming.ts'
import { SERVICE_TERMS, type Person } from './people.ts'
import { answerOf, codeOf, wordOf, type Visit, type World } from './world.ts'

const LETTER = '/v1/matcher/student/resolve'
const JOB = { current_job_group: 'JG06', current_job: 'JG0601' }
const NEW_PASSWORDS = ['Tq7!vR2#pZ', 'wK4$hN8%tB', 'bX6&jM9?cF', 'nV3@gZ7!sL', 'fD8#xQ5$mW']
const MOST_WRONG = 5

/** A password that differs from the current one. */
export function newPassword(world: World, person: Person | null): string {
  world.count += 1
  const others = NEW_PASSWORDS.filter((one) => one !== person?.password)
  return others[world.count % others.length] ?? ''
}

/** A member who could not sign in although the password is right. */
export const isLocked = (world: World, person: Person): boolean => (world.wrong.get(person) ?? 0) >= MOST_WRONG

export const countWrong = (world: World, person: Person): void =>
  void world.wrong.set(person, (world.wrong.get(person) ?? 0) + 1)

/** A visit that waits for this step, and whose member may go on. */
export const waitsFor = (world: World, visit: Visit, step: string): boolean =>
  visit.step === step && world.isLive(visit) && world.mayGoOn(visit)

/** Checks the refusal of a call that means no visit. */
export function expectRefused(reply: Reply, refusal: number): void {
  expect(codeOf(reply), 'an answer without a visit').not.toBe('PENDING_STEP')
  expect(reply.status, reply.text).toBe(refusal)
}

export type Step = {
  name: string
  /** What the page of the tab sends. */
  send(world: World, tab: number, name: object, means: Visit): Promise<Reply>
  /** What becomes of the member and the visit of the call. */
  done(world: World, means: Visit, person: Person): void
  /** Whether the call succeeds for the member who waits for the step. */
  isRight?(world: World, means: Visit, person: Person): boolean
  passwords?: true
}

/** Sends the answer of a step, and compares what comes of it with what the visit of the call has earned. */
export async function answerStep(world: World, tab: number, by: Naming, step: Step): Promise<May> {
  const visit = world.tabs[tab] ?? expect.fail('no visit in this tab')
  const { name, means, refusal } = nameOf(world, visit, by)
  const may = { ...world.may(means), ...(step.passwords && { passwords: true }) }
  // The session that the visit goes on with is over: another member has signed in in this browser.
  if (means?.isStanding && !world.mayGoOn(means)) may.members.clear()
  const isWaiting = means !== null && waitsFor(world, means, step.name)
  const isRight = isWaiting && means.subject !== null && (step.isRight?.(world, means, means.subject) ?? true)
  const reply = await step.send(world, tab, name, means ?? visit)
  if (!means) {
    expectRefused(reply, refusal)
    return may
  }
  const isDone = reply.status === 200 || codeOf(reply) === 'PENDING_STEP'
  const isUnsure = step.passwords && means.subject && isLocked(world, means.subject)
  if (isWaiting && !isUnsure) expect(isDone, `the answer of its own member: ${reply.text}`).toBe(isRight)
  else if (!isWaiting && isDone) expect(means.resolved, 'a step that was not asked for').toBe(step.name)
  if (isWaiting && isDone && means.subject) {
    step.done(world, means, means.subject)
    means.resolved = step.name
    world.note(`done ${step.name}`)
  }
  if (isDone) world.progress(means, reply)
  return may
}

const resolve = (world: World, tab: number, name: object, body: object) =>
  world.call(tab, 'POST', '/v1/matcher/resolve', name, { consent_terms: [], ...body })

export const later: Step = {
  name: 'RECOMMENDED_CHANGE_PWD',
  send: (world, tab, name) => resolve(world, tab, name, { matcher_type: 'RECOMMENDED_CHANGE_PWD', skip: true }),
  done: (_world, _visit, person) => void (person.isPasswordOld = false),
}

export const agreeToTerms: Step = {
  name: 'ADD_TERMS_AGREEMENT',
  send: (world, tab, name) =>
    resolve(world, tab, name, { matcher_type: 'ADD_TERMS_AGREEMENT', consent_terms: ['PRIVACY'] }),
  done: (_world, _visit, person) => void (person.owesTerms = false),
}

export const agreeToService: Step = {
  name: 'CONSENT_RELYING_PARTY',
  send(world, tab, name, means) {
    const nickname = means.subject?.nickname ?? '별명'
    const step = { matcher_type: 'CONSENT_RELYING_PARTY', consent_terms: SERVICE_TERMS, nickname }
    return resolve(world, tab, name, { ...step })
  },
  done(world, { service }, person) {
    person.agreed.add(service)
    world.consents.add(`${person.id} ${service}`)
    world.expectMessage(person.login_id)
  },
}

export const tellJob: Step = {
  name: 'SERVICE_ADD_INFO',
  send: (world, tab, name) =>
    world.call(tab, 'POST', '/v1/resolve/user', name, { matcher_type: 'SERVICE_ADD_INFO', ...JOB }),
  done: (_world, _visit, person) => void (person.hasJob = true),
}

/**
 * @param typist the member before the page: it sends this member's passwords, whatever visit the call names
 * @param isRight whether the typist types the current password rightly
 */
export function changePassword(matcher_type: string, typist: Person | null, isRight: boolean): Step {
  let password = ''
  return {
    name: matcher_type,
    passwords: true,
    send(world, tab, name, means) {
      if (means.subject && !(isRight && typist === means.subject)) countWrong(world, means.subject)
      const current = isRight && typist ? typist.password : 'n0t-It!right'
      password = newPassword(world, typist ?? means.subject)
      const passwords = { current_password: world.sealed(current), password: world.sealed(password) }
      return world.call(tab, 'PUT', '/v1/profile/change/password', name, { ...passwords, matcher_type })
    },
    isRight: (_world, _means, person) => isRight && typist === person,
    done(world, visit, person) {
      Object.assign(person, { password, mustChange: false, isPasswordOld: false })
      world.endEverythingOf(person, visit)
      visit.isStanding = false
      for (const to of [person.login_id, person.phone]) world.expectMessage(to)
    },
  }
}

/** The letter of a student: with the step that asks for the profile, or after the join. */
export async function sendLetter(world: World, tab: number, by: Naming): Promise<May> {
  const visit = world.tabs[tab] ?? expect.fail('no visit in this tab')
  const { name, means, refusal } = nameOf(world, visit, by)
  world.count += 1
  // No two letters have the same width. The backend draws a picture anew, so the model keeps what it would store.
  const picture = await sharp({ create: { width: 10 + world.count, height: 10, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const letter = new File([new Uint8Array(picture)], 'letter.png', { type: 'image/png' })
  const mark = Buffer.from((await readLetter(world.backend.ctx, letter)).bytes).toString('hex')
  const isAsked = means !== null && waitsFor(world, means, 'SERVICE_ADD_INFO')
  const form = new FormData()
  form.append('payload', JSON.stringify(isAsked ? JOB : {}))
  form.append('enrollment_letter', letter)
  for (const [field, value] of Object.entries(name)) form.append(field, value as string)
  const headers = { origin: 'http://localhost:3000', 'idempotency-key': `letter-${world.count}-12345678` }
  // A step asks who is signed in now, who need not be who has joined in this visit.
  const person = !isAsked && means?.joiner?.isDone ? means.joiner.person : (means?.subject ?? null)
  const may = world.may(means, person)
  const reply = await world.browserOf(tab).send(LETTER, { method: 'POST', headers, body: form })
  if (!means) {
    expectRefused(reply, refusal)
    return may
  }
  const isDone = reply.status === 200 || codeOf(reply) === 'PENDING_STEP'
  const isExpected = person?.isStudent === true && (isAsked || means.joiner?.isDone === true)
  if (isAsked && person?.isStudent) expect(isDone, reply.text).toBe(true)
  if (!isDone || !person) return may
  if (isExpected) {
    world.letters.set(person, mark)
    world.note('letter')
  }
  if (isAsked) {
    person.hasJob = true
    means.resolved = 'SERVICE_ADD_INFO'
  }
  if (isAsked || means.resolved === 'SERVICE_ADD_INFO') world.progress(means, reply)
  return may
}

/** Sends and types the code of a second factor. @param isRight whether the member types the code that came */
export async function proveFactor(world: World, tab: number, isRight: boolean): Promise<May> {
  const visit = world.tabs[tab] ?? expect.fail('no visit in this tab')
  const { subject, token } = visit
  if (!subject || !token) return world.may(visit)
  const may = world.may(visit)
  const purpose = visit.step === 'AUTH_REQUIRED' ? 'SECOND_FACTOR' : 'ADMIN'
  const issued = await world.call(tab, 'POST', '/authenticator/v1/issue/sms', {}, { purpose }, token)
  if (world.mayGoOn(visit)) expect(issued.status, issued.text).toBe(200)
  if (issued.status === 200) world.expectMessage(subject.phone)
  const verify_code = isRight ? await world.codeTo(subject.phone) : '000000'
  const verified = await world.call(tab, 'POST', '/authenticator/v1/verify/sms', {}, { verify_code }, token)
  if (verified.status !== 200) {
    expect(isRight && world.mayGoOn(visit), `the right code: ${verified.text}`).toBe(false)
    return may
  }
  visit.proofs.push({ auth_code: wordOf(data(verified).auth_code), person: subject })
  return may
}

/** Passes the second factor with a proof of a tab. */
export async function useProof(world: World, tab: number, from: number, by: Naming): Promise<May> {
  const visit = world.tabs[tab] ?? expect.fail('no visit in this tab')
  const source = world.tabs[from] ?? visit
  const auth_code = source.proofs.at(-1)?.auth_code ?? 'no-such-proof'
  const step = visit.step ?? 'AUTH_REQUIRED'
  return answerStep(world, tab, by, {
    name: step,
    send: (_world, _tab, name) =>
      resolve(world, tab, name, { matcher_type: step, credential: { auth_code, amr: 'SMS' } }),
    isRight: (_world, means, person) =>
      means.proofs.some((one) => one.auth_code === auth_code && one.person === person),
    done(_world, means) {
      means.amr.add('sms')
      means.proofs = means.proofs.filter((one) => one.auth_code !== auth_code)
    },
  })
}

/** A step that the page of this tab does not show. */
export async function answerAnother(world: World, tab: number, matcher_type: string, by: Naming): Promise<May> {
  const visit = world.tabs[tab] ?? expect.fail('no visit in this tab')
  const { name, means } = nameOf(world, visit, by)
  const may = world.may(means)
  if (means?.step === matcher_type && world.isLive(means)) return may
  const reply = await resolve(world, tab, name, { matcher_type, skip: true })
  const isDone = reply.status === 200 || codeOf(reply) === 'PENDING_STEP'
  if (isDone) {
    expect(means?.resolved, 'a step that was not asked for').toBe(matcher_type)
    if (means) world.progress(means, reply)
  }
  return may
}

/** Who the page says that its member is, and at which service. */
export async function look(world: World, tab: number, by: Naming): Promise<May> {
  const visit = world.tabs[tab] ?? expect.fail('no visit in this tab')
  const { name, means } = nameOf(world, visit, by)
  const profile = await world.call(tab, 'GET', '/v1/profile/users', name)
  const service = await world.call(tab, 'GET', '/v1/profile/rp', name)
  const subject = means && (!world.isLive(means) || world.mayGoOn(means)) ? means.subject : null
  if (profile.status === 200) expect(answerOf(profile).login_id, 'the profile of somebody else').toBe(subject?.login_id)
  if (service.status === 200) expect(answerOf(service).rp_id, 'another service').toBe(means?.service)
  return world.may(means)
}
