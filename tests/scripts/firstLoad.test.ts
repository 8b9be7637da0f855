// The list of the first load: a path or package that it does not know fails the build.
import { expect, test } from 'vitest'
import { chunkGroups, differences, manifest, unknownPaths } from '../../scripts/build/firstLoad.ts'

test('every path of the list exists', () => expect(unknownPaths(manifest, '.')).toEqual([]))

const { firstLoad, follows, prefetched } = manifest
test.each([
  ['the entry', { ...manifest, firstLoad: { ...firstLoad, entry: 'src/gone' } }],
  ['a package', { ...manifest, firstLoad: { ...firstLoad, other: ['../src/gone'] } }],
  ['a stylesheet', { ...manifest, follows: { ...follows, styles: { layer: 'later', files: ['src/gone'] } } }],
  ['what the sending shares', { ...manifest, follows: { ...follows, withSubmit: ['src/gone'] } }],
  [
    'what many chunks share',
    { ...manifest, follows: { ...follows, common: { ...follows.common, paths: ['src/gone'] } } },
  ],
  ['what is prefetched', { ...manifest, prefetched: { ...prefetched, code: ['src/gone'] } }],
])('a renamed path is found: %s', (_, list) =>
  expect(unknownPaths(list, '.').map((path) => path.replace('node_modules/../', ''))).toEqual(['src/gone']),
)

test('a first load with a package or a later module that the list does not name is found', () => {
  const first = ['node_modules/react/index.js', 'src/main.tsx']
  expect(differences(first)).toEqual([])
  const more = ['node_modules/@mui/material/Button.js', 'node_modules/zod/mini/index.js', 'src/effects/start/soon.ts']
  const found = ['@mui/material is in it', 'src/effects/start/soon.ts is in it', 'zod is in it']
  expect(differences([...first, ...more])).toEqual(found)
  expect(differences([])).toEqual(['src/main.tsx is missing'])
})

test.each([
  ['/x/node_modules/react-dom/client.js', 'react'],
  ['/x/src/effects/start/enter.ts', 'entry'],
  ['/x/src/rules/errors/login.ts', 'entry'],
  ['/x/node_modules/zod/mini/index.js', 'shared'],
  ['/x/src/pages/join/TermsPage.tsx', 'shared'],
])('%s can be in the chunk "%s"', (id, name) => {
  const [group] = chunkGroups()
    .filter(({ test, name }) => name !== 'app' && test.test(id))
    .toSorted((a, b) => (b.priority ?? 0) - (a.priority ?? 0))
  expect(group?.name).toBe(name)
})

test('the rules of a join, which bring the plans of phone numbers, are in no chunk of other pages', () => {
  const groups = chunkGroups().filter(({ name }) => name !== 'app')
  for (const path of manifest.follows.common.without)
    expect(groups.filter(({ test }) => test.test(`/x/${path}`))).toEqual([])
})
