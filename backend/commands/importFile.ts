// The rows of a file of members: CSV with a line of names, or a JSON object on each line. Read piece by piece, whatever its size.
import { createReadStream, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parse, type CsvError, type InfoRecord } from 'csv-parse'
import { IMPORT_FIELDS } from '../domain/members/importRow.ts'
import { StartProblem } from '../startProblem.ts'

/** `line`: of the end of the row, from 1. `problem`: why the line is no row. */
export type FileRow = { line: number; value?: unknown; problem?: string }

/** More than a row can have: an open quotation mark does not swallow the file. */
const MOST_ROW = 64 * 1024

function streamOf(path: string) {
  try {
    return createReadStream(path, { fd: openSync(path, 'r') })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new StartProblem(`${path} cannot be read${code}`)
  }
}

function checkedHeader(header: string[]): string[] {
  const names = header.map((name) => name.trim())
  const unknown = names.filter((name) => !IMPORT_FIELDS.includes(name))
  if (unknown.length > 0)
    throw new StartProblem(`columns that no import has: ${unknown.join(', ')}\nit has ${IMPORT_FIELDS.join(', ')}`)
  return names
}

async function* csvRows(path: string): AsyncGenerator<FileRow> {
  const skipped: FileRow[] = []
  const skip = (error?: CsvError) =>
    void skipped.push({ line: Number(error?.lines ?? 0), problem: error?.code ?? 'cannot be read' })
  const parser = parse({
    bom: true,
    columns: checkedHeader,
    info: true,
    trim: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: skip,
    max_record_size: MOST_ROW,
  })
  const source = streamOf(path)
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  for await (const { info, record } of parser as AsyncIterable<{ info: InfoRecord; record: unknown }>) {
    yield* skipped.splice(0)
    yield { line: info.lines, value: record }
  }
  yield* skipped
}

async function* jsonRows(path: string): AsyncGenerator<FileRow> {
  let line = 0
  for await (const text of createInterface({ input: streamOf(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    if (text.trim() === '') continue
    try {
      yield { line, value: JSON.parse(text) }
    } catch {
      yield { line, problem: 'not JSON' }
    }
  }
}

const READERS: Readonly<Record<string, (path: string) => AsyncGenerator<FileRow>>> = {
  csv: csvRows,
  jsonl: jsonRows,
  ndjson: jsonRows,
}

/** @throws StartProblem if the name of the file does not end in .csv, .jsonl or .ndjson, or if the file cannot be read */
export function rowsOf(path: string): AsyncGenerator<FileRow> {
  const reader = READERS[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
  if (!reader) throw new StartProblem(`${path}: the name ends in ${Object.keys(READERS).join(', ')}`)
  return reader(path)
}
