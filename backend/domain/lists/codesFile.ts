// The operator's lists: a JSON file whose entries become the next versions of code groups.
import * as z from 'zod/mini'
import type { Code } from '../../../contract/shapes/service.ts'
import type { Ctx } from '../../context.ts'
import { isDomain } from '../../settings/addresses.ts'
import { jsonIn } from '../../settings/contentOf.ts'
import { problemsOf, StartProblem } from '../../startProblem.ts'
import { record } from '../audit/events.ts'
import { DOMAIN_GROUPS, FIXED_GROUPS, SEED_GROUPS } from './codeGroups.ts'
import { addCodes, codeVersion } from './codeVersions.ts'

const GROUPS = [...SEED_GROUPS.keys()]
const OTHER_GROUPS = GROUPS.filter((group) => !DOMAIN_GROUPS.some((one) => one === group))
const ID = /^[A-Za-z\d._-]{1,64}$/
const id = z.string().check(z.regex(ID, 'up to 64 letters, digits and ._-'))
const name = z.string().check(z.minLength(1, 'a name'), z.maxLength(200, '200 characters at most'))

const Entry = z.strictObject({
  code: id,
  code_add: z.optional(z.nullable(id)),
  code_name: name,
  code_name_en: z._default(z.nullable(name), null),
  code_name_cn: z._default(z.nullable(name), null),
  code_name_ja: z.optional(z.nullable(name)),
  parent: z.optional(z.nullable(id)),
})

/** A domain stands for itself and all below it. One label alone would be all of `com`. */
const domain = z
  .string()
  .check(
    z.toLowerCase(),
    z.refine(isDomain, 'a domain such as example.com, in ASCII (xn--…) and without a dot at its ends'),
  )
/** No parent and no second code go with a domain. */
const DomainEntry = z.extend(Entry, {
  code: domain,
  code_add: z.optional(z.null('null, or left out')),
  parent: z.optional(z.null('null, or left out')),
})

/** What is stored, of either kind. */
const Stored = z.extend(Entry, { code: z.string() })

const keyOf = ({ code, code_add }: Code): string => (code_add ? `${code} ${code_add}` : code)

/** Several rows of a group may share a code, as `02` of FAM_REL_GRP does: then their names tell them apart. */
const nameOf = (code: Code): string => `${keyOf(code)} ${code.code_name}`

const isTwice = (names: readonly string[]): string | undefined => names.find((one, at) => names.indexOf(one) !== at)

/** A parent is a code of the group that has no parent itself. */
const orphanIn = (codes: readonly Code[]): Code | undefined => {
  const tops = new Set(codes.flatMap(({ code, parent }) => (parent ? [] : [code])))
  return codes.find(({ parent }) => parent && !tops.has(parent))
}

const most = z.maxLength(10_000)
const Group = z
  .discriminatedUnion(
    'group',
    [
      // Without any domain nobody is of the group, or every address is allowed.
      z.strictObject({ group: z.enum(DOMAIN_GROUPS), codes: z.array(DomainEntry, 'a list of codes').check(most) }),
      z.strictObject({
        group: z.enum(OTHER_GROUPS),
        codes: z.array(Entry, 'a list of codes').check(z.minLength(1, 'one code or more'), most),
      }),
    ],
    `one of ${GROUPS.join(', ')}; ${[...FIXED_GROUPS.keys()].join(' and ')} do not change`,
  )
  .check(
    z.refine(({ codes }) => isTwice(codes.map(nameOf)) === undefined, 'a code is there twice'),
    z.refine(({ codes }) => orphanIn(codes) === undefined, 'a parent is no code without a parent of this group'),
  )
type CodeGroup = z.infer<typeof Group>
const File = z.array(Group, 'a list of groups')

/** @param json one group, or a list of them @throws StartProblem with a line for each entry that is wrong */
export function parseCodes(json: string): CodeGroup[] {
  const content = jsonIn(json)
  const parsed = File.safeParse(Array.isArray(content) ? content : [content])
  if (!parsed.success) throw problemsOf(parsed.error)
  const twice = isTwice(parsed.data.map(({ group }) => group))
  if (twice !== undefined) throw new StartProblem(`${twice}: twice in the file`)
  return parsed.data
}

/** @property removed codes that members may have chosen, and that nobody can choose any more */
type Change = { group: string; version: number; added: number; changed: number; removed: string[] }

const sameCode = (one: Code, other: Code) => JSON.stringify(Stored.parse(one)) === JSON.stringify(Stored.parse(other))

/** What a list of the file changes. Null: nothing. */
export async function changeOf({ db }: Pick<Ctx, 'db'>, { group, codes }: CodeGroup): Promise<Change | null> {
  const stored = await codeVersion(db, group)
  const before = stored?.codes ?? []
  const isSame = before.length === codes.length && before.every((one, at) => codes[at] && sameCode(one, codes[at]))
  if (stored && isSame) return null
  const had = new Set(before.map(({ code }) => code))
  const has = new Set(codes.map(({ code }) => code))
  return {
    group,
    version: stored?.version ?? 0,
    added: codes.filter(({ code }) => !had.has(code)).length,
    changed: codes.filter((one) => had.has(one.code) && !before.some((other) => sameCode(one, other))).length,
    removed: [...had].filter((code) => !has.has(code)),
  }
}

/**
 * Adds the next version of a list, with a security event.
 * @returns the version @throws StartProblem if somebody else has changed the list meanwhile
 */
export async function writeCodes(ctx: Ctx, change: Change, { group, codes }: CodeGroup, by: string): Promise<number> {
  const version = change.version + 1
  const added = await addCodes(ctx.db, {
    group_code: group,
    version,
    codes,
    changed_by: by,
    changed_at: ctx.now(),
  })
  if (!added) throw new StartProblem(`${group} was changed meanwhile: look at it and try again`)
  const counts = { added: change.added, changed: change.changed, removed: change.removed.length }
  await record(ctx, 'operator.codes_changed', {}, { by, group, version, ...counts })
  return version
}
