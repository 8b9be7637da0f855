import { useTranslation } from 'react-i18next'
import type { ProfileField } from '../rules/join/jobInfo.ts'
import type { MessageKey } from '../rules/texts/messages.ts'
import { Button } from '../ui/Button.tsx'

type Props = {
  /** What is still needed. Null: the choices are complete. */
  text: MessageKey | null
  /** The words of the button. */
  clear: MessageKey
  onClear: () => void
  /** Gets the focus from the button, which disappears. */
  first: ProfileField
}

/** Below optional choices that are needed together once one of them is made: what is still needed, and the way back to none. */
export function Begun({ text, clear, onClear, first }: Props) {
  const { t } = useTranslation()
  return (
    <div className="aside">
      {text && <p>{t(text)}</p>}
      <Button
        plain
        small
        onClick={() => {
          document.getElementById(first)?.focus()
          onClear()
        }}
      >
        {t(clear)}
      </Button>
    </div>
  )
}
