// The terms of several types as one list, in the language of the page.
import { useCallback } from 'react'
import { termsOf } from '../../api/join.ts'
import { useAnswer } from '../../effects/forms/useAnswer.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { TERMS_LANGUAGE } from '../../rules/texts/locale.ts'
import { isSafeAddress } from '../../rules/fields/webAddress.ts'
import type { TermsType } from '../../rules/terms/termsTypes.ts'
import { type Answer, succeeded } from '../../../contract/shapes/answer.ts'
import type { TermsAnswer } from '../../../contract/shapes/join.ts'

type Terms = TermsAnswer['terms']

export function useTerms(types: readonly TermsType[]) {
  const language = TERMS_LANGUAGE[useLocale()]
  const key = types.join(' ')
  const ask = useCallback(
    async (left: AbortSignal): Promise<Answer<Terms>> => {
      const asked = key.split(' ').filter(Boolean) as TermsType[]
      const answers = await Promise.all(asked.map((type) => termsOf(type, language, left)))
      const failed = answers.find((answer) => !answer.ok)
      if (failed && !failed.ok) return failed
      return succeeded(answers.flatMap((answer) => (answer.ok ? answer.data.terms : [])))
    },
    [key, language],
  )
  const { data, ...rest } = useAnswer(ask)
  return {
    ...rest,
    terms: data?.map((item) => ({
      ...item,
      url: isSafeAddress(item.url) ? item.url : null,
      children: item.children ?? [],
    })),
  }
}
