import { expand, indexes } from './migration.ts'

/**
 * What the member's account shows and does: which browser each session of a browser is, the issuer's sessions behind it, the last use of each service,
 * members who leave, and the consents of members who have left. NOTE: these are tables and not columns, because the release before prepares `select *`.
 */
export const devices = expand(
  'members, browser_sessions, services and consents, for a moment',
  `create table devices (
    id uuid primary key references browser_sessions on delete cascade,
    member_id uuid not null references members on delete cascade,
    browser text,
    system text,
    country text,
    city text
  )`,
  `create index devices_member on devices (member_id)`,
  `create table device_sessions (
    uid_hash text primary key,
    device_id uuid not null references browser_sessions on delete cascade,
    member_id uuid not null references members on delete cascade
  )`,
  `create index device_sessions_device on device_sessions (device_id)`,
  `create index device_sessions_member on device_sessions (member_id)`,
  `create table service_uses (
    member_id uuid not null references members on delete cascade,
    client_id text not null references services on delete cascade,
    last_used_at timestamptz not null,
    primary key (member_id, client_id)
  )`,
  `create index service_uses_client on service_uses (client_id)`,
  `create table member_leavings (
    member_id uuid primary key references members on delete cascade,
    at timestamptz not null,
    effective_at timestamptz not null,
    reason text
  )`,
  `create index member_leavings_effective on member_leavings (effective_at)`,
  `create table left_consents (
    consent_id bigint primary key references consents on delete cascade,
    left_at timestamptz not null
  )`,
  `create index left_consents_left on left_consents (left_at)`,
  // The rights of the owner, and nothing else than this: the serving role cannot delete the consent of a member, nor one that is kept by law.
  `create function sweep_consents(before timestamptz) returns void language plpgsql security definer as $$
    begin
      before := least(before, now() - interval '5 years');
      delete from consents where id in (
        select c.id from consents c left join left_consents l on l.consent_id = c.id
        where c.member_id is null and coalesce(l.left_at, c.at) < before limit 2000
      );
    end $$`,
  `do $$ begin
    execute format('alter function sweep_consents(timestamptz) set search_path = %I, pg_temp', current_schema());
  end $$`,
  `revoke all on function sweep_consents(timestamptz) from public`,
)

/** For `sweep_consents`. */
export const leftIndex = indexes({ consents_left: 'consents (at) where member_id is null' })
