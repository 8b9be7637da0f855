// Screens, "Account": everything that is stored about the member, as tables that a person can read.

/** A table with its own columns, or one record with a line for each of its fields. */
export type ExportTable =
  | { kind: 'table'; columns: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'record'; fields: readonly (readonly [string, string])[] }
export type ExportPart = { name: string; count: number; tables: readonly ExportTable[] }

/** More columns than this are easier to read one below the other. */
const MOST_COLUMNS = 4

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The words of the page: yes, no, what a field is called, and what a code in a field stands for. Without such words the code itself is shown. */
export type ExportWords = {
  yes: string
  no: string
  ofField: (name: string) => string
  ofCode: (field: string, code: string) => string | undefined
}

const NOTHING = '–'

/** What stands in a cell of this field. Nothing is left out: a value with parts has a line for each of them, and a list of plain values is one line. */
export function cellOf(value: unknown, words: ExportWords, field = ''): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) {
    const cells = (value as unknown[]).map((one) => cellOf(one, words, field))
    return cells.join(value.some(isRecord) ? '\n' : ', ') || NOTHING
  }
  if (isRecord(value))
    return (
      Object.entries(value)
        .map(([name, part]) => `${words.ofField(name)}: ${cellOf(part, words, name)}`)
        .join('\n') || NOTHING
    )
  if (typeof value !== 'string' && typeof value !== 'number') return NOTHING
  return words.ofCode(field, String(value)) ?? (String(value) || NOTHING)
}

/**
 * The copy for the file: each code stays as it is stored, and its name stands next to it, in a field that ends with `_name`. The copy has no field of such
 * a name itself, unless a backend adds one, which then stays.
 */
export function withNames(value: unknown, ofCode: ExportWords['ofCode']): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, ofCode))
  if (!isRecord(value)) return value
  const fields = Object.entries(value).flatMap(([field, part]) => {
    // The joiners at the end of a text (server/lineEnds.ts) are for lines of a page.
    const name = typeof part === 'string' ? ofCode(field, part)?.replaceAll('\u2060', '') : undefined
    const own = [field, withNames(part, ofCode)] as const
    const isOwn = name === undefined || Object.hasOwn(value, `${field}_name`)
    return isOwn ? [own] : [own, [`${field}_name`, name] as const]
  })
  return Object.fromEntries(fields)
}

/** Whether a cell is a moment in ISO 8601, which the page writes as people do. */
export const isMoment = (cell: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(cell)

/** Whether a cell is a day alone. */
export const isDay = (cell: string): boolean => /^\d{4}-\d\d-\d\d$/.test(cell)

const recordOf = (row: Record<string, unknown>, words: ExportWords): ExportTable => ({
  kind: 'record',
  fields: Object.entries(row).map(([name, value]) => [name, cellOf(value, words, name)] as const),
})

function tablesOf(value: unknown, words: ExportWords): ExportTable[] {
  if (isRecord(value)) return [recordOf(value, words)]
  const list = Array.isArray(value) ? (value as unknown[]) : [value]
  const rows = list.filter(isRecord)
  if (rows.length < list.length || rows.length === 0)
    return list.length === 0 ? [] : [{ kind: 'table', columns: [], rows: list.map((one) => [cellOf(one, words)]) }]
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (columns.length > MOST_COLUMNS) return rows.map((row) => recordOf(row, words))
  return [
    { kind: 'table', columns, rows: rows.map((row) => columns.map((column) => cellOf(row[column], words, column))) },
  ]
}

/** @returns a part for each table of the export, in its order */
export const exportParts = (data: Record<string, unknown>, words: ExportWords): ExportPart[] =>
  Object.entries(data).map(([name, value]) => ({
    name,
    count: Array.isArray(value) ? value.length : 1,
    tables: tablesOf(value, words),
  }))
