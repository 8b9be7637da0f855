// Sends a text message by the first gateway that takes it.
import type { Log } from '../log.ts'
import { traced } from '../tracing/spans.ts'
import type { Gateway, Sms } from './gateways.ts'

type Sending = {
  gateways: readonly Gateway[]
  /** For each gateway. */
  answer_ms: number
  now: () => Date
  log: Log
  fetch?: typeof globalThis.fetch
}

/** No gateway has the message. After any other failure it may still arrive. */
export class NotTaken extends Error {}

/** Errors of a connection that was never there. */
const UNREACHED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether the gateway has certainly not taken the message: it was not reached, or it has said so. */
function wasNotTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const cause = error.cause instanceof Error && 'code' in error.cause ? error.cause.code : undefined
  return error instanceof NotTaken || UNREACHED.has(cause)
}

/** @throws Error if the gateway does not take the message */
async function sendBy(
  gateway: Gateway,
  sms: Sms,
  { now, answer_ms, fetch = globalThis.fetch }: Sending,
): Promise<void> {
  const { url, headers, body } = gateway.callFor(sms, now())
  const signal = AbortSignal.timeout(answer_ms)
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
  const answer = await response.text()
  if (!response.ok) {
    const { status } = response
    // A gateway that has failed inside, or a proxy that gave it up, may have passed the message on.
    throw new (status < 500 || status === 503 ? NotTaken : Error)(`answered ${status}`)
  }
  if (!gateway.accepts(answer)) throw new NotTaken('did not take the message')
}

/** The message of an error of `fetch` may contain an address, and an address a secret. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return /^(?:answered \d+|did not take the message)$/.test(error.message) ? error.message : error.name
}

/** Logs each gateway that fails. @throws Error if no gateway takes the message; NotTaken if it will certainly not arrive */
export async function sendByGateways(sms: Sms, sending: Sending): Promise<void> {
  let mayArrive = false
  for (const gateway of sending.gateways) {
    try {
      return await traced('client', 'sms gateway', {}, () => sendBy(gateway, sms, sending))
    } catch (error) {
      mayArrive ||= !wasNotTaken(error)
      sending.log('sms.failed', { gateway: gateway.name, reason: reasonOf(error) })
    }
  }
  throw new (mayArrive ? Error : NotTaken)('no gateway took the message')
}
