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
  for (const { id, where } of rows) {
    const [, file = '', title] = /^`([^`]+)`(?:: (.+))?$/.exec(where) ?? []
    if (file === '') expect(where, id).toMatch(/^none: .{20}/)
    else expect(readFileSync(file, 'utf8'), id).toContain(title ?? '')
  }
})
