// The context that every part of the backend receives: database, settings, clock and log.
import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Background } from './background.ts'
import type { Schema } from './db/schema.ts'
import type { BackendKeys } from './db/keys.ts'
import type { ReadOld } from './db/standby.ts'
import type { Place } from './domain/account/places.ts'
import type { EventLimits } from './domain/audit/eventLimits.ts'
import type { CodeLists } from './domain/lists/codes.ts'
import type { LimitStore } from './limitStore.ts'
import type { Fields, LogEvent } from './log.ts'
import type { BackendSettings } from './settings.ts'
import type { ServingClient } from './settings/clients.ts'
import type { Traces } from './tracing/spans.ts'

export type Ctx = {
  db: Kysely<Schema>
  /** A read that may see the rows as they were some seconds ago (db/standby.ts). Not for a sign-in, a limit or a code. */
  readOld: ReadOld
  /** Whether other instances may serve on the same database. */
  isShared: boolean
  /** Counts the limits of all instances. Null: the database does. */
  limitStore: LimitStore | null
  settings: BackendSettings
  keys: BackendKeys
  /** The partner services now (versionChanges.ts). */
  clients: readonly ServingClient[]
  /** The lists behind the join forms now (versionChanges.ts). */
  codes: CodeLists
  now(): Date
  /** Writes one JSON line to stderr. Values under sensitive names are masked; see log.ts. */
  log(event: LogEvent, fields?: Fields): void
  eventLimits: EventLimits
  /** Counts for the metrics (metrics.ts): a security event, or the start of a join, which is none. */
  counted(event: string, fields: Fields): void
  /** Notes a call that failed because the database is unavailable (db/unavailable.ts). */
  unavailable(error: unknown): void
  /** Whether such a call found the disk of the database full, and `/readyz` has not found space since. */
  isDiskFull?: boolean
  background: Background
  /** Spans for the collector of the operator (tracing/spans.ts). */
  traces: Traces
  /** Runs the jobs of the database (jobs/worker.ts). */
  jobs: {
    /** Runs what is due. Call it after the commit that added a job; in the one transaction of a call, it waits for that commit itself. */
    wake(): void
    /** Runs this new job a second later, when its transaction has been committed. */
    later(id: string): void
    /** Takes no further job. Those that run go on. */
    stop(): void
  }
  /** Tells the service that this session has ended (oidc/backchannel.ts). @throws Error if the service does not accept it */
  logOutAt(session: EndedSession): Promise<void>
  /** Roughly where an address is (domain/account/places.ts). Null: unknown. */
  placeOf(ip: string): Place | null
  /** Whether a published leak has this password (domain/passwords/leakedPasswords.ts). False unless the operator allows the question. Never rejects. */
  isLeaked(password: string): Promise<boolean>
  /** Whether the operator's scanner finds a virus in a letter (letters/scanner.ts). False without a scanner. @throws Refused 503 if it does not answer */
  isInfected(bytes: Uint8Array): Promise<boolean>
}

/** A member's session at one service. @property sid its ID at this service only; empty: every session of the member there */
export type EndedSession = { client_id: string; member_id: string; sid: string }

/** The time in so many seconds. */
export const secondsFrom = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)

/**
 * The clocks of instances differ by less. A row with a later time is from before a clock was set back, so a limit does not count it before that time comes
 * again: it would count for longer than its window.
 */
const CLOCKS_DIFFER_SECONDS = 60
export const latestOf = (now: Date): Date => secondsFrom(now, CLOCKS_DIFFER_SECONDS)

/** Whether a text is an ID as the database writes it. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** A secret of 256 bits for a cookie, a token or a code that travels. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The stored form of a secret of `newSecret`. The secret is random enough for a plain SHA-256. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
