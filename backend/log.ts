// Security D11, the log: one JSON line per event on stderr. JSON escapes line breaks, and sensitive values are masked by their name.
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

/** The log that writes its lines. Tests pass another function. */
export const logTo =
  (write: (line: string) => void, now: () => Date) =>
  (event: string, fields: Fields = {}): void =>
    write(`${JSON.stringify({ at: now().toISOString(), event, ...masked(fields) })}\n`)
