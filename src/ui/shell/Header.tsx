import type { Locale } from '../../../contract/locale.ts'
import { LanguageLost } from './LanguageLost.tsx'
import { LanguageSelect } from './LanguageSelect.tsx'
import { SupportedImage } from '../SupportedImage.tsx'

type Props = {
  service?: { name: string; icon: string | null | undefined } | undefined
  /** Daemun's own name, on a page that no service has sent the visitor to. */
  product?: string | undefined
  locales: readonly Locale[]
  locale: Locale
  onLocale: (locale: Locale) => void
  /** A language that could not be loaded. */
  lost: Locale | null
  onKeep: () => void
}

/** Logo and name of the service, or of Daemun. Their space stays free until it is known which. */
export function Header({ service, product, lost, onKeep, ...language }: Props) {
  return (
    <header className="header">
      <div className="brand">
        {service && (
          <>
            <SupportedImage src={service.icon} />
            <bdi>{service.name}</bdi>
          </>
        )}
        {!service && product && (
          <>
            <img src="/favicon.svg" alt="" />
            <span>{product}</span>
          </>
        )}
      </div>
      <LanguageSelect {...language} />
      {lost && <LanguageLost onAgain={() => language.onLocale(lost)} onKeep={onKeep} />}
    </header>
  )
}
