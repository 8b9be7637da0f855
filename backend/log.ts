// Security D11, the log: one JSON line per event on stderr. JSON escapes line breaks, and sensitive values are masked by their name.
import { pino } from 'pino'
import type { CLIENT_ERROR, SecurityEvent } from './domain/audit/eventNames.ts'
import { printable } from './printable.ts'

/** What an event is logged with. */
export type Fields = Record<string, string | number | boolean | null | undefined>

const TELLING =
  /pass|token|secret|cookie|code|otp|state|proof|phone|mobile|mail|login_|recipient|^to$|^was$|^became$|query|authoriz|authenticator|credential|assertion|invitation|_hash$/i

export function masked(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      TELLING.test(name) && name !== 'detail_code' && value ? '***' : value,
    ]),
  )
}

type Level = 'error' | 'warn' | 'info'

/** Each event that is no security event. `error`: somebody should look. `warn`: something beside the backend has failed, or a limit is reached. */
const LEVELS = {
  'clients.changed': 'info',
  'clients.failed': 'error',
  'codes.changed': 'info',
  'codes.failed': 'error',
  'connections.limited': 'warn',
  'database.unavailable': 'warn',
  'events.lost': 'error',
  'events.sealed': 'info',
  fault: 'error',
  'job.failed': 'error',
  'job.postponed': 'warn',
  'jobs.failed': 'error',
  'keys.failed': 'error',
  'keys.turned': 'info',
  'leaks.failed': 'warn',
  'leaving.failed': 'error',
  'letters.scanner_failed': 'warn',
  'limits.store_away': 'warn',
  'mail.error': 'warn',
  'oidc.failed': 'error',
  'oidc.refused': 'info',
  'password.unreadable': 'warn',
  'sms.failed': 'warn',
  'standby.away': 'warn',
  'standing.failed': 'error',
  started: 'info',
  'sweep.failed': 'error',
  'traces.failed': 'warn',
  warning: 'warn',
} as const satisfies Record<string, Level>

/** All other security events are `info`. */
const SECURITY_LEVELS: Readonly<Partial<Record<SecurityEvent, Level>>> = {
  'code.undelivered': 'warn',
  'token.reused': 'warn',
}

/** What may be logged: an event without a level does not compile. */
export type LogEvent = keyof typeof LEVELS | SecurityEvent | typeof CLIENT_ERROR

const LEVEL_OF: Readonly<Partial<Record<LogEvent, Level>>> = { ...SECURITY_LEVELS, ...LEVELS }

export type Log = (event: LogEvent, fields: Fields) => void

/** One line for many failures of the same kind, at most one in `every_ms`. @returns a function that notes a failed call */
export function summedUp(event: LogEvent, every_ms: number, log: Log, now: () => Date): (message: string) => void {
  let said = Number.NEGATIVE_INFINITY
  let unsaid = 0
  return (message) => {
    unsaid += 1
    const at = now().getTime()
    // A clock that was set back silences nothing.
    if (Math.abs(at - said) < every_ms) return
    log(event, { message, calls: unsaid })
    said = at
    unsaid = 0
  }
}

/**
 * The log that writes its lines. Tests pass another function.
 * NOTE: pino's own redaction takes exact names. Here a part of a name is enough, so a formatter masks.
 * @param request_id the ID of the current request, which every line of the request has
 * @param trace_id of its trace, if it is traced
 */
export function logTo(
  write: (line: string) => void,
  now: () => Date,
  request_id: () => string | undefined = () => undefined,
  trace_id: () => string | undefined = () => undefined,
): (event: LogEvent, fields?: Fields) => void {
  const lines = pino(
    {
      // Neither the process nor the machine: what collects the lines knows both.
      base: null,
      timestamp: () => `,"at":"${now().toISOString()}"`,
      formatters: { level: (level) => ({ level }), log: (fields) => masked(fields as Fields) },
    },
    { write: (line) => write(printable(line)) },
  )
  return (event, fields = {}) =>
    lines[LEVEL_OF[event] ?? 'info']({ event, request_id: request_id(), trace_id: trace_id(), ...fields })
}
