// Spec §2, /join/completed: joined, waiting for approval, or not approved; and the upload of a student's letter.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCameBack } from '../../effects/browser/useCameBack.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { leaveVisit } from '../../effects/session/session.ts'
import { usePerform } from '../../effects/perform/usePerform.ts'
import { onCompleted } from '../../rules/errors/join.ts'
import { isolated } from '../../rules/texts/isolated.ts'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { joinRoute, type MemberKind } from '../../rules/join/member.ts'
import { redirect } from '../../rules/visit/outcome.ts'
import { useLogin } from '../../stores/login.ts'
import { useSignUp } from '../../stores/signUp.ts'
import { Button } from '../../ui/Button.tsx'
import type { DrawingName } from '../../ui/Drawing.tsx'
import { ServiceLink } from '../../ui/ServiceLink.tsx'
import { StatePage } from '../../ui/StatePage.tsx'
import { SupportLink } from '../../profile/waysOut.tsx'
import type { SignUpState } from '../../stores/shapes.ts'
import { Approval } from './Approval.tsx'
import { LetterProgress } from './LetterProgress.tsx'
import { useLetterUpload, useUnsentLetter } from './letterUpload.ts'

type Status = NonNullable<SignUpState['join_status']>

const screens: Record<Status, { drawing: DrawingName; title: MessageKey; text: MessageKey }> = {
  JOINED: { drawing: 'done', title: 'join.joinedTitle', text: 'join.joinedText' },
  WAITING: { drawing: 'clock', title: 'join.waitingTitle', text: 'join.waitingText' },
  UNAPPROVED: { drawing: 'locked', title: 'join.unapprovedTitle', text: 'join.unapprovedText' },
}

/** The first press at the service is no use of it yet: it asks for its terms. */
const TERMS_STEPS = ['CONSENT_RELYING_PARTY', 'ADD_TERMS_AGREEMENT']

export default function CompletedPage({ kind }: { kind: MemberKind }) {
  const { t } = useTranslation()
  const perform = usePerform()
  const { join_status, location, nickName = '', login_id = '' } = useSignUp()
  const step = useLogin((login) => (login.matcher_type === '' ? null : login.step))
  const waitsForTerms = useLogin((login) => TERMS_STEPS.includes(login.matcher_type))
  const isSending = useLetterUpload().at === 'sending'
  const isUnsent = useUnsentLetter()
  const [busy, setBusy] = useState(false)
  const { serviceUrl } = serviceFacts()
  const { drawing, title, text } = screens[join_status ?? 'JOINED']
  const isJoined = join_status === 'JOINED'

  const continueToService = async () => {
    if (busy) return
    setBusy(true)
    const here = joinRoute('completed', { kind, isInvited: false })
    await perform(onCompleted({ location, step, here }))
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
      text={t(
        isJoined && isSending ? 'join.joinedSendingText' : isJoined && waitsForTerms ? 'join.joinedLaterText' : text,
        {
          login_id: isolated(login_id),
        },
      )}
    >
      {!isJoined && <Approval />}
      {join_status !== 'UNAPPROVED' && <LetterProgress />}
      {isJoined && (
        <Button plain={isUnsent} busy={busy} incomplete={isSending} onClick={() => void continueToService()}>
          {t(location || step ? 'join.toService' : 'info.toLogin')}
        </Button>
      )}
      {!isJoined && serviceUrl && <ServiceLink href={serviceUrl} onLeave={leaveVisit} button="main" />}
      {!isJoined && <p className="note">{t('join.askSupport')}</p>}
      {!isJoined && <SupportLink />}
    </StatePage>
  )
}
