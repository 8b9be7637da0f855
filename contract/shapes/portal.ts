// Contract, member-portal API: the state of a join, and the interests to choose from.
import * as z from 'zod/mini'
import { JOIN_STATUSES } from '../codes.ts'

const short = z.string().check(z.maxLength(512))

/** GET /v1/members/join-state. The page shows `reason` and `contact` to the member. */
export const JoinState = z.object({
  join_status: z.enum(JOIN_STATUSES),
  join_type: short,
  requested_at: short,
  reason: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
  contact: z.optional(z.nullable(short)),
})
export type JoinState = z.infer<typeof JoinState>

const named = {
  code: short,
  name: short,
  name_en: z._default(short, ''),
  name_cn: z._default(short, ''),
  name_ja: z.optional(short),
}

/** GET /v1/interests: categories, and the fields of each. */
export const Interests = z.array(z.object({ ...named, fields: z.array(z.object(named)) }))
export type Interests = z.infer<typeof Interests>
