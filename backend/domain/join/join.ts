// Spec §4 and §7, sign-up: one transaction creates one member, however often the call is repeated. The server derives what decides about the
// member (group, age, number, status); values in the body are only requests.
import * as detail from '../../../contract/detailCodes.ts'
import { randomUUID } from 'node:crypto'
import { sql, type Transaction as SqlTransaction } from 'kysely'
import type { SignUpPayload, VerifyJoin } from '../../../contract/shapes/join.ts'
import type { Locale } from '../../../contract/locale.ts'
import { hashOf, type Ctx } from '../../context.ts'
import type { Member, Schema, Transaction } from '../../db/schema.ts'
import { keepConsents, PLATFORM } from '../terms/agreements.ts'
import { joinKindOf, mayJoinAt } from './challengeJoin.ts'
import { domainAllowed } from '../lists/codes.ts'
import { BY_PASSWORD, BY_PHONE } from '../factors/methods.ts'
import { canonicalEmail } from '../members/email.ts'
import type { Hashing } from '../passwords/hashing.ts'
import { hasSameIdentity, identityKey, readPerson } from './joinPerson.ts'
import { readNational, readProfile } from './joinProfile.ts'
import { badField, heldProofs, invalidJoin, joinedBefore, knownIdentity, memberOf, notProved } from './joinVisit.ts'
import { sameIdentity, type Held, type Joined } from './joinVisit.ts'
import { applyToService, readTerms } from './joinTerms.ts'
import { taken, useUpProofs, writeMember } from './joinWrite.ts'
import { loginIdKey } from '../members/loginId.ts'
import { newPasswordHash } from '../passwords/newPassword.ts'
import { isNicknameFree, nicknameColumns, readNickname } from './nicknames.ts'
import { notify } from '../notices/notices.ts'
import { keepWaiting, noteEvent } from '../webhooks/memberEvents.ts'
import { canonicalPhone } from '../members/phone.ts'
import { forgetAttempts } from '../signIn/attempts.ts'
import { visitOver } from '../signIn/transactions.ts'

export type Given = VerifyJoin | SignUpPayload
/** `locale`: of the page, for messages to the member. */
export type Caller = { ip: string; locale: Locale }

const MATCHER: Record<Member['join_type'], Given['matcher_type']> = {
  NEW: 'JOIN',
  MIGRATION: 'CONVERSION_JOIN',
  INVITATION: 'SIGN_UP',
}

/**
 * @throws Refused 400 with a detail code or a field; 403 VISIT_OVER if the password of a known member was set meanwhile. Nothing has
 *   changed then, and no proof is used.
 */
