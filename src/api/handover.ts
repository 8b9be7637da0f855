// What the page has begun before this code arrived, as the app takes it over (earlyScript.ts, earlySignIn.ts).
import type { SentSignIn, Typed } from './early.ts'

const earlyOf = (transaction_id: string) => {
  const early = typeof window === 'undefined' ? undefined : window.daemunEarly?.()
  return early?.name.transaction_id === transaction_id ? early : undefined
}

/** Returns an early answer once, if it belongs to this transaction. */
export function takeEarly(
  which: 'init' | 'session' | 'service',
  transaction_id: string,
): Promise<Response> | undefined {
  const early = earlyOf(transaction_id)
  const taken = early?.[which]
  delete early?.[which]
  return taken
}

export const isSame = (one: Typed, other: Typed): boolean =>
  one.login_id === other.login_id && one.password === other.password && one.stay_session === other.stay_session

/** The sign-in that the page has sent, once, if it is this one. Null: it has to be sent. */
export async function takeSignIn(transaction_id: string, typed: Typed): Promise<SentSignIn | null> {
  const early = earlyOf(transaction_id)
  const began = early?.signIn
  delete early?.signIn
  return began && isSame(began.typed, typed) ? began.sent.catch(() => null) : null
}
