import { expand } from './migration.ts'

/**
 * Passkeys, the challenges of visits, when members put off to create one, and which passkey a notice is about. NOTE: these are tables and not columns,
 * because the release before prepares `select *` from members and visits.
 */
export const passkeys = expand(
  'members, transactions and notices, for a moment',
  `create table passkeys (
    id uuid primary key,
    member_id uuid not null references members on delete cascade,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    backup_eligible boolean not null,
    backed_up boolean not null,
    aaguid text not null,
    name text not null,
    user_handle text not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  `create index passkeys_member on passkeys (member_id)`,
  `create table passkey_challenges (
    challenge_hash text primary key,
    transaction_id text not null references transactions on delete cascade,
    member_id uuid references members on delete cascade,
    expires_at timestamptz not null
  )`,
  `create index passkey_challenges_transaction on passkey_challenges (transaction_id)`,
  `create index passkey_challenges_member on passkey_challenges (member_id) where member_id is not null`,
  `create index passkey_challenges_expiry on passkey_challenges (expires_at)`,
  `create table passkey_skips (
    member_id uuid primary key references members on delete cascade,
    at timestamptz not null
  )`,
  `create index passkey_skips_at on passkey_skips (at)`,
  `create table passkey_notices (
    secret_hash text primary key references notices on delete cascade,
    passkey_id uuid not null references passkeys on delete cascade
  )`,
  `create index passkey_notices_passkey on passkey_notices (passkey_id)`,
)

/**
 * Whether an imported passkey may be copied between devices can be unknown until its first use. NOTE: the import took `false` where its file did not say, and an
 * imported passkey has the user handle of the other system.
 */
export const passkeyEligibility = expand(
  'passkeys, for a moment',
  `alter table passkeys alter column backup_eligible drop not null`,
  `update passkeys set backup_eligible = null where not backup_eligible and
    user_handle <> translate(encode(decode(replace(member_id::text, '-', ''), 'hex'), 'base64'), '+/=', '-_')`,
)
