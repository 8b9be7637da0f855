// Contract, "Conventions": any code below a route can throw a refusal. The error handler in app.ts turns it into an answer.
import type { DetailCode } from '../../contract/shapes/answer.ts'

type Status = 400 | 401 | 403 | 404 | 409 | 411 | 412 | 413 | 415 | 428 | 429 | 500 | 503
type RefusalBody = { code: string; detail_code?: DetailCode; description?: string; data?: unknown }

/** Thrown anywhere below a route; the error handler of app.ts answers with it. */
export class Refused extends Error {
  readonly status: Status
  readonly body: RefusalBody
  readonly headers: Record<string, string>

  constructor(status: Status, body: RefusalBody, headers: Record<string, string> = {}) {
    super(body.code)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** Whether what a call has written stays: a refusal is an answer, and any other error is a failure. */
export const staysAfter = (error?: unknown): boolean => error === undefined || error instanceof Refused

/** `throw refuse(400, 'WRONG_PASSWORD', detail.WRONG_PASSWORD, 'incorrect password [2]')`. Without a description the code's own text is used. */
export function refuse(
  status: Status,
  code: string,
  detail_code?: DetailCode,
  description = code.toLowerCase().replaceAll('_', ' '),
  { data, headers }: { data?: unknown; headers?: Record<string, string> } = {},
): Refused {
  return new Refused(
    status,
    { code, ...(detail_code && { detail_code }), description, ...(data ? { data } : {}) },
    headers,
  )
}
