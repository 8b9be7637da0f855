// Spec §4, what a reload may find of a phone verification. Apart from sms.ts, so that a store does not bring the reducer with it.
import * as z from 'zod/mini'

export const StoredSms = z.object({
  at: z.enum(['issued', 'unheard', 'blocked']),
  until: z.number(),
  sentTo: z.string(),
})
export type StoredSms = z.infer<typeof StoredSms>
