// The limits that are times, by the name that the code uses: how long others may take, and how long rows stay.
import { limit, type LimitRow } from './limitRow.ts'

/** How long others may take to answer, and how often the sweep runs. */
export const TIMES = {
  mail_answer_ms: limit('BACKEND_MAIL_ANSWER_MS', 5000, 'milliseconds that the mail relay has for each step', {
    least: 100,
    most: 15_000,
    rule: 'half of the 10 s that the app waits for a byte: "send code" answers when the mail was taken',
  }),
  sms_answer_ms: limit('BACKEND_SMS_ANSWER_MS', 4000, 'milliseconds that each SMS gateway has', {
    least: 100,
    most: 15_000,
    rule: 'less than 10 s divided by the number of gateways',
  }),
  webhook_answer_ms: limit('BACKEND_WEBHOOK_ANSWER_MS', 10_000, 'milliseconds that a service has for a webhook', {
    least: 100,
    most: 60_000,
    rule: 'what services are told ([partners.md](partners.md#webhooks)). A slower one is called again, and holds one of `BACKEND_JOBS_AT_ONCE` meanwhile',
  }),
  sweep_seconds: limit('BACKEND_SWEEP_SECONDS', 300, 'seconds between two sweeps of one instance', {
    least: 10,
    most: 3600,
    rule: 'rows that end in a second × this: 2,000 are deleted by one statement',
  }),
} as const satisfies Record<string, LimitRow>

/** How long rows stay (sweep.ts). */
export const RETENTION = {
  // The function sweep_events of the database deletes nothing younger.
  events_days: limit(
    'BACKEND_EVENTS_DAYS',
    90,
    'days after which a [security event](#the-record-of-security-events) is deleted',
    {
      least: 90,
      most: 3650,
      rule: 'what your privacy policy says: change the two together. A sign-in is 322 bytes, with its indexes',
    },
  ),
  letters_days: limit(
    'BACKEND_LETTERS_DAYS',
    365,
    "days after which a student's enrollment letter is deleted. Nobody is asked for another one",
    {
      least: 1,
      most: 3650,
      rule: 'what your privacy policy says (a year): change the two together',
    },
  ),
  failed_jobs_days: limit('BACKEND_FAILED_JOBS_DAYS', 30, 'days in which `npm run jobs` can start a failed job again', {
    least: 1,
    most: 365,
    rule: 'longer than anybody is away who watches for `job.failed`',
  }),
  // 400 days are the maximum lifetime of a cookie in browsers.
  known_browser_days: limit(
    'BACKEND_KNOWN_BROWSER_DAYS',
    400,
    'days after its last sign-in in which a browser stays known to a member: it has attempts of its own, and its sign-ins are no news',
    { least: 1, most: 400, rule: 'longer than members stay away: an academic year' },
  ),
  passkey_reminder_days: limit(
    'BACKEND_PASSKEY_REMINDER_DAYS',
    90,
    'days in which a member who has put off a [passkey](#passkeys) is not asked again',
    { least: 1, most: 3650, rule: 'leave it: members stop reading a question that comes more often' },
  ),
} as const satisfies Record<string, LimitRow>
