// Contract, "Account": what a passkey is drawn as. The logos of its providers are trademarks, so there is one drawing for each kind of provider.
import type { PasskeyRow } from '../../../contract/shapes/account.ts'

/** `vault`: a password manager, which copies the passkey to each device. `key`: anything that keeps it to itself. */
export type PasskeyKind = 'phone' | 'computer' | 'vault' | 'key'

/** By the name of the provider, as the list of AAGUIDs has it. The first match counts. */
const KINDS = [
  ['phone', /\b(?:iCloud|Apple Passwords|Google Password Manager|Samsung|Android|iOS)\b/],
  ['computer', /\b(?:Windows|on Mac|Microsoft)\b/],
] as const

export function passkeyKind({ provider = '', synced }: Pick<PasskeyRow, 'provider' | 'synced'>): PasskeyKind {
  const known = KINDS.find(([, names]) => names.test(provider))
  return known?.[0] ?? (synced ? 'vault' : 'key')
}
