// The lists behind the join forms, as rows that are added and never changed: the newest row of a group counts. Every instance follows them.
import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import type { Code } from '../../../contract/shapes/service.ts'
import type { Ctx } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'
import { SEED_GROUPS } from './codeGroups.ts'
import { listsOf, type CodeLists } from './codes.ts'

type CodeVersion = {
  group_code: string
  version: number
  codes: Code[]
  /** Null: a start wrote what is built in. */
  changed_by: string | null
  changed_at: Date
}

/** The newest version of each group, in the order of their names. */
export async function latestCodes(db: Kysely<Schema>): Promise<CodeVersion[]> {
  const rows = await db
    .selectFrom('code_versions')
    .distinctOn('group_code')
    .select(['group_code', 'version', 'codes', 'changed_by', 'changed_at'])
    .orderBy('group_code')
    .orderBy('version', 'desc')
    .execute()
  // Only `addCodes` writes these values.
  return rows as CodeVersion[]
}

/** One version of a group, or its newest one. */
export async function codeVersion(
  db: Kysely<Schema>,
  group_code: string,
  version?: number,
): Promise<CodeVersion | null> {
  const row = await db
    .selectFrom('code_versions')
    .select(['group_code', 'version', 'codes', 'changed_by', 'changed_at'])
    .where('group_code', '=', group_code)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row as CodeVersion | undefined) ?? null
}

/** Changes with each version that is added. */
export async function codesStamp(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from code_versions`.execute(db)
  return rows[0]?.last ?? 0
}

export async function servingCodes(db: Kysely<Schema>): Promise<CodeLists> {
  return listsOf(new Map((await latestCodes(db)).map(({ group_code, codes }) => [group_code, codes])))
}

/** Adds the next version of a group. @returns false if another process has added that version first */
export async function addCodes(db: Kysely<Schema>, { codes, ...version }: CodeVersion): Promise<boolean> {
  const added = await db
    .insertInto('code_versions')
    .values({ ...version, codes: JSON.stringify(codes) })
    .onConflict((conflict) => conflict.columns(['group_code', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/**
 * Stores the lists that are built in, and those that a later release has changed. A list that an operator has changed stays as it is.
 * @returns the groups whose lists are those of the demonstration
 */
export async function seedCodes({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<string[]> {
  const latest = new Map((await latestCodes(db)).map((one) => [one.group_code, one]))
  const isSeed = (group: string) => (latest.get(group)?.changed_by ?? null) === null
  for (const [group_code, built] of SEED_GROUPS) {
    const stored = latest.get(group_code)
    // As the database returns it: without the properties that are undefined.
    const codes = JSON.parse(JSON.stringify(built)) as Code[]
    if (!isSeed(group_code) || isDeepStrictEqual(stored?.codes, codes)) continue
    await addCodes(db, { group_code, version: (stored?.version ?? 0) + 1, codes, changed_by: null, changed_at: now() })
  }
  return DEMO_GROUPS.filter(isSeed)
}

/** The companies that are made up. */
const DEMO_GROUPS = ['GROUP_DOMAIN', 'PARTNER_COM_GRP', 'SOCIAL_COM_GRP', 'SK_COM_GRP']
