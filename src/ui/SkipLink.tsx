import { useTranslation } from 'react-i18next'

/** The first stop of the keyboard: past the header, to the page. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a className="skip" href="#main">
      {t('shell.skip')}
    </a>
  )
}
