import { useTranslation } from 'react-i18next'
import type { MessageKey } from '../../rules/texts/messages.ts'
import { bySentence } from '../bySentence.tsx'
import { Button } from '../Button.tsx'

type Props = {
  /** The id of the text, for an element that it describes. */
  id?: string
  text?: MessageKey
  /** It is being loaded again. */
  busy?: boolean
  onRetry: () => void
}

/** Replaces what could not be loaded, and offers to load it again. */
export function LoadFailed({ id, text = 'profile.listFailed', busy = false, onRetry }: Props) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="aside">
      <p id={id}>{bySentence(t(text))}</p>
      <Button plain small busy={busy} onClick={onRetry}>
        {t('profile.retry')}
      </Button>
    </div>
  )
}
