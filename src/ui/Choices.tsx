// The two answers of a dialog or of a part of a page: "cancel", and the main button.
import { Fragment, useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

const topOf = (button: Element) => button instanceof HTMLElement && button.offsetTop

/**
 * Beside each other the main button stands at the right. In a column it is on top, and comes first in the document too: the focus moves as the
 * buttons stand (WCAG 2.4.3), and no style can change its order in every browser.
 */
export function Choices({ cancel, children }: { cancel: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isColumn, setColumn] = useState(false)
  const look = useCallback(() => setColumn(new Set([...(place.current?.children ?? [])].map(topOf)).size > 1), [])
  // After each render: another language has other words.
  useLayoutEffect(look)
  useEffect(() => {
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  }, [look])
  const other = <Fragment key="cancel">{cancel}</Fragment>
  const main = <Fragment key="main">{children}</Fragment>
  return (
    <div className="choices" ref={place}>
      {isColumn ? [main, other] : [other, main]}
    </div>
  )
}
