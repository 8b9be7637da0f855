// A notice that says why this account cannot be used. It takes the place of the page below the header
// (docs/decisions/0009-say-each-failure-where-the-member-acts.md). Back, Escape and its last button return to the form, which keeps the ID.
import { useTranslation } from 'react-i18next'
import { serviceFacts } from '../effects/session/serviceFacts.ts'
import { leaveVisit } from '../effects/session/session.ts'
import type { MessageKey, Values } from '../rules/texts/messages.ts'
import { paths } from '../rules/visit/paths.ts'
import { Drawing, type DrawingName } from '../ui/Drawing.tsx'
import { ServiceLink } from '../ui/ServiceLink.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { SupportLink } from '../profile/waysOut.tsx'
import { FooterLinks } from './FooterLinks.tsx'
import { bySentence } from '../ui/bySentence.tsx'

type State = {
  drawing: DrawingName
  /** Who can help: customer support, or the people who run the service. */
  helper: 'support' | 'service'
}

const states: Partial<Record<MessageKey, State>> = {
  'refused.suspended': { drawing: 'paused', helper: 'support' },
  'refused.incumbent': { drawing: 'clock', helper: 'support' },
  'refused.ip': { drawing: 'locked', helper: 'support' },
  'refused.internalOnly': { drawing: 'locked', helper: 'service' },
  'refused.groupOnly': { drawing: 'locked', helper: 'service' },
  'refused.generalOnly': { drawing: 'locked', helper: 'service' },
  'refused.servicePermission': { drawing: 'locked', helper: 'service' },
  'refused.servicePermissionNameless': { drawing: 'locked', helper: 'service' },
  'refused.usePermission': { drawing: 'locked', helper: 'service' },
}

/** The state that a notice is about, if it is about the state of an account. */
export const stateOf = (text: MessageKey | undefined): State | undefined => text && states[text]

type Props = {
  state: State
  title: MessageKey
  text: MessageKey
  values: Values | undefined
  onBack: () => void
}

export function StateNotice({ state, title, text, values, onBack }: Props) {
  const { t } = useTranslation()
  const { serviceUrl } = serviceFacts()
  const isService = state.helper === 'service' && serviceUrl !== null
  // The session check has no form to go back to. The error page follows.
  const isEntry = location.pathname.startsWith(paths.init)
  return (
    <>
      <div className="stack state">
        <Drawing name={state.drawing} />
        <div>
          <h2 id="modal-title" tabIndex={-1}>
            {t(title)}
          </h2>
          <p id="modal-text" className="lead">
            {bySentence(t(text, values))}
          </p>
        </div>
        <div className="choices column">
          {!isService && <SupportLink button="main" />}
          {serviceUrl && <ServiceLink href={serviceUrl} onLeave={leaveVisit} {...(isService && { button: 'main' })} />}
          <TextButton onClick={onBack}>{t(isEntry ? 'modal.ok' : 'modal.back')}</TextButton>
        </div>
      </div>
      {/* The footer of the page below is inert. */}
      <FooterLinks />
    </>
  )
}
