import type { Locale } from '../wire/codes'
import { LanguageSelect } from './LanguageSelect'
import { SupportedImage } from './SupportedImage'

type Props = {
  service?: { name: string; icon: string | null | undefined } | undefined
  locales: readonly Locale[]
  locale: Locale
  onLocale: (locale: Locale) => void
}

/** The service greets: its logo and name. Until it is known the same room stays free. */
export function Header({ service, ...language }: Props) {
  return (
    <header className="header">
      <div className="brand">
        {service && (
          <>
            <SupportedImage src={service.icon} />
            <bdi>{service.name}</bdi>
          </>
        )}
      </div>
      <LanguageSelect {...language} />
    </header>
  )
}
