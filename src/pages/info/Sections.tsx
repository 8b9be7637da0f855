import type { ReactNode } from 'react'

type Props = {
  title: string
  lead: string
  sections: readonly (readonly [heading: string, text: string])[]
  children: ReactNode
}

/** A page to read: a title, a few headed paragraphs, links. */
export function Sections({ title, lead, sections, children }: Props) {
  return (
    <div className="group">
      <div>
        <h1 id="title" tabIndex={-1}>
          {title}
        </h1>
        <p className="lead">{lead}</p>
      </div>
      {sections.map(([heading, text]) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <p className="lead">{text}</p>
        </section>
      ))}
      <nav className="links" aria-label={title}>
        {children}
      </nav>
    </div>
  )
}
