// docs/scaling.md lists the SQL that a distributed database may lack, and the reads that a standby answers. The lists and the code say the same.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** How the code says each feature: in SQL, or with a method of Kysely. */
const FEATURES: Record<string, RegExp> = {
  'advisory locks': /pg_(?:try_)?advisory_/,
  'row locks: `for update`, `for share`': /for update|\.forUpdate\(|\.forShare\(/,
  '`skip locked`': /skip locked|\.skipLocked\(/,
  'foreign keys with `on delete cascade`': /on delete cascade/,
  triggers: /create (?:or replace )?trigger/,
  'functions in PL/pgSQL, with the rights of their owner': /security definer/,
  'partitions by range of time, and a default one': /partition by range \(at\)/,
  'unlogged tables': /create unlogged table/,
  '`ctid`': /\bctid\b/,
  'partial indexes': /create (?:unique )?index[^`]* where /,
  'indexes that are built concurrently': /create index concurrently/,
  '`insert … on conflict`': /on conflict|\.onConflict\(/,
  'writes in `with`': /with (?:added|taken|moved) as/,
  arrays: /array_append|::text\[\]/,
  '`jsonb`': /\bjsonb\b/,
  'numbers in the order of their rows: `generated always as identity`': /generated always as identity/,
  'listen and notify': /\bpg_notify\b|listen [a-z]/,
  'large objects': /\blo_(?:import|export|create)\b/,
  extensions: /create extension/,
}

/** Each source of the backend with its text. */
const sources = readdirSync('backend', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => [file, readFileSync(join('backend', file), 'utf8')] as const)
const document = readFileSync('docs/scaling.md', 'utf8')
const sectionOf = (heading: string): string => document.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

test('the table of reads on a standby names the files that have such a read, and no other', () => {
  const named = [...sectionOf('Reads on a standby').matchAll(/\| `backend\/(\S+)` +\|/g)].map(([, file = '']) => file)
  const reading = sources.filter(([, text]) => /\b(?:readOld|readOnce)\(/.test(text)).map(([file]) => file)
  expect(named.toSorted()).toEqual(reading.toSorted())
})

test('the list of SQL features names those that the backend uses, and no other', () => {
  const code = sources.map(([, text]) => text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')).join('\n')
  const named = [...sectionOf('SQL beyond the standard').matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, name = '']) => name)
  const used = Object.keys(FEATURES).filter((name) => FEATURES[name]?.test(code))
  expect(named.toSorted()).toEqual(used.toSorted())
})
