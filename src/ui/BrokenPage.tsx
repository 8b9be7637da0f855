import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts'
import { Button } from './Button'
import { Reference } from './Reference'

type Props = {
  reference: string
  onRetry: () => void
  /** The other way on, where one is known. */
  children?: ReactNode
}

/** What is left when a page broke. In the first load, because nothing more may be loadable. */
export function BrokenPage({ reference, onRetry, children }: Props) {
  const { t } = useTexts()
  return (
    <div className="stack" role="alert">
      <h1 id="title" tabIndex={-1}>
        {t('shell.broken')}
      </h1>
      <p>{t('shell.brokenText')}</p>
      <Button onClick={onRetry}>{t('shell.reload')}</Button>
      {children}
      <Reference id={reference} />
    </div>
  )
}
