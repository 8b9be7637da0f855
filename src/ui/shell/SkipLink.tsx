import type { MouseEvent } from 'react'
import { useTexts } from '../../i18n/texts.tsx'

// Not by the address: its new entry in the history names no screen of a join, and so would lead to another one.
const skip = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** The first stop of the Tab key: skips the header. */
export function SkipLink() {
  const { t } = useTexts()
  return (
    <a className="skip" href="#main" onClick={skip}>
      {t('shell.skip')}
    </a>
  )
}
