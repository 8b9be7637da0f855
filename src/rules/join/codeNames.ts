// The names of codes of the service API in a language.
import type { Locale } from '../../../contract/locale.ts'
import type { Code } from '../../../contract/shapes/service.ts'
import { nameIn } from '../texts/locale.ts'

type NamedCode = Pick<Code, 'code' | 'code_name' | 'code_name_en' | 'code_name_cn' | 'code_name_ja'>

export const codeName = (
  { code_name: ko, code_name_en: en, code_name_cn: cn, code_name_ja: ja }: Omit<NamedCode, 'code'>,
  locale: Locale,
): string => nameIn(locale, { ko, en, cn, ja })

/**
 * Names countries in a language. The browser knows more languages than the service API, which names what the browser does not know.
 *
 * @param style `short` where there is room for a few letters: 한국, not 대한민국
 */
export function countryNames(locale: Locale, style: 'long' | 'short' = 'long'): (country: NamedCode) => string {
  const language = locale === 'zh' ? 'zh-Hans' : locale
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none', style })
  return (country) => (/^[A-Z]{2}$/.test(country.code) && names.of(country.code)) || codeName(country, locale)
}

/** Countries in the order of a language's names. The server's order is the Korean one, and its first country is the usual one. */
export function byName<Choice extends { text: string }>(
  [usual, ...others]: readonly Choice[],
  locale: Locale,
): Choice[] {
  const { compare } = new Intl.Collator(locale)
  return [...(usual ? [usual] : []), ...others.sort((one, other) => compare(one.text, other.text))]
}
