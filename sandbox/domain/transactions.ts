// Spec §2 and security B3, transactions: one visit to the app on behalf of one service, valid only in the browser that began it.
import { timingSafeEqual } from 'node:crypto'
import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import { hashOf, newSecret, secondsFrom, type Ctx } from '../context'
import { NO_COOKIES } from '../../src/wire/codes'
import { hmac } from '../db/keys'
import type { Schema, Transaction, TransactionKind } from '../db/schema'
import { refuse } from './refusal'

const TRANSACTION_SECONDS = 600
/** A join takes longer than a sign-in: as long as the app counts a visit as welcomed. */
export const JOIN_SECONDS = 50 * 60
/** The visit that is meant is among the last. */
const MOST_SECRETS = 50

/** What a browser keeps a transaction's secret under: one place each, so that two tabs do not take each other's. */
export const markOf = (id: string): string => hashOf(id).slice(0, 16)

/** The secrets that a browser presents, by the mark of their transaction; those that it was given first in front. */
export type Secrets = ReadonlyMap<string, string>

/** What of a transaction is told by who stands behind it: nobody. */
export const NOBODYS = {
  member_id: null,
  amr: '[]',
  stay_session: false,
  signed_in_at: null,
  session_stands: false,
  step: null,
  steps_done: 0,
  resolved_step: null,
  resolved_at: null,
}

/** The `state` that travels with a transaction id; it is derived, so nothing needs to be kept. */
export const stateOf = (ctx: Ctx, id: string): string => hmac(ctx.keys.state, `transaction ${id}`).toString('base64url')

function isStateOf(ctx: Ctx, id: string, state: string): boolean {
  const [right, given] = [Buffer.from(stateOf(ctx, id)), Buffer.from(state)]
  return right.length === given.length && timingSafeEqual(right, given)
}

/**
 * Begins a transaction.
 * @returns the secret that binds it to the browser that is given it
 */
export async function beginTransaction(
  ctx: Ctx,
  id: string,
  client_id: string,
  kind: TransactionKind,
): Promise<string> {
  const secret = newSecret()
  const now = ctx.now()
  const row = {
    id,
    client_id,
    kind,
    binding_hash: hashOf(secret),
    created_at: now,
    expires_at: secondsFrom(now, kind === 'join' ? JOIN_SECONDS : TRANSACTION_SECONDS),
  }
  await ctx.db.insertInto('transactions').values(row).execute()
  return secret
}

/** What the live transaction of this id is found by, if this browser holds its secret. */
function liveIn(ctx: Ctx, secrets: Secrets, id: string): Expression<SqlBool> | null {
  const secret = secrets.get(markOf(id))
  if (!secret) return null
  const eb = expressionBuilder<Schema, 'transactions'>()
  return eb.and([
    eb('id', '=', id),
    eb('binding_hash', '=', hashOf(secret)),
    eb('expires_at', '>', ctx.now()),
    eb('finished_at', 'is', null),
  ])
}

/** The live transaction of this id if this browser holds its secret, else null. */
export async function boundTransaction(
  ctx: Ctx,
  secrets: Secrets,
  transaction_id: string,
): Promise<Transaction | null> {
  const live = liveIn(ctx, secrets, transaction_id)
  return (live && (await ctx.db.selectFrom('transactions').selectAll().where(live).executeTakeFirst())) ?? null
}

/** As boundTransaction; from now on this is the one that calls mean which name none. */
async function namedTransaction(ctx: Ctx, secrets: Secrets, transaction_id: string): Promise<Transaction | null> {
  const live = liveIn(ctx, secrets, transaction_id)
  const named = { named_at: ctx.now() }
  return (
    (live && (await ctx.db.updateTable('transactions').set(named).where(live).returningAll().executeTakeFirst())) ??
    null
  )
}

