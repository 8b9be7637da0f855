// A database that cannot do the work now: it is away, it restarts, it has become read-only, it does not answer, or two calls wait for each other.
import { summedUp, type Log } from '../log.ts'

/**
 * SQLSTATE: connection failures (08), a transaction that gives way to another one, such as in a deadlock (40), insufficient resources such as
 * connections or space (53), an operator's intervention such as a shutdown (57P).
 */
const CLASSES = /^(?:08|40|53|57P)/
/** SQLSTATE of a write on a server that has become a replica. Its connections stay open, and are of no use. */
const READ_ONLY = '25006'
/** SQLSTATE of a write for which the disk has no space. */
export const DISK_FULL = '53100'
const NETWORK: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])
/** Errors of pg without a code. */
const MESSAGES =
  /^(?:Query read timeout|Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/

/** The code of an error of PostgreSQL (SQLSTATE) or of the network, or '' */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** What a query fails with while the database is unavailable. */
export class DatabaseUnavailable extends Error {
  readonly code: string
  readonly isReadOnly: boolean
  readonly isDiskFull: boolean
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message || codeOf(cause) : String(cause), { cause })
    this.code = codeOf(cause)
    this.isReadOnly = this.code === READ_ONLY
    this.isDiskFull = this.code === DISK_FULL
  }
}

/** What a connection to a server that follows another one fails with. */
export const replica = (): DatabaseUnavailable =>
  new DatabaseUnavailable(Object.assign(new Error('the server is a replica'), { code: READ_ONLY }))

function meansUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(meansUnavailable)
  const code = codeOf(error)
  if (CLASSES.test(code) || code === READ_ONLY || NETWORK.has(code)) return true
  return error instanceof Error && MESSAGES.test(error.message)
}

/** @returns the error of a connection to the database as the callers see it */
export const asUnavailable = (error: unknown): unknown =>
  meansUnavailable(error) ? new DatabaseUnavailable(error) : error

/** Seconds after which a caller may try again. */
export const RETRY_AFTER = 2

/** How often the log says that the database is still unavailable. */
const EVERY_MS = 10_000

/** One line in the log for many calls that the same outage fails. @returns a function that notes a failed call */
export function outageLog(log: Log, now: () => Date): (error: unknown) => void {
  const note = summedUp('database.unavailable', EVERY_MS, log, now)
  return (error) => note(error instanceof Error ? error.message : String(error))
}
