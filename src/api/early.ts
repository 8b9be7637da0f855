// The init data and the service info are asked for by the page itself, before this code arrives (index.html, earlyScript.ts).
export type Early = { transaction_id: string; init?: Promise<Response>; service?: Promise<Response> }
declare global {
  interface Window {
    /** What was asked for, or is now. */
    daemunEarly?: () => Early | undefined
    /** A submit was pressed before the app was up. */
    daemunHeld?: boolean
    daemunRelease?: () => void
    /** The code of the app runs: nobody needs to say that it does not come. */
    daemunArrived?: () => void
  }
}

/** Hands an early answer over, once, if it belongs to this transaction. */
export function takeEarly(which: 'init' | 'service', transaction_id: string): Promise<Response> | undefined {
  const early = typeof window === 'undefined' ? undefined : window.daemunEarly?.()
  if (!early || early.transaction_id !== transaction_id) return undefined
  const taken = early[which]
  delete early[which]
  return taken
}

/** The app is up and sends its forms itself. @returns whether one has been waiting for that. */
export function releaseSubmit(): boolean {
  const held = window.daemunHeld === true
  window.daemunRelease?.()
  window.daemunHeld = false
  return held
}
