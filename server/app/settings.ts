// The settings for the page, read once from the environment at the start.
import { DEFAULT_CONNECTIONS, type ConnectionLimits } from '../connections.ts'
import { isWebUrl, parseSettings, SETTING_NAMES, type Settings } from '../../contract/settings.ts'

export type Env = Record<string, string | undefined>

export type ServeSettings = {
  /** The raw settings of the environment. The page receives them even if they are wrong, to say what is wrong. */
  raw: Record<string, string>
  /** Parsed, or null if one of them is wrong. */
  settings: Settings | null
  /** One line for each wrong setting: its name and what is expected, never its value. */
  problems: string[]
  /** Further origins of partner services' pictures. */
  assetOrigins: string[]
  /** Where to report a weakness: `mailto:` and https addresses. Without one there is no security.txt. */
  securityContacts: string[]
  /** Further origins that may use the passkeys of this domain. Without one the address of WebAuthn says nothing. */
  passkeyOrigins: string[]
  connections: ConnectionLimits
}

/** @throws one line for each unknown name, and for a malformed ASSET_ORIGINS, SECURITY_CONTACTS or APP_CONNECTIONS…: the server then does not start */
export function readServeSettings(env: Env): ServeSettings {
  const raw: Record<string, string> = {}
  for (const name of SETTING_NAMES) {
    const value = env[name]
    if (value !== undefined) raw[name] = value
  }
  const assetOrigins = originsOf('ASSET_ORIGINS', env.ASSET_ORIGINS)
  const total = countOf('APP_CONNECTIONS', env.APP_CONNECTIONS) ?? DEFAULT_CONNECTIONS.total
  const per_address =
    countOf('APP_CONNECTIONS_PER_ADDRESS', env.APP_CONNECTIONS_PER_ADDRESS) ?? DEFAULT_CONNECTIONS.per_address
  const securityContacts = contactsOf(env.SECURITY_CONTACTS)
  const passkeyOrigins = originsOf('BACKEND_PASSKEY_ORIGINS', env.BACKEND_PASSKEY_ORIGINS)
  const more = { assetOrigins, securityContacts, passkeyOrigins, connections: { total, per_address } }
  refuseUnknownNames(env)
  const parsed = parseSettings(raw)
  return 'settings' in parsed
    ? { raw, settings: parsed.settings, problems: [], ...more }
    : { raw, settings: null, problems: parsed.problems, ...more }
}

const isOrigin = (text: string) => isWebUrl(text) && new URL(text).href === `${new URL(text).origin}/`

const itemsOf = (list: string): string[] =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

function contactsOf(list = ''): string[] {
  const named = itemsOf(list)
  if (!named.every((one) => /^mailto:[^\s@]+@[^\s@]+$|^https:\/\/\S+$/.test(one)))
    throw new Error('SECURITY_CONTACTS: mailto: or https addresses, with commas between')
  return named
}

function originsOf(name: string, list = ''): string[] {
  const named = itemsOf(list)
  if (!named.every(isOrigin)) throw new Error(`${name}: http(s) origins without a path, with commas between`)
  return named
}

function countOf(name: string, value = ''): number | undefined {
  if (value === '') return undefined
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new Error(`${name}: a whole number from 1`)
  return Number(value)
}

/** A misspelt name would silently leave the default in force. Names with VITE_CONFIG_ belong to Vite. */
function refuseUnknownNames(env: Env): void {
  const known = new Set<string>(SETTING_NAMES)
  const unknown = Object.keys(env).filter((name) => /^VITE_(?!CONFIG_)/.test(name) && !known.has(name))
  if (unknown.length > 0) throw new Error(unknown.map((name) => `${name}: no setting has this name`).join('\n'))
}
