// Contract, "Account", `scopes`: what a service may read of the member.
import type { MessageKey } from '../texts/messages.ts'
import { claimsShown } from '../visit/resolve.ts'

/** The data that each scope of OpenID Connect opens, by the names of its claims. A scope of another name is a claim of its own. */
const claims: Partial<Record<string, readonly string[]>> = {
  openid: ['member_kind'],
  profile: ['name', 'nickname', 'birthdate'],
  phone: ['phone_number'],
}

/** They open no data of their own. */
const OPEN_NOTHING: readonly string[] = ['offline_access']

/** Each kind of data once. Without any, the service learns only that the same member has come back. */
export function readableData(scopes: readonly string[]): MessageKey[] {
  const names = scopes.filter((scope) => !OPEN_NOTHING.includes(scope)).flatMap((scope) => claims[scope] ?? [scope])
  return names.length > 0 ? claimsShown(names) : ['account.readsNothing']
}
