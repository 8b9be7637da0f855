// What a row of the kit ends with when a backend does not do what the contract says.

export type Request = { method: string; url: string; headers: Record<string, string>; body?: string | FormData }
/** One request with its answer. `body`: parsed JSON; `undefined` where the answer is none. */
export type Exchange = { request: Request; status: number; headers: Headers; text: string; body: unknown; ms: number }

/** The answer is not what the contract says. */
export class Mismatch extends Error {
  readonly expected: string
  readonly got: string
  readonly exchange: Partial<Exchange> | null
  constructor(expected: string, got: string, exchange: Partial<Exchange> | null) {
    super(`expected ${expected}, got ${got}`)
    this.expected = expected
    this.got = got
    this.exchange = exchange
  }
}

/** A row could not come to its own question, because an earlier step failed. Another row is about that step. */
export class Blocked extends Error {
  readonly because: Mismatch
  constructor(because: Mismatch) {
    super(because.message)
    this.because = because
  }
}

/** A row needs something that the members file does not have. */
export class Skipped extends Error {}

/** What an error says, with the reason of a call that did not come through, such as ECONNREFUSED. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return String(error)
  return `${String(error)} (${'code' in cause ? String(cause.code) : cause.message})`
}

/** For what only leads to the question of a row: a failure there blocks the row, and does not fail it. */
export async function need<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Mismatch ? new Blocked(error) : error
  }
}
