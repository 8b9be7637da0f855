import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import { Button } from '../Button.tsx'
import { Reference } from '../Reference.tsx'

type Props = {
  reference: string
  onRetry: () => void
  /** A second way on, if there is one. */
  children?: ReactNode
}

/** The page that replaces a broken one. It is in the first load, because loading may be impossible by then. */
export function BrokenPage({ reference, onRetry, children }: Props) {
  const { t } = useTexts()
  return (
    <div className="stack broken" role="alert">
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
