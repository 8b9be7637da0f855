// Contract, "Account": what the member's account shows of an authorization is written before the browser has its answer.
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Ctx } from '../context.ts'
import { noteAuthorization } from '../domain/account/deviceRows.ts'

const NOTED = 'noted authorization'

/** @param browser the key of the browser. Call it where the library accepts an authorization */
export function noteAccepted(ctx: Ctx, koa: KoaContextWithOIDC, browser: string | undefined): void {
  const { session, client } = koa.oidc
  if (!session?.accountId || !client) return
  const of = { browser, uid: session.uid, member_id: session.accountId, client_id: client.clientId }
  const noted = noteAuthorization(ctx, of)
  koa.state[NOTED] = noted
  ctx.background.run('oidc.failed', noted)
}

export async function untilNoted(koa: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  const noted: unknown = koa.state[NOTED]
  if (noted instanceof Promise) await noted.catch(() => {})
}
