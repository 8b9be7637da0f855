// Screens, "Account": the export as tables that a person can read, and print.
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../i18n/dates.ts'
import { useLocale } from '../../../i18n/texts.tsx'
import { type ExportTable, exportParts, isMoment } from '../../../rules/account/exported.ts'

/** The name of a table or a column, as words. */
const worded = (name: string) => name.replaceAll('_', ' ')

function Table({ table, name }: { table: ExportTable; name: string }) {
  const locale = useLocale()
  const shown = (cell: string) => (isMoment(cell) ? formatMoment(locale, cell) : cell)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by itself, also with the keys
    <div className="exported" tabIndex={0} role="group" aria-label={name}>
      <table>
        {table.kind === 'record' ? (
          <tbody>
            {table.fields.map(([field, value]) => (
              <tr key={field}>
                <th scope="row">{worded(field)}</th>
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
                      {worded(column)}
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
  return (
    <div className="export-view">
      {exportParts(data).map(({ name, count, tables }) => (
        <section key={name}>
          <h3>
            <span>{worded(name)}</span> <small>{t('account.entries', { count: String(count) })}</small>
          </h3>
          {tables.length === 0 && <p className="note">{t('account.none')}</p>}
          {tables.map((table, at) => (
            <Table key={at} table={table} name={`${worded(name)} ${at + 1}`} />
          ))}
        </section>
      ))}
    </div>
  )
}
