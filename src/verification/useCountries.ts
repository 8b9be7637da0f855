// Spec §3, national phone codes: the service's list, or the five countries of the specification, in the page's language.
import { useEffect, useState } from 'react'
import { codesOf } from '../api/service.ts'
import { whenIdle } from '../effects/browser/idle.ts'
import { useAnswer } from '../effects/forms/useAnswer.ts'
import { useLocale } from '../i18n/texts.tsx'
import { countryNames } from '../rules/join/codeNames.ts'
import { COUNTRIES } from '../rules/fields/phone.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Code } from '../../contract/shapes/service.ts'
import type { Choice } from '../ui/fields/SelectField.tsx'

const ask = (left: AbortSignal) => codesOf('NATIONAL_TEL_GRP', left)
const FIVE: Code[] = COUNTRIES.map(({ code, nation_tel_no: code_add }) => {
  return { code, code_add, code_name: code, code_name_en: null, code_name_cn: null }
})

export function useCountries(): Choice[] {
  const locale = useLocale()
  const { data } = useAnswer(ask)
  const [named, setNamed] = useState<{ locale: Locale; nameOf: (country: Code) => string } | null>(null)
  // A browser's first name of a country takes as long as half of the page, and the closed list shows none.
  useEffect(() => whenIdle(() => setNamed({ locale, nameOf: countryNames(locale, 'short') })), [locale])
  const known = (data ?? []).filter(({ code_add }) => /^\d{1,4}$/.test(code_add ?? ''))
  return (known.length > 0 ? known : FIVE).map((country) => {
    const value = country.code_add ?? ''
    return { value, text: named?.locale === locale ? `+${value} ${named.nameOf(country)}` : `+${value}` }
  })
}
