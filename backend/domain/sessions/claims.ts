// Security D13, what a service will learn of a member: the personal claims behind the scopes that its request asks for.
import type { Member } from '../../db/schema.ts'

/** The claims that each scope opens. */
export const claimsByScope = {
  openid: ['sub', 'member_kind', 'amr', 'auth_time'],
  email: ['email', 'email_verified'],
  profile: ['name', 'nickname', 'birthdate'],
  phone: ['phone_number', 'phone_number_verified'],
  marketing: ['marketing'],
  acr: null,
  sid: null,
  iss: null,
}

const SHOWN = ['email', 'name', 'nickname', 'birthdate', 'phone_number', 'marketing', 'member_kind'] as const
type ShownClaim = (typeof SHOWN)[number]

const isScope = (name: string): name is keyof typeof claimsByScope => name in claimsByScope

/** The scopes in a request's parameter `scope`. */
export const scopesIn = (scope: unknown): string[] =>
  typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []

/** The names of the claims that these scopes open. */
export const openedBy = (scopes: readonly string[]): Set<string> =>
  new Set(scopes.filter(isScope).flatMap((scope): readonly string[] => claimsByScope[scope] ?? []))

/** The claims of these scopes, as the consent page lists them. */
export function claimsOf(scopes: readonly string[]): ShownClaim[] {
  const claims = openedBy(scopes)
  return SHOWN.filter((claim) => claims.has(claim))
}

/** Every scope with personal claims. */
export const PERSONAL_SCOPES = Object.keys(claimsByScope).filter(
  (name) => isScope(name) && claimsByScope[name] !== null,
)

/** The claims that the member's row has. */
export const claimsOfMember = (member: Member) => ({
  email: member.login_id,
  email_verified: member.email_verified,
  name: member.name,
  nickname: member.nickname,
  birthdate: member.birthdate,
  phone_number: member.phone,
  phone_number_verified: member.phone !== null,
  member_kind: member.member_kind,
})
