// The limits, besides those of timeRows.ts, by the name that the code uses: what reads each one, and what docs/operators.md and .env.example say of it.
import { limit, type LimitRow } from './limitRow.ts'
import { powerOfTwo } from './shapes.ts'

/** One-time codes, and mails. */
export const CODE_LIMITS = {
  send_gap_seconds: limit('BACKEND_SMS_GAP_SECONDS', 60, 'seconds between two codes to one recipient', {
    rule: 'leave it: a message takes seconds to arrive, and each press before that would send another one',
  }),
  sends_per_hour: limit('BACKEND_SMS_PER_HOUR', 5, 'codes to one recipient in an hour', {
    rule: 'leave it: one network of strangers can use up half of it, and the owner has the rest',
  }),
  sends_per_day: limit('BACKEND_SMS_PER_DAY', 10, 'codes to one recipient in a day', {
    rule: 'twice `BACKEND_SMS_PER_HOUR`. More lets strangers send more to one phone',
  }),
  sends_per_ip_hour: limit(
    'BACKEND_SMS_PER_IP_HOUR',
    20,
    'codes that one address asks for in an hour and nobody enters ([Many members behind one address](#many-members-behind-one-address))',
    {
      rule: 'two for each person who joins at the same moment behind the busiest address. Name a campus in `BACKEND_CAMPUS_NETWORKS` instead',
    },
  ),
  sends_per_country_hour: limit('BACKEND_SMS_PER_COUNTRY_HOUR', 1000, 'messages to one country in an hour', {
    rule: '5 % of the members that sign in on a day',
  }),
  guesses_per_code: limit('BACKEND_SMS_GUESSES_PER_CODE', 5, 'guesses of one code', {
    least: 1,
    rule: 'leave it: a stranger who guesses meets one code in 200,000',
  }),
  guesses_per_hour: limit('BACKEND_SMS_GUESSES_PER_HOUR', 10, 'guesses of the codes of one recipient in an hour', {
    least: 1,
    rule: 'twice `BACKEND_SMS_GUESSES_PER_CODE`: two codes with typing errors',
  }),
  mails_per_minute: limit(
    'BACKEND_MAILS_PER_MINUTE',
    0,
    'mails a minute that the relay takes from all instances together. 0: as many as there are',
    { rule: 'what the relay allows' },
  ),
} as const satisfies Record<string, LimitRow>

/** Calls of one network (http/rateLimits.ts), of services, and wrong passwords. */
export const RATE_LIMITS = {
  visits_per_minute: limit(
    'BACKEND_VISITS_PER_MINUTE',
    60,
    'visits of one address in a minute, and as many sign-outs',
    {
      rule: 'one for each person who comes to a service behind the busiest address in a minute. Steps and the account have ten times as many calls',
    },
  ),
  sign_ins_per_minute: limit('BACKEND_SIGN_INS_PER_MINUTE', 30, 'sign-ins of one address in a minute', {
    rule: 'two for each person who signs in behind the busiest address in a minute. Each password takes the time of a hash',
  }),
  password_sets_per_minute: limit('BACKEND_PASSWORD_SETS_PER_MINUTE', 20, 'new passwords of one address in a minute', {
    rule: 'three for each person who joins behind the busiest address in a minute',
  }),
  codes_per_minute: limit('BACKEND_CODES_PER_MINUTE', 60, 'calls about codes of one address in a minute', {
    rule: 'six for each person who joins behind the busiest address in a minute: two codes, sent and entered, and an error in each',
  }),
  searches_per_minute: limit(
    'BACKEND_SEARCHES_PER_MINUTE',
    30,
    'searches for an account (find my ID, new password), starts of a join and opened links of security mails, together, and copies of what is stored, of one address in a minute',
    { rule: 'two for each person who joins or looks for an account behind the busiest address in a minute' },
  ),
  nicknames_per_minute: limit('BACKEND_NICKNAMES_PER_MINUTE', 120, 'nickname checks of one address in a minute', {
    rule: 'ten for each person who chooses one behind the busiest address in a minute: one for each pause while typing',
  }),
  letters_per_hour: limit('BACKEND_LETTERS_PER_HOUR', 10, 'enrollment letters of one address in an hour', {
    rule: 'two for each student who sends one behind the busiest address in an hour',
  }),
  reads_per_minute: limit('BACKEND_READS_PER_MINUTE', 1200, 'other calls of one address in a minute', {
    rule: 'twenty for each person who joins behind the busiest address in a minute',
  }),
  error_reports_per_minute: limit(
    'BACKEND_ERROR_REPORTS_PER_MINUTE',
    30,
    'error reports of the browsers of one address in a minute',
    { rule: 'leave it: further reports of one fault tell nothing new' },
  ),
  service_calls_per_minute: limit(
    'BACKEND_SERVICE_CALLS_PER_MINUTE',
    3000,
    'calls of services (tokens, revocations, pushed requests, claims) from one network, and of one service, in a minute',
    { rule: 'three for each sign-in of the busiest minute' },
  ),
  member_tokens_per_minute: limit(
    'BACKEND_MEMBER_TOKENS_PER_MINUTE',
    60,
    'tokens for one member at one service in a minute',
    { rule: 'leave it: a token lives for 15 minutes, and a service that reaches this renews it in a loop' },
  ),
  wrong_passwords_per_hour: limit(
    'BACKEND_WRONG_PASSWORDS_PER_HOUR',
    50,
    'wrong passwords of unknown browsers in an hour. Beyond it, such a browser solves a puzzle before a password is compared (event `sign_in.challenged`)',
    { least: 1, rule: '1 % of the members that sign in on a day, and 50 at least' },
  ),
  wrong_passwords_per_network_hour: limit(
    'BACKEND_WRONG_PASSWORDS_PER_NETWORK_HOUR',
    10,
    'the same for the browsers of one network',
    {
      least: 1,
      rule: 'leave it, and name a campus in `BACKEND_CAMPUS_NETWORKS`: half of it delays each attempt by a second, and four times as many refuse it',
    },
  ),
} as const satisfies Record<string, LimitRow>

