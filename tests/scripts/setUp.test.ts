import { expect, test, vi } from 'vitest'
import { type Need, setUp } from '../../scripts/run/setUp.ts'

test('a browser that cannot be installed is named with the journeys that do not run, and one that only saves time is not', () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const needs: Need[] = [
    {
      name: 'webkit',
      browser: 'webkit',
      isThere: () => false,
      packages: ['webkit'],
      without: 'the journeys in webkit',
    },
    { name: 'a faster one', isThere: () => false, packages: ['faster'], without: null },
  ]
  const nothing = { apt: () => {}, playwright: () => {} }
  expect(setUp(needs, nothing)).toEqual([
    'not tested: the journeys in webkit. webkit is missing: apt-get install webkit',
  ])
})
