// What a start of the backend is told, by a program or by its environment.
import { dirname, resolve } from 'node:path'
import { BEHIND_PROXY_MS, DEFAULT_CONNECTIONS, type ConnectionLimits } from '../server/connections.ts'
import { ownEncryptionKey, type EncryptionKey } from './db/keyEncryption.ts'
import type { BackendKeys } from './db/keys.ts'
import { dataFolder, type Place, type PoolSettings } from './db/database.ts'
import type { Timeouts } from './http/httpServer.ts'
import type { MetricsAddress } from './http/metricsServer.ts'
import type { PlugIn } from './plugIn.ts'
import type { BackendSettings } from './settings.ts'
import { everyPart } from './settings/everyPart.ts'
import { parseClients, type ClientSettings } from './settings/clients.ts'
import { databaseOf, parseEnvironment } from './settings/environment.ts'
import { defaultLimits, parseLimits, type Limits } from './settings/limits.ts'
import { passkeysOf, type PasskeyOptions } from './settings/passkeys.ts'
import { platformNames, type GivenNames } from './settings/platform.ts'
import { PRIVATE_NETWORKS } from './settings/rows.ts'
import { givenSecret } from './settings/secretFiles.ts'
import { gatewaysOf, type Gateway } from './sms/gateways.ts'

export type StartBackend = {
  /** 0: a free port. */
  port: number
  /** Default 127.0.0.1. */
  host?: string
  /** The public address, if it is not http://localhost:<port>. */
  url?: string
  app_origin: string
  /** The folder of PGlite's files. Ignored with `database_url` or `memory`. Default: .data */
  data_dir?: string
  /** An in-memory database. A dump makes the start fast. */
  memory?: boolean | { dump: Blob }
  database_url?: string
  /** The role that owns the tables (docs/operators.md, "Two database roles"). */
  migration_url?: string
  /** A standby for reads that may be seconds old (docs/operators.md, "Reads on a standby"). Default: the primary answers them. */
  standby_url?: string
  /** A Valkey or Redis server that counts limits (docs/operators.md, "Limits on Valkey or Redis"). Default: the database counts them. */
  valkey_url?: string
  /** How long a count on that server may take before the database counts, in milliseconds. Default 300. */
  limit_store_ms?: number
  /** Whether the start changes the tables of a server. Default true. */
  migrates?: boolean
  /** The connections of this process to a server (docs/operators.md, "A pooler"). */
  pool?: PoolSettings
  /** Encrypt the keys in the database: the first one encrypts, all of them decrypt. Without any, a folder has one of its own. */
  encryption_keys?: readonly EncryptionKey[]
  plugIn?: PlugIn | undefined
  smtp_url?: string
  smtp_from?: string
  sms_gateways?: Gateway[]
  support_contact?: string
  /** What members call the platform. */
  platform?: GivenNames
  /** Whether the start writes the demonstration's terms where nobody else has written terms. Default true; in production `npm run terms` writes the real ones. */
  demo_terms?: boolean
  limits?: Partial<Limits>
  timeouts?: Partial<Timeouts>
  connections?: Partial<ConnectionLimits>
  /** How long open requests may take once `close` is called, in milliseconds. Default 10 s. */
  drain_ms?: number
  /** How long a job waits that runs after the answer, in milliseconds. Default 1 s, which is longer than an answer takes. */
  later_ms?: number
  /** Whether this process looks for changed rows (standingChanges.ts) and for jobs that it has not added itself. Default true; a test that counts rows or statements says false. */
  follow_changes?: boolean
  /** Partner services besides those of the plug-in. */
  clients?: ClientSettings[]
  disclose_unknown_user?: boolean
  proxy_hops?: number
  internal_networks?: string[]
  campus_networks?: string[]
  /** Networks that webhooks may reach besides public addresses. Default: none. */
  webhook_networks?: string[]
  leaked_passwords_url?: string
  scanner_url?: string
  /** A database in MaxMind's format that knows places by address. Default: none, and no place is known. */
  places_file?: string
  /** Default: recommended, for the host of the app. */
  passkeys?: PasskeyOptions
  /** Where a Prometheus server reads the metrics (docs/operators.md, "Metrics"). Default: nowhere. */
  metrics?: MetricsAddress
  /** The base of an OTLP collector for traces. Default: nothing is traced. */
  traces_endpoint?: string
  now?: () => Date
  /** Writes one line of the log; default stderr. */
  write?: (line: string) => void
}

