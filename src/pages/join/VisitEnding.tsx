// WCAG 2.2.1: a visit ends 50 minutes after it began, and what was typed goes with it. Shortly before that the pages of a join say so.
import { useEffect, useState } from 'react'
import { formatTime } from '../../i18n/formats'
import { useTexts } from '../../i18n/texts'
import { useWelcome } from '../../stores/welcome'
import './join.css'

const SAID_BEFORE_MS = 5 * 60_000

/** Quiet, and in sight wherever the page is scrolled to. It says until when: that stays true while it stands there. */
export function VisitEnding() {
  const { t, locale } = useTexts()
  const ends = useWelcome((state) => state.welcome_expiry)
  const [isNear, setIsNear] = useState(false)

  useEffect(() => {
    const wait = setTimeout(() => setIsNear(true), Math.max(0, ends - SAID_BEFORE_MS - Date.now()))
    return () => clearTimeout(wait)
  }, [ends])

  return (
    <p role="status" className={isNear ? 'aside warning ending' : 'hidden'}>
      {isNear && t('join.visitEnds', { time: formatTime(locale, ends) })}
    </p>
  )
}
