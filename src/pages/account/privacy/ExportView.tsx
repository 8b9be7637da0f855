// Screens, "Account": the export as tables that a person can read, and print.
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { interests } from '../../../api/portal.ts'
import { codesOf } from '../../../api/service.ts'
import { useAnswer } from '../../../effects/forms/useAnswer.ts'
import { formatDay, formatMoment } from '../../../i18n/dates.ts'
import { isKnown } from '../../../i18n/languages.ts'
import { useLocale } from '../../../i18n/texts.tsx'
import { type CodeLists, EXPORT_GROUPS, interestCodes, meaningOf } from '../../../rules/account/exportCodes.ts'
import { type ExportTable, exportParts, isDay, isMoment } from '../../../rules/account/exported.ts'
import { codeName } from '../../../rules/join/codeNames.ts'
import type { MessageKey } from '../../../rules/texts/messages.ts'
import { succeeded } from '../../../../contract/shapes/answer.ts'

/** The code lists that name values. One that does not arrive leaves its codes as they are. */
async function askForLists(left: AbortSignal) {
  const [interest, ...answers] = await Promise.all([
    interests(left),
    ...EXPORT_GROUPS.map(async (group) => [group, await codesOf(group, left)] as const),
  ])
  const lists = answers.map(([group, answer]) => [group, answer.ok ? answer.data : []] as const)
  return succeeded<CodeLists>({
    ...Object.fromEntries(lists),
    interests: interest.ok ? interestCodes(interest.data) : [],
  })
}

/** What the page calls a table, a field, and a value. Another backend may have names that the texts do not know. */
function useHeadings(lists: CodeLists) {
  const { t } = useTranslation()
  const locale = useLocale()
  const ofCode = (field: string, code: string) => {
    const meaning = meaningOf(field, code, lists)
    if (!meaning) return undefined
    if ('text' in meaning) return isKnown(meaning.text) ? t(meaning.text) : undefined
    return 'words' in meaning ? meaning.words : codeName(meaning.code, locale)
  }
  const said = (key: string, name: string) => (isKnown(key) ? t(key as MessageKey) : name.replaceAll('_', ' '))
  return {
    ofTable: (name: string) => said(`exported.${name}`, name),
    ofField: (name: string) => said(`exported.field.${name}`, name),
    ofCode,
    yes: t('account.yes'),
    no: t('account.no'),
  }
}

type TableProps = { table: ExportTable; name: string; ofField: (name: string) => string }

function Table({ table, name, ofField }: TableProps) {
  const locale = useLocale()
  const shown = (cell: string) =>
    isMoment(cell) ? formatMoment(locale, cell) : (isDay(cell) && formatDay(locale, `${cell}T12:00`)) || cell
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by itself, also with the keys
    <div className="exported" tabIndex={0} role="group" aria-label={name}>
      <table>
        {table.kind === 'record' ? (
          <tbody>
            {table.fields.map(([field, value]) => (
              <tr key={field}>
                <th scope="row">{ofField(field)}</th>
                <td>{shown(value)}</td>
              </tr>
            ))}
          </tbody>
        ) : (
          <>
            {table.columns.length > 0 && (
              <thead>
                <tr>
                  {table.columns.map((column) => (
                    <th key={column} scope="col">
                      {ofField(column)}
                    </th>
                  ))}
                </tr>
              </thead>
            )}
            <tbody>
              {table.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, column) => (
                    <td key={column}>{shown(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </>
        )}
      </table>
    </div>
  )
}

export function ExportView({ data }: { data: Record<string, unknown> }) {
  const { t } = useTranslation()
  const { ofTable, ...words } = useHeadings(useAnswer(askForLists).data ?? {})
  const view = useRef<HTMLDivElement>(null)
  // On paper nothing can be opened.
  useEffect(() => {
    const openAll = () => view.current?.querySelectorAll('details').forEach((group) => (group.open = true))
    window.addEventListener('beforeprint', openAll)
    return () => window.removeEventListener('beforeprint', openAll)
  }, [])
  return (
    <div className="export-view" ref={view}>
      {exportParts(data, words).map(({ name, count, tables }, position) => (
        <details key={name} open={position === 0}>
          <summary aria-labelledby={`export-${name}`}>
            <h3 id={`export-${name}`}>
              <span>{ofTable(name)}</span> <small>{t('account.entries', { count: String(count) })}</small>
            </h3>
          </summary>
          {tables.length === 0 && <p className="note">{t('account.none')}</p>}
          {tables.map((table, at) => (
            <Table key={at} table={table} name={`${ofTable(name)} ${at + 1}`} ofField={words.ofField} />
          ))}
        </details>
      ))}
    </div>
  )
}
