// The tables of the operation: work that waits, keys, limits, lists and the record of events.
import type { Generated } from 'kysely'
import type { Json, JsonDefault, Maybe, MaybeTime, Time } from './columns.ts'

/** Work that outlives its process; see backend/jobs/. */
type Jobs = {
  id: string
  kind: string
  payload: Json<unknown>
  created_at: Time
  /** When it may run. While it runs: when another instance may take it over. */
  due_at: Time
  /** How often it has begun. */
  tries: Generated<number>
  /** After the last try. Then only an operator starts it again. */
  failed_at: MaybeTime
  reason: Maybe<string>
}

type Keys = { name: string; value: Json<unknown>; created_at: Time }

/** Calls of a busy caller in one period of a limit (domain/limits/sharedLimits.ts). `expire`: milliseconds since 1970. */
type RateCounts = {
  key: string
  points: number
  expire: number
}

/** Append-only: the security events. `count`: above 1 in a row that stands for several; see domain/audit/events.ts. */
type AuditEvents = {
  id: Generated<number>
  at: Time
  event: string
  member_id: Maybe<string>
  /** The keyed hash of a login ID that has no member. */
  login_id_hash: Maybe<string>
  client_id: Maybe<string>
  ip: Maybe<string>
  /** The mark of the visit; see call.ts. */
  visit: Maybe<string>
  request_id: Maybe<string>
  fields: JsonDefault<Record<string, unknown>>
  count: Generated<number>
}

/** Append-only: the chain over the events; see domain/audit/eventChain.ts. */
type AuditSeals = {
  id: Generated<number>
  from_id: number
  to_id: number
  /** When the newest of its events occurred. */
  last_at: Time
  /** The ID and the digest of each event, in order. */
  digests: Json<[number, string][]>
  /** The hash of the seal before. */
  previous: string
  hash: string
}

/** Append-only: the lists behind the join forms; see domain/lists/codeVersions.ts. */
type CodeVersions = {
  id: Generated<number>
  group_code: string
  version: number
  codes: Json<unknown>
  changed_by: Maybe<string>
  changed_at: Time
}

export type OperationTables = {
  jobs: Jobs
  keys: Keys
  rate_counts: RateCounts
  audit_events: AuditEvents
  audit_seals: AuditSeals
  code_versions: CodeVersions
}
