import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'
import './termsText.css'

type Props = { name: string; url: string; onClose: () => void }

/** A text of terms, in a frame that runs no script and sends no form. */
export default function TermsText({ name, url, onClose }: Props) {
  const { t } = useTranslation()
  const [isLoaded, setLoaded] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  // The dialog took the focus before it had a name.
  useLayoutEffect(() => title.current?.focus(), [])

  return (
    <div className="text">
      <div className="head">
        <h2 id="modal-title" ref={title} tabIndex={-1}>
          {name}
        </h2>
        <Button plain small onClick={onClose}>
          {t('modal.close')}
        </Button>
      </div>
      <div className="body" aria-busy={!isLoaded}>
        <iframe sandbox="" referrerPolicy="no-referrer" src={url} title={name} onLoad={() => setLoaded(true)} />
        {!isLoaded && (
          <p className="waiting" role="status">
            {t('terms.coming')}
          </p>
        )}
      </div>
      {/* A frame does not say that its page refused to be framed. */}
      <a href={url} target="_blank" rel="noopener noreferrer">
        {t('terms.inNewTab')}
      </a>
    </div>
  )
}
