import { useTexts } from '../../i18n/texts.tsx'
import { Icon } from '../Icon.tsx'

/** The chosen language could not be loaded, said where it was chosen. A toast has announced it. */
export function LanguageLost({ onAgain, onKeep }: { onAgain: () => void; onKeep: () => void }) {
  const { t } = useTexts()
  return (
    <div className="alert">
      <Icon name="alert" />
      <p>{t('errors.localeFailed')}</p>
      <button type="button" className="link" onClick={onAgain}>
        {t('error.retry')}
      </button>
      <button type="button" className="link" aria-label={t('common.dismiss')} onClick={onKeep}>
        <Icon name="close" />
      </button>
    </div>
  )
}
