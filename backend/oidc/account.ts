// The claims about a member that a partner service receives. The scopes are in domain/claims.ts.
import type { Account } from 'oidc-provider'
import type { Ctx } from '../context'
import { isOutdated } from '../domain/authTime'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * @param token the token of a partner's request. For such a request, a member does not exist who is no longer active, or whose password
 *   was set after the token's sign-in. Without a token, the account is found, and the pending step tells the member the reason.
 */
export async function findAccount(ctx: Ctx, sub: string, token?: object): Promise<Account | undefined> {
  if (!UUID.test(sub)) return undefined
  const member = await ctx.db.selectFrom('members').selectAll().where('id', '=', sub).executeTakeFirst()
  if (!member || (token && member.status !== 'ACTIVE')) return undefined
  const signedIn = token && 'authTime' in token ? token.authTime : undefined
  if (typeof signedIn === 'number' && isOutdated(signedIn, member.password_changed_at)) return undefined
  return {
    accountId: sub,
    claims: () => ({
      sub,
      email: member.login_id,
      email_verified: member.email_verified,
      name: member.name,
      nickname: member.nickname,
      birthdate: member.birthdate,
      phone_number: member.phone,
      phone_number_verified: member.phone !== null,
      member_kind: member.member_kind,
    }),
  }
}
