// Contract, "Account": what the member's account shows of an authorization.
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Ctx } from '../context.ts'
import { noteAuthorization } from '../domain/account/deviceRows.ts'
import { touchAccount } from '../domain/signIn/accounts.ts'
import { hold } from './payloads.ts'

/**
 * @param browser the key of the browser
 * @throws SessionNotFound for a member who has been erased meanwhile
 */
export async function noteAccepted(ctx: Ctx, koa: KoaContextWithOIDC, browser: string | undefined): Promise<void> {
  const { session, client } = koa.oidc
  if (!session?.accountId || !client) return
  const { accountId: member_id, uid } = session
  if (!(await hold(ctx, [member_id]))) throw new errors.SessionNotFound('the member is gone')
  if (browser) await touchAccount(ctx, browser, member_id)
  await noteAuthorization(ctx, { browser, uid, member_id, client_id: client.clientId })
}
