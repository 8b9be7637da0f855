import type { ReactNode } from 'react'
import { bySentence } from './bySentence.tsx'
import { Drawing, type DrawingName } from './Drawing.tsx'
import { Reference } from './Reference.tsx'
import './pages.css'

type Props = {
  drawing: DrawingName
  title: string
  text: string
  /** Whose state it is, before the heading. */
  above?: ReactNode
  /** One primary and one secondary action, so that no page is a dead end. */
  children: ReactNode
  /** The reference of the failure, for support. */
  reference?: string | undefined
}

/** A page that says how things stand and what the member can do. */
export function StatePage({ drawing, title, text, above, children, reference }: Props) {
  return (
    <div className="stack state">
      <Drawing name={drawing} />
      <div>
        {above}
        <h1 id="title" tabIndex={-1}>
          {title}
        </h1>
        <p className="lead">{bySentence(text)}</p>
      </div>
      <div className="choices column">{children}</div>
      {reference && <Reference id={reference} />}
    </div>
  )
}
