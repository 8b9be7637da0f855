// Contract, POST /v1/account/proof: the member proves to be there. A session gives nobody more guesses than a sign-in.
import * as detail from '../../../contract/detailCodes.ts'
import type { AccountProof } from '../../../contract/shapes/account.ts'
import { hashOf, secondsFrom, type Ctx } from '../../context.ts'
import { record } from '../audit/events.ts'
import { consumeProof, usedAt } from '../codes/challenge.ts'
import { type Channel, channelOf } from '../factors/channels.ts'
import { passkeyFailed } from '../passkeys/answer.ts'
import { verifyPasskey } from '../passkeys/verifyPasskey.ts'
import type { Hashing } from '../passwords/hashing.ts'
import { refuse, Refused } from '../refusal.ts'
import { verifyPassword } from '../signIn/verifyPassword.ts'
import { ACCOUNT_CLIENT } from '../../settings/clients.ts'
import { accountVisit, liveVisitIds, visitOfChallenge } from './accountVisit.ts'
import { keepProof, PROOF_SECONDS, type AccountSession } from './freshness.ts'

const noMatch = () => refuse(400, 'NO_PROOF', detail.NO_MATCH, 'not proved in this session, or not for this')

/** `device`: the key of this browser, if it has one. */
type Prover = { session: AccountSession; ip: string; device: string | undefined }

const ofSession = ({ uid, member }: AccountSession) => ({ uid, member_id: member.id })

/** When this sealed password came first, and in which transaction: a copy proves nothing later. */
const firstUse = (ctx: Ctx, sealed: string) =>
  ctx.db
    .selectFrom('sealed_seen')
    .select(['transaction_id', 'at'])
    .where('hash', '=', hashOf(sealed))
    .executeTakeFirst()

/** The transaction of this session in which a sealed password is opened: that of the call that was repeated, or the present one. */
export async function transactionOfSealed(ctx: Ctx, session: AccountSession, sealed: string): Promise<string> {
  const [first, live] = [await firstUse(ctx, sealed), await liveVisitIds(ctx, ofSession(session))]
  if (first && live.includes(first.transaction_id)) return first.transaction_id
  return (await accountVisit(ctx, ofSession(session))).id
}

async function byPassword(ctx: Ctx, hashing: Hashing, { session, ip, device }: Prover, password: string) {
  const { login_id, id } = session.member
  const transaction_id = await transactionOfSealed(ctx, session, password)
  const given = { login_id, password, transaction_id, client_id: ACCOUNT_CLIENT, ip, device, in_session: true } as const
  const { member_id } = await verifyPassword(ctx, hashing, given)
  if (member_id !== id) throw noMatch()
  return (await firstUse(ctx, password))?.at ?? ctx.now()
}

async function byCode(ctx: Ctx, session: AccountSession, kind: Channel, auth_code: string): Promise<Date> {
  const transaction_ids = await liveVisitIds(ctx, ofSession(session))
  const bound = { purpose: 'ACCOUNT', member_id: session.member.id } as const
  for (const transaction_id of transaction_ids) {
    const proof = await consumeProof(ctx, auth_code, { ...bound, transaction_id })
    if (proof && proof[kind] === null) throw noMatch()
  }
  const at = await usedAt(ctx, auth_code, { ...bound, transaction_ids, kind })
  if (!at) throw noMatch()
  return at
}

async function provedAt(ctx: Ctx, hashing: Hashing, prover: Prover, proof: AccountProof): Promise<Date> {
  const { session, ip } = prover
  if (proof.method === 'PWD') return byPassword(ctx, hashing, prover, proof.password)
  if (proof.method !== 'PASSKEY') return byCode(ctx, session, channelOf(proof.method), proof.auth_code)
  if (!ctx.settings.passkeys) throw refuse(404, 'NOT_FOUND')
  const visit = await visitOfChallenge(ctx, ofSession(session), proof.credential.response.clientDataJSON)
  const { member_id } = await verifyPasskey(ctx, ctx.settings.passkeys, visit, proof.credential, ip)
  if (member_id !== session.member.id) throw passkeyFailed()
  return ctx.now()
}

/**
 * The same call again is answered alike, and counts no longer than the first one.
 * @returns until when the proof counts
 * @throws Refused 400: WRONG_PASSWORD and LOCKED as at a sign-in, NO_MATCH, PASSKEY_UNKNOWN, PASSKEY_FAILED
 */
export async function prove(ctx: Ctx, hashing: Hashing, prover: Prover, proof: AccountProof): Promise<Date> {
  const { session, ip } = prover
  const { method } = proof
  const subject = { member_id: session.member.id, client_id: ACCOUNT_CLIENT, ip }
  try {
    const at = await provedAt(ctx, hashing, prover, proof)
    if (at <= secondsFrom(ctx.now(), -PROOF_SECONDS)) throw noMatch()
    const until = await keepProof(ctx, session, method, at)
    await record(ctx, 'account.proved', subject, { method })
    return until
  } catch (error) {
    if (error instanceof Refused && error.status === 400)
      await record(ctx, 'account.proof_failed', subject, { method, reason: error.body.code })
    throw error
  }
}
