// Contract, PUT /v1/account/phone and /email: another phone or address, which a code has proved in this session.
import { randomUUID } from 'node:crypto'
import type { Transaction as SqlTransaction } from 'kysely'
import * as detail from '../../../contract/detailCodes.ts'
import { MANAGED, NO_SESSION } from '../../../contract/shapes/account.ts'
import { hashOf, type Ctx } from '../../context.ts'
import type { Member, Schema } from '../../db/schema.ts'
import { consumeProof } from '../codes/challenge.ts'
import { record } from '../audit/events.ts'
import { type Channel, CHANNELS } from '../factors/channels.ts'
import { hasSameIdentity, identityKey } from '../join/joinPerson.ts'
import { badField } from '../join/joinVisit.ts'
import { domainAllowed, isGroupAddress } from '../lists/codes.ts'
import { loginIdKey } from '../members/loginId.ts'
import { refuse } from '../refusal.ts'
import { liveVisitIds } from './accountVisit.ts'
import { notify } from '../notices/notices.ts'
import { changeOfProof, formerOwner, undoSecret } from './channelChanges.ts'
import type { AccountSession } from './freshness.ts'
import { recordChange, type Who } from './who.ts'

const noMatch = () => refuse(400, 'NO_PROOF', detail.NO_MATCH, 'not proved in this session, or not for this')
const idTaken = () => refuse(400, 'ID_TAKEN', detail.ID_TAKEN, 'a member has this login ID')
const samePerson = () => refuse(400, 'SAME_PERSON', detail.SAME_PERSON, 'a member has this name, birthdate and phone')
const managed = () => refuse(400, MANAGED, undefined, 'the company manages this address')

/** What the code has proved. @throws Refused NO_MATCH unless it was made in this session and for this */
async function provedBy(ctx: Ctx, session: AccountSession, channel: Channel, auth_code: string): Promise<string> {
  for (const transaction_id of await liveVisitIds(ctx, { uid: session.uid, member_id: session.member.id })) {
    const proof = await consumeProof(ctx, auth_code, { purpose: CHANNELS[channel].change, transaction_id })
    const proved = proof?.[channel]
    if (proved) return proved
  }
  throw noMatch()
}

/** @throws Refused MANAGED, ID_TAKEN, or 400 with the field, if the address cannot be the login ID of this member */
async function mayBeLoginId(ctx: Ctx, member: Member, email: string): Promise<void> {
  const key = loginIdKey(email)
  if (isGroupAddress(ctx.codes, email)) throw managed()
  if (!domainAllowed(ctx.codes, email)) throw badField('email')
  const holder = ctx.db.selectFrom('members').select('id').where('login_id_key', '=', key).where('id', '!=', member.id)
  if (await holder.executeTakeFirst()) throw idTaken()
  // NOTE: afterwards. A member who leaves this login ID between the two statements would be found by neither.
  const former = await formerOwner(ctx, key)
  if (former !== null && former !== member.id) throw idTaken()
}

const columns = {
  async phone(ctx: Ctx, member: Member, phone: string) {
    if (await hasSameIdentity(ctx, phone, member, member.id)) throw samePerson()
    return { phone, identity_key: identityKey(phone, member) }
  },
  async email(ctx: Ctx, member: Member, email: string) {
    await mayBeLoginId(ctx, member, email)
    return { login_id: email, login_id_key: loginIdKey(email), email_verified: true }
  },
}

/**
 * Ends what was on its way by the old phone or address: codes, proofs, resets, and a phone that was proved for a service. Also a reset that waits: whoever
 * has stolen the old one may have begun it.
 * @returns whether a reset has waited
 */
export async function endUseOf(db: SqlTransaction<Schema>, member_id: string, channel: Channel): Promise<boolean> {
  for (const table of ['challenges', 'proofs'] as const)
    await db.deleteFrom(table).where('member_id', '=', member_id).where(channel, 'is not', null).execute()
  await db.deleteFrom('reset_tokens').where('member_id', '=', member_id).execute()
  const waiting = db.deleteFrom('pending_passwords').where('member_id', '=', member_id).returning('member_id')
  const hasWaited = (await waiting.executeTakeFirst()) !== undefined
  if (channel === 'email') return hasWaited
  for (const table of ['browser_sessions', 'transactions'] as const)
    await db.updateTable(table).set({ phone_proved_at: null }).where('member_id', '=', member_id).execute()
  return hasWaited
}

/** Wrong passwords are counted by login ID: the count goes along, so that a change gives nobody new attempts. */
export async function moveAttempts(db: SqlTransaction<Schema>, from: string, to: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('login_id_key', '=', to).execute()
  await db.updateTable('login_attempts').set({ login_id_key: to }).where('login_id_key', '=', from).execute()
}

/** The member has this phone or address already. Nothing is changed, and the code still counts. */
class Unchanged extends Error {
  readonly became: string
  constructor(became: string) {
    super()
    this.became = became
  }
}

type Within = Ctx & { db: SqlTransaction<Schema> }

/** `endedReset`: a reset has waited, and ended with the change. */
type Changed = { became: string; endedReset: boolean }

