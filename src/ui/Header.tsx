import type { Locale } from '../wire/locale'
import { LanguageSelect } from './LanguageSelect'
import { SupportedImage } from './SupportedImage'

type Props = {
  service?: { name: string; icon: string | null | undefined } | undefined
  locales: readonly Locale[]
  locale: Locale
  onLocale: (locale: Locale) => void
}

/** The service's logo and name. Their space stays free until they are known. */
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
