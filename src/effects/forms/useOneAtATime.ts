// One action of a page at a time, from any of its buttons: two would answer one question twice.
import { useRef, useState } from 'react'

/** @returns whether an action is running, for all buttons, and `only`, which starts an action unless one is running */
export function useOneAtATime() {
  const [busy, setBusy] = useState(false)
  // A ref, because two presses can come before the next render.
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
