import { expect, test } from 'vitest'
import { inShort } from '../../scripts/steps'

test('what failed is told in its first words and with its place, not with a page or a stack', () => {
  const page = Array.from({ length: 300 }, (_, line) => `  <li>${line}</li>`).join('\n')
  const stack = `    at wait (file:///node_modules/library/wait.js:1:2)\n    at ${process.cwd()}/tests/pages/join.test.tsx:7:3`
  expect(inShort(`\u001B[31mError\u001B[39m: there is no such button\n\n${page}\n${stack}`).split('\n')).toEqual([
    '',
    '    Error: there is no such button',
    '    <li>0</li>',
    '    <li>1</li>',
    '    <li>2</li>',
    '    at tests/pages/join.test.tsx:7:3',
  ])
  expect(inShort()).toBe('')
})
