import { useTexts } from '../i18n/texts'
import type { MessageKey } from '../rules/messages'
import { Button } from './Button'

type Props = {
  /** Of the words, where something else is described by them. */
  id?: string
  text?: MessageKey
  onRetry: () => void
}

/** In place of what could not be had, where nothing else says so: that it could not, and how to ask for it again. */
export function LoadFailed({ id, text = 'profile.listFailed', onRetry }: Props) {
  const { t } = useTexts()
  return (
    <div role="alert" className="aside">
      <p id={id}>{t(text)}</p>
      <Button plain small onClick={onRetry}>
        {t('profile.retry')}
      </Button>
    </div>
  )
}
