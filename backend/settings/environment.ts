// The environment of the backend. Only the programs read it: main.ts, the commands and the demonstration.
import { withoutEmpty } from '../../contract/settings.ts'
import { oldNames } from '../../server/oldNames.ts'
import { schemaOf, wrongLines, type SettingsOf } from '../../server/settingRow.ts'
import { StartProblem } from '../startProblem.ts'
import { isLimitSetting } from './limits.ts'
import { ENVIRONMENT_ROWS } from './rows.ts'
import { isSecretFile, withSecretFiles } from './secretFiles.ts'

/** The environment of a backend that is started by itself. */
const Environment = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  BACKEND_PORT: z._default(port, 3001),
  BACKEND_URL: z.optional(origin),
  APP_ORIGIN: z._default(origin, 'http://localhost:3000'),
  DATABASE_URL: postgres,
  DATABASE_MIGRATION_URL: postgres,
  BACKUP_DATABASE_URL: postgres,
  BACKEND_DATABASE_CONNECTIONS: count,
  BACKEND_PREPARED_STATEMENTS: flag('true'),
  BACKEND_KEY_ENCRYPTION_KEY: encryptionKeys,
  DATA_DIR: z._default(z.string(), '.data'),
  BACKEND_DISCLOSE_UNKNOWN_USER: flag('false'),
  BACKEND_PROXY_HOPS: z.pipe(z._default(z.string().check(z.regex(/^\d$/, 'a digit')), '0'), z.transform(Number)),
  BACKEND_INTERNAL_NETWORKS: networks(PRIVATE_NETWORKS.join(','), { v4: 8, v6: 7 }),
  BACKEND_CAMPUS_NETWORKS: networks('', { v4: 8, v6: 16 }),
  BACKEND_LEAKED_PASSWORDS_URL: z.optional(baseUrl),
  BACKEND_PLACES_FILE: text,
  BACKEND_PASSKEYS: z._default(z.enum(PASSKEY_MODES, PASSKEY_MODES.join(', ')), 'recommended'),
  BACKEND_PASSKEY_RP_ID: z.optional(domain),
  BACKEND_PASSKEY_ORIGINS: origins,
  BACKEND_METRICS: listening,
  BACKEND_CONNECTIONS: count,
  BACKEND_CONNECTIONS_PER_ADDRESS: count,
  SMTP_URL: urlOfScheme(/^smtps?:$/, 'a URL such as smtp://user:password@host:587'),
  SMTP_FROM: from,
  SMS_URL: text,
  SMS_FALLBACK_URL: text,
  SMS_SECRET: z.optional(z.string().check(z.minLength(32, SECRET_WANTED))),
  SUPPORT_CONTACT: text,
  BACKEND_CLIENTS: z._default(z.string(), ''),
})
export type BackendEnvironment = z.infer<typeof Environment>

/** Every setting of the backend. */
export const settingNames = (): string[] => [...Object.keys(Environment.shape), ...LIMIT_SETTINGS]
const Environment = schemaOf(ENVIRONMENT_ROWS)
export type BackendEnvironment = SettingsOf<typeof ENVIRONMENT_ROWS>

/** The addresses of the database. Either one alone serves and migrates. */
export function databaseOf({
  DATABASE_URL,
  DATABASE_MIGRATION_URL,
}: Pick<BackendEnvironment, 'DATABASE_URL' | 'DATABASE_MIGRATION_URL'>): {
  database_url?: string
  migration_url?: string
} {
  if (DATABASE_URL && DATABASE_MIGRATION_URL)
    return { database_url: DATABASE_URL, migration_url: DATABASE_MIGRATION_URL }
  const database_url = DATABASE_URL ?? DATABASE_MIGRATION_URL
  return database_url ? { database_url } : {}
}

/** Names that begin like a setting but are unknown: a misspelt name would leave the default in force. */
const unknownNames = (env: Record<string, string | undefined>): string[] =>
  Object.keys(env).filter(
    (name) =>
      name.startsWith('BACKEND_') && !(name in ENVIRONMENT_ROWS) && !isLimitSetting(name) && !isSecretFile(name),
  )

/** @throws StartProblem that names each setting which is wrong or unknown, and what is expected, never its value */
export function parseEnvironment(env: Record<string, string | undefined>): BackendEnvironment {
  const parsed = Environment.safeParse(withoutEmpty(withSecretFiles(env)))
  const wrong = parsed.success ? [] : wrongLines(parsed.error)
  const unknown = unknownNames(env).map((name) => `${name}: no setting has this name`)
  const old = oldNames(env)
  if (parsed.success && unknown.length === 0 && old.length === 0) return parsed.data as BackendEnvironment
  throw new StartProblem([...old, ...wrong, ...unknown].join('; '))
}
