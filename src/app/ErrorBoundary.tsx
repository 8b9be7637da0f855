// Shows a readable page if a page breaks, and reports the error without personal data.
import { Component, type ReactNode } from 'react'
import { reload } from '../effects/browser/leave.ts'
import { serviceFacts } from '../effects/session/serviceFacts.ts'
import { leaveVisit } from '../effects/session/session.ts'
import { newReference } from '../effects/faults/reference.ts'
import { reportLater } from '../effects/faults/uncaught.ts'
import { useTexts } from '../i18n/texts.tsx'
import { BrokenPage } from '../ui/shell/BrokenPage.tsx'
import { TextLink } from '../ui/TextLink.tsx'

/** Replaces a page that broke, or whose code could not be loaded. */
export function Broken({ reference }: { reference: string }) {
  const { t } = useTexts()
  const { serviceUrl, serviceName } = serviceFacts()
  return (
    <BrokenPage reference={reference} onRetry={reload}>
      {serviceUrl && (
        <TextLink href={serviceUrl} onFollow={leaveVisit}>
          {[t('shell.toService'), serviceName].filter(Boolean).join(' · ')}
        </TextLink>
      )}
    </BrokenPage>
  )
}

type State = { reference: string | null }

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { reference: null }

  static getDerivedStateFromError = (): State => ({ reference: newReference() })

  override componentDidCatch(error: unknown) {
    reportLater(error, this.state.reference ?? undefined)
  }

  override render() {
    const { reference } = this.state
    return reference ? <Broken reference={reference} /> : this.props.children
  }
}
