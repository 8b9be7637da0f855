// What `npm run codes` does for its arguments, and prints.
import * as z from 'zod/mini'
import { CLIENTS_LOOK_SECONDS } from '../versionChanges.ts'
import type { Ctx } from '../context.ts'
import { changeOf, parseCodes, writeCodes } from '../domain/lists/codesFile.ts'
import { codeVersion, latestCodes } from '../domain/lists/codeVersions.ts'
import { minuteOf } from '../domain/members/days.ts'
import { contentOf } from '../settings/contentOf.ts'
import { StartProblem } from '../startProblem.ts'
import { argumentsOf, flag, operatorName, wordOf } from './command.ts'

const SOON = `every instance knows within ${CLIENTS_LOOK_SECONDS} s`
const COMMANDS = ['list', 'show', 'import'] as const
const TAKES = { list: null, show: 'GROUP', import: 'FILE' } as const

const Given = z.object({
  command: z._default(z.enum(COMMANDS, `one of ${COMMANDS.join(', ')}`), 'list'),
  by: operatorName,
  version: z.optional(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'a whole number from 1')), z.transform(Number)),
  ),
  'dry-run': flag,
  yes: flag,
})
type Wanted = z.infer<typeof Given> & { given: string }

/** @param user the name for the record without `--by` @throws StartProblem with a line for each argument that is wrong */
export function parseCodesCommand(args: readonly string[], user: string): Wanted {
  const { words, ...wanted } = argumentsOf(Given, args, { by: user })
  return { ...wanted, given: wordOf(wanted.command, TAKES[wanted.command], words) }
}

async function* listed(ctx: Ctx): AsyncIterable<string> {
  for (const { group_code, version, codes, changed_by, changed_at } of await latestCodes(ctx.db)) {
    const at = minuteOf(changed_at)
    yield `${group_code}  version ${version}  ${codes.length} codes  ${at} by ${changed_by ?? 'a start'}`
  }
}

async function* shown(ctx: Ctx, { given, version }: Wanted): AsyncIterable<string> {
  const found = await codeVersion(ctx.db, given, version)
  if (!found) throw new StartProblem(`no list is stored as ${given}${version ? ` version ${version}` : ''}`)
  yield JSON.stringify({ group: found.group_code, codes: found.codes }, null, 2)
}

async function* imported(ctx: Ctx, { given, by, yes, 'dry-run': isDry }: Wanted): AsyncIterable<string> {
  const groups = parseCodes(contentOf(given))
  const changes = await Promise.all(groups.map((group) => changeOf(ctx, group)))
  const fewer = changes.flatMap((change) => (change && change.removed.length > 0 ? [change] : []))
  if (fewer.length > 0 && !yes && !isDry)
    throw new StartProblem(
      fewer.map(({ group, removed }) => `${group} loses ${removed.join(', ')}: add --yes`).join('\n'),
    )
  for (const [at, group] of groups.entries()) {
    const change = changes[at]
    if (!change) {
      yield `${group.group}: nothing changes`
      continue
    }
    const version = isDry ? null : await writeCodes(ctx, change, group, by)
    const counts = `${change.added} added, ${change.changed} changed, ${change.removed.length} removed`
    yield `${group.group}: ${counts}${version === null ? '' : `, version ${version}`}`
  }
  if (!isDry) yield SOON
}

const RUN = { list: listed, show: shown, import: imported }

/** @returns what is printed @throws StartProblem if there is no such list, or the file is wrong */
export const runCodes = (ctx: Ctx, wanted: Wanted): AsyncIterable<string> => RUN[wanted.command](ctx, wanted)
