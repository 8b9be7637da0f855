// Spec §5: every rule takes linear time. The test analyses the patterns in the code and needs no clock.
import { readdirSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { parseSync, Visitor } from 'vite'

type Pattern = { source: string; flags: string }

const files = ['src/rules', 'contract'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
)

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
  expect(made).toBe(0)
})

test('finds patterns to check', () =>
  expect(files.flatMap((path) => patternsOf(path).patterns).length).toBeGreaterThan(40))
