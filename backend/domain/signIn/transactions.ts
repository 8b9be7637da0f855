// Spec §2 and security B3, transactions: one visit to the app on behalf of one service, valid only in the browser that began it.
import { timingSafeEqual } from 'node:crypto'
import { hashOf, newSecret, secondsFrom, type Ctx } from '../../context.ts'
import { NO_COOKIES, NO_VISIT } from '../../../contract/codes.ts'
import { hmac, recentSecrets, secretAt } from '../../db/secrets.ts'
import type { Transaction, TransactionKind } from '../../db/schema.ts'
import { refuse } from '../refusal.ts'

const TRANSACTION_SECONDS = 600
/** The lifetime of a join: as long as the app counts a visit as welcomed. */
export const JOIN_SECONDS = 50 * 60
/** The number of newest visits to search for the one that a call can mean. */
const MOST_SECRETS = 50

/** The suffix of the cookie that holds a transaction's secret. Each transaction has its own cookie, so that tabs do not overwrite each other. */
export const markOf = (id: string): string => hashOf(id).slice(0, 16)

/** The secrets that a browser presents, by the mark of their transaction, the oldest first. */
export type Secrets = ReadonlyMap<string, string>

/** Clears the columns that belong to a member. */
export const UNASSIGNED = {
  member_id: null,
  amr: '[]',
  stay_session: false,
  signed_in_at: null,
  session_stands: false,
  phone_proved_at: null,
  step: null,
  steps_done: 0,
  resolved_step: null,
  resolved_at: null,
}

/** The `state` that travels with a transaction id; it is derived, so the backend does not store it. */
export const stateOf = (ctx: Ctx, id: string): string =>
  hmac(secretAt(ctx.keys.secrets.state, ctx.now()), `transaction ${id}`).toString('base64url')

const isStateOf = (ctx: Ctx, id: string, state: string): boolean =>
  recentSecrets(ctx.keys.secrets.state, ctx.now()).some((secret) => {
    const right = hmac(secret, `transaction ${id}`)
    const given = Buffer.from(state, 'base64url')
    return right.length === given.length && timingSafeEqual(right, given)
  })

/**
 * Begins a transaction.
 * @returns the secret that binds the transaction to the browser
 */
export async function beginTransaction(
  ctx: Ctx,
  id: string,
  client_id: string,
  kind: TransactionKind,
  { scopes = [], certification = false }: { scopes?: string[]; certification?: boolean } = {},
): Promise<string> {
  const secret = newSecret()
  const now = ctx.now()
  const row = {
    id,
    client_id,
    scopes,
    kind,
    certification,
    binding_hash: hashOf(secret),
    // The key that the visit will be given, unless the key is rotated before (domain/signIn/sealed.ts).
    sealing_keys: [ctx.keys.sealing.id],
    created_at: now,
    expires_at: secondsFrom(now, kind === 'join' ? JOIN_SECONDS : TRANSACTION_SECONDS),
  }
  await ctx.db.insertInto('transactions').values(row).execute()
  if (kind === 'join') ctx.counted('join.started', {})
  return secret
}

/** How a call names its visit. */
type VisitName = { transaction_id: string; state: string }

/** The transaction of this ID, live or ended, if this browser began it, and so holds its secret; else undefined. */
export async function begunHere(ctx: Ctx, secrets: Secrets, id: string): Promise<Transaction | undefined> {
  const secret = secrets.get(markOf(id))
  if (!secret) return undefined
  return ctx.db
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .where('binding_hash', '=', hashOf(secret))
    .executeTakeFirst()
}

/** The live transaction of this id if this browser holds its secret, else null. */
export async function boundTransaction(
  ctx: Ctx,
  secrets: Secrets,
  transaction_id: string,
): Promise<Transaction | null> {
  const row = await begunHere(ctx, secrets, transaction_id)
  return row && row.finished_at === null && row.expires_at > ctx.now() ? row : null
}

/** Contract, "Conventions": the one answer that ends a visit in the app. */
export const visitOver = () => refuse(403, 'VISIT_OVER', undefined, 'this visit is over')

/** A browser without any visit cookie blocks cookies or has lost them. */
const notHere = (secrets: Secrets) =>
  refuse(403, secrets.size === 0 ? NO_COOKIES : NO_VISIT, undefined, 'no such visit in this browser')

/**
 * The visit with this ID and state. It may have ended.
 * @throws Refused 403 VISIT_OVER in the browser that began the visit and let it expire; 403 NO_VISIT for every other cause, the same
 *   for all
 */
export async function namedVisit(
  ctx: Ctx,
  secrets: Secrets,
  { transaction_id, state }: VisitName,
): Promise<Transaction> {
  const row = isStateOf(ctx, transaction_id, state) && (await begunHere(ctx, secrets, transaction_id))
  if (!row) throw notHere(secrets)
  if (row.expires_at <= ctx.now()) throw visitOver()
  return row
}

/**
 * The visit of a call that names none (an older client): the only live one of this browser. Without a live one it is the only ended
 * one that `isOpen` still accepts.
 * @throws Refused 403 without a visit, 409 where several can be meant
 */
export async function onlyVisit(
  ctx: Ctx,
  secrets: Secrets,
  isOpen: (transaction: Transaction) => Promise<boolean>,
): Promise<Transaction> {
  const known = await knownTransactions(ctx, secrets)
  const live = known.filter(({ finished_at }) => finished_at === null)
  const open = live.length > 0 ? live : await filterAsync(known, isOpen)
  const [only, another] = open
  if (!only) throw notHere(secrets)
  if (another) throw refuse(409, 'VISIT_NOT_NAMED', undefined, 'several visits can be meant: name one')
  return only
}

async function filterAsync<T>(items: readonly T[], fits: (item: T) => Promise<boolean>): Promise<T[]> {
  const verdicts = await Promise.all(items.map(fits))
  return items.filter((_, index) => verdicts[index])
}

/** The transactions whose secrets this browser holds and that have not expired, ended ones too, the oldest first. */
export async function knownTransactions(ctx: Ctx, secrets: Secrets): Promise<Transaction[]> {
  const hashes = [...secrets.values()].slice(-MOST_SECRETS).map(hashOf)
  if (hashes.length === 0) return []
  return ctx.db
    .selectFrom('transactions')
    .selectAll()
    .where('binding_hash', 'in', hashes)
    .where('expires_at', '>', ctx.now())
    .orderBy('created_at')
    .execute()
}

/** Extends a visit that turned from a sign-in into a join to a join's lifetime. */
export async function prolong(ctx: Ctx, { id, created_at, expires_at }: Transaction): Promise<void> {
  const until = secondsFrom(created_at, JOIN_SECONDS)
  if (expires_at < until) ctx.counted('join.started', {})
  await ctx.db
    .updateTable('transactions')
    .set({ expires_at: until })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}
