// Security D13, what a service will learn of a member: the personal claims behind the scopes that its request asks for.
import { hashOf, type Ctx } from '../context'
import type { Transaction } from '../db/schema'

/** The claims that each scope opens. */
export const claimsByScope = {
  openid: ['sub', 'member_kind', 'amr', 'auth_time'],
  email: ['email', 'email_verified'],
  profile: ['name', 'nickname', 'birthdate'],
  phone: ['phone_number', 'phone_number_verified'],
  acr: null,
  sid: null,
  iss: null,
}

const SHOWN = ['email', 'name', 'nickname', 'birthdate', 'phone_number', 'member_kind'] as const

const isScope = (name: string): name is keyof typeof claimsByScope => name in claimsByScope

export async function claimsAskedFor(ctx: Ctx, { id }: Transaction): Promise<string[]> {
  const row = await ctx.db
    .selectFrom('oidc_payloads')
    .select('payload')
    .where('model', '=', 'Interaction')
    .where('id', '=', hashOf(id))
    .executeTakeFirst()
  const params = row?.payload.params as { scope?: unknown } | undefined
  const scopes = typeof params?.scope === 'string' ? params.scope.split(' ') : []
  const claims = new Set(scopes.filter(isScope).flatMap((scope): readonly string[] => claimsByScope[scope] ?? []))
  return SHOWN.filter((claim) => claims.has(claim))
}
