// Deletes expired rows, and seals new events. Correctness does not depend on it, because every reader checks the time.
import { sql } from 'kysely'
import { secondsFrom, type Ctx } from './context.ts'
import { lastCounted } from './domain/countryBudget.ts'
import { applyDueResets } from './domain/delayedReset.ts'
import { sealEvents } from './domain/eventChain.ts'
import { writeHeld } from './domain/events.ts'
import { DEVICE_SECONDS } from './domain/knownBrowsers.ts'
import { WRONG_PASSWORDS_SECONDS } from './domain/suspicion.ts'
import { JOIN_SECONDS } from './domain/transactions.ts'

const EVERY_SECONDS = 300
const DAY_SECONDS = 86_400

/** A key that opens sealed passwords counts for a day and for an hour after it (db/keyRotation.ts): then what was sealed for it opens nothing. */
const SEALED_SECONDS = 2 * DAY_SECONDS

/** How long events and addresses are stored: the three months of the privacy policy (public/policies). The database allows no less. */
const EVENTS_DAYS = 90

/** How long an operator can start a failed job again. */
const FAILED_DAYS = 30

export async function sweep(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  await applyDueResets(ctx)
  const yesterday = secondsFrom(now, -DAY_SECONDS)
  await ctx.db.deleteFrom('oidc_payloads').where('expires_at', '<', now).execute()
  // Codes, challenges and proofs are deleted with their transaction. It stays for as long as its browser has the cookie, so that the server can say that it is over.
  await ctx.db
    .deleteFrom('transactions')
    .where('created_at', '<', secondsFrom(now, -JOIN_SECONDS - EVERY_SECONDS))
    .execute()
  // No limit looks further back than a day.
  await ctx.db.deleteFrom('send_log').where('at', '<', yesterday).execute()
  await ctx.db.deleteFrom('code_guesses').where('at', '<', yesterday).execute()
  await ctx.db.deleteFrom('send_counts').where('period', '<', lastCounted(now)).execute()
  await ctx.db.deleteFrom('rate_counts').where('expire', '<', now.getTime()).execute()
  await ctx.db.deleteFrom('wrong_passwords').where('at', '<', secondsFrom(now, -WRONG_PASSWORDS_SECONDS)).execute()
  await ctx.db
    .deleteFrom('jobs')
    .where('failed_at', '<', secondsFrom(now, -FAILED_DAYS * DAY_SECONDS))
    .execute()
  await ctx.db.deleteFrom('notices').where('expires_at', '<', now).execute()
  await ctx.db.deleteFrom('browser_sessions').where('expires_at', '<', now).execute()
  await ctx.db.deleteFrom('known_browsers').where('last_used_at', '<', secondsFrom(now, -DEVICE_SECONDS)).execute()
  await ctx.db.deleteFrom('sealed_seen').where('at', '<', secondsFrom(now, -SEALED_SECONDS)).execute()
  await sql`select sweep_events(${secondsFrom(now, -EVENTS_DAYS * DAY_SECONDS)})`.execute(ctx.db)
  await ctx.db
    .deleteFrom('login_attempts')
    .where('last_at', '<', yesterday)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', yesterday)]))
    .execute()
}

/**
 * @param tidy frees the space of deleted rows
 * @returns a function that stops the sweep
 */
export function sweepRegularly(ctx: Ctx, tidy: () => Promise<void>): () => void {
  const timer = setInterval(() => {
    const swept = sweep(ctx)
      .then(() => writeHeld(ctx))
      .then(() => sealEvents(ctx))
      .then(tidy)
    swept.catch((error: unknown) => ctx.log('sweep.failed', { message: String(error) }))
  }, EVERY_SECONDS * 1000)
  timer.unref()
  return () => clearInterval(timer)
}
