// Every limit: its setting, its default and the least value that makes sense. docs/operators.md has the rules for sizing.
import { StartProblem } from '../startProblem.ts'

type Limit = { setting: string; usual: number; least: number }
const limit = <S extends string>(setting: S, usual: number, least = 0) =>
  ({ setting, usual, least }) as const satisfies Limit

const LIMITS = {
  // One-time codes: sends to one recipient, sends from one address and to one country, guesses.
  send_gap_seconds: limit('BACKEND_SMS_GAP_SECONDS', 60),
  sends_per_hour: limit('BACKEND_SMS_PER_HOUR', 5),
  sends_per_day: limit('BACKEND_SMS_PER_DAY', 10),
  sends_per_ip_hour: limit('BACKEND_SMS_PER_IP_HOUR', 20),
  sends_per_country_hour: limit('BACKEND_SMS_PER_COUNTRY_HOUR', 1000),
  guesses_per_code: limit('BACKEND_SMS_GUESSES_PER_CODE', 5, 1),
  guesses_per_hour: limit('BACKEND_SMS_GUESSES_PER_HOUR', 10, 1),
  // What the mail relay takes from all instances; 0: as much as there is.
  mails_per_minute: limit('BACKEND_MAILS_PER_MINUTE', 0),
  // What one network may ask for (http/rateLimits.ts).
  visits_per_minute: limit('BACKEND_VISITS_PER_MINUTE', 60),
  sign_ins_per_minute: limit('BACKEND_SIGN_INS_PER_MINUTE', 30),
  password_sets_per_minute: limit('BACKEND_PASSWORD_SETS_PER_MINUTE', 20),
  codes_per_minute: limit('BACKEND_CODES_PER_MINUTE', 60),
  searches_per_minute: limit('BACKEND_SEARCHES_PER_MINUTE', 30),
  nicknames_per_minute: limit('BACKEND_NICKNAMES_PER_MINUTE', 120),
  reads_per_minute: limit('BACKEND_READS_PER_MINUTE', 1200),
  letters_per_hour: limit('BACKEND_LETTERS_PER_HOUR', 10),
  // Calls of services: from one network, and of one service that has proved itself; and tokens for one member at one service.
  service_calls_per_minute: limit('BACKEND_SERVICE_CALLS_PER_MINUTE', 3000),
  member_tokens_per_minute: limit('BACKEND_MEMBER_TOKENS_PER_MINUTE', 60),
  // Forms with a letter that are read at once: each is 10 MB of memory, and a PDF a process of 384 MB at most.
  letters_at_once: limit('BACKEND_LETTERS_AT_ONCE', 4, 1),
  // Password checks of one visit. A member needs two for a changed password, and five for a wrong one.
  hashes_per_visit_minute: limit('BACKEND_HASHES_PER_VISIT_MINUTE', 15, 5),
  // Wrong passwords of unknown browsers, after which one more of them has to solve a puzzle: all together, and of one network.
  wrong_passwords_per_hour: limit('BACKEND_WRONG_PASSWORDS_PER_HOUR', 50, 1),
  wrong_passwords_per_network_hour: limit('BACKEND_WRONG_PASSWORDS_PER_NETWORK_HOUR', 10, 1),
  // Password hashing: at once, waiting before 503, and for how many milliseconds.
  hashes_at_once: limit('BACKEND_HASHES_AT_ONCE', 2, 1),
  hashes_waiting: limit('BACKEND_HASHES_WAITING', 8),
  hash_wait_ms: limit('BACKEND_HASH_WAIT_MS', 500),
  // argon2id: KiB of memory and passes.
  hash_memory: limit('BACKEND_HASH_MEMORY', 19_456, 7_168),
  hash_passes: limit('BACKEND_HASH_PASSES', 2, 1),
  // scrypt's N for one-time codes: a power of two.
  code_hash_cost: limit('BACKEND_CODE_HASH_COST', 2 ** 14, 2 ** 10),
} as const satisfies Record<string, Limit>

type LimitName = keyof typeof LIMITS
export type Limits = Record<LimitName, number>
const entries = Object.entries(LIMITS) as [LimitName, Limit][]

export const defaultLimits = Object.fromEntries(entries.map(([name, { usual }]) => [name, usual])) as Limits

export const LIMIT_SETTINGS: ReadonlySet<string> = new Set(entries.map(([, { setting }]) => setting))
export const isLimitSetting = (setting: string): boolean => LIMIT_SETTINGS.has(setting)

const isPowerOfTwo = (count: number) => Number.isInteger(Math.log2(count))

/** What is wrong with the value of a limit, or null. */
function problemOf(name: LimitName, text: string, { least }: Limit): string | null {
  if (!/^\d{1,6}$/.test(text)) return 'a whole number'
  if (Number(text) < least) return `a whole number from ${least}`
  return name === 'code_hash_cost' && !isPowerOfTwo(Number(text)) ? 'a power of two' : null
}

/** The limits that the environment changes. @throws StartProblem that names each wrong one and what is expected */
export function parseLimits(env: Record<string, string | undefined>): Partial<Limits> {
  const given = entries.flatMap(([name, limit]) => {
    const text = env[limit.setting]
    return text ? [{ name, text, limit }] : []
  })
  const problems = given.flatMap(({ name, text, limit }) => {
    const problem = problemOf(name, text, limit)
    return problem === null ? [] : [`${limit.setting}: ${problem}`]
  })
  if (problems.length > 0) throw new StartProblem(problems.join('; '))
  return Object.fromEntries(given.map(({ name, text }) => [name, Number(text)]))
}
