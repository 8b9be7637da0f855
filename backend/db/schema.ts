// The tables of the backend, as Kysely types: in tables/, one file a theme.
import type { Insertable, Selectable } from 'kysely'
import type { AccountTables } from './tables/account.ts'
import type { CodesTables } from './tables/codes.ts'
import type { MembersTables } from './tables/members.ts'
import type { OperationTables } from './tables/operation.ts'
import type { ServicesTables } from './tables/services.ts'
import type { SignInsTables } from './tables/signIns.ts'

export type Schema = AccountTables & CodesTables & MembersTables & OperationTables & ServicesTables & SignInsTables

export type { Purpose } from './tables/codes.ts'
export type { Looked, Standing } from './tables/members.ts'
export type { Names } from './tables/services.ts'
export type { TransactionKind } from './tables/signIns.ts'

export type AuditEvent = Selectable<Schema['audit_events']>
export type AuditSeal = Selectable<Schema['audit_seals']>
export type Member = Selectable<Schema['members']>
export type NewMember = Insertable<Schema['members']>
export type Service = Selectable<Schema['services']>
export type NewService = Insertable<Schema['services']>
export type Transaction = Selectable<Schema['transactions']>
