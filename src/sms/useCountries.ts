// Spec §3, national phone codes: the service's list in the page's language; the five countries of the spec where it cannot be had.
import { useEffect, useState } from 'react'
import { codesOf } from '../api/service'
import { useTexts } from '../i18n/texts'
import { codeName } from '../rules/locale'
import { COUNTRIES } from '../rules/phone'
import type { Choice } from '../ui/fields/SelectField'
import type { Codes } from '../wire/service'

export function useCountries(): Choice[] {
  const { t, locale } = useTexts()
  const [codes, setCodes] = useState<Codes>([])

  useEffect(() => {
    let latest = true
    void codesOf('NATIONAL_TEL_GRP').then((answer) => {
      if (latest && answer.ok) setCodes(answer.data.filter(({ code_add }) => /^\d{1,4}$/.test(code_add ?? '')))
    })
    return () => {
      latest = false
    }
  }, [])

  const known = codes.map((code) => ({ value: code.code_add ?? '', name: codeName(code, locale) }))
  const listed =
    known.length > 0 ? known : COUNTRIES.map(({ nation_tel_no, name }) => ({ value: nation_tel_no, name: t(name) }))
  return listed.map(({ value, name }) => ({ value, text: `${name} +${value}` }))
}
