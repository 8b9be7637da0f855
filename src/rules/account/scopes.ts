// Contract, "Account", `claims` and `scopes`: what a service may read of the member.
import type { MessageKey } from '../texts/messages.ts'
import type { ServiceRow } from '../../../contract/shapes/account.ts'
import { claimsShown } from '../visit/resolve.ts'

/** For a server that does not name the data: what each scope of OpenID Connect opens. A scope of another name is a claim of its own. */
const claimsOf: Partial<Record<string, readonly string[]>> = {
  openid: ['member_kind'],
  profile: ['name', 'nickname', 'birthdate'],
  phone: ['phone_number'],
}

/** They open no data of their own. */
const OPEN_NOTHING: readonly string[] = ['offline_access']

/** Each kind of data once, as the server names it. Without any, the service learns only that the same member has come back. */
export function readableData({ scopes, claims }: Pick<ServiceRow, 'scopes' | 'claims'>): MessageKey[] {
  const names =
    claims ?? scopes.filter((scope) => !OPEN_NOTHING.includes(scope)).flatMap((scope) => claimsOf[scope] ?? [scope])
  return names.length > 0 ? claimsShown(names) : ['account.readsNothing']
}
