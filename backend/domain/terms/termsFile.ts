// The operator's terms: a JSON file whose entries become versions of texts. A version that members have agreed to never changes its meaning.
import { isDeepStrictEqual } from 'node:util'
import { sql, type Insertable, type Kysely } from 'kysely'
import * as z from 'zod/mini'
import { TERMS_LANGUAGES, type TermsLanguage } from '../../../contract/codes.ts'
import { GROUP_PREFIX, PLATFORM_TERMS } from '../../../contract/terms.ts'
import type { Ctx } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'
import { url } from '../../settings/addresses.ts'
import { jsonIn } from '../../settings/contentOf.ts'
import { problemsOf, StartProblem } from '../../startProblem.ts'
import { record } from '../audit/events.ts'
import { minuteOf } from '../members/days.ts'
import { inForce, PLATFORM } from './agreements.ts'

const eachLanguage = <T extends z.core.$ZodType>(one: T) =>
  z.strictObject({ KR: one, EN: one, CN: one } satisfies Record<TermsLanguage, T>)
const name = z.string().check(z.minLength(1), z.maxLength(200))

const Entry = z.strictObject({
  owner: z._default(z.string().check(z.regex(/^.{1,64}$/)), PLATFORM),
  terms_code: z.string().check(z.regex(/^[A-Z][A-Z_]{0,39}$/, 'capital letters and _')),
  version: z.int().check(z.minimum(1)),
  audience: z.enum(['GEN', 'SK'], 'GEN or SK'),
  required: z.boolean(),
  parent: z._default(z.nullable(z.string()), null),
  effective_at: z.pipe(
    z.iso.datetime({ offset: true, error: 'a time such as 2026-12-01T00:00:00+09:00' }),
    z.transform((text) => new Date(text)),
  ),
  names: eachLanguage(name),
  urls: eachLanguage(url),
})
type Terms = z.infer<typeof Entry>
const File = z.array(Entry, 'a list of terms')

const keyOf = ({ owner, terms_code, version }: Pick<Terms, 'owner' | 'terms_code' | 'version'>): string =>
  `${owner} ${terms_code} ${version}`

/** @throws StartProblem with a line for each entry that is wrong */
export function parseTerms(json: string): Terms[] {
  const parsed = File.safeParse(jsonIn(json))
  if (!parsed.success) throw problemsOf(parsed.error)
  const keys = parsed.data.map(keyOf)
  const twice = keys.filter((key, at) => keys.indexOf(key) !== at)
  if (twice.length > 0) throw new StartProblem(twice.map((key) => `${key}: twice in the file`).join('\n'))
  return parsed.data
}

type Stored = Pick<Terms, 'owner' | 'terms_code' | 'version' | 'audience' | 'required' | 'parent' | 'effective_at'>

/** The fields in which an entry differs from its stored version, besides names and addresses. */
const changesOf = (entry: Terms, stored: Stored): string[] => [
  ...(entry.audience === stored.audience ? [] : ['audience']),
  ...(entry.required === stored.required ? [] : ['required']),
  ...(entry.parent === stored.parent ? [] : ['parent']),
  ...(entry.effective_at.getTime() === stored.effective_at.getTime() ? [] : ['effective_at']),
]

type Version = Pick<Terms, 'owner' | 'terms_code' | 'version' | 'urls'>

/** Another version of the text with an address of this one, after the file: the account links to the version that a member agreed to. */
function sameAddress(entry: Version, all: readonly Version[]): string | null {
  for (const other of all) {
    const isOfText = other.owner === entry.owner && other.terms_code === entry.terms_code
    if (!isOfText || other.version === entry.version) continue
    const language = TERMS_LANGUAGES.find((one) => other.urls[one] === entry.urls[one])
    if (language === undefined) continue
    const own = 'Give each version an address of its own'
    return `${keyOf(entry)}: urls.${language} is the address of version ${other.version}. ${own}`
  }
  return null
}

type Row = Insertable<Schema['terms_versions']>

/** Adds these versions. A version that is stored gets the names and addresses alone. */
export async function upsertTerms(db: Kysely<Schema>, rows: readonly Row[]): Promise<void> {
  await db
    .insertInto('terms_versions')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'terms_code', 'version'])
        .doUpdateSet((eb) => ({ names: eb.ref('excluded.names'), urls: eb.ref('excluded.urls') })),
    )
    .execute()
}

