// The names of codes of the service API in a language.
import type { Locale } from '../../../contract/locale.ts'
import type { Code } from '../../../contract/shapes/service.ts'
import { nameIn } from '../texts/locale.ts'

type NamedCode = Pick<Code, 'code' | 'code_name' | 'code_name_en' | 'code_name_cn'>

export const codeName = (
  { code_name: ko, code_name_en: en, code_name_cn: cn }: Omit<NamedCode, 'code'>,
  locale: Locale,
): string => nameIn(locale, { ko, en, cn })

/** Names countries in a language. The browser knows more languages than the service API, which names what the browser does not know. */
export function countryNames(locale: Locale): (country: NamedCode) => string {
  const names = new Intl.DisplayNames([locale === 'zh' ? 'zh-Hans' : locale], { type: 'region', fallback: 'none' })
  return (country) => (/^[A-Z]{2}$/.test(country.code) && names.of(country.code)) || codeName(country, locale)
}
