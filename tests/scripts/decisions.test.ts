// The decision records in docs/decisions have one form, and the index lists all of them.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const FOLDER = 'docs/decisions'
const records = readdirSync(FOLDER).filter((file) => file !== 'README.md')
const titleOf = (file: string) => /^# (.+)$/m.exec(readFileSync(`${FOLDER}/${file}`, 'utf8'))?.[1]

describe('the decision records', () => {
  test.each(records)('%s has a title, a date, a status and four sections', (file) => {
    const text = readFileSync(`${FOLDER}/${file}`, 'utf8')
    expect(text).toMatch(/^# .+\n\nDate: \d{4}-\d{2}-\d{2}\. Status: accepted\.\n/)
    const sections = [...text.matchAll(/^## (.+)\n\n(.)/gm)].map(([, title]) => title)
    expect(sections).toEqual(['Context', 'Decision', 'Consequences', 'Rejected alternatives'])
  })

  test('have consecutive numbers', () =>
    expect(records.map((file) => Number(file.slice(0, 4)))).toEqual(records.map((_, at) => at + 1)))

  test('are all listed in the index, under their titles', () => {
    const index = readFileSync(`${FOLDER}/README.md`, 'utf8')
    const rows = [...index.matchAll(/^\| \[(\d{4})\]\(([^)]+)\) +\| (.+?) +\|/gm)]
    expect(rows.map(([, number, file, title]) => [number, file, title])).toEqual(
      records.map((file) => [file.slice(0, 4), file, titleOf(file)]),
    )
  })
})
