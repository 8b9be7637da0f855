// The kinds of work that outlives its process, and what each one is told. No payload contains a code, a link or a text: they are made when it runs.
import * as z from 'zod/mini'
import { LOCALES } from '../../contract/locale.ts'
import { WEBHOOK_EVENTS } from '../../contract/shapes/webhooks.ts'
import { KINDS as NOTICES, type Kind as Notice } from '../domain/notices/noticeKinds.ts'

const notice = z.enum(Object.keys(NOTICES) as [Notice, ...Notice[]])
const member_id = z.string()
const client_id = z.nullable(z.string())
const locale = z.enum(LOCALES)

/** To one address or number: a notice goes to the channels from before a change, so the payload names them. */
const toldNotice = z.object({
  notice,
  member_id,
  client_id,
  locale,
  to: z.string(),
  passkey_id: z.optional(z.string()),
  /** A changed phone or address. The message has the link that undoes it. */
  change_id: z.optional(z.string()),
})
/** Jobs of earlier releases have no `client_id`. */
const delayedReset = z.object({ member_id, to: z.string(), locale, client_id: z.optional(client_id) })

const PAYLOADS = {
  /** Looks the member up, and adds the messages. Null: nobody has the ID that a caller named. */
  'notice.member': z.object({ notice, member_id: z.nullable(member_id), client_id }),
  'notice.mail': toldNotice,
  'notice.sms': toldNotice,
  'decision.mail': z.object({ member_id, decision: z.enum(['approved', 'unapproved']) }),
  /** To a member who is erased, so it names none. */
  'left.mail': z.object({ to: z.string(), locale }),
  'reset.mail': delayedReset,
  'reset.sms': delayedReset,
  'session.logout': z.object({ client_id: z.string(), member_id, sid: z.string() }),
  /** `sequence`: the order of the calls about one member to one service. `changed`: names of claims, never their values. */
  webhook: z.object({
    client_id: z.string(),
    member_id,
    sequence: z.number(),
    event: z.enum(WEBHOOK_EVENTS),
    changed: z.array(z.string()),
  }),
} as const

export type JobKind = keyof typeof PAYLOADS
export type Payload<K extends JobKind> = z.infer<(typeof PAYLOADS)[K]>

/** What jobs wait for, so that a slow service does not hold back a mail. */
export const LINES = {
  members: ['notice.member'],
  mails: ['notice.mail', 'decision.mail', 'left.mail', 'reset.mail'],
  sms: ['notice.sms', 'reset.sms'],
  services: ['session.logout'],
  webhooks: ['webhook'],
} as const satisfies Record<string, readonly JobKind[]>
export type Line = keyof typeof LINES

export const LINE_NAMES = Object.keys(LINES) as Line[]

const LINE_OF = Object.fromEntries(LINE_NAMES.flatMap((line) => LINES[line].map((kind) => [kind, line]))) as Record<
  JobKind,
  Line
>
export const lineOf = (kind: JobKind): Line => LINE_OF[kind]

export const JOB_KINDS = Object.keys(LINE_OF) as JobKind[]

/** What became of one try: a postponed job is tried again, a failed one waits for an operator. */
export const JOB_OUTCOMES = ['done', 'postponed', 'failed'] as const
/** Counts a try for the metrics (metrics.ts). */
export type CountTry = (kind: JobKind, outcome: (typeof JOB_OUTCOMES)[number]) => void

/** Work in the database alone. It is one transaction with the end of its job. */
const WITHIN: ReadonlySet<JobKind> = new Set(['notice.member'])
export const isWithin = (kind: JobKind): boolean => WITHIN.has(kind)

/** @throws ZodError if another release has written the payload in another shape */
export const readPayload = <K extends JobKind>(kind: K, payload: unknown): Payload<K> =>
  PAYLOADS[kind].parse(payload) as Payload<K>
