// Spec §4, sign-in: who signs in, in which browser, and where that leads.
import type { Provider } from 'oidc-provider'
import type { Locale } from '../../../contract/locale.ts'
import type { Pending } from '../../../contract/shapes/pending.ts'
import type { Ctx } from '../../context.ts'
import type { BrowserKey } from './accounts.ts'

/**
 * The member, and how and when they authenticated. `session`: the uid of an existing provider session that only has
 * a pending step; null if the member has just signed in.
 */
export type Identity = {
  member_id: string
  amr: string[]
  stay_session: boolean
  signed_in_at: Date
  session: string | null
  /** When the member last proved the phone in this session; null: not yet. */
  phone_proved_at: Date | null
  /** When the password that the member used was set; looked up if omitted. */
  password_changed_at?: Date
  /** The step of the transaction that was just resolved, if any. */
  resolved?: true
}

/** Where the browser goes next (with the new key of its account session), or the step that is still pending. */
export type Progress = { location: string; browser: BrowserKey | null } | { step: string; pending: Pending }

/** Who asks, and in which browser. */
export type Asker = {
  ctx: Ctx
  provider: Provider
  ip: string
  browser: string | undefined
  device: string | undefined
  /** The language of the e-mails to the member. */
  locale: Locale
}
