// What `npm run terms` does for its arguments, and prints.
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import type { Ctx } from '../context.ts'
import { listTerms, parseTerms, problemOfTerms, writeTerms } from '../domain/terms/termsFile.ts'
import { contentOf } from '../settings/contentOf.ts'
import { StartProblem } from '../startProblem.ts'
import { operatorName } from './command.ts'

const Given = z.object({ by: operatorName })
type Wanted = { file: string | undefined; by: string }

/** @param user the name for the record without `--by` @throws StartProblem if an argument is wrong */
export function parseTermsCommand(args: readonly string[], user: string): Wanted {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { by: { type: 'string' } },
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    if (more.length > 0) throw new StartProblem('terms takes one FILE')
    const parsed = Given.safeParse({ by: user, ...values })
    if (!parsed.success) throw new StartProblem(parsed.error.issues.map(({ message }) => `by: ${message}`).join('\n'))
    return { file, ...parsed.data }
  } catch (error) {
    throw error instanceof TypeError ? new StartProblem(error.message) : error
  }
}

/** @returns what is printed @throws StartProblem if the file is wrong */
export async function* runTerms(ctx: Ctx, { file, by }: Wanted): AsyncIterable<string> {
  if (file !== undefined) {
    const { added, kept } = await writeTerms(ctx, parseTerms(contentOf(file)), by)
    yield `added ${added}, already there ${kept}`
  }
  yield* await listTerms(ctx.db, ctx.now())
  const problem = await problemOfTerms(ctx.db, ctx.now())
  if (problem) yield `the backend does not start yet: ${problem}`
}
