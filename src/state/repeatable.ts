// An attempt that the member can repeat while it runs (ui/SlowLine.tsx).
import { pageState } from './pageState.ts'
import { type Offer, waits } from './waits.ts'

/** `pressed`: how many presses have the line. No time limit ends what they wait for. `notify` runs when their offers may have changed. */
export const line = pageState(() => ({ pressed: 0, notify: () => {} }))

/** @param act runs when the member takes the offer @returns a function that ends the wait */
export function beginWait(offer: Offer, act: () => void): () => void {
  waits.running.set(act, offer)
  line.notify()
  return () => {
    waits.running.delete(act)
    line.notify()
  }
}

/** Rejects an attempt that the member has given up. */
export class GivenUp extends Error {}

/**
 * Makes an attempt, and another one each time the member asks for it. The attempt before is aborted.
 * @param outer aborts the attempt for good
 * @throws GivenUp if the member has taken another offer than `again`; otherwise what the last attempt throws
 */
export async function repeatable<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { offer = 'again', signal: outer }: { offer?: Offer | undefined; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  for (;;) {
    const own = new AbortController()
    let isTaken = false
    const stop = () => own.abort()
    const end = beginWait(offer, () => {
      isTaken = true
      stop()
    })
    if (outer?.aborted) stop()
    outer?.addEventListener('abort', stop)
    try {
      return await attempt(own.signal)
    } catch (error) {
      if (!isTaken || outer?.aborted) throw error
      if (offer !== 'again') throw new GivenUp()
    } finally {
      end()
      outer?.removeEventListener('abort', stop)
    }
  }
}
