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
  if (!response.ok) throw new Error(`answered ${response.status}`)
  if (!gateway.accepts(answer)) throw new Error('did not take the message')
}

/** The message of an error of `fetch` may contain an address, and an address a secret. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return /^(?:answered \d+|did not take the message)$/.test(error.message) ? error.message : error.name
}

/** Logs each gateway that fails. @throws Error if no gateway takes the message */
export async function sendByGateways(sms: Sms, sending: Sending): Promise<void> {
  for (const gateway of sending.gateways) {
    try {
      return await traced('client', 'sms gateway', {}, () => sendBy(gateway, sms, sending))
    } catch (error) {
      sending.log('sms.failed', { gateway: gateway.name, reason: reasonOf(error) })
    }
  }
  throw new Error('no gateway took the message')
}
