// The settings of the backend. Only main.ts reads the environment; all other code receives this value.
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { withoutEmpty } from '../src/wire/settings'
import { isSafeUrl, urlOf } from '../src/wire/url'
import { oldNames } from '../server/oldNames'
import { campusNetworks } from './campusNetworks'
import { StartProblem } from './startProblem'

/** A partner service that may sign members in. */
export type ClientSettings = {
  client_id: string
  client_secret: string
  /** `false`: its library knows no PKCE, and its secret alone binds a code to it. */
  pkce?: boolean | undefined
  redirect_uris: string[]
  post_logout_redirect_uris: string[]
  /** Where a sign-in at the service begins (OpenID Connect Core §4). */
  initiate_login_uri?: string | undefined
  /** Receives back-channel logouts, from server to server. */
  backchannel_logout_uri?: string | undefined
  /** What members see of it. A plug-in may also let it ask for consent and for fields of the profile. */
  service?: (ServiceSettings & { asks_consent?: boolean; required_profile?: string[] }) | undefined
}

export type Limits = {
  /** One-time codes: sends to one recipient, sends from one address, guesses. */
  send_gap_seconds: number
  sends_per_hour: number
  sends_per_day: number
  sends_per_ip_hour: number
  sends_per_country_hour: number
  guesses_per_code: number
  guesses_per_hour: number
  /** What one network may ask for (http/rateLimits.ts): visits, sign-ins, new passwords, calls about codes, searches for an id, looks at a nickname, letters. */
  visits_per_minute: number
  sign_ins_per_minute: number
  password_sets_per_minute: number
  codes_per_minute: number
  searches_per_minute: number
  nicknames_per_minute: number
  letters_per_hour: number
  /** Calls of services: from one network, and of one service that has proved itself; and tokens for one member at one service. */
  service_calls_per_minute: number
  member_tokens_per_minute: number
  /** Forms with a letter that are read at once: each is 10 MB of memory, and a PDF a process of 384 MB at most. */
  letters_at_once: number
  /** Password checks of one visit. A member needs two for a changed password, and five for a wrong one. */
  hashes_per_visit_minute: number
  /** Password hashing: at once, waiting before 503, and for how long. */
  hashes_at_once: number
  hashes_waiting: number
  hash_wait_ms: number
  /** argon2id: KiB of memory and passes. */
  hash_memory: number
  hash_passes: number
  /** scrypt's N for one-time codes: a power of two. */
  code_hash_cost: number
}

export const defaultLimits: Limits = {
  send_gap_seconds: 60,
  sends_per_hour: 5,
  sends_per_day: 10,
  sends_per_ip_hour: 20,
  sends_per_country_hour: 1000,
  guesses_per_code: 5,
  guesses_per_hour: 10,
  visits_per_minute: 60,
  sign_ins_per_minute: 30,
  password_sets_per_minute: 20,
  codes_per_minute: 60,
  searches_per_minute: 30,
  nicknames_per_minute: 120,
  letters_per_hour: 10,
  service_calls_per_minute: 3000,
  member_tokens_per_minute: 60,
  letters_at_once: 4,
  hashes_per_visit_minute: 15,
  hashes_at_once: 2,
  hashes_waiting: 8,
  hash_wait_ms: 500,
  hash_memory: 19_456,
  hash_passes: 2,
  code_hash_cost: 2 ** 14,
}

export type BackendSettings = {
  /** Where the backend is reached: the issuer, and the base of every link it makes. */
  url: string
  app_origin: string
  disclose_unknown_user: boolean
  smtp_url: string | null
  /** The outbox keeps a copy of each mail that goes to `smtp_url`. */
  copies_mail: boolean
  /** How many proxies in front are ours: the client's address is read that far from the right of X-Forwarded-For. */
  proxy_hops: number
  /** CIDR blocks that count as "inside" for members and services that are internal only. */
  internal_networks: string[]
  /** CIDR blocks in which many members share an address: their limits are larger. */
  campus_networks: string[]
  limits: Limits
  clients: ClientSettings[]
}

