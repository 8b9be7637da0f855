// Spec §5: every rule takes linear time, and so does all else that reads what a stranger sends. The test analyses the patterns in the code and needs no clock.
import { readdirSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { parseSync, Visitor } from 'vite'

type Pattern = { source: string; flags: string }

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
const files = ['src', 'contract', 'backend', 'server'].flatMap(filesIn)
/** Here a pattern is always written down: one that is made from a text may depend on what somebody typed. */
const WRITTEN_DOWN = ['src/rules/', 'contract/']

/** The patterns of a file, and how many it builds at run time, which this test cannot analyse. */
function patternsOf(path: string): { patterns: Pattern[]; made: number } {
  const { program, errors } = parseSync(path, readFileSync(path, 'utf8'))
  expect(errors, path).toEqual([])
  const patterns: Pattern[] = []
  let made = 0
  new Visitor({
    Literal(node) {
      if ('regex' in node) patterns.push({ source: node.regex.pattern, flags: node.regex.flags })
    },
    Identifier({ name }) {
      if (name === 'RegExp') made += 1
    },
  }).visit(program)
  return { patterns, made }
}

const slow = (pattern: Pattern): boolean => analyse(pattern).reports.length > 0

test.each([
  [String.raw`^(?:a+)+$`, ''],
  [String.raw`^\D+\D*$`, ''],
  [String.raw`\s+$`, ''],
  [String.raw`^[\p{L}\p{M}]*\p{L}*!`, 'u'],
])('/%s/%s would be found', (source, flags) => expect(slow({ source, flags })).toBe(true))

test.each(files)('%s', (path) => {
  const { patterns, made } = patternsOf(path)
  expect(patterns.filter(slow)).toEqual([])
  expect(WRITTEN_DOWN.some((folder) => path.startsWith(folder)) ? made : 0).toBe(0)
})

test('finds patterns to check', () =>
  expect(files.flatMap((path) => patternsOf(path).patterns).length).toBeGreaterThan(200))
