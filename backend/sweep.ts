// Deletes expired rows, and seals new events. Correctness does not depend on it, because every reader checks the time.
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { regularly } from './background.ts'
import { latestOf, secondsFrom, type Ctx } from './context.ts'
import type { Schema } from './db/schema.ts'
import { lastCounted } from './domain/codes/countryBudget.ts'
import { applyDueResets } from './domain/recovery/delayedReset.ts'
import { sealEvents } from './domain/audit/eventChain.ts'
import { writeHeld } from './domain/audit/events.ts'
import { UNDO_SECONDS } from './domain/account/channelChanges.ts'
import { CONSENT_DAYS } from './domain/account/kept.ts'
import { eraseDue } from './domain/account/leaving.ts'
import { PROOF_SECONDS } from './domain/account/freshness.ts'
import { STAY_SECONDS } from './domain/signIn/accounts.ts'
import { REPEAT_SECONDS } from './domain/account/setPassword.ts'
import { WRONG_PASSWORDS_SECONDS } from './domain/signIn/suspicion.ts'
import { JOIN_SECONDS } from './domain/signIn/transactions.ts'
import { runOverdue } from './jobs/queue.ts'
import { OUTBOX_SECONDS } from './outbox.ts'

const DAY_SECONDS = 86_400

/** A key that opens sealed passwords counts for a day and for an hour after it (db/keyRotation.ts): then what was sealed for it opens nothing. */
const SEALED_SECONDS = 2 * DAY_SECONDS

/** Rows that one statement deletes: few enough that it ends long before the time limit of a query. */
const BATCH = 2000
/** A row with a picture of up to some megabytes is deleted with all its pages. */
const BATCHES: Partial<Record<keyof Schema, number>> = { letters: 50 }

const TURN = sql`hashtextextended('daemun sweep', 0)`

/** Which rows of a table are over. NOTE: not of a partitioned one, in which a `ctid` names a row of each partition. */
const expired = ({ settings: { limits } }: Ctx, now: Date): Partial<Record<keyof Schema, RawBuilder<unknown>>> => {
  const ago = (seconds: number) => secondsFrom(now, -seconds)
  const yesterday = ago(DAY_SECONDS)
  // NOTE: a row that ends later than any row can end now is from before the clock was set back. Without the second part, it would last until that time comes
  // again, which may be years.
  const ends = sql`(expires_at < ${now} or expires_at > ${latestOf(secondsFrom(now, STAY_SECONDS))})`
  return {
    oidc_payloads: ends,
    // Codes, challenges and proofs are deleted with their transaction. It stays for as long as its browser has the cookie, so that the server can say that it is over.
    transactions: sql`(created_at < ${ago(JOIN_SECONDS + limits.sweep_seconds)} or created_at > ${latestOf(secondsFrom(now, JOIN_SECONDS))})`,
    send_counts: sql`period < ${lastCounted(now)}`,
    rate_counts: sql`expire < ${now.getTime()}`,
    wrong_passwords: sql`at < ${ago(WRONG_PASSWORDS_SECONDS)}`,
    letters: sql`at < ${ago(limits.letters_days * DAY_SECONDS)}`,
    jobs: sql`failed_at < ${ago(limits.failed_jobs_days * DAY_SECONDS)}`,
    outbox: sql`at < ${ago(OUTBOX_SECONDS)}`,
    notices: sql`expires_at < ${now}`,
    passkey_challenges: sql`expires_at < ${now}`,
    account_proofs: sql`(at < ${ago(PROOF_SECONDS)} or at > ${latestOf(now)})`,
    channel_changes: sql`at < ${ago(UNDO_SECONDS)}`,
    password_changes: sql`at < ${ago(REPEAT_SECONDS)}`,
    passkey_skips: sql`at < ${ago(limits.passkey_reminder_days * DAY_SECONDS)}`,
    browser_sessions: ends,
    known_browsers: sql`last_used_at < ${ago(limits.known_browser_days * DAY_SECONDS)}`,
    sealed_seen: sql`at < ${ago(SEALED_SECONDS)}`,
    login_attempts: sql`last_at < ${yesterday} and (locked_until is null or locked_until < ${yesterday})`,
  }
}

