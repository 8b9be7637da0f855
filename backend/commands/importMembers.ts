// `npm run members -- import FILE`: a file of members, in batches. After each batch a checkpoint beside the file says how far it got, so that the
// same command continues after a cut.
import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import * as z from 'zod/mini'
import type { Ctx } from '../context.ts'
import type { CodeLists } from '../domain/lists/codes.ts'
import { readRow } from '../domain/members/importRow.ts'
import { countRows, recordImport, writeRows, type Numbered } from '../domain/members/importWrite.ts'
import { rowsOf, type FileRow } from './importFile.ts'
import { StartProblem } from '../startProblem.ts'

/** A statement of about 2 MB, which takes a fifth of a second. */
const BATCH = 2000
const TOLD_EVERY = 100_000

const count = z.int().check(z.nonnegative())
/** How far a run got. `line`: the last one that is done. `problem_bytes`: of the file of problems by then. */
const Checkpoint = z.object({
  size: count,
  modified_ms: z.number(),
  line: count,
  imported: count,
  known: count,
  problems: count,
  problem_bytes: count,
})
type Checkpoint = z.infer<typeof Checkpoint>
type Options = { by: string; isDryRun: boolean; from: number | undefined; batch?: number }

const checkpointOf = (file: string) => `${file}.checkpoint.json`
const problemsOf = (file: string, { isDryRun }: Options) => `${file}.${isDryRun ? 'dry-run' : 'problems'}.csv`
/** The file names lines, and what is wrong with a field, but no value. */
const PROBLEM_HEADER = 'line,field,problem\n'
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

function checkpointIn(path: string): Checkpoint | null {
  try {
    return Checkpoint.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** @throws StartProblem if there is no file, or if it changed since the checkpoint */
function begin(file: string, options: Options): Checkpoint {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) throw new StartProblem(`${file} cannot be read`)
  const { size, mtimeMs: modified_ms } = stats
  const path = checkpointOf(file)
  if (options.isDryRun || options.from !== undefined || !existsSync(path)) {
    writeFileSync(problemsOf(file, options), PROBLEM_HEADER, { mode: 0o600 })
    const line = (options.from ?? 1) - 1
    return { size, modified_ms, line, imported: 0, known: 0, problems: 0, problem_bytes: PROBLEM_HEADER.length }
  }
  const kept = checkpointIn(path)
  if (kept?.size !== size || kept.modified_ms !== modified_ms)
    throw new StartProblem(`${file} has changed since ${path} was written: name the line to begin with (--from LINE)`)
  const problems = problemsOf(file, options)
  if (existsSync(problems)) truncateSync(problems, kept.problem_bytes)
  else {
    writeFileSync(problems, PROBLEM_HEADER, { mode: 0o600 })
    kept.problem_bytes = PROBLEM_HEADER.length
  }
  return kept
}

function save(file: string, state: Checkpoint): void {
  const path = checkpointOf(file)
  writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** Rows in groups, without those of lines that are done. */
async function* batchesOf(rows: AsyncIterable<FileRow>, done: number, size: number): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = []
  for await (const row of rows) {
    if (row.line <= done) continue
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type Problem = { line: number; field: string; problem: string }

function sorted(batch: readonly FileRow[], lists: CodeLists, now: Date): { rows: Numbered[]; problems: Problem[] } {
  const rows: Numbered[] = []
  const problems: Problem[] = []
  for (const { line, value, problem } of batch) {
    const read = problem === undefined ? readRow(value, lists, now) : [{ field: '', problem }]
    if (Array.isArray(read)) problems.push(...read.map((one) => ({ line, ...one })))
    else rows.push({ line, row: read })
  }
  return { rows, problems }
}

const TAKEN = 'the nickname, or phone, name and birthdate together, are those of another member'

function noteProblems(path: string, state: Checkpoint, problems: readonly Problem[]): void {
  const text = problems.map(({ line, field, problem }) => `${line},${quoted(field)},${quoted(problem)}\n`).join('')
  appendFileSync(path, text)
  state.problem_bytes += Buffer.byteLength(text)
  state.problems += new Set(problems.map(({ line }) => line)).size
}

const told = ({ line, imported, known, problems }: Checkpoint, verb: string) =>
  `line ${line}: ${verb} ${imported}, already there ${known}, with problems ${problems}`

/**
 * Imports the rows that are right. The others are in a file of problems, by line.
 * @returns a line for each 100,000 rows, and one at the end
 * @throws StartProblem if the file cannot be read, or has changed since the checkpoint
 */
export async function* importMembers(ctx: Ctx, file: string, options: Options): AsyncGenerator<string> {
  const { by, isDryRun, batch: size = BATCH } = options
  const all = rowsOf(file)
  const problemFile = problemsOf(file, options)
  const state = begin(file, options)
  const before = { ...state }
  if (state.line > 0) yield `continues after line ${state.line}`
  const verb = isDryRun ? 'would import' : 'imported'
  let rows_read = 0
  if (!isDryRun) await recordImport(ctx, by, 'members')
  try {
    for await (const batch of batchesOf(all, state.line, size)) {
      const { rows, problems } = sorted(batch, ctx.codes, ctx.now())
      const written = await (isDryRun ? countRows : writeRows)(ctx, rows)
      noteProblems(problemFile, state, [
        ...problems,
        ...written.taken.map((line) => ({ line, field: '', problem: TAKEN })),
      ])
      state.imported += written.imported
      state.known += written.known
      state.line = batch.reduce((most, { line }) => Math.max(most, line), state.line)
      if (!isDryRun) save(file, state)
      rows_read += batch.length
      if (rows_read % TOLD_EVERY === 0) yield told(state, verb)
    }
  } finally {
    const [imported, known] = [state.imported - before.imported, state.known - before.known]
    const counts = { imported, known, problems: state.problems - before.problems }
    const isLost = (error: unknown) => ctx.log('events.lost', { message: String(error) })
    if (!isDryRun) await recordImport(ctx, by, 'members', counts).catch(isLost)
  }
  if (!isDryRun) rmSync(checkpointOf(file), { force: true })
  yield told(state, verb)
  if (state.problems > 0) yield `the problems are in ${problemFile}`
  else rmSync(problemFile)
}
