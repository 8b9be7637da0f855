// Below the main action: the ways out of a screen that do not complete it.
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Keeps the focus where it is while the mouse presses a way out. A field that loses it can show an error, which would move the way out away
 * from under the pointer, so that the press would do nothing.
 */
export const keepFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() }

export function WaysOut({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <nav className="links" aria-label={t('resolve.ways')} {...keepFocus}>
      {children}
    </nav>
  )
}
