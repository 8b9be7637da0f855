// Spec §4, what a reload finds of a phone verification. Separate from sms.ts, so that a store does not import the reducer.
import * as z from 'zod/mini'

export const StoredSms = z.object({
  at: z.enum(['issued', 'unheard', 'blocked']),
  until: z.number(),
  sentTo: z.string(),
  extendable: z.optional(z.boolean()),
})
export type StoredSms = z.infer<typeof StoredSms>
