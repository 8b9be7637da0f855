// Looks every few seconds whether an operator has changed a partner service, so that every instance serves the same ones without a restart.
import type { Ctx } from './context.ts'
import { servingClients, stampOf } from './domain/clientVersions.ts'

/** In seconds: how soon every instance knows of a change. */
export const CLIENTS_LOOK_SECONDS = 5

/**
 * Reads the services for the first time, and then again when one has changed.
 * @param every_seconds between two looks
 * @param renew called after a change
 * @returns stops it
 */
export async function followClients(ctx: Ctx, every_seconds: number, renew: () => void): Promise<() => void> {
  let stamp = await stampOf(ctx.db)
  ctx.clients = await servingClients(ctx.db)
  let isBusy = false
  async function look(): Promise<void> {
    const found = await stampOf(ctx.db)
    if (found === stamp) return
    ctx.clients = await servingClients(ctx.db)
    stamp = found
    renew()
    ctx.log('clients.changed', { serving: ctx.clients.length })
  }
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    ctx.background.run(
      'clients.failed',
      look().finally(() => (isBusy = false)),
    )
  }, every_seconds * 1000)
  timer.unref()
  return () => clearInterval(timer)
}
