// Spec §8, login failure, and security A5–A7: finds the member of a password. Known and unknown IDs take the same steps and the same time.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import * as detail from '../../../contract/detailCodes.ts'
import { hashOf, type Ctx } from '../../context.ts'
import { hmac } from '../../db/keys.ts'
import { apart } from '../../db/oneTransaction.ts'
import { refuse } from '../refusal.ts'
import { attemptOf, forgetAttempts, MOST_WRONG, takeAttempt } from './attempts.ts'
import { record } from '../audit/events.ts'
import type { Hashing } from '../passwords/hashing.ts'
import { isKnownForId } from './knownBrowsers.ts'
import { holdMember } from '../members/hold.ts'
import { loginIdKey } from '../members/loginId.ts'
import { networksOf } from '../limits/networks.ts'
import { notifyById } from '../notices/notices.ts'
import { askForWork, isWorkDone } from './proofOfWork.ts'
import { unseal } from './sealed.ts'
import { demandOf, noteWrong } from './suspicion.ts'

/** `password_changed_at`: when the given password was set. */
export type Verified = { member_id: string; password_hash: string; password_changed_at: Date }
type Given = { login_id: string; password: string; transaction_id: string; client_id: string; ip: string } & {
  /** The solution of a puzzle, if this visit was asked for one (proofOfWork.ts). */
  proof_of_work?: string | undefined
  /** The caller has a session of the member, so wrong passwords of strangers ask nothing of them. */
  in_session?: true
  /** The key of this browser, if it has one (knownBrowsers.ts). */
  device?: string | undefined
}

/**
 * Waits, or refuses, as the wrong passwords of the last hour demand (suspicion.ts). It comes before the ID is looked up, so that it tells nothing
 * about the ID.
 */
async function meetDemand(ctx: Ctx, { login_id, transaction_id, proof_of_work, ip, client_id }: Given): Promise<void> {
  const demand = await demandOf(ctx, ip)
  if (demand.kind === 'nothing') return
  if (demand.kind === 'delay') return apart(() => sleep(demand.ms))
  if (demand.kind === 'work' && (await isWorkDone(ctx, transaction_id, proof_of_work))) return
  const subject = { login_id: loginIdKey(login_id), client_id, ip }
  await record(ctx, 'sign_in.challenged', subject, { demand: demand.kind })
  if (demand.kind === 'work') throw await askForWork(ctx, transaction_id, demand.rounds)
  throw refuse(429, 'TOO_MANY_REQUESTS', undefined, 'too many wrong passwords in this network', {
    headers: { 'Retry-After': String(demand.seconds) },
  })
}

/**
 * The member of a login ID, and the member whose hash stands in for that of an unknown ID: always the same one for an ID. Members whom an import
 * brought have hashes that take another time, and among the stand-ins these are as frequent as among the members. So the time of a single answer
 * says which hash was compared, and not whether the ID is known (docs/decisions/0034).
 */
async function memberOf(ctx: Ctx, login_id_key: string) {
  const columns = ['id', 'password_hash', 'password_changed_at'] as const
  const at = hmac(ctx.keys.codes, `stand-in ${login_id_key}`).toString('hex').slice(0, 32)
  const found = ctx.db
    .selectFrom('members')
    .select([...columns, sql<boolean>`true`.as('isMember')])
    .where('login_id_key', '=', login_id_key)
  const next = ctx.db
    .selectFrom('members')
    .select([...columns, sql<boolean>`false`.as('isMember')])
    .where('id', '>=', at)
    .orderBy('id')
    .limit(1)
  const rows = await found
    .unionAll(next.$call((query) => ctx.db.selectFrom(query.as('next')).select([...columns, 'isMember'])))
    .execute()
  return { member: rows.find(({ isMember }) => isMember), standIn: rows.find(({ isMember }) => !isMember) }
}

/**
 * Counts the guess, and finds what it is compared with. All of it is committed before the comparison.
 * @param counted the browser that the attempt is counted for; undefined: any unknown one
 * @throws Refused 400: LOCKED, and USER_NOT_FOUND where the settings disclose it
 */
