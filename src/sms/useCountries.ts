// Spec §3, national phone codes: the service's list in the page's language; the five countries of the spec where it cannot be had.
import { codesOf } from '../api/service'
import { useAnswer } from '../effects/useAnswer'
import { useTexts } from '../i18n/texts'
import { codeName } from '../rules/locale'
import { COUNTRIES } from '../rules/phone'
import type { Choice } from '../ui/fields/SelectField'

const ask = (left: AbortSignal) => codesOf('NATIONAL_TEL_GRP', left)

export function useCountries(): Choice[] {
  const { t, locale } = useTexts()
  const { data } = useAnswer(ask)
  const codes = (data ?? []).filter(({ code_add }) => /^\d{1,4}$/.test(code_add ?? ''))
  const known = codes.map((code) => ({ value: code.code_add ?? '', name: codeName(code, locale) }))
  const listed =
    known.length > 0 ? known : COUNTRIES.map(({ nation_tel_no, name }) => ({ value: nation_tel_no, name: t(name) }))
  return listed.map(({ value, name }) => ({ value, text: `${name} +${value}` }))
}
