import { expect, test, vi } from 'vitest'
import { type Need, setUp } from '../../scripts/run/setUp.ts'

/** A machine without these programs, with an installer that has what `apt` and `playwright` name. */
function machine(apt: string[], playwright: string[]) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const there = new Set<string>()
  const add = (wanted: string[], offered: string[]) =>
    wanted.filter((one) => offered.includes(one)).forEach((one) => there.add(one))
  const need = (name: string, more: Partial<Need> = {}): Need => ({
    name,
    isThere: () => there.has(name) || there.has(more.browser ?? ''),
    packages: [name],
    without: `the journeys in ${name}`,
    ...more,
  })
  const install = {
    apt: (wanted: string[]) => add(wanted, apt),
    playwright: (wanted: string) => add([wanted], playwright),
  }
  return { need, install, says: () => write.mock.calls.flat().join('') }
}

test('a browser comes from the system’s packages, or else from Playwright, and is named before', () => {
  const { need, install, says } = machine(['firefox-esr'], ['chromium'])
  const needs = [need('firefox-esr', { browser: 'firefox' }), need('chrome', { browser: 'chromium' })]
  expect(setUp(needs, install)).toEqual([])
  expect(says()).toBe('This machine lacks firefox-esr: installing it\nThis machine lacks chrome: installing it\n')
})

test('a browser that cannot be installed is named with the journeys that do not run, and one that only saves time is not', () => {
  const { need, install } = machine([], [])
  expect(setUp([need('webkit', { browser: 'webkit' }), need('a faster one', { without: null })], install)).toEqual([
    'not tested: the journeys in webkit. webkit is missing: apt-get install webkit',
  ])
})

test('a machine that has all of it installs nothing and says nothing', () => {
  const { need, install, says } = machine([], [])
  expect(setUp([need('there', { isThere: () => true })], install)).toEqual([])
  expect(says()).toBe('')
})
