import { useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'

/** The reference of a failure, with a copy button. It is in the first load, like the broken page. */
export function Reference({ id }: { id: string }) {
  const { t } = useTexts()
  const [copied, setCopied] = useState(false)
  // If the clipboard refuses, the member can still select the reference by hand.
  const copy = () =>
    navigator.clipboard?.writeText(id).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <p className="reference">
      <span>
        <span>{t('shell.reference')}</span> <code>{id}</code>
      </span>
      <button type="button" className="link" onClick={() => void copy()}>
        {t('shell.copy')}
      </button>
      <span role="status" className={copied ? 'success' : 'hidden'}>
        {copied && t('shell.copied')}
      </span>
    </p>
  )
}
