// Screens, "Account": the ways out of every page of the account: back to the service that the member came from, and signed out of this browser.
import { useTranslation } from 'react-i18next'
import { accountSessions, endSession, type SessionName } from '../../api/account.ts'
import { type Answer, failed } from '../../../contract/shapes/answer.ts'
import { serviceFacts } from '../../effects/session/serviceFacts.ts'
import { leaveVisit } from '../../effects/session/session.ts'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { ServiceLink } from '../../ui/ServiceLink.tsx'
import { Slow } from '../../ui/Slow.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { end } from './session.ts'
import { useAction } from './useAction.ts'

/** Signs this browser out. */
async function endThisSession(session: SessionName): Promise<Answer<undefined>> {
  const answer = await accountSessions(session)
  if (!answer.ok) return answer
  const here = answer.data.find(({ current }) => current)
  return here ? endSession(session, here.id) : failed({ reason: 'contract', field: 'current' })
}

export function Ways() {
  const { t } = useTranslation()
  const { serviceUrl } = serviceFacts()
  const { busy, error, run, press } = useAction()
  return (
    <>
      <nav className="account-ways" aria-label={t('resolve.ways')}>
        {serviceUrl && <ServiceLink href={serviceUrl} onLeave={leaveVisit} />}
        <TextButton
          incomplete={busy || press.incomplete}
          onClick={() => void run(endThisSession, () => end('signedOut'))}
        >
          {t('account.signOut')}
        </TextButton>
      </nav>
      <FormAlert error={error} />
      {busy && <Slow busy />}
    </>
  )
}
