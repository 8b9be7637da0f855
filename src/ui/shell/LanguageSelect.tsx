import { useTexts } from '../../i18n/texts.tsx'
import { HTML_LANG, LANGUAGE_NAMES, type Locale } from '../../../contract/locale.ts'
import { Icon } from '../Icon.tsx'

type Props = { locales: readonly Locale[]; locale: Locale; onLocale: (locale: Locale) => void }

/** Each language in its own name. Nothing is shown for a single language. */
export function LanguageSelect({ locales, locale, onLocale }: Props) {
  const { t } = useTexts()
  if (locales.length < 2) return null
  return (
    <label className="language">
      <Icon name="globe" />
      <span className="hidden">{t('shell.language')}</span>
      <select
        name="language"
        autoComplete="off"
        value={locale}
        onChange={({ target }) => {
          const chosen = locales.find((known) => known === target.value)
          if (chosen) onLocale(chosen)
        }}
      >
        {locales.map((each) => (
          <option key={each} value={each} lang={HTML_LANG[each]}>
            {LANGUAGE_NAMES[each]}
          </option>
        ))}
      </select>
    </label>
  )
}
