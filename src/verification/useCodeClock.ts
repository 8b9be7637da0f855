// Spec §4, the remaining time of a code: the display, the announcements for screen readers, and the expiry.
import { useEffect, useState } from 'react'
import { everySecond, now } from '../effects/browser/clock.ts'
import type { MessageKey } from '../rules/texts/messages.ts'
import { announceAt, remainingSeconds, type Sms, type SmsEvent } from '../rules/codes/sms.ts'

/** An announcement for screen readers. The number makes them read the same words again. */
type Announced = { text: MessageKey; seconds: number; nr: number }
const anew =
  (text: MessageKey, seconds: number) =>
  (before: Announced | null): Announced => ({ text, seconds, nr: (before?.nr ?? 0) + 1 })

/** NOTE: `tell` must be the same function at every render. */
export function useCodeClock(sms: Sms, tell: (event: SmsEvent) => void) {
  const [left, setLeft] = useState(() => remainingSeconds(sms, now()))
  const [announced, setAnnounced] = useState<Announced | null>(null)

  useEffect(() => {
    let before = remainingSeconds(sms, now())
    const tick = (at: number) => {
      const seconds = remainingSeconds(sms, at)
      setLeft(seconds)
      const mark = announceAt(before, seconds)
      if (mark !== null) setAnnounced(anew('sms.timeLeft', mark))
      before = seconds
      tell({ on: 'tick', now: at })
    }
    setLeft(before)
    return sms.at === 'issued' ? everySecond(tick) : undefined
  }, [sms, tell])

  return {
    left,
    announced,
    /** Starts the time of a code. In the same update as its new state, so that the timer never flashes 00:00. */
    begin(text: MessageKey, seconds: number) {
      setLeft(seconds)
      setAnnounced(anew(text, seconds))
    },
  }
}
