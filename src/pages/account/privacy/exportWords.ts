// Screens, "Account": the words of the copy. Its codes are named by the code lists of the service API.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { exportAccount, type SessionName } from '../../../api/account.ts'
import { interests } from '../../../api/portal.ts'
import { codesOf, codeWithChildren } from '../../../api/service.ts'
import { isKnown } from '../../../i18n/languages.ts'
import { useLocale } from '../../../i18n/texts.tsx'
import { AFFILIATION, codesIn, type CodeLists, interestCodes, meaningOf } from '../../../rules/account/exportCodes.ts'
import type { ExportWords } from '../../../rules/account/exported.ts'
import { codeName, countryNames } from '../../../rules/join/codeNames.ts'
import type { MessageKey } from '../../../rules/texts/messages.ts'
import { type Answer, succeeded } from '../../../../contract/shapes/answer.ts'

export type Copy = { data: Record<string, unknown>; lists: CodeLists }
type CopyWords = ExportWords & { ofTable: (name: string) => string }

/** The lists that name codes of the copy. One that does not arrive leaves its codes as they are. */
async function listsFor(data: Copy['data']): Promise<CodeLists> {
  const { groups, affiliations } = codesIn(data)
  const listOf = async (group: string) => {
    if (group === 'interests') {
      const answer = await interests()
      return answer.ok ? interestCodes(answer.data) : []
    }
    const answer = await codesOf(group)
    return answer.ok ? answer.data : []
  }
  const [lists, looked] = await Promise.all([
    Promise.all(groups.map(async (group) => [group, await listOf(group)] as const)),
    Promise.all(affiliations.map((code) => codeWithChildren(code))),
  ])
  return { ...Object.fromEntries(lists), [AFFILIATION]: looked.flatMap((answer) => (answer.ok ? [answer.data] : [])) }
}

/** Everything that is stored about the member, with the lists that name its codes. */
export async function askForCopy(session: SessionName): Promise<Answer<Copy>> {
  const answer = await exportAccount(session)
  return answer.ok ? succeeded({ data: answer.data, lists: await listsFor(answer.data) }) : answer
}

/** @returns what the page calls a table, a field, and a value. Another backend may have names that the texts do not know. */
export function useCopyWords(): (lists: CodeLists) => CopyWords {
  const { t } = useTranslation()
  const locale = useLocale()
  const countryName = useMemo(() => countryNames(locale), [locale])
  const said = (key: string, name: string) => (isKnown(key) ? t(key as MessageKey) : name.replaceAll('_', ' '))
  return (lists) => ({
    ofTable: (name) => said(`exported.${name}`, name),
    ofField: (name) => said(`exported.field.${name}`, name),
    ofCode(field, code) {
      const meaning = meaningOf(field, code, lists)
      if (!meaning) return undefined
      if ('text' in meaning) return isKnown(meaning.text) ? t(meaning.text, meaning.values) : undefined
      if ('words' in meaning) return meaning.words
      const nameOf = field === 'national' ? countryName : (row: (typeof meaning.codes)[number]) => codeName(row, locale)
      return meaning.codes.map(nameOf).join(' / ')
    },
    yes: t('account.yes'),
    no: t('account.no'),
  })
}
