// What `npm run terms` does for its arguments, and prints.
import * as z from 'zod/mini'
import type { Ctx } from '../context.ts'
import { listTerms, parseTerms, problemOfTerms, writeTerms } from '../domain/terms/termsFile.ts'
import { contentOf } from '../settings/contentOf.ts'
import { StartProblem } from '../startProblem.ts'
import { argumentsOf, operatorName } from './command.ts'

const Given = z.object({ command: z.optional(z.string()), by: operatorName })
type Wanted = { file: string | undefined; by: string }

/** @param user the name for the record without `--by` @throws StartProblem if an argument is wrong */
export function parseTermsCommand(args: readonly string[], user: string): Wanted {
  const { command: file, by, words } = argumentsOf(Given, args, { by: user })
  if (words.length > 0) throw new StartProblem('terms takes one FILE')
  return { file, by }
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
