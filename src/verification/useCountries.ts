// Spec §3, national phone codes: the service's list, or the five countries of the specification, in the page's language.
import { codesOf } from '../api/service'
import { useAnswer } from '../effects/forms/useAnswer'
import { useTexts } from '../i18n/texts'
import { countryNames } from '../rules/codeNames'
import { COUNTRIES } from '../rules/phone'
import type { Code } from '../wire/service'
import type { Choice } from '../ui/fields/SelectField'

const ask = (left: AbortSignal) => codesOf('NATIONAL_TEL_GRP', left)
const FIVE: Code[] = COUNTRIES.map(({ code, nation_tel_no: code_add }) => {
  return { code, code_add, code_name: code, code_name_en: null, code_name_cn: null }
})

export function useCountries(): Choice[] {
  const { locale } = useTexts()
  const { data } = useAnswer(ask)
  const known = (data ?? []).filter(({ code_add }) => /^\d{1,4}$/.test(code_add ?? ''))
  const nameOf = countryNames(locale)
  return (known.length > 0 ? known : FIVE).map((country) => {
    const value = country.code_add ?? ''
    return { value, text: `${nameOf(country)} +${value}` }
  })
}
