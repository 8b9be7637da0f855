import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { markPure } from '../../scripts/build/shake.ts'

test('names of components are removed, their creations are marked, and the rest stays as it is', () => {
  expect(markPure('var Link = React10.forwardRef(\n  f\n);\nLink.displayName = "Link";\nfoo.displayName = bar;')).toBe(
    'var Link = /* @__PURE__ */ React10.forwardRef(\n  f\n);\n\nfoo.displayName = bar;',
  )
})

test('checks of how an app calls the router are marked; their definitions and results stay', () =>
  expect(
    markPure('function warning(a) {}\n  warning(\n    ok\n  );\n  invariant(ok, "x");\nlet a = invariant(ok);'),
  ).toBe(
    'function warning(a) {}\n  /* @__PURE__ */ warning(\n    ok\n  );\n  /* @__PURE__ */ invariant(ok, "x");\nlet a = invariant(ok);',
  ))

test('the router that is installed has what is taken off', () => {
  const folder = 'node_modules/react-router/dist/development'
  const code = readdirSync(folder)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => markPure(readFileSync(`${folder}/${file}`, 'utf8')))
    .join('\n')
  for (const part of ['NavLink', 'Form', 'Link']) {
    expect(code).toMatch(new RegExp(`^var ${part} = /\\* @__PURE__ \\*/`, 'm'))
    expect(code).not.toContain(`\n${part}.displayName`)
  }
})
