import type { ReactNode } from 'react'
import { Banner } from './Banner'
import { SkipLink } from './SkipLink'

type Props = {
  header: ReactNode
  banner?: string | null | undefined
  footer: ReactNode
  inert?: boolean
  children: ReactNode
}

/** Header, page and footer, in document order. The banner lies beside the page (later.css). Inert under a dialog. */
export function Frame({ header, banner, footer, inert = false, children }: Props) {
  return (
    <div className="frame" inert={inert}>
      <SkipLink />
      {header}
      <Banner src={banner} />
      <main className="main" id="main" tabIndex={-1}>
        <div className="card">{children}</div>
      </main>
      {footer}
    </div>
  )
}
