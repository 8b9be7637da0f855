import { expand } from './migration.ts'

/** The columns that a claim of the user info shows. */
const CLAIMS = {
  login_id: 'email',
  email_verified: 'email',
  name: 'name',
  nickname: 'nickname',
  birthdate: 'birthdate',
  phone: 'phone_number',
  member_kind: 'member_kind',
} as const
const columns = Object.keys(CLAIMS)
const rowOf = (which: 'old' | 'new') => columns.map((column) => `${which}.${column}`).join(', ')
const changed = Object.entries(CLAIMS).map(
  ([column, claim]) => `case when old.${column} is distinct from new.${column} then '${claim}' end`,
)

/**
 * What services are told of members (domain/webhooks/). Triggers write down the data that change, whoever changes them: a route, or an operator's statement.
 * `client_id`: the service that is told; null: each one that the member uses.
 */
export const memberEvents = expand(
  'members, consents and jobs, for a moment',
  `create table member_events (
    id bigint generated always as identity primary key,
    member_id uuid not null,
    client_id text,
    event text not null,
    changed text[] not null default '{}'
  )`,
  `create index member_events_member on member_events (member_id)`,
  `create function note_member_data() returns trigger language plpgsql as $$ begin
    insert into member_events (member_id, event, changed)
      values (new.id, 'member.updated', array_remove(array[${changed.join(', ')}], null));
    return null;
  end $$`,
  `create trigger member_data after update on members for each row when (
    old.joined and new.joined and (${rowOf('old')}) is distinct from (${rowOf('new')})
  ) execute function note_member_data()`,
  `create function note_marketing() returns trigger language plpgsql as $$ begin
    insert into member_events (member_id, event, changed) values (new.member_id, 'member.updated', '{marketing}');
    return null;
  end $$`,
  `create trigger marketing after insert on consents for each row when (
    new.member_id is not null and new.owner = 'suni' and new.terms_code in ('AD_EMAIL', 'AD_SMS', 'SK_AD_EMAIL', 'SK_AD_SMS')
  ) execute function note_marketing()`,
  // The calls of one member to one service leave one after the other (jobs/queue.ts).
  `create index jobs_webhook on jobs ((payload->>'client_id'), (payload->>'member_id')) where kind = 'webhook'`,
)

/**
 * The service of each join that waits for an approval, so that the backend can tell that service of the decision. The row stays until the member is approved.
 */
export const waitingJoins = expand(
  'members, for a moment',
  `create table waiting_joins (
    member_id uuid not null references members (id) on delete cascade,
    client_id text not null,
    primary key (member_id, client_id)
  )`,
  `create function note_join_status() returns trigger language plpgsql as $$ begin
    insert into member_events (member_id, client_id, event, changed)
      select member_id, client_id, 'member.updated', '{join_status}' from waiting_joins where member_id = new.id;
    if new.join_status = 'JOINED' then delete from waiting_joins where member_id = new.id; end if;
    return null;
  end $$`,
  `create trigger member_join_status after update on members for each row when (
    old.joined and new.joined and old.join_status is distinct from new.join_status
  ) execute function note_join_status()`,
)
