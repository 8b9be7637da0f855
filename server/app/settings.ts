// The settings for the page, read once from the environment at the start.
import type { ConnectionLimits } from '../connections.ts'
import { parseSettings, SETTING_NAMES, withoutEmpty, type Settings } from '../../contract/settings.ts'
import { schemaOf, wrongLines, type SettingsOf } from '../settingRow.ts'
import { SERVER_ROWS, originList } from './settingRows.ts'

export type Env = Record<string, string | undefined>

export type ServeSettings = {
  /** The raw settings of the environment. The page receives them even if they are wrong, to say what is wrong. */
  raw: Record<string, string>
  /** Parsed, or null if one of them is wrong. */
  settings: Settings | null
  /** One line for each wrong setting: its name and what is expected, never its value. */
  problems: string[]
  /** One line for each thing that members of a production would meet, and its settings do not forbid. */
  warnings: string[]
  /** Further origins of partner services' pictures. */
  assetOrigins: string[]
  /** Where to report a weakness: `mailto:` and https addresses. Without one there is no security.txt. */
  securityContacts: string[]
  /** Further origins that may use the passkeys of this domain. Without one the address of WebAuthn says nothing. */
  passkeyOrigins: string[]
  connections: ConnectionLimits
}

const ROWS = {
  ...SERVER_ROWS,
  // A setting of the backend, which this server reads as well (backend/settings/rows.ts).
  BACKEND_PASSKEY_ORIGINS: { shape: originList, usual: '', means: 'further origins whose pages may use the passkeys' },
} as const
const Server = schemaOf(ROWS)

/** @throws one line for each wrong or unknown name: the server then does not start */
export function readServeSettings(env: Env): ServeSettings {
  const raw = pageSettingsIn(env)
  const read = Server.safeParse(withoutEmpty(env))
  const refused = refusedIn(env)
  if (!read.success || refused.length > 0) throw new Error(refused.join('\n'))
  const server = read.data as SettingsOf<typeof ROWS>
  const more = {
    assetOrigins: server.ASSET_ORIGINS,
    securityContacts: server.SECURITY_CONTACTS,
    passkeyOrigins: server.BACKEND_PASSKEY_ORIGINS,
    connections: { total: server.APP_CONNECTIONS, per_address: server.APP_CONNECTIONS_PER_ADDRESS },
  }
  const parsed = parseSettings(raw)
  return 'settings' in parsed
    ? { raw, settings: parsed.settings, problems: [], warnings: warningsOf(env, parsed.settings), ...more }
    : { raw, settings: null, problems: parsed.problems, warnings: [], ...more }
}

const warningsOf = ({ NODE_ENV }: Env, { VITE_POLICIES_URL }: Settings): string[] =>
  NODE_ENV === 'production' && VITE_POLICIES_URL === ''
    ? ["VITE_POLICIES_URL is missing: members read the demonstration's pages on support, cookies and privacy"]
    : []

/** Everything that a start refuses, that makes the page useless, or of which production warns: a line each. */
export function appProblems(env: Env): string[] {
  const parsed = parseSettings(pageSettingsIn(env))
  return [...refusedIn(env), ...('settings' in parsed ? warningsOf(env, parsed.settings) : parsed.problems)]
}

const pageSettingsIn = (env: Env): Record<string, string> =>
  Object.fromEntries(SETTING_NAMES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))

/** A misspelt name would silently leave the default in force. Names with VITE_CONFIG_ belong to Vite. */
function refusedIn(env: Env): string[] {
  const read = Server.safeParse(withoutEmpty(env))
  const known = new Set<string>(SETTING_NAMES)
  const unknown = Object.keys(env).filter((name) => /^VITE_(?!CONFIG_)/.test(name) && !known.has(name))
  return [
    ...(read.success ? [] : wrongLines(read.error)),
    ...unknown.map((name) => `${name}: no setting has this name`),
  ]
}
