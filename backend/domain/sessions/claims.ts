// Security D13, what a service will learn of a member: the personal claims behind the scopes that its request asks for.

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
export type ShownClaim = (typeof SHOWN)[number]

const isScope = (name: string): name is keyof typeof claimsByScope => name in claimsByScope

/** The scopes in a request's parameter `scope`. */
export const scopesIn = (scope: unknown): string[] =>
  typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []

/** The claims of these scopes, as the consent page lists them. */
export function claimsOf(scopes: readonly string[]): ShownClaim[] {
  const claims = new Set(scopes.filter(isScope).flatMap((scope): readonly string[] => claimsByScope[scope] ?? []))
  return SHOWN.filter((claim) => claims.has(claim))
}

/** Every scope with personal claims. */
export const PERSONAL_SCOPES = Object.keys(claimsByScope).filter(
  (name) => isScope(name) && claimsByScope[name] !== null,
)
