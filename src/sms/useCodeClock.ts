// Spec §4, the time that a code has left: what is shown, what is said of it at its marks, and when it is over.
import { useEffect, useState } from 'react'
import { everySecond, now } from '../effects/clock'
import type { MessageKey } from '../rules/messages'
import { announceAt, remainingSeconds, type Sms, type SmsEvent } from '../rules/sms'

/** What a reader hears of a code's time. Numbered: the same words are heard anew. */
type Announced = { text: MessageKey; seconds: number; nr: number }
const anew =
  (text: MessageKey, seconds: number) =>
  (before: Announced | null): Announced => ({ text, seconds, nr: (before?.nr ?? 0) + 1 })

/** @note `tell` must be the same function at every render. */
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
    /** A code has so many seconds from now on. With its new state, not after it: the timer must never flash 00:00. */
    begin(text: MessageKey, seconds: number) {
      setLeft(seconds)
      setAnnounced(anew(text, seconds))
    },
  }
}
