import type { ReactNode } from 'react'
import { Banner, type BannerOf } from './Banner.tsx'
import { SkipLink } from './SkipLink.tsx'

type Props = {
  header: ReactNode
  banner?: BannerOf | null | false
  /** Long forms, errors and states have the whole width: no banner stands beside them. */
  alone?: boolean
  footer: ReactNode
  inert?: boolean
  children: ReactNode
}

/** Header, page and footer, in document order. The banner lies beside the page (app/later). Inert under a dialog. */
export function Frame({ header, banner, alone = false, footer, inert = false, children }: Props) {
  return (
    <div className={alone ? 'frame alone' : 'frame'} inert={inert}>
      <SkipLink />
      {header}
      {banner && <Banner {...banner} />}
      <main className="main" id="main" tabIndex={-1}>
        <div className="card">{children}</div>
      </main>
      {footer}
    </div>
  )
}
