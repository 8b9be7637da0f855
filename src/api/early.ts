// The init data and the service info are asked for by the page itself, before this code arrives (index.html, earlyScript.ts).
import type { Fetching } from './warm.ts'

export type Early = { transaction_id: string; init?: Promise<Response>; service?: Promise<Response> }
declare global {
  interface Window {
    /** Starts the early calls, if they have not started yet. */
    daemunEarly?: () => Early | undefined
    /** Starts to fetch the code of the sign-in request, once. */
    daemunRequest?: () => Fetching
    /** The member has submitted the form before the app was ready. */
    daemunHeld?: boolean
    /** From now on the app sends its forms itself, and says itself what takes long. */
    daemunRelease?: () => void
    /** Called when the app's code runs. Cancels the message that it did not load. */
    daemunArrived?: () => void
  }
}

/** Returns an early answer once, if it belongs to this transaction. */
export function takeEarly(which: 'init' | 'service', transaction_id: string): Promise<Response> | undefined {
  const early = typeof window === 'undefined' ? undefined : window.daemunEarly?.()
  if (!early || early.transaction_id !== transaction_id) return undefined
  const taken = early[which]
  delete early[which]
  return taken
}

/** Ends the hold on submits. @returns whether one has been waiting for that */
export function releaseSubmit(): boolean {
  const held = window.daemunHeld === true
  window.daemunRelease?.()
  window.daemunHeld = false
  return held
}