export const SIZES = {
  hashes_at_once: limit('BACKEND_HASHES_AT_ONCE', 2, 'passwords that one process hashes at once', {
    least: 1,
    rule: 'one a core. Each takes `BACKEND_HASH_MEMORY` while it runs',
  }),
  hashes_waiting: limit(
    'BACKEND_HASHES_WAITING',
    8,
    'passwords that wait for that. A sign-in without a place gets 503',
    {
      rule: 'four times `BACKEND_HASHES_AT_ONCE`',
    },
  ),
  hash_wait_ms: limit('BACKEND_HASH_WAIT_MS', 500, 'milliseconds that a password waits before 503', {
    rule: '`BACKEND_HASHES_WAITING` / `BACKEND_HASHES_AT_ONCE` times the time of a hash (metric `daemun_password_hash_seconds`)',
  }),
  // A member needs two for a changed password, and five for a wrong one.
  hashes_per_visit_minute: limit('BACKEND_HASHES_PER_VISIT_MINUTE', 15, 'password checks of one visit in a minute', {
    least: 5,
    rule: 'leave it: a member needs five, and more lets one visit keep the processor busy',
  }),
  hash_memory: limit('BACKEND_HASH_MEMORY', 19_456, "KiB of memory of a password's hash (argon2id)", {
    least: 7_168,
    rule: 'the least that OWASP recommends. A new value counts for each member from the next sign-in on',
  }),
  hash_passes: limit('BACKEND_HASH_PASSES', 2, "passes of a password's hash (argon2id)", {
    least: 1,
    rule: 'the least that OWASP recommends with the default memory. A third one takes half as long again',
  }),
  code_hash_cost: limit('BACKEND_CODE_HASH_COST', 2 ** 14, "the cost of a code's hash: scrypt's N, a power of two", {
    shape: powerOfTwo(2 ** 10),
    rule: 'leave it: a code lives for minutes. Twice the value takes twice the time, and twice the 16 MB',
  }),
  // Each is 10 MB of memory, and a PDF a process of 384 MB at most.
  letters_at_once: limit('BACKEND_LETTERS_AT_ONCE', 4, 'enrollment letters that one process reads at once', {
    least: 1,
    rule: 'one for each 512 MB of memory',
  }),
  jobs_at_once: limit(
    'BACKEND_JOBS_AT_ONCE',
    4,
    'mails, and as many messages of each other kind, that one process hands over at once',
    {
      least: 1,
      most: 100,
      rule: 'what leaves a minute × seconds that the relay takes for one / 60 / instances. A third of `BACKEND_DATABASE_CONNECTIONS` at most',
    },
  ),
  traces_percent: limit(
    'BACKEND_TRACES_PERCENT',
    10,
    'of a hundred requests and jobs, those whose [trace](#traces) is sent',
    {
      most: 100,
      rule: 'the spans that the collector takes in a second / sign-ins in a second. A sign-in with its token has about 100 spans',
    },
  ),
  event_rows_per_hour: limit(
    'BACKEND_EVENT_ROWS_PER_HOUR',
    1000,
    'rows of [security events](#the-record-of-security-events) of one network, and of one member, in an hour. Events beyond it are counted together',
    { least: 10, rule: 'three for each member who signs in behind the busiest address in an hour' },
  ),
} as const satisfies Record<string, LimitRow>
