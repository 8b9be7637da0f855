import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from './CopyButton.tsx'

/** The reference of a failure, with a copy button. It is in the first load, like the broken page. */
export function Reference({ id }: { id: string }) {
  const { t } = useTexts()
  return (
    <p className="reference">
      <span>
        <span>{t('shell.reference')}</span> <code>{id}</code>
      </span>
      <CopyButton text={id} />
    </p>
  )
}
