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

/** The log that writes its lines. Tests pass another function. */
export const logTo =
  (write: (line: string) => void, now: () => Date) =>
  (event: string, fields: Fields = {}): void =>
    write(`${JSON.stringify({ at: now().toISOString(), event, ...masked(fields) })}\n`)
