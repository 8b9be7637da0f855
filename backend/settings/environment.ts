// The environment of the backend. Only the programs read it: main.ts, config.ts, migrate.ts, terms.ts, events.ts and the demonstration.
import * as z from 'zod/mini'
import { withoutEmpty } from '../../contract/settings.ts'
import { urlOf } from '../../contract/url.ts'
import { encryptionKeyOf } from '../db/keyEncryption.ts'
import { POSTGRES_URL, serversOf } from '../db/servers.ts'
import { oldNames } from '../../server/oldNames.ts'
import { StartProblem } from '../startProblem.ts'
import { baseUrl, domain, origin, origins } from './addresses.ts'
import { isLimitSetting, LIMIT_SETTINGS } from './limits.ts'
import { networks } from './networks.ts'
import { PASSKEY_MODES } from './passkeys.ts'
import { isSecretFile, withSecretFiles } from './secretFiles.ts'

const urlOfScheme = (schemes: RegExp, wanted: string) =>
  z.optional(z.string().check(z.refine((address) => schemes.test(urlOf(address)?.protocol ?? ''), wanted)))
const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, 'a port number')),
  z.pipe(z.transform(Number), z.number().check(z.maximum(65_535, 'a port number'))),
)
const COUNT_WANTED = 'a whole number from 1'
const count = z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/, COUNT_WANTED)), z.transform(Number)))
/** `127.0.0.1:9464`, `[::1]:9464`, `metrics.internal:9464` */
const LISTEN = /^(?:\[([\da-f:]+)\]|([\w.-]+)):(\d{1,5})$/i
const LISTEN_WANTED = 'a host and a port such as 127.0.0.1:9464'
const listening = z.optional(
  z.pipe(
    z.string().check(z.refine((address) => Number(LISTEN.exec(address)?.[3] ?? Infinity) <= 65_535, LISTEN_WANTED)),
    z.transform((address) => {
      const [, v6, name, listened] = LISTEN.exec(address) ?? []
      return { host: v6 ?? name ?? '', port: Number(listened) }
    }),
  ),
)
const flag = (usual: 'true' | 'false') =>
  z.pipe(
    z._default(z.enum(['true', 'false'], 'true or false'), usual),
    z.transform((value) => value === 'true'),
  )
const keysIn = (text: string) => text.split(',').map((one) => encryptionKeyOf(one.trim()))
const postgres = z.optional(z.string().check(z.refine((address) => serversOf(address).length > 0, POSTGRES_URL)))
const KEYS_WANTED = '32 bytes in Base64, as "openssl rand -base64 32" prints them; several with commas between them'
const encryptionKeys = z.pipe(
  z._default(
    z.string().check(z.refine((text) => text === '' || keysIn(text).every((key) => key !== null), KEYS_WANTED)),
    '',
  ),
  z.transform((text) => keysIn(text).filter((key) => key !== null)),
)
const SECRET_WANTED = '32 characters or more'
const text = z.optional(z.string().check(z.maxLength(500)))
const FROM_WANTED = 'an address such as "Daemun <no-reply@example.com>"'
const from = z.optional(
  z.string().check(z.regex(/^(?:[^<>@\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, FROM_WANTED)),
)

/** RFC 1918 and RFC 4193. */
export const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

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
      name.startsWith('BACKEND_') && !(name in Environment.shape) && !isLimitSetting(name) && !isSecretFile(name),
  )

/** @throws StartProblem that names each setting which is wrong or unknown, and what is expected, never its value */
export function parseEnvironment(env: Record<string, string | undefined>): BackendEnvironment {
  const parsed = Environment.safeParse(withoutEmpty(withSecretFiles(env)))
  const wrong = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const unknown = unknownNames(env).map((name) => `${name}: no setting has this name`)
  const old = oldNames(env)
  if (parsed.success && unknown.length === 0 && old.length === 0) return parsed.data
  throw new StartProblem([...old, ...wrong, ...unknown].join('; '))
}
