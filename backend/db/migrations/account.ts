import { expand } from './migration.ts'

/** The fresh proofs of sessions. NOTE: tables and no columns, because the release before prepares `select *`. */
export const account = expand(
  'members, for a moment',
  `create table account_proofs (
    session_hash text not null,
    member_id uuid not null references members on delete cascade,
    method text not null,
    at timestamptz not null,
    primary key (session_hash, method)
  )`,
  `create index account_proofs_member on account_proofs (member_id)`,
  `create index account_proofs_at on account_proofs (at)`,
)
