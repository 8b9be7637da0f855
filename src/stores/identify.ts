// Spec §3, identify data.
import type { ResetAllowed, SearchPwdBegun } from '../../contract/shapes/identify.ts'
import type { FormError } from '../rules/texts/messages.ts'
import { persisted } from './persisted.ts'
import type { IdentifyState } from './shapes.ts'
import { tokenIn } from './token.ts'

/** Kept in memory only: a proof, and the reset token that it earned. `steps`: how many steps the reset has. */
type Secrets = {
  auth_code: string
  /** Why an earlier page led here: the next page of the recovery says it once, at this field or in its form. */
  told: (FormError & { field?: string }) | null
  reset: (ResetAllowed & { users: readonly string[]; steps: number }) | null
}

const empty: IdentifyState & Secrets = {
  fullName: '',
  login_id: '',
  nationTelNo: '82',
  mobileNumber: '',
  mobileVerified: false,
  myEmails: [],
  selectedEmail: '',
  channels_of: '',
  channels: [],
  authenticator_type: null,
  auth_token: '',
  auth_for: '',
  auth_at: 0,
  auth_code: '',
  told: null,
  reset: null,
}

export const useIdentify = persisted(
  'identify',
  empty,
  ({ auth_code: _code, told: _told, reset: _reset, ...stored }) => stored,
)
export const saveIdentify = (patch: Partial<typeof empty>): void => useIdentify.setState(patch)

/** The token of a recovery. Its purpose is the kind of search. */
export const identifyToken = tokenIn<'searchIds' | 'searchPwd'>(useIdentify)

/** Stores the channels of this ID's owner. The first channel is selected until the member chooses. */
export function keepChannels(login_id: string, { auth_token, channels }: SearchPwdBegun): void {
  identifyToken.keep('searchPwd', auth_token)
  saveIdentify({ channels_of: login_id, channels, authenticator_type: channels[0]?.authenticator_type ?? null })
}

/** The recovery is over, and its data is deleted. */
export const forgetIdentify = (): void => useIdentify.setState(empty, true)
