// The settings of the sandbox. Only main.ts reads the environment; everything else is given this value.
import * as z from 'zod/mini'

/** A partner service that may sign members in. */
export type ClientSettings = {
  client_id: string
  client_secret: string
  redirect_uris: string[]
  post_logout_redirect_uris: string[]
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
  /** Password hashing: at once, and waiting before 503. */
  hashes_at_once: number
  hashes_waiting: number
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
  hashes_at_once: 2,
  hashes_waiting: 8,
  hash_memory: 19_456,
  hash_passes: 2,
  code_hash_cost: 2 ** 14,
}

export type SandboxSettings = {
  /** Where the sandbox is reached: the issuer, and the base of every link it makes. */
  url: string
  app_origin: string
  partner_url: string
  demo: boolean
  disclose_unknown_user: boolean
  smtp_url: string | null
  /** How many proxies in front are ours: the client's address is read that far from the right of X-Forwarded-For. */
  proxy_hops: number
  /** CIDR blocks that count as "inside" for members and services that are internal only. */
  internal_networks: string[]
  limits: Limits
  clients: ClientSettings[]
}

const isHttp = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
const url = z.string().check(z.refine(isHttp, 'an absolute http(s) URL'))
const port = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, 'a port number')),
  z.pipe(z.transform(Number), z.number().check(z.maximum(65_535, 'a port number'))),
)
const flag = z.pipe(
  z._default(z.enum(['true', 'false', '']), 'false'),
  z.transform((value) => value === 'true'),
)
const optional = z.pipe(
  z._default(z.string(), ''),
  z.transform((value) => value || null),
)

const Clients = z.array(
  z.strictObject({
    client_id: z.string().check(z.minLength(1), z.maxLength(64)),
    /** Without one it is a public client, held by PKCE alone. */
    client_secret: z._default(z.string(), ''),
    redirect_uris: z.array(url).check(z.minLength(1)),
    post_logout_redirect_uris: z._default(z.array(url), []),
  }),
)

/** Partner services besides those of the demo, as a JSON list. @throws one line when it is none */
export function parseClients(text = ''): ClientSettings[] {
  if (text === '') return []
  try {
    return Clients.parse(JSON.parse(text))
  } catch {
    throw new Error(
      'SANDBOX_CLIENTS: a JSON list of {client_id, client_secret?, redirect_uris, post_logout_redirect_uris?}',
    )
  }
}

/** The environment of a sandbox that is started by itself. */
const Environment = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  SANDBOX_PORT: z._default(port, 3001),
  SANDBOX_URL: z.optional(url),
  APP_ORIGIN: z._default(url, 'http://localhost:3000'),
  PARTNER_URL: z._default(url, 'http://localhost:3002'),
  DATABASE_URL: optional,
  SANDBOX_DATA_DIR: z._default(z.string(), '.data'),
  SANDBOX_DEMO: z._default(flag, false),
  SANDBOX_DISCLOSE_UNKNOWN_USER: z._default(flag, false),
  SANDBOX_PROXY_HOPS: z.pipe(z._default(z.string().check(z.regex(/^\d$/, 'a digit')), '0'), z.transform(Number)),
  SMTP_URL: optional,
  SANDBOX_CLIENTS: z._default(z.string(), ''),
})
export type SandboxEnvironment = z.infer<typeof Environment>

/** The settings, or one line for each that is wrong: its name and what is expected, never its value. */
export function parseEnvironment(env: unknown): { settings: SandboxEnvironment } | { problems: string[] } {
  const parsed = Environment.safeParse(env)
  if (parsed.success) return { settings: parsed.data }
  return { problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) }
}