/** Security B1: http only on this machine, because others could read cookies and codes on the way. */
export const isSafe = (address: string): boolean => isSafeUrl(urlOf(address))
export const SAFE_URL = 'an absolute URL with https, or http on this machine'
const url = z.string().check(z.refine(isSafe, SAFE_URL))
/** An address without a path or query: the program would ignore them. */
export const ORIGIN = `${SAFE_URL}, without a path`
export const origin = z
  .string()
  .check(z.refine((address) => isSafe(address) && new URL(address).href === `${new URL(address).origin}/`, ORIGIN))
const urlOfScheme = (schemes: RegExp, wanted: string) =>
  z.optional(z.string().check(z.refine((address) => schemes.test(urlOf(address)?.protocol ?? ''), wanted)))
const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, 'a port number')),
  z.pipe(z.transform(Number), z.number().check(z.maximum(65_535, 'a port number'))),
)
const COUNT_WANTED = 'a whole number from 1'
const count = z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/, COUNT_WANTED)), z.transform(Number)))
const flag = z.pipe(
  z._default(z.enum(['true', 'false'], 'true or false'), 'false'),
  z.transform((value) => value === 'true'),
)

const name = z.optional(z.string().check(z.minLength(1), z.maxLength(100)))
const picture = z.optional(url)
const Service = z.strictObject({
  display_name: name,
  display_name_en: name,
  display_name_cn: name,
  icon_image_url: picture,
  banner_image_url: picture,
  banner_image_url_en: picture,
  banner_image_url_cn: picture,
  color: z.optional(z.string().check(z.regex(/^#[0-9A-F]{6}$/i, '#RRGGBB'))),
  /** Where its members go back to. */
  domain: picture,
  permission: z.optional(z.enum(['EVERYONE', 'ONLY_GEN', 'ONLY_SK'], 'EVERYONE, ONLY_GEN or ONLY_SK')),
})
type ServiceSettings = z.infer<typeof Service>

const isSecret = (text: string) => text === '' || text.length >= 32
const SECRET_WANTED = '32 characters or more, or none for a public client'
const Clients = z.array(
  z
    .strictObject({
      client_id: z.string('a name').check(z.minLength(1, 'a name'), z.maxLength(64, '64 characters at most')),
      /** Without one it is a public client, held by PKCE alone. A short one can be guessed at the token endpoint. */
      client_secret: z._default(z.string(SECRET_WANTED).check(z.refine(isSecret, SECRET_WANTED)), ''),
      pkce: z.optional(z.boolean()),
      redirect_uris: z.array(url, 'a list of addresses').check(z.minLength(1, 'one address or more')),
      post_logout_redirect_uris: z._default(z.array(url, 'a list of addresses'), []),
      initiate_login_uri: z.optional(url),
      backchannel_logout_uri: z.optional(url),
      service: z.optional(Service),
    })
    .check(
      z.refine(
        ({ pkce, client_secret }) => pkce !== false || client_secret !== '',
        'a client without PKCE needs a client_secret',
      ),
    ),
  'a list',
)

/** The position in the list and the expected value. Never contains the given value. */
const whatIsWrong = (issue: z.core.$ZodIssue): string =>
  [
    ...(issue.path.length > 0 ? [issue.path.join('.')] : []),
    issue.code === 'unrecognized_keys' ? `${issue.keys.join(', ')} is not known` : issue.message,
  ].join(': ')

function jsonOf(text: string): unknown {
  const isList = /^\s*[[{]/.test(text)
  let json = text
  try {
    if (!isList) json = readFileSync(text, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new StartProblem(`BACKEND_CLIENTS: ${text} cannot be read${code}`)
  }
  try {
    return JSON.parse(json)
  } catch {
    throw new StartProblem(`BACKEND_CLIENTS: ${isList ? '' : `${text} is `}not JSON`)
  }
}

/** The partner services of the settings: a JSON list, or the file that holds one. @throws StartProblem for anything else */
export function parseClients(text = ''): ClientSettings[] {
  if (text === '') return []
  const parsed = Clients.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw new StartProblem(`BACKEND_CLIENTS: ${parsed.error.issues.map(whatIsWrong).join('; ')}`)
}

/** The settings that change a limit. */
const LIMIT_SETTINGS = {
  BACKEND_SMS_GAP_SECONDS: 'send_gap_seconds',
  BACKEND_SMS_PER_HOUR: 'sends_per_hour',
  BACKEND_SMS_PER_DAY: 'sends_per_day',
  BACKEND_SMS_PER_IP_HOUR: 'sends_per_ip_hour',
  BACKEND_SMS_PER_COUNTRY_HOUR: 'sends_per_country_hour',
  BACKEND_SMS_GUESSES_PER_HOUR: 'guesses_per_hour',
  BACKEND_VISITS_PER_MINUTE: 'visits_per_minute',
  BACKEND_SIGN_INS_PER_MINUTE: 'sign_ins_per_minute',
  BACKEND_PASSWORD_SETS_PER_MINUTE: 'password_sets_per_minute',
  BACKEND_CODES_PER_MINUTE: 'codes_per_minute',
  BACKEND_SEARCHES_PER_MINUTE: 'searches_per_minute',
  BACKEND_NICKNAMES_PER_MINUTE: 'nicknames_per_minute',
  BACKEND_LETTERS_PER_HOUR: 'letters_per_hour',
  BACKEND_SERVICE_CALLS_PER_MINUTE: 'service_calls_per_minute',
  BACKEND_MEMBER_TOKENS_PER_MINUTE: 'member_tokens_per_minute',
} as const satisfies Record<string, keyof Limits>

/** The limits that the environment changes. @throws StartProblem if one of them is not a whole number */
export function parseLimits(env: Record<string, string | undefined>): Partial<Limits> {
  const limits: Partial<Limits> = {}
  for (const [setting, name] of Object.entries(LIMIT_SETTINGS)) {
    const value = env[setting]
    if (!value) continue
    if (!/^\d{1,6}$/.test(value)) throw new StartProblem(`${setting}: a whole number`)
    limits[name] = Number(value)
  }
  return limits
}

const POSTGRES = [/^postgres(ql)?:$/, 'a URL such as postgres://user@host:5432/name'] as const

/** The environment of a backend that is started by itself. */
const Environment = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  BACKEND_PORT: z._default(port, 3001),
  BACKEND_URL: z.optional(origin),
  APP_ORIGIN: z._default(origin, 'http://localhost:3000'),
  DATABASE_URL: urlOfScheme(...POSTGRES),
  DATABASE_MIGRATION_URL: urlOfScheme(...POSTGRES),
  DATA_DIR: z._default(z.string(), '.data'),
  BACKEND_DISCLOSE_UNKNOWN_USER: z._default(flag, false),
  BACKEND_PROXY_HOPS: z.pipe(z._default(z.string().check(z.regex(/^\d$/, 'a digit')), '0'), z.transform(Number)),
  BACKEND_CAMPUS_NETWORKS: campusNetworks,
  BACKEND_CONNECTIONS: count,
  BACKEND_CONNECTIONS_PER_ADDRESS: count,
  SMTP_URL: urlOfScheme(/^smtps?:$/, 'a URL such as smtp://user:password@host:587'),
  BACKEND_CLIENTS: z._default(z.string(), ''),
})
export type BackendEnvironment = z.infer<typeof Environment>

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
    (name) => name.startsWith('BACKEND_') && !(name in Environment.shape) && !(name in LIMIT_SETTINGS),
  )

/** @throws StartProblem that names each setting which is wrong or unknown, and what is expected, never its value */
export function parseEnvironment(env: Record<string, string | undefined>): BackendEnvironment {
  const parsed = Environment.safeParse(withoutEmpty(env))
  const wrong = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const unknown = unknownNames(env).map((name) => `${name}: no setting has this name`)
  const old = oldNames(env)
  if (parsed.success && unknown.length === 0 && old.length === 0) return parsed.data
  throw new StartProblem([...old, ...wrong, ...unknown].join('; '))
}
