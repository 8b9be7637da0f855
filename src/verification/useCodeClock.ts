// Spec §4, the remaining time of a code: the display, the announcements for screen readers, and the expiry.
import { useEffect, useState } from 'react'
import { everySecond, now } from '../effects/browser/clock.ts'
import { announceAt, remainingSeconds, type Sms, type SmsEvent } from '../rules/codes/sms.ts'

/** The remaining time for screen readers, in seconds. The number makes them read the same words again. */
type Announced = { seconds: number; nr: number }
const anew =
  (seconds: number) =>
  (before: Announced | null): Announced => ({ seconds, nr: (before?.nr ?? 0) + 1 })

/** NOTE: `tell` must be the same function at every render. */
export function useCodeClock(sms: Sms, tell: (event: SmsEvent) => void) {
  const [left, setLeft] = useState(() => remainingSeconds(sms, now()))
  const [announced, setAnnounced] = useState<Announced | null>(null)
  const [sent, setSent] = useState<Announced | null>(null)

  useEffect(() => {
    let before = remainingSeconds(sms, now())
    const tick = (at: number) => {
      const seconds = remainingSeconds(sms, at)
      setLeft(seconds)
      const mark = announceAt(before, seconds)
      if (mark !== null) setAnnounced(anew(mark))
      before = seconds
      tell({ on: 'tick', now: at })
    }
    setLeft(before)
    return sms.at === 'issued' ? everySecond(tick) : undefined
  }, [sms, tell])

  return {
    left,
    /** The time that is left, when a screen reader is to say it. */
    announced,
    /** The code that this page sent last, with its time; 0 once the time was extended. Null after a reload. */
    sent,
    /** Starts the time of a code. In the same update as its new state, so that the timer never flashes 00:00. */
    begin(seconds: number, isMoreTime: boolean) {
      setLeft(seconds)
      setAnnounced(isMoreTime ? anew(seconds) : null)
      setSent(isMoreTime ? (before) => before && { ...before, seconds: 0 } : anew(seconds))
    },
  }
}
