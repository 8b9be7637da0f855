// Security D11, the log: one JSON line per event on stderr. JSON escapes line breaks, and sensitive values are masked by their name.
import { pino } from 'pino'

/** What an event is logged with. */
export type Fields = Record<string, string | number | boolean | null | undefined>

const TELLING = /pass|token|secret|cookie|code|state|proof|phone|email|login_id|recipient|^to$|query|authorization/i

export function masked(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      TELLING.test(name) && name !== 'detail_code' && value ? '***' : value,
    ]),
  )
}

type Level = 'error' | 'warn' | 'info'

/** The events that somebody should look at. All others are `info`. */
const LEVELS: Readonly<Record<string, Level>> = {
  fault: 'error',
  'events.lost': 'error',
  'keys.failed': 'error',
  'leaving.failed': 'error',
  'oidc.failed': 'error',
  'standing.failed': 'error',
  'sweep.failed': 'error',
  'code.undelivered': 'warn',
  'connections.limited': 'warn',
  'database.unavailable': 'warn',
  'leaks.failed': 'warn',
  'mail.error': 'warn',
  'notice.failed': 'warn',
  'oidc.untold': 'warn',
  'sms.failed': 'warn',
  'standby.away': 'warn',
  'token.reused': 'warn',
  'traces.failed': 'warn',
  warning: 'warn',
}

export type Log = (event: string, fields: Fields) => void

/** One line for many failures of the same kind, at most one in `every_ms`. @returns a function that notes a failed call */
export function summedUp(event: string, every_ms: number, log: Log, now: () => Date): (message: string) => void {
  let said = Number.NEGATIVE_INFINITY
  let unsaid = 0
  return (message) => {
    unsaid += 1
    const at = now().getTime()
    if (at - said < every_ms) return
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
): (event: string, fields?: Fields) => void {
  const lines = pino(
    {
      // Neither the process nor the machine: what collects the lines knows both.
      base: null,
      timestamp: () => `,"at":"${now().toISOString()}"`,
      formatters: { level: (level) => ({ level }), log: (fields) => masked(fields as Fields) },
    },
    { write },
  )
  return (event, fields = {}) =>
    lines[LEVELS[event] ?? 'info']({ event, request_id: request_id(), trace_id: trace_id(), ...fields })
}
