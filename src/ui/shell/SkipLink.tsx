import { useTexts } from '../../i18n/texts.tsx'

/** The first stop of the Tab key: skips the header. */
export function SkipLink() {
  const { t } = useTexts()
  return (
    <a className="skip" href="#main">
      {t('shell.skip')}
    </a>
  )
}