/** Whether this browser began the visit, and it is over: only then may it be told so. */
async function isOver(ctx: Ctx, secrets: Secrets, transaction_id: string): Promise<boolean> {
  const secret = secrets.get(markOf(transaction_id))
  if (!secret) return false
  const row = await ctx.db
    .selectFrom('transactions')
    .select('id')
    .where('id', '=', transaction_id)
    .where('binding_hash', '=', hashOf(secret))
    .executeTakeFirst()
  return row !== undefined
}

/** Contract, "Conventions": the one answer that ends a visit in the app. */
export const visitOver = () => refuse(403, 'VISIT_OVER', undefined, 'this visit is over')

/**
 * As namedTransaction, with the state checked too.
 * @throws Refused 403 VISIT_OVER in the browser whose visit is over; 403 FORBIDDEN for every other cause, the same for all
 */
export async function requireTransaction(
  ctx: Ctx,
  secrets: Secrets,
  given: { transaction_id: string; state: string },
): Promise<Transaction> {
  const isKnown = isStateOf(ctx, given.transaction_id, given.state)
  const row = isKnown ? await namedTransaction(ctx, secrets, given.transaction_id) : null
  if (!row && isKnown && (await isOver(ctx, secrets, given.transaction_id))) throw visitOver()
  // Nothing of any visit came along: the browser keeps the cookies back, or never got them.
  if (!row && secrets.size === 0) throw refuse(403, NO_COOKIES, undefined, 'no such transaction in this browser')
  if (!row) throw refuse(403, 'FORBIDDEN', undefined, 'no such transaction in this browser')
  return row
}

/**
 * As requireTransaction. Also returns a visit that this browser has ended already: the answer to the call that ended it may have
 * been lost, and `goOnOrRepeat` answers it again.
 */
export async function requireKnown(
  ctx: Ctx,
  secrets: Secrets,
  given: { transaction_id: string; state: string },
): Promise<Transaction> {
  const secret = secrets.get(markOf(given.transaction_id))
  const ended =
    secret !== undefined &&
    isStateOf(ctx, given.transaction_id, given.state) &&
    (await ctx.db
      .selectFrom('transactions')
      .selectAll()
      .where('id', '=', given.transaction_id)
      .where('binding_hash', '=', hashOf(secret))
      .where('expires_at', '>', ctx.now())
      .where('finished_at', 'is not', null)
      .executeTakeFirst())
  return ended || requireTransaction(ctx, secrets, given)
}

/** The live transactions whose secrets these are, the last begun or named first: for calls that name none. */
export const boundTransactions = (ctx: Ctx, secrets: Secrets): Promise<Transaction[]> => presented(ctx, secrets, false)

/** As boundTransactions, with those that have ended: for a call that may come again after its answer was lost. */
export const knownTransactions = (ctx: Ctx, secrets: Secrets): Promise<Transaction[]> => presented(ctx, secrets, true)

async function presented(ctx: Ctx, secrets: Secrets, ended: boolean): Promise<Transaction[]> {
  const hashes = [...secrets.values()].slice(-MOST_SECRETS).map(hashOf)
  if (hashes.length === 0) return []
  return ctx.db
    .selectFrom('transactions')
    .selectAll()
    .where('binding_hash', 'in', hashes)
    .where('expires_at', '>', ctx.now())
    .$if(!ended, (query) => query.where('finished_at', 'is', null))
    .orderBy((eb) => eb.fn.coalesce('named_at', 'created_at'), 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

/** A visit that began as a sign-in has become a join: it is given a join's time. */
export async function prolong(ctx: Ctx, { id, created_at }: Transaction): Promise<void> {
  await ctx.db
    .updateTable('transactions')
    .set({ expires_at: secondsFrom(created_at, JOIN_SECONDS) })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}

/** The first of them, or null. */
export const latestTransaction = async (ctx: Ctx, secrets: Secrets): Promise<Transaction | null> =>
  (await boundTransactions(ctx, secrets))[0] ?? null