/**
 * One step of the sweep, if no other instance is at one.
 * @returns what the step has returned, or null if it is the other instance's turn
 * @note The lock ends with the transaction, so that it also holds behind a pooler in transaction mode.
 */
const inTurn = <T>({ db }: Ctx, step: (trx: Kysely<Schema>) => Promise<T>): Promise<T | null> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${TURN}) as mine`.execute(trx)
    return rows[0]?.mine ? step(trx) : null
  })

/** Leaves out rows that somebody uses at this moment. The next sweep takes them. */
async function deleteBatch(
  db: Kysely<Schema>,
  table: string,
  isOver: RawBuilder<unknown>,
  most: number,
): Promise<number> {
  const batch = sql`select ctid from ${sql.table(table)} where ${isOver} limit ${sql.lit(most)} for update skip locked`
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(${batch}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes a batch at a time, and rests for as long as a batch takes. @returns whether the other tables are still this instance's to sweep */
async function sweepTable(ctx: Ctx, table: keyof Schema, isOver: RawBuilder<unknown>): Promise<boolean> {
  const most = BATCHES[table] ?? BATCH
  for (;;) {
    const from = performance.now()
    const deleted = await inTurn(ctx, (trx) => deleteBatch(trx, table, isOver, most))
    if (deleted === null || deleted < most) return deleted !== null
    await pause(performance.now() - from)
  }
}

/** Of several instances that sweep at once, one goes on. */
export async function sweep(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  await runOverdue(ctx)
  await applyDueResets(ctx)
  await eraseDue(ctx)
  const tables = Object.entries(expired(ctx, now)) as [keyof Schema, RawBuilder<unknown>][]
  for (const [table, isOver] of tables) if (!(await sweepTable(ctx, table, isOver))) return
  // No limit of codes looks further back than a day.
  for (const table of ['send_log', 'code_guesses'])
    await inTurn(ctx, (trx) => sql`select sweep_days(${table}, ${secondsFrom(now, -DAY_SECONDS)})`.execute(trx))
  // The three months of the privacy policy (public/policies), or more. The function of the database deletes nothing younger.
  const before = secondsFrom(now, -ctx.settings.limits.events_days * DAY_SECONDS)
  await inTurn(ctx, (trx) => sql`select sweep_events(${before})`.execute(trx))
  await inTurn(ctx, (trx) => sql`select sweep_consents(${secondsFrom(now, -CONSENT_DAYS * DAY_SECONDS)})`.execute(trx))
}

/** A clock that is set in steps may be this much wrong for a while, in seconds. What nobody can bring back is kept for days. */
const MOST_APART_SECONDS = 600

/** @throws Error if the clock of this instance is not that of the database: what it would erase or delete too early is lost */
export async function sweepInTime(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(ctx.db)
  const apart = Math.round(((rows[0]?.now ?? ctx.now()).getTime() - ctx.now().getTime()) / 1000)
  if (Math.abs(apart) > MOST_APART_SECONDS)
    throw new Error(`nothing is deleted: the clock is ${-apart} s from that of the database`)
  await sweep(ctx)
}

/**
 * @param tidy frees the space of deleted rows
 * @returns a function that stops the sweep
 */
export const sweepRegularly = (ctx: Ctx, tidy: () => Promise<void>): (() => void) =>
  regularly(ctx.background, 'sweep.failed', ctx.settings.limits.sweep_seconds * 1000, async () => {
    const failures: unknown[] = []
    // What fails keeps back nothing that comes after it, such as the seal of the events.
    for (const part of [sweepInTime, writeHeld, sealEvents, tidy])
      await part(ctx).catch((error: unknown) => void failures.push(error))
    if (failures.length > 0) throw failures[0]
  })
