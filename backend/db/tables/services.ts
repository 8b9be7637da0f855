// The tables of services: how they look, what they require, and what members agreed to.
import type { ColumnType, Generated } from 'kysely'
import type { Json, JsonDefault, Maybe, MaybeTime, Time } from './columns.ts'

export type Names = { KR: string; EN: string; CN: string }

type Services = {
  client_id: string
  rp_name: string
  display_name: Maybe<string>
  display_name_en: Maybe<string>
  display_name_cn: Maybe<string>
  icon_image_url: Maybe<string>
  banner_image_url: Maybe<string>
  banner_image_url_en: Maybe<string>
  banner_image_url_cn: Maybe<string>
  color: Maybe<string>
  domain: Maybe<string>
  permission: Generated<'EVERYONE' | 'ONLY_GEN' | 'ONLY_SK'>
  /** A first use asks for a nickname and the service's terms. */
  asks_consent: Generated<boolean>
  /** Profile fields by their wire name that a member must have filled. */
  required_profile: JsonDefault<string[]>
  internal_only: Generated<boolean>
  allowed_ips: JsonDefault<string[]>
  /** Whether "stay signed in" is offered. */
  stay_session: Generated<boolean>
}

type ServiceMembers = {
  member_id: string
  client_id: string
  allowed: Generated<boolean>
  nickname: Maybe<string>
  /** `nicknameKey` of the nickname: unique at this service. */
  nickname_key: Maybe<string>
  first_used_at: MaybeTime
  /** The scopes to which the member has agreed here; null: the member has not agreed, or has withdrawn the consent. */
  scopes: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
}

/** The services that a member uses. Without a row: never, or withdrawn since. */
type ServiceUses = { member_id: string; client_id: string; last_used_at: Time }

/** Append-only: what was agreed to or declined, in which version, and when. `member_id`: null once the member was erased. */
type Consents = {
  id: Generated<number>
  member_id: ColumnType<string | null, string, never>
  owner: string
  terms_code: string
  version: number
  agreed: boolean
  at: Time
}

/** Append-only: since when a consent belongs to nobody. */
type LeftConsents = { consent_id: number; left_at: Time }

/** `owner` is `suni` for the platform's terms, else the client_id of a service. */
type TermsVersions = {
  owner: string
  terms_code: string
  version: number
  audience: 'GEN' | 'SK'
  required: boolean
  parent: Maybe<string>
  position: number
  names: Json<Names>
  urls: Json<Names>
  effective_at: Time
}

/** Append-only: the partner services; see domain/clientVersions.ts. */
type ClientVersions = {
  id: Generated<number>
  client_id: string
  version: number
  settings: ColumnType<unknown, string | null, string | null>
  secrets: Json<unknown>
  changed_by: Maybe<string>
  changed_at: Time
}

/** Append-only: pictures of services, by the SHA-256 of their bytes; see settings/pictures.ts. */
type Pictures = { id: string; type: string; bytes: Uint8Array; at: Time }

export type ServicesTables = {
  services: Services
  service_members: ServiceMembers
  service_uses: ServiceUses
  consents: Consents
  left_consents: LeftConsents
  terms_versions: TermsVersions
  client_versions: ClientVersions
  pictures: Pictures
}
