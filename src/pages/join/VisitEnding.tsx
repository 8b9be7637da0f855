// WCAG 2.2.1: a visit ends 50 minutes after it began, and what was typed goes with it. The pages of a join say so shortly before that, and
// when it has happened.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../i18n/dates.ts'
import { everySecond } from '../../effects/browser/clock.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { leaveVisit, typedId } from '../../effects/session/session.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { keepId } from '../../stores/expiredVisit.ts'
import { useWelcome } from '../../stores/welcome.ts'
import { ServiceLink } from '../../ui/ServiceLink.tsx'
import './join.css'

const SAID_BEFORE_MS = 5 * 60_000

function stageOf(ends: number): 'early' | 'near' | 'over' {
  const left = ends - Date.now()
  if (left <= 0) return 'over'
  return left <= SAID_BEFORE_MS ? 'near' : 'early'
}

/** Leaves a visit that has expired. The page does not change while it is left, and the ID is kept for the next visit. */
function leaveExpired(): void {
  keepId(typedId())
  leaveVisit()
}

/** A sticky notice without an announcement. It names the time of the end and not the remaining minutes, so it stays true. */
export function VisitEnding() {
  const { t } = useTranslation()
  const locale = useLocale()
  const ends = useWelcome((state) => state.welcome_expiry)
  const [stage, setStage] = useState(() => stageOf(ends))
  const { serviceUrl } = serviceFacts()

  useEffect(() => {
    // NOTE: a timer stops while the device sleeps, also with the page in sight. So the time is read every second.
    return everySecond(() => setStage(stageOf(ends)))
  }, [ends])

  return (
    <div role="status" className={stage === 'early' ? 'hidden' : 'aside warning ending'}>
      {stage === 'near' && <p>{t('join.visitEnds', { time: formatTime(locale, ends) })}</p>}
      {stage === 'over' && (
        <>
          <p>{t('join.visitEnded')}</p>
          {serviceUrl && <ServiceLink href={serviceUrl} onLeave={leaveExpired} />}
        </>
      )}
    </div>
  )
}
