// What operators bring by command.
import { expand } from './migration.ts'

/** The lists behind the join forms: the newest version of each group counts (domain/lists/codeVersions.ts). */
export const codeVersions = expand(
  'nothing: a new table',
  `create table code_versions (
    id bigint generated always as identity primary key,
    group_code text not null,
    version integer not null,
    codes jsonb not null,
    changed_by text,
    changed_at timestamptz not null,
    unique (group_code, version)
  )`,
)

/** Pictures of services (settings/pictures.ts). `id`: the SHA-256 of the bytes. */
export const pictures = expand(
  'nothing: a new table',
  `create table pictures (
    id text primary key,
    type text not null,
    bytes bytea not null,
    at timestamptz not null
  )`,
  // The formats are compressed already.
  `alter table pictures alter column bytes set storage external`,
)
