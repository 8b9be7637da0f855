// Looks every few seconds whether an operator has changed a partner service, so that every instance serves the same ones without a restart.
import type { Ctx } from './context.ts'
import { servingClients, stampOf } from './domain/clientVersions.ts'
import { followVersions } from './versionChanges.ts'

/** In seconds: how soon every instance knows of a change. */
export const CLIENTS_LOOK_SECONDS = 5

/**
 * Reads the services for the first time, and then again when one has changed.
 * @param every_seconds between two looks
 * @param renew called after a change
 * @returns stops it
 */
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
