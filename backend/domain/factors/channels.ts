// A phone and an address: what a code proves, and what the member can replace.
import { type CodeMethod, SIGN_IN_METHODS } from '../../../contract/signInMethods.ts'
import type { Member, Purpose } from '../../db/schema.ts'
import { canonicalEmail } from '../members/email.ts'
import { maskedLoginId } from '../members/loginId.ts'
import { maskedPhone } from '../members/phone.ts'

type Reached = Pick<Member, 'phone' | 'login_id'>
type ChannelRow = {
  /** What a code is for that proves another one in its place. */
  change: Purpose
  /** Where a code reaches the member, or null. */
  of: (member: Reached) => string | null
  masked: (value: string) => string
}

export const CHANNELS = {
  phone: { change: 'NEW_PHONE', of: ({ phone }) => phone, masked: maskedPhone },
  email: {
    change: 'NEW_EMAIL',
    of: ({ login_id }) => canonicalEmail(login_id),
    masked: maskedLoginId,
  },
} as const satisfies Record<string, ChannelRow>
export type Channel = keyof typeof CHANNELS

const CHANNEL_NAMES = ['phone', 'email'] as const satisfies readonly Channel[]

export const channelOf = (method: CodeMethod): Channel => SIGN_IN_METHODS[method].channel

/** The channels that reach this member. */
export const channelsOf = (member: Reached): Channel[] =>
  CHANNEL_NAMES.filter((channel) => CHANNELS[channel].of(member) !== null)
