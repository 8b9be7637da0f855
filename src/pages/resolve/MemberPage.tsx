// Contract, /resolve/member: the state of a join's approval from the portal, and the next action.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveMatcher } from '../../api/auth.ts'
import { joinState } from '../../api/portal.ts'
import { now } from '../../effects/browser/clock.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { leaveVisit } from '../../effects/session/session.ts'
import { useAnswer } from '../../effects/forms/useAnswer.ts'
import { useFormError } from '../../effects/forms/useFormError.ts'
import { formatMoment, formatTime } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/texts.tsx'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { waitText } from '../../rules/codes/wait.ts'
import { useLogin } from '../../stores/login.ts'
import { WhoChip } from '../../profile/WhoChip.tsx'
import { stepIn } from '../../stores/pendingStep.ts'
import { Button } from '../../ui/Button.tsx'
import type { DrawingName } from '../../ui/Drawing.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { Known } from '../../ui/shell/Known.tsx'
import { Skeleton } from '../../ui/shell/Skeleton.tsx'
import { ServiceLink } from '../../ui/ServiceLink.tsx'
import { Slow } from '../../ui/Slow.tsx'
import { StatePage } from '../../ui/StatePage.tsx'
import { contactLink } from '../../../contract/contactLink.ts'
import type { JoinState } from '../../../contract/shapes/portal.ts'
import { OtherAccount } from '../../profile/OtherAccount.tsx'
import { OwedLetter } from './OwedLetter.tsx'
import { useResolved } from './useStep.ts'

const screens: Record<JoinState['join_status'], { drawing: DrawingName; title: MessageKey; text: MessageKey }> = {
  WAITING: { drawing: 'clock', title: 'member.waiting', text: 'member.waitingText' },
  UNAPPROVED: { drawing: 'locked', title: 'member.unapproved', text: 'member.unapprovedText' },
  JOINED: { drawing: 'done', title: 'member.joined', text: 'member.joinedText' },
}

export default function MemberPage() {
  const { t } = useTranslation()
  const locale = useLocale()
  const resolved = useResolved()
  const { data: state, failed, retry, again } = useAnswer(joinState)
  const [busy, setBusy] = useState(false)
  const { handle, error, forget, wait } = useFormError()
  const [checked, setChecked] = useState<number | null>(null)
  const owed = useLogin((login) => stepIn(login, 'JOIN_STATE')?.profile_fields)
  const owesLetter = owed?.includes('enrollment_letter') === true
  const { serviceUrl } = serviceFacts()
  const ways = (isMain: boolean) => (
    <>
      {serviceUrl && <ServiceLink href={serviceUrl} onLeave={leaveVisit} {...(isMain && { button: 'main' })} />}
      <OtherAccount />
    </>
  )
  if (failed && !state)
    return (
      <StatePage drawing="works" title={t('member.failed')} text={t('member.failedText')}>
        <Button onClick={retry}>{t('profile.retry')}</Button>
        {ways(false)}
      </StatePage>
    )
  if (!state) return <Skeleton />

  /** Asks the server for the approval again. The outcome continues, or the page says that nothing has changed or that the call failed. */
  async function askAgain() {
    setBusy(true)
    setChecked(null)
    forget(() => void askAgain())
    const answer = await resolveMatcher({ matcher_type: 'JOIN_STATE', consent_terms: [] })
    // A failure may open a dialog, and the button must not be busy while it is open.
    if (!answer.ok) setBusy(false)
    const isPending = answer.ok && !answer.data.location
    const looked = isPending ? await again() : null
    if (looked?.ok) setChecked(now())
    await resolved(looked && !looked.ok ? looked : answer, handle)
    setBusy(false)
  }

  const { drawing, title, text } = screens[state.join_status]
  const facts = [
    { name: t('member.requestedAt'), value: formatMoment(locale, state.requested_at) },
    { name: t('member.reason'), value: state.join_status === 'UNAPPROVED' ? state.reason : '' },
    { name: t('member.contact'), value: state.contact, href: contactLink(state.contact ?? '') },
  ]

  return (
    <StatePage drawing={drawing} title={t(title)} text={t(text)} above={<WhoChip />}>
      <Known facts={facts} />
      <FormAlert error={error} />
      <p role="status" className={checked ? 'note' : 'hidden'}>
        {checked && state.join_status === 'WAITING' && t('member.stillWaiting', { time: formatTime(locale, checked) })}
      </p>
      {owesLetter && <OwedLetter wait={wait} handle={handle} onSend={forget} onWaiting={again} />}
      {state.join_status !== 'UNAPPROVED' && (
        <Button plain={owesLetter} busy={busy} incomplete={wait > 0} onClick={() => void askAgain()}>
          {t(state.join_status === 'JOINED' ? 'resolve.next' : 'member.check') + waitText(wait)}
        </Button>
      )}
      {ways(state.join_status === 'UNAPPROVED' && !owesLetter)}
      <Slow busy={busy} />
    </StatePage>
  )
}
