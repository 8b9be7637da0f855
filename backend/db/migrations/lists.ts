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
