// The tables in docs/security.md, docs/defects.md and docs/operators.md name tests that exist.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** The rows of a table by the first column, with the tests of the last one. A row can name several, with `<br>` between them. */
const rowsOf = (document: string) =>
  readFileSync(document, 'utf8')
    .split('\n')
    .map((line) => /^\| ([A-Z]\d+) +\|(?: [^|]+ \|)+ ([^|]+?) +\|$/.exec(line))
    .flatMap((row) => (row ? [{ id: row[1] ?? '', tests: (row[2] ?? '').split('<br>') }] : []))

const idsOf = (chapters: Record<string, number>) =>
  Object.entries(chapters).flatMap(([chapter, most]) => Array.from({ length: most }, (_, at) => `${chapter}${at + 1}`))

/** A file and a part of a test's title, or the reason why there is no test. */
function isKept(where: string): boolean {
  const [, file = '', title = ''] = /^`([^`]+)`(?:: (.+))?$/.exec(where) ?? []
  return file === '' ? /^none: .{20}/.test(where) : readFileSync(file, 'utf8').includes(title)
}

describe.each([
  // Each chapter of the security bar, and the requirements of the third review that are met.
  ['docs/security.md', { H: 12, C: 23, B: 10, A: 21, O: 12, D: 17, P: 5, E: 11 }],
  // Failures, ways, values, codes, sentences of the specification, and password managers.
  ['docs/defects.md', { F: 8, W: 10, V: 9, C: 6, S: 9, M: 5 }],
  // What an earlier release could not do.
  ['docs/operators.md', { U: 13 }],
])('the table of %s', (document, chapters) => {
  const rows = rowsOf(document)

  test('has one row for each number', () => expect(rows.map(({ id }) => id)).toEqual(idsOf(chapters)))

  test('has a test that exists in every row, or a reason', () =>
    expect(
      rows.flatMap(({ id, tests }) => tests.filter((where) => !isKept(where)).map((where) => [id, where])),
    ).toEqual([]))
})

/** The journeys that run in three engines (playwright.config.ts). */
const IN_ENGINES = /^`e2e\/engines\/\w+(?:-\w+)*\.journey\.ts`: /

test('each way that led nowhere has a journey in every engine', () => {
  const ways = rowsOf('docs/defects.md').filter(({ id }) => id.startsWith('W'))
  expect(ways.filter(({ tests }) => !tests.some((where) => IN_ENGINES.test(where)))).toEqual([])
})
