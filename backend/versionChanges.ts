// Looks every few seconds whether another version of something was added to the database.
import type { Kysely } from 'kysely'
import { regularly } from './background.ts'
import type { Ctx } from './context.ts'
import type { Schema } from './db/schema.ts'

type Versions = {
  /** For the log. */
  name: 'clients' | 'codes'
  /** Changes with each version that is added. */
  stampOf: (db: Kysely<Schema>) => Promise<number>
  /** Reads what counts now into the context. @returns how many there are, for the log */
  read: () => Promise<number>
  /** Called after a change. */
  renew?: () => void
}

/**
 * Reads for the first time, and then again when a version was added.
 * @param every_seconds between two looks
 * @returns stops it
 */
export async function followVersions(
  ctx: Ctx,
  every_seconds: number,
  { name, stampOf, read, renew }: Versions,
): Promise<() => void> {
  let stamp = await stampOf(ctx.db)
  await read()
  async function look(): Promise<void> {
    const found = await stampOf(ctx.db)
    if (found === stamp) return
    const serving = await read()
    stamp = found
    renew?.()
    ctx.log(`${name}.changed`, { serving })
  }
  return regularly(ctx.background, `${name}.failed`, every_seconds * 1000, look)
}