export async function join(
  ctx: Ctx,
  hashing: Hashing,
  transaction: Transaction,
  given: Given,
  { ip, locale }: Caller,
): Promise<Joined> {
  const email = canonicalEmail(given.login_id)
  if (email === null) throw badField('login_id')
  const key = loginIdKey(email)
  const identity = await knownIdentity(ctx, transaction)
  const proofs = await heldProofs(ctx, transaction)
  const byEmail = identity ? null : (proofs.find((proof) => proof.email === email) ?? null)
  const known = await whose(ctx, { identity, byEmail, email, key, given })
  const belong_sk = known ? known.belong_sk : given.belong_sk
  await mayJoinAt(ctx, transaction.client_id, belong_sk ? 'sk' : 'general')
  const byPhone = belong_sk ? null : phoneProof(proofs, given)
  const phone = byPhone?.phone ?? known?.phone ?? null
  // A converted or invited account keeps its known data. A new member enters everything.
  const person = readPerson(ctx, given, belong_sk, known?.join_type === 'NEW' ? null : known)
  const told = { ...given.profile, ...('emp_no' in given && belong_sk && given.emp_no && { emp_no: given.emp_no }) }
  const knownType = known?.join_type === 'INVITATION' ? (known.member_type_code as null) : null
  const { type, profile, majors, national_code, emp_no } = await readProfile(ctx, told, belong_sk, knownType)
  const national = ('national' in given && readNational(ctx, given.national, belong_sk)) || national_code
  if (known?.emp_no && emp_no !== known.emp_no) throw invalidJoin('employee number')
  const nickname = readNickname(given.nickname)
  if (nickname === null) throw badField('nickname')
  const terms = await readTerms(ctx, transaction, belong_sk, given)
  const owner = { login_id: email, phone, name: person.name, nickname, password_hash: null }
  // The database decides; asking here spares a hash.
  const isOwn = known?.nickname === nickname
  if (!isOwn && !(await isNicknameFree(ctx, nickname, null, known?.id))) throw badField('nickname')
  const password_hash = await newPasswordHash(ctx, hashing, transaction, { sealed: given.password, ip }, owner)

  const now = ctx.now()
  const provedAddress = byEmail !== null || isByLink(transaction, known)
  const id = known?.id ?? randomUUID()
  const amr = byPhone ? [...BY_PASSWORD, ...BY_PHONE] : BY_PASSWORD
  const row = {
    ...person,
    ...(isOwn ? { nickname } : nicknameColumns(nickname)),
    email_verified: provedAddress || known?.email_verified === true,
    phone,
    locale,
    password_hash,
    password_changed_at: now,
    belong_sk,
    member_kind: belong_sk ? ('SK' as const) : ('GEN' as const),
    member_type_code: type,
    // A business partner waits for approval, unless a valid invitation has approved the member already.
    join_status: type === 'BSNS' && !isInvited(known, now) ? ('WAITING' as const) : ('JOINED' as const),
    identity_key: identityKey(phone, person),
    national: national || null,
    emp_no: emp_no ?? known?.emp_no ?? null,
    profile: JSON.stringify({ ...known?.profile, ...profile }),
    majors: JSON.stringify(majors),
    joined: true,
    invitation_hash: null,
  }
  const joined = await ctx.db
    .transaction()
    .execute(async (db) => {
      const within: Ctx = { ...ctx, db }
      // The member before the visit: a changed or reset password locks them in this order too, so the two cannot deadlock. NOTE: `for update` would
      // also exclude the foreign key of a visit that is being given to the member, and that statement already holds the visit.
      if (known) await sql`select id from members where id = ${known.id} for no key update`.execute(db)
      // Only one join at a time per transaction. A second call finds the row of the first one.
      const visit = await lockVisit(db, transaction.id)
      const before = await joinedBefore(within, transaction.id)
      if (before) return sameJoin(before, key)
      // The password was changed or reset meanwhile, which ended what the old one had begun.
      if (visit?.member_id !== transaction.member_id) throw visitOver()
      await useUpProofs(within, [byEmail, byPhone])
      // Last of all: who has the number of somebody else can guess about them only by joining.
      if (await hasSameIdentity(within, phone, person, id)) throw sameIdentity(detail.SAME_PERSON)
      await writeMember(within, { id, email, key, known }, row)
      // Whoever has tried this ID before did not try this password.
      await forgetAttempts(within, key, null)
      await keepConsents(db, id, PLATFORM, terms.platform, given.consents, now)
      await keepConsents(db, id, transaction.client_id, terms.later, [], now)
      if (terms.service) await applyToService(within, id, transaction, nickname, terms.service, given)
      await db
        .insertInto('joins')
        .values({ transaction_id: transaction.id, member_id: id, login_id_key: key, amr: JSON.stringify(amr), at: now })
        .execute()
      await noteEvent({ db }, 'member.joined', id, transaction.client_id)
      if (row.join_status === 'WAITING') await keepWaiting({ db }, id, transaction.client_id)
      // By the channels that were not proved. A new member has proved both.
      if (known) {
        const login_id = provedAddress ? null : email
        const formerPhone = known.phone === byPhone?.phone ? null : known.phone
        await notify(within, 'joined', { id, locale, login_id, phone: formerPhone }, transaction.client_id)
      }
      return { member_id: id, login_id_key: key, amr, at: now }
    })
    .catch((error: unknown) => {
      throw taken(error)
    })
  ctx.jobs.wake()
  return joined
}

const lockVisit = (db: SqlTransaction<Schema>, id: string) =>
  db.selectFrom('transactions').select('member_id').where('id', '=', id).forUpdate().executeTakeFirst()

/** The link of an invitation is mailed to the address, so the member who follows it has proved the address. */
const isByLink = ({ invited_member_id }: Transaction, known: Member | null): boolean =>
  known !== null && invited_member_id === known.id

const isInvited = (known: Member | null, now: Date): boolean =>
  known?.join_type === 'INVITATION' && known.invitation_expires_at !== null && known.invitation_expires_at > now

export function sameJoin(before: Joined, key: string): Joined {
  if (before.login_id_key !== key) throw invalidJoin('this visit has joined already')
  return before
}

/** The member that this join completes: a known identity, the owner of the proved address, or null for a new member. */
async function whose(
  ctx: Ctx,
  at: { identity: Member | null; byEmail: Held | null; email: string; key: string; given: Given },
): Promise<Member | null> {
  const { identity, byEmail, email, key, given } = at
  if (identity) {
    const fits = identity.login_id_key === key && MATCHER[identity.join_type] === given.matcher_type
    if (!fits) throw invalidJoin('not the identity of this visit')
    return identity
  }
  if (given.matcher_type === 'SIGN_UP') throw invalidJoin('no invitation')
  if (!byEmail) throw notProved()
  if (!domainAllowed(ctx.codes, email)) throw badField('login_id')
  const row = await memberOf(ctx, email)
  joinKindOf(ctx.codes, row, email, given.belong_sk ? 'sk' : 'general')
  return row
}

/** The phone that was proved in this visit: by the code in the body, else the last proof. For an invited member it must be the phone in the body. */
function phoneProof(proofs: readonly Held[], given: Given): Held {
  const { credential } = given
  const proof = proofs.find(
    (one) => one.phone !== null && (!credential || one.code_hash === hashOf(credential.auth_code)),
  )
  if (!proof) throw notProved()
  if ('phone_number' in given && canonicalPhone(given.phone_number, given.nation_tel_no || '82') !== proof.phone)
    throw badField('phone_number')
  return proof
}
