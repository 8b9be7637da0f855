import { useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'

/** Copies this text, and says so. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTexts()
  const [copied, setCopied] = useState(false)
  // If the clipboard refuses, the member can still select the text by hand.
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <button type="button" className="link" onClick={() => void copy()}>
        {t('shell.copy')}
      </button>
      <span role="status" className={copied ? 'success' : 'hidden'}>
        {copied && t('shell.copied')}
      </span>
    </>
  )
}
