// What the page itself asks for before the code of the app arrives (earlyScript.ts): the init data or the session, and the service info.
import type { Transaction } from '../../contract/shapes/welcome.ts'

export type Typed = { login_id: string; password: string; stay_session: boolean }

/** A sign-in that has been sent: its sealed password, and its answer. */
export type SentSignIn = { sealed: string; response: Promise<Response> }

export type Early = {
  name: Transaction
  /** The address of the auth API. */
  base: string
  init?: Promise<Response>
  session?: Promise<Response>
  service?: Promise<Response>
  /** Null: the app has to send it. */
  signIn?: { typed: Typed; sent: Promise<SentSignIn | null> }
}
declare global {
  interface Window {
    /** Starts the early calls, if they have not started yet. */
    daemunEarly?: () => Early | undefined
    /** The member has submitted the form before the app was ready. */
    daemunHeld?: boolean
    /** From now on the app sends its forms itself, and says itself what takes long. */
    daemunRelease?: () => void
    /** Called when the app's code runs. Cancels the message that it did not load. */
    daemunArrived?: () => void
  }
}

/** Ends the hold on submits. @returns whether one has been waiting for that */
export function releaseSubmit(): boolean {
  const held = window.daemunHeld === true
  window.daemunRelease?.()
  window.daemunHeld = false
  return held
}
