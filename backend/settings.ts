// What a running backend is told. All code but the programs receives this value, and reads no environment.
import type { ClientSettings } from './settings/clients.ts'
import type { Limits } from './settings/limits.ts'
import type { PasskeySettings } from './settings/passkeys.ts'
import type { PlatformNames } from './settings/platform.ts'
import type { Gateway } from './sms/gateways.ts'

export type BackendSettings = {
  /** Where the backend is reached: the issuer, and the base of every link it makes. */
  url: string
  app_origin: string
  disclose_unknown_user: boolean
  smtp_url: string | null
  /** The sender of mails: a name and an address. */
  smtp_from: string
  /** Tried in this order. Without any, text messages go to the outbox. */
  sms_gateways: readonly Gateway[]
  /** The outbox keeps a copy of each message that leaves. */
  copies_messages: boolean
  /** How members reach support: an address or a number. Empty: no text names it. */
  support_contact: string
  platform: PlatformNames
  /** How many proxies in front are ours: the client's address is read that far from the right of X-Forwarded-For. */
  proxy_hops: number
  /** CIDR blocks that count as "inside" for members and services that are internal only. */
  internal_networks: string[]
  /** CIDR blocks that webhooks may reach although their addresses are not public. */
  webhook_networks: string[]
  /** CIDR blocks in which many members share an address: their limits are larger. */
  campus_networks: string[]
  /** The service that is asked whether a leak has published a new password. Null: none. */
  leaked_passwords_url: string | null
  /** Null: members cannot use passkeys here. */
  passkeys: PasskeySettings | null
  limits: Limits
  clients: ClientSettings[]
}
