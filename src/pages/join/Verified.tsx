import { useTexts } from '../../i18n/texts'
import { Icon } from '../../ui/Icon'

/** In place of a verification that has been passed. */
export function Verified() {
  const { t } = useTexts()
  return (
    <p role="status" className="note success">
      <Icon name="check" />
      {t('join.verified')}
    </p>
  )
}
