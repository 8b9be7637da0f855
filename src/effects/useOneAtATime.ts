// One action of a page at a time, whichever of its buttons began it: two of them would send two answers to one question.
import { useRef, useState } from 'react'

/** @returns whether one is under way, for all the buttons, and `only`, which begins an action unless one is */
export function useOneAtATime() {
  const [busy, setBusy] = useState(false)
  // Before the page has been drawn anew, too: two presses may come in one moment.
  const inFlight = useRef(false)

  async function only(action: () => Promise<void>): Promise<void> {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    try {
      await action()
    } finally {
      inFlight.current = false
      setBusy(false)
    }
  }

  return { busy, only }
}
