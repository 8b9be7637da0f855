import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/texts'
import { sayAloud } from '../../ui/aloud'
import { isFocusLost } from '../../ui/focus'
import { Icon } from '../../ui/Icon'

/** A verification, and in its place that it was passed. What has the focus goes with the first; a reader hears what came of it. */
export function Proof({ isVerified, children }: { isVerified: boolean; children: ReactNode }) {
  const { t } = useTexts()
  const was = useRef(isVerified)
  const passed = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (was.current === isVerified) return
    was.current = isVerified
    if (isVerified && isFocusLost()) passed.current?.focus()
    else sayAloud(t(isVerified ? 'join.verified' : 'sms.changed'))
  }, [isVerified, t])

  if (!isVerified) return children
  return (
    <p ref={passed} tabIndex={-1} className="note success">
      <Icon name="check" />
      <span>{t('join.verified')}</span>
    </p>
  )
}
