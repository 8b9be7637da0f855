// The table in docs/security.md names tests that exist.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .map((line) => /^\| ([A-Z]\d+) +\| [^|]+ \| (.+?) +\|$/.exec(line))
  .flatMap((row) => (row ? [{ id: row[1] ?? '', where: row[2] ?? '' }] : []))

test('every row of the table has a test, or a reason', () => {
  expect(rows.length).toBeGreaterThan(90)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const isKept = (where: string): boolean => {
    const [, file = '', title = ''] = /^`([^`]+)`(?:: (.+))?$/.exec(where) ?? []
    return file === '' ? /^none: .{20}/.test(where) : readFileSync(file, 'utf8').includes(title)
  }
  expect(rows.filter(({ where }) => !isKept(where))).toEqual([])
})
