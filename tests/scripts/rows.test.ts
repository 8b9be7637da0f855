// Speed: the app's bundle has of each row only what a client needs.
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { asked } from '../../scripts/build/rows.ts'
import { filesIn } from '../../scripts/importGraph.ts'

test.each(filesIn('contract/calls'))('the app gets no text, request shape or refusal of %s', (path) => {
  const code = stripTypeScriptTypes(readFileSync(path, 'utf8'))
  const left = asked(code)
  const names = (text: string) => new Set([...text.matchAll(/^ {2}(\w+):|[{,] (\w+):/gm)].map(([, a, b]) => a ?? b))
  expect([...names(code)]).toEqual(expect.arrayContaining(['summary', 'refusals', 'answer']))
  const kept = ['backend', 'method', 'path', 'visit', 'answer', 'pending']
  expect([...names(left)].filter((name) => !kept.includes(name ?? ''))).toEqual([])
  expect(left.match(/answer:/g)).toHaveLength(code.match(/answer:/g)?.length ?? 0)
})

test('a file of rows that exports anything else fails the build', () => {
  expect(() => asked('export const short = z.string()')).toThrow('no row')
})
