// Screens, "Account": the export as tables that a person can read, and print.
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../i18n/dates.ts'
import { isKnown } from '../../../i18n/languages.ts'
import { useLocale } from '../../../i18n/texts.tsx'
import { type ExportTable, exportParts, isMoment } from '../../../rules/account/exported.ts'
import type { MessageKey } from '../../../rules/texts/messages.ts'

/** What the page calls a table, a field, and a value that is true or not. Another backend may have names that the texts do not know. */
function useHeadings() {
  const { t } = useTranslation()
  const said = (key: string, name: string) => (isKnown(key) ? t(key as MessageKey) : name.replaceAll('_', ' '))
  return {
    ofTable: (name: string) => said(`exported.${name}`, name),
    ofField: (name: string) => said(`exported.field.${name}`, name),
    yes: t('account.yes'),
    no: t('account.no'),
  }
}

function Table({ table, name }: { table: ExportTable; name: string }) {
  const locale = useLocale()
  const { ofField } = useHeadings()
  const shown = (cell: string) => (isMoment(cell) ? formatMoment(locale, cell) : cell)
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
  const { ofTable, ...words } = useHeadings()
  return (
    <div className="export-view">
      {exportParts(data, words).map(({ name, count, tables }) => (
        <section key={name}>
          <h3>
            <span>{ofTable(name)}</span> <small>{t('account.entries', { count: String(count) })}</small>
          </h3>
          {tables.length === 0 && <p className="note">{t('account.none')}</p>}
          {tables.map((table, at) => (
            <Table key={at} table={table} name={`${ofTable(name)} ${at + 1}`} />
          ))}
        </section>
      ))}
    </div>
  )
}
