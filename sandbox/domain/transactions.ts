// Spec §2 and security B3, transactions: one visit to the app on behalf of one service, valid only in the browser that began it.
import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import { hashOf, newSecret, secondsFrom, type Ctx } from '../context'
import { hmac } from '../db/keys'
import type { Schema, Transaction, TransactionKind } from '../db/schema'
import { refuse } from './refusal'

const TRANSACTION_SECONDS = 600
/** A join takes longer than a sign-in: as long as the app counts a visit as welcomed. */
export const JOIN_SECONDS = 50 * 60
/** Browsers send those that they were given first in front: the visit that is meant is among the last. */
const MOST_COOKIES = 50
const VISIT_OVER = 4035

/** `__Host-` ties a cookie to this very host and to TLS; on plain http (loopback only) browsers refuse that prefix. */
export const cookieName = (ctx: Ctx, name: string): string =>
  ctx.settings.url.startsWith('https:') ? `__Host-${name}` : name

/** One cookie a transaction, so that two tabs do not take each other's place. */
const bindingName = (ctx: Ctx, id: string): string => cookieName(ctx, `tx.${hashOf(id).slice(0, 16)}`)

export function setCookieHeader(ctx: Ctx, name: string, value: string, seconds?: number): string {
  const secure = ctx.settings.url.startsWith('https:') ? '; Secure' : ''
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`
  return `${cookieName(ctx, name)}=${value}; Path=/; HttpOnly; SameSite=Lax${age}${secure}`
}

/** The `state` that travels with a transaction id; it is derived, so nothing needs to be kept. */
export const stateOf = (ctx: Ctx, id: string): string => hmac(ctx.keys.state, `transaction ${id}`).toString('base64url')

function isStateOf(ctx: Ctx, id: string, state: string): boolean {
  const [right, given] = [Buffer.from(stateOf(ctx, id)), Buffer.from(state)]
  return right.length === given.length && timingSafeEqual(right, given)
}

/**
 * Begins a transaction.
 * @returns the Set-Cookie line that binds it to this browser
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
  return setCookieHeader(ctx, `tx.${hashOf(id).slice(0, 16)}`, secret, JOIN_SECONDS)
}

/** What the live transaction of this id is found by, if this browser holds its cookie. */
function liveIn(c: Context, ctx: Ctx, id: string): Expression<SqlBool> | null {
  const secret = getCookie(c, bindingName(ctx, id))
  if (!secret) return null
  const eb = expressionBuilder<Schema, 'transactions'>()
  return eb.and([
    eb('id', '=', id),
    eb('binding_hash', '=', hashOf(secret)),
    eb('expires_at', '>', ctx.now()),
    eb('finished_at', 'is', null),
  ])
}

/** The live transaction of this id if this browser holds its cookie, else null. */
export async function boundTransaction(c: Context, ctx: Ctx, transaction_id: string): Promise<Transaction | null> {
  const live = liveIn(c, ctx, transaction_id)
  return (live && (await ctx.db.selectFrom('transactions').selectAll().where(live).executeTakeFirst())) ?? null
}

/** As boundTransaction; from now on this is the one that calls mean which name none. */
async function namedTransaction(c: Context, ctx: Ctx, transaction_id: string): Promise<Transaction | null> {
  const live = liveIn(c, ctx, transaction_id)
  const named = { named_at: ctx.now() }
  return (
    (live && (await ctx.db.updateTable('transactions').set(named).where(live).returningAll().executeTakeFirst())) ??
    null
  )
}

/** Whether this browser began the visit, and it is over: only then may it be told so. */
async function isOver(c: Context, ctx: Ctx, transaction_id: string): Promise<boolean> {
  const secret = getCookie(c, bindingName(ctx, transaction_id))
  if (!secret) return false
  const row = await ctx.db
    .selectFrom('transactions')
    .select('id')
    .where('id', '=', transaction_id)
    .where('binding_hash', '=', hashOf(secret))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * As namedTransaction, with the state checked too.
 * @throws Refused 400 with 4035 in the browser whose visit is over; 403 for every other cause, the same for all
 */
export async function requireTransaction(
  c: Context,
  ctx: Ctx,
  given: { transaction_id: string; state: string },
): Promise<Transaction> {
  const isKnown = isStateOf(ctx, given.transaction_id, given.state)
  const row = isKnown ? await namedTransaction(c, ctx, given.transaction_id) : null
  if (!row && isKnown && (await isOver(c, ctx, given.transaction_id)))
    throw refuse(400, 'VISIT_OVER', VISIT_OVER, 'this visit is over')
  if (!row) throw refuse(403, 'FORBIDDEN', undefined, 'no such transaction in this browser')
  return row
}

/** The live transactions among the cookies that this browser presents, the last begun or named first: for calls that name none. */
export const boundTransactions = (c: Context, ctx: Ctx): Promise<Transaction[]> => presented(c, ctx, false)

/** As boundTransactions, with those that have ended: for a call that may come again after its answer was lost. */
export const knownTransactions = (c: Context, ctx: Ctx): Promise<Transaction[]> => presented(c, ctx, true)

async function presented(c: Context, ctx: Ctx, ended: boolean): Promise<Transaction[]> {
  const prefix = cookieName(ctx, 'tx.')
  const hashes = Object.entries(getCookie(c))
    .filter(([name]) => name.startsWith(prefix))
    .slice(-MOST_COOKIES)
    .map(([, secret]) => hashOf(secret))
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
export const latestTransaction = async (c: Context, ctx: Ctx): Promise<Transaction | null> =>
  (await boundTransactions(c, ctx))[0] ?? null
