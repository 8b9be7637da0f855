import { useState } from 'react'
import { useTexts } from '../i18n/texts'

/** What support can find a failure by, to be copied. In the first load, as the page that broke is. */
export function Reference({ id }: { id: string }) {
  const { t } = useTexts()
  const [copied, setCopied] = useState(false)
  // Where the clipboard is refused, the id can still be selected by hand.
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
