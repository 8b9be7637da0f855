// The settings of the backend, besides its limits (limits.ts): what reads each one, and what docs/operators.md and .env.example say of it.
import * as z from 'zod/mini'
import { DEFAULT_CONNECTIONS } from '../../server/connections.ts'
import { count, type SettingRows } from '../../server/settingRow.ts'
import { baseUrl, domain, origin, origins } from './addresses.ts'
import { networks } from './networks.ts'
import { PASSKEY_MODES } from './passkeys.ts'
import { platformName } from './platform.ts'
import * as shapes from './shapes.ts'

/** RFC 1918 and RFC 4193. */
export const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

export const ADDRESS_ROWS = {
  HOST: {
    shape: z.string(),
    usual: '127.0.0.1',
    means: 'the address on which a server listens, of the app and of the backend',
    rule: 'beyond this machine: TLS at the server, or a proxy that speaks TLS',
  },
  BACKEND_PORT: { shape: shapes.port, usual: '3001', means: 'the port of the backend' },
  BACKEND_URL: {
    shape: origin,
    means: 'the public address of the backend, with https except on this machine',
    needed: 'the https address at which members reach the backend',
  },
  APP_ORIGIN: {
    shape: origin,
    usual: 'http://localhost:3000',
    means: "the app's origin, the only one that CORS allows",
    needed: 'the https origin of the app',
  },
  BACKEND_PROXY_HOPS: {
    shape: shapes.digit,
    usual: '0',
    means:
      "the number of your own proxies in front. The client's address is that entry of `X-Forwarded-For`, counted from the right",
    rule: '[A proxy in front](#a-proxy-in-front)',
  },
  BACKEND_CONNECTIONS: {
    shape: count,
    usual: String(DEFAULT_CONNECTIONS.total),
    means: 'connections that the backend keeps',
    rule: 'twice the members at work at once, and half of the descriptors that the process may open',
  },
  BACKEND_CONNECTIONS_PER_ADDRESS: {
    shape: count,
    usual: String(DEFAULT_CONNECTIONS.per_address),
    means: 'connections of one address. With `BACKEND_PROXY_HOPS` only the limit in all counts',
    rule: 'six for each browser that shares an address',
  },
  BACKEND_METRICS: {
    shape: shapes.listening,
    means: 'where a Prometheus server reads the [metrics](#metrics), such as 127.0.0.1:9464. Empty: nowhere',
    rule: 'an address that only that server can reach',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    shape: shapes.urlOfScheme(/^https?:$/, 'a URL such as http://collector:4318'),
    means:
      'an OpenTelemetry collector that gets [traces](#traces), such as http://collector:4318. Empty: nothing is traced',
  },
} as const satisfies SettingRows

export const DATABASE_ROWS = {
  DATABASE_URL: {
    shape: shapes.postgres,
    secret: true,
    means:
      'a PostgreSQL server: postgres://user@host:5432/name, or a primary with its [standbys](#a-standby): postgres://user@first:5432,second:5432/name. Empty: the embedded database',
    needed: 'a PostgreSQL server with backups',
  },
  DATABASE_MIGRATION_URL: {
    shape: shapes.postgres,
    secret: true,
    means:
      'the role that owns the tables and migrates them. `DATABASE_URL` then only reads and writes rows ([two roles](#two-database-roles))',
  },
  DATABASE_STANDBY_URL: {
    shape: shapes.postgresServer,
    secret: true,
    means:
      'a standby for [reads that may be seconds old](#reads-on-a-standby), by the role of `DATABASE_URL`. Empty: the primary answers them',
  },
  VALKEY_URL: {
    shape: shapes.urlOfScheme(/^rediss?:$/, 'a URL such as redis://user:password@host:6379'),
    secret: true,
    means:
      'a Valkey or Redis server that counts the [limits](#limits-on-valkey-or-redis) of all instances: redis://user:password@host:6379. Empty: the database counts them',
  },
  BACKUP_DATABASE_URL: {
    shape: shapes.postgres,
    secret: true,
    means: 'the same server for `npm run backup`, by a role that may replicate ([backups](#backup-and-restore))',
  },
  BACKEND_DATABASE_CONNECTIONS: {
    shape: count,
    usual: '10',
    means: 'connections of one process to the server',
    rule: 'ten for each instance. All instances together stay below `max_connections` of the server, or behind a pooler',
  },
  BACKEND_DATABASE_CONNECT_MS: {
    shape: shapes.milliseconds,
    usual: '5000',
    means: 'milliseconds for a connection to the server, from the pool or a new one. Then the call gets 503',
    rule: 'half of the 10 s that the app waits for a byte',
  },
  BACKEND_DATABASE_QUERY_MS: {
    shape: shapes.milliseconds,
    usual: '8000',
    means: 'milliseconds for one statement of the serving role. Then the call gets 503',
    rule: 'less than the 10 s that the app waits for a byte, and longer than a [failover](#failover) of a pooler',
  },
  BACKEND_PREPARED_STATEMENTS: {
    shape: shapes.flag,
    usual: 'true',
    means: 'whether statements are prepared',
    rule: '`false` behind a [pooler](#a-pooler) in transaction mode',
  },
  BACKEND_KEY_ENCRYPTION_KEY: {
    shape: shapes.encryptionKeys,
    usual: '',
    secret: true,
    means:
      'encrypts the [keys](#keys) in the database: 32 bytes in Base64, as `openssl rand -base64 32` prints them. Of several, with commas between them, the first one encrypts and all of them decrypt. Empty: a folder gets a key of its own (`key-encryption.key`), and a server keeps the keys in clear',
    needed: 'the key that encrypts the keys in the database',
  },
  DATA_DIR: { shape: z.string(), usual: '.data', means: 'the folder of the embedded database' },
} as const satisfies SettingRows