export function placeOf({
  memory,
  database_url,
  migration_url,
  standby_url,
  migrates,
  pool,
  data_dir = '.data',
}: StartBackend): Place {
  if (memory) return { at: 'memory', dump: memory === true ? undefined : memory.dump }
  if (database_url) return { at: 'server', database_url, migration_url, standby_url, migrates, pool }
  return { at: 'folder', folder: dataFolder(resolve(data_dir)) }
}

/** The keys that encrypt those in the database. @throws StartProblem if the folder's own one cannot be read */
export function encryptionOf({ encryption_keys = [] }: StartBackend, place: Place): readonly EncryptionKey[] {
  return encryption_keys.length === 0 && place.at === 'folder'
    ? [ownEncryptionKey(dirname(place.folder))]
    : encryption_keys
}

/** A proxy in front opens the connections of all its callers from one address, so the limit for all counts for it. */
export function connectionsOf({ connections = {}, proxy_hops = 0 }: StartBackend): ConnectionLimits {
  const limits = { ...DEFAULT_CONNECTIONS, ...connections }
  return proxy_hops > 0 ? { ...limits, per_address: limits.total } : limits
}

/** The connections behind a proxy are the proxy's. */
export const timeoutsOf = ({ timeouts = {}, proxy_hops = 0 }: StartBackend): Partial<Timeouts> =>
  proxy_hops > 0 ? { keepAlive: BEHIND_PROXY_MS, ...timeouts } : timeouts

const SMTP_FROM = '대문 <no-reply@daemun.localhost>'
const SUPPORT_CONTACT = 'help@daemun.localhost'

/** @param url where the backend is reached */
export const settingsOf = (options: StartBackend, url: string, keys: BackendKeys): BackendSettings => ({
  url,
  app_origin: options.app_origin,
  disclose_unknown_user: options.disclose_unknown_user ?? false,
  smtp_url: options.smtp_url ?? null,
  smtp_from: options.smtp_from ?? SMTP_FROM,
  sms_gateways: options.sms_gateways ?? [],
  copies_messages: options.plugIn?.copiesMessages ?? false,
  support_contact: options.support_contact ?? SUPPORT_CONTACT,
  platform: platformNames(options.platform ?? {}),
  proxy_hops: options.proxy_hops ?? 0,
  internal_networks: options.internal_networks ?? PRIVATE_NETWORKS,
  campus_networks: options.campus_networks ?? [],
  webhook_networks: [...(options.webhook_networks ?? options.plugIn?.webhookNetworks ?? [])],
  leaked_passwords_url: options.leaked_passwords_url ?? null,
  passkeys: passkeysOf(options.passkeys ?? {}, options.app_origin),
  limits: { ...defaultLimits, ...options.limits },
  clients: [...(options.plugIn?.clients(keys) ?? []), ...(options.clients ?? [])],
})

export type Env = Record<string, string | undefined>

/** What reads the environment. Each part may be wrong alone. */
export function partsOf(env: Env) {
  const secret = (name: string) => givenSecret(env, name) || undefined
  return {
    settings: () => parseEnvironment(env),
    database: () =>
      databaseOf({
        DATABASE_URL: secret('DATABASE_URL'),
        DATABASE_MIGRATION_URL: secret('DATABASE_MIGRATION_URL'),
        DATABASE_STANDBY_URL: secret('DATABASE_STANDBY_URL'),
      }),
    clients: () => parseClients(env.BACKEND_CLIENTS),
    limits: () => parseLimits(env),
    sms_gateways: () =>
      gatewaysOf({
        SMS_URL: secret('SMS_URL'),
        SMS_FALLBACK_URL: secret('SMS_FALLBACK_URL'),
        SMS_SECRET: secret('SMS_SECRET'),
      }),
  }
}

