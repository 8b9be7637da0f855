// `npm run members -- import-passkeys FILE`: the passkeys of members who came from another system. A second run over the same file adds nothing.
import type { Ctx } from '../context.ts'
import { recordImport } from '../domain/members/importWrite.ts'
import { importPasskey } from '../domain/passkeys/importPasskey.ts'
import { rowsOf } from './importFile.ts'

type Options = { by: string; isDryRun: boolean }

/**
 * @returns a line for each row that is wrong, and one at the end
 * @throws StartProblem if the file cannot be read
 */
export async function* importPasskeys(ctx: Ctx, file: string, { by, isDryRun }: Options): AsyncGenerator<string> {
  const counts = { imported: 0, known: 0, problems: 0 }
  if (!isDryRun) await recordImport(ctx, by, 'passkeys')
  for await (const { line, value, problem } of rowsOf(file)) {
    const result = problem === undefined ? await importPasskey(ctx, value, isDryRun) : { problem }
    if (typeof result === 'string') counts[result] += 1
    else {
      counts.problems += 1
      yield `line ${line}: ${result.problem}`
    }
  }
  if (!isDryRun) await recordImport(ctx, by, 'passkeys', counts)
  const { imported, known, problems } = counts
  yield `${isDryRun ? 'would import' : 'imported'} ${imported}, already there ${known}, with problems ${problems}`
}
