import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../../ui/shell/announce.tsx'
import { isFocusLost } from '../../../ui/focus.ts'
import { Icon } from '../../../ui/Icon.tsx'

type Props = {
  isVerified: boolean
  /** What is announced when the target has changed after it was proved. */
  changed: string
  children: ReactNode
}

/** A verification, and after it the confirmation. The focused element disappears with the verification, so a screen reader announces the result. */
export function Proof({ isVerified, changed, children }: Props) {
  const { t } = useTranslation()
  const was = useRef(isVerified)
  const passed = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (was.current === isVerified) return
    was.current = isVerified
    if (isVerified && isFocusLost()) passed.current?.focus()
    else announce(isVerified ? t('join.verified') : changed)
  }, [isVerified, changed, t])

  if (!isVerified) return children
  return (
    <p ref={passed} tabIndex={-1} className="note success">
      <Icon name="check" />
      <span>{t('join.verified')}</span>
    </p>
  )
}