/** @throws Unchanged */
async function change(ctx: Within, session: AccountSession, channel: Channel, auth_code: string): Promise<Changed> {
  const member = await heldMember(ctx, session.member.id)
  // The link of an earlier change may have ended the session since the call began.
  if (!member) throw refuse(401, NO_SESSION, undefined, 'the session has ended')
  const became = await provedBy(ctx, session, channel, auth_code)
  return { became, endedReset: await replace(ctx, member, channel, became, hashOf(auth_code)) }
}

const heldMember = (ctx: Within, id: string): Promise<Member | undefined> =>
  ctx.db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .forUpdate()
    .executeTakeFirst()

/**
 * @param proof_hash SHA-256 of what the change was proved with
 * @returns whether a reset that waited has ended, which the member is told
 * @throws Unchanged; Refused as changeChannel
 */
async function replace(
  ctx: Within,
  member: Member,
  channel: Channel,
  became: string,
  proof_hash: string,
): Promise<boolean> {
  const was = channel === 'phone' ? member.phone : member.login_id_key
  if (was === became) throw new Unchanged(became)
  const set = await columns[channel](ctx, member, became)
  await ctx.db.updateTable('members').set(set).where('id', '=', member.id).execute()
  if (channel === 'email') await moveAttempts(ctx.db, member.login_id_key, loginIdKey(became))
  const endedReset = await endUseOf(ctx.db, member.id, channel)
  // The member of before: as all notices of the change, it must not go where a thief has led the account.
  if (endedReset) await notify(ctx, 'resetEnded', member, null)
  const made = { id: randomUUID(), at: ctx.now() }
  const undo_hash = hashOf(undoSecret(ctx, made))
  await ctx.db
    .insertInto('channel_changes')
    .values({ ...made, member_id: member.id, channel, was, became, proof_hash, undo_hash })
    .execute()
  return endedReset
}

/** After the commit. */
async function recordEndedReset(ctx: Ctx, member_id: string, who: Who): Promise<void> {
  ctx.jobs.wake()
  if ('ip' in who) await record(ctx, 'reset.ended', { member_id, ip: who.ip })
  else await record(ctx, 'reset.ended', { member_id }, { by: who.by })
}

/** Of two members who change at once, only the database can tell which was first. */
function taken(error: unknown): unknown {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  if (code !== '23505') return error
  return constraint === 'members_identity_key_key' ? samePerson() : idTaken()
}

/**
 * Changes the phone or the login ID. The former one is told, with a link that undoes it (standingChanges.ts). The same call again gets the same
 * answer, because its answer may have been lost.
 * @param auth_code of the new phone or address, by POST /v1/account/proof/token with the purpose CHANGE
 * @returns the new one, masked
 * @throws Refused 400: NO_MATCH; SAME_PERSON for a phone; MANAGED, ID_TAKEN and the field `email` for an address. Nothing is changed then, and the
 *   code still counts
 */
export async function changeChannel(
  ctx: Ctx,
  session: AccountSession,
  channel: Channel,
  { auth_code, ip }: { auth_code: string; ip: string },
): Promise<string> {
  const { member } = session
  if (channel === 'email' && member.belong_sk) throw managed()
  const before = await changeOfProof(ctx, member.id, channel, auth_code)
  if (before) return CHANNELS[channel].masked(before.became)
  try {
    const done = await ctx.db.transaction().execute((db) => change({ ...ctx, db }, session, channel, auth_code))
    await recordChange(ctx, `${channel}.changed`, member.id, { ip })
    if (done.endedReset) await recordEndedReset(ctx, member.id, { ip })
    return CHANNELS[channel].masked(done.became)
  } catch (error) {
    if (error instanceof Unchanged) return CHANNELS[channel].masked(error.became)
    // The browser may have sent the call again while the first one was still running.
    const meanwhile = await changeOfProof(ctx, member.id, channel, auth_code)
    if (meanwhile) return CHANNELS[channel].masked(meanwhile.became)
    throw taken(error)
  }
}

/**
 * The same by an operator, who has made sure that the phone or address is the member's. The former one is told, and can undo it.
 * @param became E.164, or a canonical address @returns false if the member has it already
 * @throws Refused as changeChannel, and 401 if the account is not open
 */
export async function changeChannelFor(
  ctx: Ctx,
  { id, belong_sk }: Member,
  channel: Channel,
  { became, by }: { became: string; by: string },
): Promise<boolean> {
  if (channel === 'email' && belong_sk) throw managed()
  try {
    const endedReset = await ctx.db.transaction().execute(async (db) => {
      const within = { ...ctx, db }
      const member = await heldMember(within, id)
      if (!member) throw refuse(401, NO_SESSION, undefined, 'the account is not open')
      return replace(within, member, channel, became, hashOf(randomUUID()))
    })
    await recordChange(ctx, `${channel}.changed`, id, { by })
    if (endedReset) await recordEndedReset(ctx, id, { by })
    return true
  } catch (error) {
    if (error instanceof Unchanged) return false
    throw taken(error)
  }
}
