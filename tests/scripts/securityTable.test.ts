// The table in docs/security.md names tests that exist.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .map((line) => /^\| ([A-Z]\d+) +\| [^|]+ \| (.+?) +\|$/.exec(line))
  .flatMap((row) => (row ? [{ id: row[1] ?? '', where: row[2] ?? '' }] : []))

/** How many requirements each chapter of the security bar has. */
const CHAPTERS = { H: 12, C: 23, B: 10, A: 21, O: 12, D: 17, P: 5 }
/** The requirements of the third review that are met. */
const LATER = ['E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'E7', 'E8', 'E9', 'E10', 'E11']

test('every requirement has one row in the table', () => {
  const ids = Object.entries(CHAPTERS).flatMap(([chapter, most]) =>
    Array.from({ length: most }, (_, at) => `${chapter}${at + 1}`),
  )
  expect(rows.map(({ id }) => id)).toEqual([...ids, ...LATER])
})

test('every row of the table has a test, or a reason', () => {
  const isKept = (where: string): boolean => {
    const [, file = '', title = ''] = /^`([^`]+)`(?:: (.+))?$/.exec(where) ?? []
    return file === '' ? /^none: .{20}/.test(where) : readFileSync(file, 'utf8').includes(title)
  }
  expect(rows.filter(({ where }) => !isKept(where))).toEqual([])
})