/**
 * The start that the environment describes.
 * @throws StartProblem that names everything that is wrong, never its value
 */
export function fromEnvironment(env: Env): StartBackend {
  const { settings, database, clients, limits, sms_gateways } = everyPart(partsOf(env))
  const { BACKEND_LEAKED_PASSWORDS_URL, BACKEND_METRICS, BACKEND_PASSKEY_RP_ID, BACKEND_PLACES_FILE } = settings
  const { OTEL_EXPORTER_OTLP_ENDPOINT, BACKEND_URL, SMTP_URL, SMTP_FROM, SUPPORT_CONTACT, VALKEY_URL } = settings
  const isProduction = env.NODE_ENV === 'production'
  return {
    port: settings.BACKEND_PORT,
    host: settings.HOST,
    app_origin: new URL(settings.APP_ORIGIN).origin,
    data_dir: settings.DATA_DIR,
    disclose_unknown_user: settings.BACKEND_DISCLOSE_UNKNOWN_USER,
    proxy_hops: settings.BACKEND_PROXY_HOPS,
    internal_networks: settings.BACKEND_INTERNAL_NETWORKS,
    campus_networks: settings.BACKEND_CAMPUS_NETWORKS,
    ...(settings.BACKEND_WEBHOOK_NETWORKS.length > 0 && { webhook_networks: settings.BACKEND_WEBHOOK_NETWORKS }),
    passkeys: {
      mode: settings.BACKEND_PASSKEYS,
      related_origins: settings.BACKEND_PASSKEY_ORIGINS,
      ...(BACKEND_PASSKEY_RP_ID && { rp_id: BACKEND_PASSKEY_RP_ID }),
    },
    clients,
    limits,
    connections: { total: settings.BACKEND_CONNECTIONS, per_address: settings.BACKEND_CONNECTIONS_PER_ADDRESS },
    sms_gateways,
    encryption_keys: settings.BACKEND_KEY_ENCRYPTION_KEY,
    ...database,
    pool: {
      prepares: settings.BACKEND_PREPARED_STATEMENTS,
      connections: settings.BACKEND_DATABASE_CONNECTIONS,
      connect_ms: settings.BACKEND_DATABASE_CONNECT_MS,
      query_ms: settings.BACKEND_DATABASE_QUERY_MS,
    },
    // In production a change of the tables is a step of its own: `npm run migrate`.
    migrates: !isProduction,
    demo_terms: !isProduction,
    ...(BACKEND_URL && { url: new URL(BACKEND_URL).origin }),
    ...(VALKEY_URL && { valkey_url: VALKEY_URL }),
    ...(SMTP_URL && { smtp_url: SMTP_URL }),
    ...(SMTP_FROM && { smtp_from: SMTP_FROM }),
    ...(BACKEND_LEAKED_PASSWORDS_URL && { leaked_passwords_url: BACKEND_LEAKED_PASSWORDS_URL }),
    ...(BACKEND_PLACES_FILE && { places_file: BACKEND_PLACES_FILE }),
    ...(settings.BACKEND_SCANNER_URL && { scanner_url: settings.BACKEND_SCANNER_URL }),
    ...(BACKEND_METRICS && { metrics: BACKEND_METRICS }),
    ...(OTEL_EXPORTER_OTLP_ENDPOINT && { traces_endpoint: OTEL_EXPORTER_OTLP_ENDPOINT }),
    ...(SUPPORT_CONTACT && { support_contact: SUPPORT_CONTACT }),
    platform: {
      ko: settings.BACKEND_PLATFORM_NAME,
      en: settings.BACKEND_PLATFORM_NAME_EN,
      cn: settings.BACKEND_PLATFORM_NAME_CN,
    },
  }
}
