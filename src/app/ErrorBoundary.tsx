// A page that breaks leaves a readable page behind, and a report without personal data.
import { Component, type ReactNode } from 'react'
import { reload } from '../effects/leave'
import { newReference, tell } from '../effects/uncaught'
import { BrokenPage } from '../ui/BrokenPage'

type State = { reference: string | null }

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { reference: null }

  static getDerivedStateFromError = (): State => ({ reference: newReference() })

  override componentDidCatch(error: unknown) {
    tell(error, this.state.reference ?? undefined)
  }

  override render() {
    const { reference } = this.state
    return reference ? <BrokenPage reference={reference} onRetry={reload} /> : this.props.children
  }
}