export const MESSAGE_ROWS = {
  SMTP_URL: {
    shape: shapes.urlOfScheme(/^smtps?:$/, 'a URL such as smtp://user:password@host:587'),
    secret: true,
    means: 'a mail relay for codes and mails: smtp://user:password@host:587',
    needed: 'a mail relay: codes and notices go out by mail',
  },
  SMTP_FROM: {
    shape: shapes.from,
    means: 'the sender of mails: `Step Learning <no-reply@example.com>`',
    needed: 'the sender of mails',
  },
  SMS_URL: {
    shape: shapes.text,
    secret: true,
    means:
      'a [gateway for text messages](#text-messages): twilio://account:token@sender, solapi://key:secret@sender, or an https address of your own',
    needed: 'a gateway: codes go out by SMS',
  },
  SMS_FALLBACK_URL: { shape: shapes.text, secret: true, means: 'a gateway for when the first one fails' },
  SMS_SECRET: {
    shape: shapes.secret,
    secret: true,
    means: 'signs the calls to an https address of your own: 32 characters or more',
  },
  SUPPORT_CONTACT: {
    shape: shapes.text,
    means:
      'how members reach your support: an address or a number. A waiting join, a stopped account and security messages without a link name it',
    needed: 'how members reach your support: a security message without a link names nothing else',
    rule: 'as short as can be, because it ends text messages',
  },
  BACKEND_PLATFORM_NAME: {
    shape: platformName,
    means:
      "what members call the platform, in Korean: in messages, on the backend's own pages, at a passkey and as the service of the account. No nickname may look like it. Default: 대문",
    rule: 'set it before the first member joins. Short, because it begins text messages: twenty characters at most. [The name of the platform](#the-name-of-the-platform)',
  },
  BACKEND_PLATFORM_NAME_EN: {
    shape: platformName,
    means: 'the same in English and Japanese. Default: the Korean name if there is one, else Daemun',
  },
  BACKEND_PLATFORM_NAME_CN: { shape: platformName, means: 'the same in Chinese. Default: as in English' },
} as const satisfies SettingRows

export const SIGN_IN_ROWS = {
  BACKEND_CLIENTS: {
    shape: z.string(),
    usual: '',
    means:
      'the seed of [partner services](#partner-services): a JSON file with a list of clients, or the list itself. What `npm run clients` has changed stays as it is',
  },
  BACKEND_PASSKEYS: {
    shape: z.enum(PASSKEY_MODES, PASSKEY_MODES.join(', ')),
    usual: 'recommended',
    means:
      '`off`: neither calls nor fields of [passkeys](#passkeys). `on`: a member who has one may sign in with it. `recommended`: a member without one is also asked to create one',
  },
  BACKEND_PASSKEY_RP_ID: {
    shape: domain,
    means: 'the domain of the passkeys. Default: the host of `APP_ORIGIN`',
    rule: 'choose it before the first passkey: they end with it',
  },
  BACKEND_PASSKEY_ORIGINS: {
    shape: origins,
    usual: '',
    means: 'further origins whose pages may use these passkeys, with commas between them',
    rule: 'five different names of sites at most',
  },
  BACKEND_PLACES_FILE: {
    shape: shapes.text,
    means:
      'a database of places by network in the format of MaxMind (.mmdb). The account then shows roughly where a browser is. Without it no place is known',
  },
  BACKEND_LEAKED_PASSWORDS_URL: {
    shape: baseUrl,
    means:
      "a service that is asked whether a leak has published a new password, such as https://api.pwnedpasswords.com. Five characters of the password's hash leave the server ([Leaked passwords](#leaked-passwords)). Empty: nobody is asked",
  },
  BACKEND_SCANNER_URL: {
    shape: shapes.urlOfScheme(/^clamd:$/, 'a URL such as clamd://127.0.0.1:3310'),
    means:
      'a ClamAV daemon that looks at each enrollment letter, such as clamd://127.0.0.1:3310 ([Virus scanner](#virus-scanner)). Empty: no scanner',
  },
  BACKEND_DISCLOSE_UNKNOWN_USER: {
    shape: shapes.flag,
    usual: 'false',
    means:
      '`true`: the backend tells that a login ID is unknown, for testing an app. Production does not start with it',
  },
  BACKEND_CAMPUS_NETWORKS: {
    shape: networks({ v4: 8, v6: 16 }),
    usual: '',
    means:
      'networks in which many members share an address: 203.0.113.0/24,2001:db8:5::/48. Their limits are twenty times as large',
    rule: '[Many members behind one address](#many-members-behind-one-address)',
  },
  BACKEND_WEBHOOK_NETWORKS: {
    shape: networks({ v4: 8, v6: 7 }),
    usual: '',
    means:
      'networks of yours that [webhooks](#webhooks) may reach: 10.20.0.0/16. Without it they reach public addresses alone, and nothing of this machine',
  },
  BACKEND_INTERNAL_NETWORKS: {
    shape: networks({ v4: 8, v6: 7 }),
    usual: PRIVATE_NETWORKS.join(','),
    means:
      'networks that are "inside": for members and services of the internal network alone. Their limits are twenty times as large',
  },
} as const satisfies SettingRows

export const ENVIRONMENT_ROWS = { ...ADDRESS_ROWS, ...DATABASE_ROWS, ...MESSAGE_ROWS, ...SIGN_IN_ROWS }
