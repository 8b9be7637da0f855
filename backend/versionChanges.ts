// Looks every few seconds whether an operator has changed a partner service, or a list of the join forms, so that every instance has the same ones
// without a restart.
import type { Kysely } from 'kysely'
import { regularly } from './background.ts'
import type { Ctx } from './context.ts'
import type { Schema } from './db/schema.ts'
import { servingClients, stampOf } from './domain/clientVersions.ts'
import { codesStamp, servingCodes } from './domain/lists/codeVersions.ts'

/** In seconds: how soon every instance knows of a change. */
export const CLIENTS_LOOK_SECONDS = 5

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
async function followVersions(
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

/** @param renew called after a change of a partner service. The rest is as in `followVersions`. */
export const followClients = (ctx: Ctx, every_seconds: number, renew: () => void): Promise<() => void> =>
  followVersions(ctx, every_seconds, {
    name: 'clients',
    stampOf,
    renew,
    async read() {
      ctx.clients = await servingClients(ctx.db)
      return ctx.clients.length
    },
  })

export const followCodes = (ctx: Ctx, every_seconds: number): Promise<() => void> =>
  followVersions(ctx, every_seconds, {
    name: 'codes',
    stampOf: codesStamp,
    async read() {
      ctx.codes = await servingCodes(ctx.db)
      return ctx.codes.size
    },
  })
