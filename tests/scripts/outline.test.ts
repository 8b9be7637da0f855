// The outlines that `npm test` keeps of forty states: what counts as another look.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FOLDER, KEPT } from '../../e2e/keptLooks.ts'
import { differences } from '../../e2e/outlineDifferences.ts'

const kept = [
  'page 390 | sans-serif',
  '  button 20,16 350×52 | on #1b5fcc | 로그인',
  '    span 151,18 48×16 | #ffffff | 로그인',
]
const changed = (from: string, to: string) =>
  differences(
    kept,
    kept.map((line) => line.replace(from, to)),
  )

test('the same page differs nowhere, nor does one whose places are a pixel or two off', () => {
  expect(differences(kept, kept)).toEqual([])
  expect(changed('20,16 350×52', '21,18 348×53')).toEqual([])
})

test.each([
  ['a space', '20,16', '20,19'],
  ['a size', '350×52', '350×48'],
  ['a colour', '#1b5fcc', '#1b5fcd'],
  ['a word', '| 로그인', '| 로그인하기'],
])('%s that changed is named, with the line before and after', (_, from, to) => {
  const line = kept.find((one) => one.includes(from)) ?? ''
  expect(changed(from, to).slice(0, 2)).toEqual([`was ${line.trim()}`, `is  ${line.replace(from, to).trim()}`])
})

test('a line that came or went is named alone', () => {
  expect(differences(kept, kept.toSpliced(1, 0, '  p 20,8 350×26'))).toEqual(['is  p 20,8 350×26'])
  expect(differences(kept, kept.toSpliced(2, 1))).toEqual([`was ${kept[2]?.trim()}`])
})

test('a state without a kept outline differs by all its lines', () => expect(differences([], kept)).toHaveLength(3))

test('each outline in the folder belongs to a state, and forty states have one', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(KEPT.map((name) => `${name}.txt`).toSorted())
  expect(KEPT.filter((name) => !name.endsWith('-desktop'))).toHaveLength(40)
})
