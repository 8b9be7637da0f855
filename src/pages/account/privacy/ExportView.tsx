// Screens, "Account": the export as tables that a person can read, and print.
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatMoment } from '../../../i18n/dates.ts'
import { useLocale } from '../../../i18n/texts.tsx'
import { type ExportTable, exportParts, isDay, isMoment } from '../../../rules/account/exported.ts'
import { type Copy, useCopyWords } from './exportWords.ts'

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

export function ExportView({ data, lists }: Copy) {
  const { t } = useTranslation()
  const { ofTable, ...words } = useCopyWords()(lists)
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
