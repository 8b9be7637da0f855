// A page that breaks leaves a readable page behind, and a report without personal data.
import { Component, type ReactNode } from 'react'
import { reload } from '../effects/leave'
import { BrokenPage } from '../ui/BrokenPage'

type State = { reference: string | null }

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { reference: null }

  static getDerivedStateFromError = (): State => ({ reference: crypto.randomUUID().slice(0, 8) })

  override componentDidCatch(error: unknown) {
    const { reference } = this.state
    void import('../effects/report').then(
      ({ report }) => report(error, reference ?? undefined),
      () => {},
    )
  }

  override render() {
    const { reference } = this.state
    return reference ? <BrokenPage reference={reference} onRetry={reload} /> : this.props.children
  }
}