async function countGuess(ctx: Ctx, hashing: Hashing, given: Given, counted: string | undefined) {
  const { transaction_id, client_id, ip } = given
  const key = loginIdKey(given.login_id)
  const { member, standIn } = await memberOf(ctx, key)
  const subject = { member_id: member?.id ?? null, login_id: key, client_id, ip }
  if (!member && ctx.settings.disclose_unknown_user)
    throw refuse(400, 'USER_NOT_FOUND', detail.USER_NOT_FOUND, 'user not found')
  const guess = { login_id_key: key, sealed: given.password, transaction_id }
  const before = await attemptOf(ctx, guess, counted)
  const attempt = before ?? (await takeAttempt(ctx, guess, counted))
  if (attempt === null) {
    await record(ctx, 'sign_in.locked', subject)
    throw refuse(400, 'LOCKED', detail.LOCKED, 'too many wrong passwords')
  }
  // A password that cannot be decrypted is compared like a wrong one, so that answer and duration are the same.
  const password = await unseal(ctx, given.password, transaction_id)
  const password_hash = member?.password_hash ?? standIn?.password_hash ?? hashing.dummy
  return { member, subject, attempt, isNew: before === null, password, password_hash }
}

type Counted = Awaited<ReturnType<typeof countGuess>>

/** @returns null for a wrong password; else its hash, with the current costs */
async function compare(ctx: Ctx, hashing: Hashing, { member, password, password_hash }: Counted) {
  const matches = await hashing.matches(password ?? '', password_hash, () => {
    if (member) ctx.log('password.unreadable', { member_id: member.id })
  })
  if (!member || password === null || !matches) return null
  const hash = hashing.isOutdated(password_hash) ? await hashing.make(password) : password_hash
  return { member, hash }
}

/**
 * @param given.password sealed
 * @returns the member, and the hash that the password was compared with or that replaced it
 * @throws Refused 400: WRONG_PASSWORD with the count in brackets, LOCKED when locked; 428 PROOF_OF_WORK and 429 to a suspicious caller; 429 and
 *   503 as `inTurn`
 */
export async function verifyPassword(ctx: Ctx, hashing: Hashing, given: Given): Promise<Verified> {
  const key = loginIdKey(given.login_id)
  const isKnown = await isKnownForId(ctx, given.device, key)
  if (!isKnown && !given.in_session) await meetDemand(ctx, given)
  const browser = isKnown && given.device !== undefined ? hashOf(given.device) : undefined
  const { right, ...counted } = await hashing.inTurn(
    async (guess: Counted) => ({ ...guess, right: await compare(ctx, hashing, guess) }),
    { networks: networksOf(given.ip), visit: given.transaction_id, isKnown },
    () => countGuess(ctx, hashing, given, browser),
  )
  if (!right) throw await wrongPassword(ctx, counted, isKnown)
  const { id: member_id, password_hash, password_changed_at } = right.member
  // The member before the attempts: a reset takes them in this order too.
  await holdMember(ctx.db, member_id)
  await forgetAttempts(ctx, key, browser)
  if (right.hash !== password_hash)
    // Keeps a password that was set in the meantime.
    await ctx.db
      .updateTable('members')
      .set({ password_hash: right.hash })
      .where('id', '=', member_id)
      .where('password_hash', '=', password_hash)
      .execute()
  return { member_id, password_hash: right.hash, password_changed_at }
}

async function wrongPassword(ctx: Ctx, { isNew, attempt, subject }: Counted, isKnown: boolean) {
  if (isNew && !isKnown) await noteWrong(ctx, subject.ip)
  if (isNew) await record(ctx, 'sign_in.wrong_password', subject, { attempt })
  if (isNew && attempt >= MOST_WRONG) {
    await record(ctx, 'lock.closed', subject)
    if (!isKnown) await notifyById(ctx, 'locked', subject.member_id, subject.client_id)
  }
  return refuse(400, 'WRONG_PASSWORD', detail.WRONG_PASSWORD, `incorrect password [${attempt}]`)
}
