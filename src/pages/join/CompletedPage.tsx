// Spec §2, /join/completed: joined, waiting for approval, or not approved; and the upload of a student's letter.
import { useEffect, useState } from 'react'
import { useCameBack } from '../../effects/browser/useCameBack'
import { serviceFacts } from '../../effects/session/serviceFacts'
import { leaveVisit } from '../../effects/session/session'
import { usePerform } from '../../effects/perform/usePerform'
import { useTexts } from '../../i18n/texts'
import { onCompleted } from '../../rules/errors/join'
import { isolated } from '../../rules/isolated'
import type { MessageKey } from '../../rules/messages'
import { joinRoute, type MemberKind } from '../../rules/member'
import { redirect } from '../../rules/outcome'
import { useLogin } from '../../stores/login'
import { useSignUp } from '../../stores/signUp'
import { Button } from '../../ui/Button'
import type { DrawingName } from '../../ui/Drawing'
import { ServiceLink } from '../../ui/ServiceLink'
import { StatePage } from '../../ui/StatePage'
import type { SignUpState } from '../../stores/shapes'
import { Approval } from './Approval'
import { LetterProgress } from './LetterProgress'
import { useLetterUpload } from './letterUpload'

type Status = NonNullable<SignUpState['join_status']>

const screens: Record<Status, { drawing: DrawingName; title: MessageKey; text: MessageKey }> = {
  JOINED: { drawing: 'gate', title: 'join.joinedTitle', text: 'join.joinedText' },
  WAITING: { drawing: 'clock', title: 'join.waitingTitle', text: 'join.waitingText' },
  UNAPPROVED: { drawing: 'locked', title: 'join.unapprovedTitle', text: 'join.unapprovedText' },
}

export default function CompletedPage({ kind }: { kind: MemberKind }) {
  const { t } = useTexts()
  const perform = usePerform()
  const { join_status, location, nickName = '' } = useSignUp()
  const matcher_type = useLogin((login) => login.matcher_type)
  const isSending = useLetterUpload().at === 'sending'
  const [busy, setBusy] = useState(false)
  const { serviceUrl } = serviceFacts()
  const { drawing, title, text } = screens[join_status ?? 'JOINED']
  const isJoined = join_status === 'JOINED'

  const continueToService = async () => {
    if (busy) return
    setBusy(true)
    const here = joinRoute('completed', { kind, isInvited: false })
    await perform(onCompleted({ location, matcher_type, here }))
    setBusy(false)
  }

  // Back leads to the service, not into a join that is done. A letter that is being sent keeps the page.
  const leaves = useCameBack() && !isSending
  useEffect(() => {
    if (!leaves) return
    if (isJoined) void continueToService()
    else if (serviceUrl) void perform([redirect(serviceUrl)])
    // On arrival, or when the letter has been sent.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [leaves])

  return (
    <StatePage
      drawing={drawing}
      title={t(title, { name: isolated(nickName) })}
      text={t(isJoined && isSending ? 'join.joinedSendingText' : text)}
    >
      {!isJoined && <Approval />}
      {join_status !== 'UNAPPROVED' && <LetterProgress />}
      {isJoined && (
        <Button busy={busy} incomplete={isSending} onClick={() => void continueToService()}>
          {t(location || matcher_type ? 'join.toService' : 'info.toLogin')}
        </Button>
      )}
      {!isJoined && serviceUrl && <ServiceLink href={serviceUrl} onLeave={leaveVisit} button="main" />}
      {!isJoined && <p className="note">{t('join.askSupport')}</p>}
    </StatePage>
  )
}
