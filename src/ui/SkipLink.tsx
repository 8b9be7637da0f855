import { useTexts } from '../i18n/texts'

/** The first stop of the keyboard: past the header, to the page. */
export function SkipLink() {
  const { t } = useTexts()
  return (
    <a className="skip" href="#main">
      {t('shell.skip')}
    </a>
  )
}
