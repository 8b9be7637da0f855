// What a service with a `webhook_uri` is told, from server to server. The calls are signed as Standard Webhooks says (https://www.standardwebhooks.com).
import * as z from 'zod/mini'
import { JOIN_STATUSES } from '../codes.ts'

const sub = z.string()
const text = z.nullable(z.string())

/** Claims as in the user info, each only if it has changed and a scope of the service opens it. Null: the member has none. */
const WebhookClaims = z.partial(
  z.strictObject({
    email: z.string(),
    email_verified: z.boolean(),
    name: text,
    nickname: text,
    birthdate: text,
    phone_number: text,
    phone_number_verified: z.boolean(),
    member_kind: z.string(),
    marketing: z.strictObject({ email: z.boolean(), sms: z.boolean() }),
  }),
)

type Kind = { says: string; data: z.core.$ZodType }

/** Every event that there is, by the `type` of the call. */
export const WEBHOOKS = {
  'member.joined': {
    says: 'a member has joined through the service. `WAITING`: the member cannot sign in before an operator approves',
    data: z.strictObject({ sub, join_status: z.enum(JOIN_STATUSES) }),
  },
  'member.updated': {
    says: 'data that the service may read have changed. `claims` has those alone. `join_status`: an operator has decided about a member who was told as `WAITING`',
    data: z.strictObject({ sub, claims: WebhookClaims, join_status: z.optional(z.enum(JOIN_STATUSES)) }),
  },
  'service.withdrawn': {
    says: 'the member has withdrawn the service: its tokens have ended, and nothing more of the member follows',
    data: z.strictObject({ sub }),
  },
  'member.leaving': {
    says: 'the member leaves, and can come back until `effective_at`',
    data: z.strictObject({ sub, effective_at: z.string() }),
  },
  'member.stayed': {
    says: 'the member has come back within that time',
    data: z.strictObject({ sub }),
  },
  'member.erased': {
    says: 'the account is erased. `sub` never comes again',
    data: z.strictObject({ sub }),
  },
} as const satisfies Record<string, Kind>

export type WebhookEvent = keyof typeof WEBHOOKS
export const WEBHOOK_EVENTS = Object.keys(WEBHOOKS) as [WebhookEvent, ...WebhookEvent[]]
export type WebhookData = z.infer<(typeof WEBHOOKS)[WebhookEvent]['data']>

/** The body of a call. `timestamp`: when its cause happened (ISO 8601). */
export const Webhook = z.object({ type: z.enum(WEBHOOK_EVENTS), timestamp: z.string(), data: z.looseObject({ sub }) })