const isSameText = (one: Pick<Terms, 'names' | 'urls'>, other: Pick<Terms, 'names' | 'urls'>): boolean =>
  isDeepStrictEqual([one.names, one.urls], [other.names, other.urls])

/**
 * Adds the versions that are new, and gives the stored ones the names and addresses of the file. All instances show them at once. Each version that
 * this adds or changes is a security event of the same transaction.
 * @returns how many versions were added and how many were already there
 * @throws StartProblem that names each stored version of which more would change, and each new one with the address of another. Nothing is
 *   written then
 */
export async function writeTerms(
  ctx: Ctx,
  terms: readonly Terms[],
  by: string,
): Promise<{ added: number; kept: number }> {
  return ctx.db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('terms_versions')
      .select(['owner', 'terms_code', 'version', 'audience', 'required', 'parent', 'effective_at', 'names', 'urls'])
      .execute()
    const stored = new Map(rows.map((row) => [keyOf(row), row]))
    const given = new Set(terms.map(keyOf))
    const all = [...rows.filter((row) => !given.has(keyOf(row))), ...terms]
    const problems = terms.flatMap((entry) => {
      const before = stored.get(keyOf(entry))
      if (!before) return sameAddress(entry, all) ?? []
      const changes = changesOf(entry, before)
      return changes.length > 0 ? [`${keyOf(entry)}: ${changes.join(', ')} cannot change. Add a version`] : []
    })
    if (problems.length > 0) throw new StartProblem(problems.join('\n'))
    const values = terms.map((entry, position) => ({
      ...entry,
      position,
      names: JSON.stringify(entry.names),
      urls: JSON.stringify(entry.urls),
    }))
    if (values.length > 0) await upsertTerms(trx, values)
    for (const entry of terms) {
      const before = stored.get(keyOf(entry))
      if (before && isSameText(before, entry)) continue
      const service = entry.owner === PLATFORM ? null : entry.owner
      const fields = { by, text: entry.terms_code, version: entry.version, added: !before }
      await record({ ...ctx, db: trx }, 'operator.terms_changed', { client_id: service }, fields)
    }
    const kept = terms.filter((entry) => stored.has(keyOf(entry))).length
    return { added: terms.length - kept, kept }
  })
}

/** A line for each version, the newest of a text first. */
export async function listTerms(db: Kysely<Schema>, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('terms_versions')
    .select(['owner', 'terms_code', 'version', 'audience', 'required', 'effective_at'])
    .orderBy(sql`owner <> ${PLATFORM}`)
    .orderBy('owner')
    .orderBy('position')
    .orderBy('version', 'desc')
    .execute()
  return rows.map((row) => {
    const since = row.effective_at <= now ? 'in force since' : 'in force from'
    const need = row.required ? 'required' : 'optional'
    return `${keyOf(row)}: ${row.audience}, ${need}, ${since} ${minuteOf(row.effective_at)}`
  })
}

/** What the platform's texts in force lack, so that nobody could join; null: nothing. */
export async function problemOfTerms(db: Kysely<Schema>, now: Date): Promise<string | null> {
  const found = await inForce(db, [PLATFORM], now).execute()
  if (found.length === 0) return 'no terms are in force'
  const own = PLATFORM_TERMS.map(({ terms_code }) => terms_code)
  const asked = [...own, ...own.map((code) => GROUP_PREFIX + code)]
  const lacks = asked.filter((code) => !found.some(({ terms_code }) => terms_code === code))
  if (lacks.length > 0) return `nobody can join while these terms are not in force: ${lacks.join(', ')}`
  const unasked = found.filter(({ terms_code, required }) => required && !asked.includes(terms_code))
  return unasked.length > 0
    ? `nobody can join, because no join asks for these required terms: ${unasked.map((one) => one.terms_code).join(', ')}`
    : null
}

/** @throws StartProblem if nobody could join */
export async function mustHaveTerms(db: Kysely<Schema>, now: Date): Promise<void> {
  const problem = await problemOfTerms(db, now)
  if (problem) throw new StartProblem(`${problem}. npm run terms -- FILE adds terms (docs/operators.md, "Terms")`)
}
