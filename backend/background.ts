// Work that no answer waits for, such as a notice by e-mail. A shutdown waits for it.
import { DatabaseUnavailable } from './db/unavailable.ts'
import type { Fields, LogEvent } from './log.ts'

export type Background = {
  /** Logs a failure as this event, with these fields and the reason. */
  run(event: LogEvent, work: Promise<unknown>, fields?: Fields): void
  /** Resolves when no such work is under way, including work that begins meanwhile. */
  settle(): Promise<void>
}

/** @param unavailable notes work that the database was not there for, in place of a line for each */
export function createBackground(
  log: (event: LogEvent, fields?: Fields) => void,
  unavailable?: (error: unknown) => void,
): Background {
  const failed = (event: LogEvent, error: unknown, fields?: Fields) => {
    if (unavailable && error instanceof DatabaseUnavailable) return unavailable(error)
    log(event, { ...fields, message: error instanceof Error ? error.message : String(error) })
  }
  const open = new Set<Promise<void>>()
  return {
    run(event, work, fields) {
      const done = work.then(
        () => {},
        (error: unknown) => failed(event, error, fields),
      )
      open.add(done)
      void done.finally(() => open.delete(done))
    },
    async settle() {
      while (open.size > 0) await Promise.all(open)
    },
  }
}

/**
 * Does the same work again and again, unless it is still under way. A failure is logged as this event, and the work goes on with the next turn.
 * @returns a function that stops it
 */
export function regularly(background: Background, event: LogEvent, every_ms: number, work: () => Promise<unknown>) {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    background.run(
      event,
      work().finally(() => (isBusy = false)),
    )
  }, every_ms)
  timer.unref()
  return () => clearInterval(timer)
}
