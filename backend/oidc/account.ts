// The claims about a member that a partner service receives. The scopes are in domain/sessions/claims.ts.
import type { Account } from 'oidc-provider'
import * as z from 'zod/mini'
import { isUuid, type Ctx } from '../context.ts'
import { marketingOf } from '../domain/account/marketing.ts'
import { claimsOfMember, scopesIn } from '../domain/sessions/claims.ts'
import { mayUse } from '../domain/sessions/tokenUse.ts'

/** What a code or a token says about its sign-in. */
const Token = z.object({
  clientId: z.string(),
  scope: z.optional(z.string()),
  authTime: z.optional(z.number()),
  amr: z.optional(z.array(z.string())),
})

/**
 * @param token the code or token of a partner's request. For such a request, a member does not exist whose sign-in would not pass now. Without
 *   a token, the account is found, and the pending step tells the member the reason.
 */
export async function findAccount(ctx: Ctx, sub: string, token?: object): Promise<Account | undefined> {
  if (!isUuid(sub)) return undefined
  const member = await ctx.db.selectFrom('members').selectAll().where('id', '=', sub).executeTakeFirst()
  if (!member) return undefined
  if (token) {
    const { clientId, scope, authTime, amr } = Token.parse(token)
    const use = { member, client_id: clientId, scopes: scopesIn(scope), signed_in: authTime, amr }
    if (!(await mayUse(ctx, use))) return undefined
  }
  return {
    accountId: sub,
    claims: async (_use, scope) => {
      const claims = { sub, ...claimsOfMember(member) }
      if (!scopesIn(scope).includes('marketing')) return claims
      const { email, sms } = await marketingOf(ctx, member)
      return { ...claims, marketing: { email, sms } }
    },
  }
}
