// What each program opens first: the database, the keys and the settings, and the context that has them.
import { createBackground } from './background.ts'
import type { Ctx } from './context.ts'
import { openDatabase, type Database } from './db/database.ts'
import { loadKeys } from './db/keys.ts'
import { startEventLimits } from './domain/audit/eventLimits.ts'
import { BUILT_IN } from './domain/lists/codes.ts'
import { createJobs } from './jobs/worker.ts'
import { encryptionOf, placeOf, settingsOf, type StartBackend } from './startOptions.ts'
import { NO_TRACES } from './tracing/spans.ts'

type Own = Pick<Ctx, 'db' | 'isShared' | 'settings' | 'keys' | 'now' | 'log'>
type Opened = { database: Database; own: Omit<Own, 'log'> }

/**
 * @param port of the default address
 * @throws StartProblem if the database or a key cannot be used
 */
export async function openPlace(options: StartBackend, port: number, now: () => Date): Promise<Opened> {
  const database = await openDatabase(placeOf(options))
  return { database, own: await ownIn(database, options, port, now) }
}

/** As `openPlace`, in a database that is open. */
export async function ownIn(
  { db }: Database,
  options: StartBackend,
  port: number,
  now: () => Date,
): Promise<Opened['own']> {
  const place = placeOf(options)
  const keys = await loadKeys(db, now(), encryptionOf(options, place))
  const settings = settingsOf(options, options.url ?? `http://localhost:${port}`, keys)
  return { db, isShared: place.at === 'server', settings, keys, now }
}

/**
 * A context that counts nothing and asks no other server, because a command is no call of a browser.
 * @param more what a program has besides, or in place of it
 */
export function contextOf(own: Own, more: Partial<Ctx> = {}): Ctx {
  const { db, settings, now, log } = own
  const unavailable = more.unavailable ?? ((error) => log('database.unavailable', { message: String(error) }))
  const ctx: Ctx = {
    ...own,
    readOld: (read) => read(db),
    limitStore: null,
    clients: [],
    codes: BUILT_IN,
    eventLimits: startEventLimits(() => now().getTime(), settings.limits.event_rows_per_hour),
    counted: () => {},
    unavailable,
    background: createBackground(log, unavailable),
    traces: NO_TRACES,
    jobs: createJobs(() => ctx),
    logOutAt: () => Promise.reject(new Error('the issuer has not started')),
    placeOf: () => null,
    isLeaked: () => Promise.resolve(false),
    isInfected: () => Promise.resolve(false),
    ...more,
  }
  return ctx
}
