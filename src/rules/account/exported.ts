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

/** What stands in a cell. Nothing is left out: a value with parts is written as JSON. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Whether a cell is a moment in ISO 8601, which the page writes as people do. */
export const isMoment = (cell: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(cell)

const recordOf = (row: Record<string, unknown>): ExportTable => ({
  kind: 'record',
  fields: Object.entries(row).map(([name, value]) => [name, cellOf(value)] as const),
})

function tablesOf(value: unknown): ExportTable[] {
  if (isRecord(value)) return [recordOf(value)]
  const list = Array.isArray(value) ? (value as unknown[]) : [value]
  const rows = list.filter(isRecord)
  if (rows.length < list.length || rows.length === 0)
    return list.length === 0 ? [] : [{ kind: 'table', columns: [], rows: list.map((one) => [cellOf(one)]) }]
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (columns.length > MOST_COLUMNS) return rows.map(recordOf)
  return [{ kind: 'table', columns, rows: rows.map((row) => columns.map((column) => cellOf(row[column]))) }]
}

/** @returns a part for each table of the export, in its order */
export const exportParts = (data: Record<string, unknown>): ExportPart[] =>
  Object.entries(data).map(([name, value]) => ({
    name,
    count: Array.isArray(value) ? value.length : 1,
    tables: tablesOf(value),
  }))
