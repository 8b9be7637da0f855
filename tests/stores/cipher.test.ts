import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCipher } from '../../src/stores/cipher.ts'

const NOW = Date.parse('2026-03-02T09:00:00Z')
const HOUR = 3_600_000
const cipher = createCipher('a storage key for tests')
const sealed = cipher.seal('login', '{"login_id":"한글@example.com"}', NOW)
const open = (text: string, name = 'login', now = NOW) => cipher.open(name, text, now)

test('what was sealed is opened', () => expect(open(sealed)).toBe('{"login_id":"한글@example.com"}'))

test('any text comes back', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      (text) => open(cipher.seal('login', text, NOW)) === text,
    ),
    { numRuns: 50 },
  ))

test('the text cannot be read in the envelope', () => {
  expect(sealed).not.toContain('login_id')
  expect(atob(sealed.split('.')[3] ?? '')).not.toContain('example')
})

test('two seals of one text differ: the IV is random', () => {
  const [one, other] = [cipher.seal('login', 'same', NOW), cipher.seal('login', 'same', NOW)].map((text) =>
    text.split('.'),
  )
  expect(one?.[2]).not.toBe(other?.[2])
  expect(one?.[3]).not.toBe(other?.[3])
})

describe('anything else reads as null', () => {
  const parts = sealed.split('.')
  const replaced = (at: number, part: string) => parts.map((old, index) => (index === at ? part : old)).join('.')
  const flip = (text: string) => (text.startsWith('a') ? 'b' : 'a') + text.slice(1)

  test('every byte counts', () => {
    for (let at = 0; at < sealed.length; at++) {
      const changed = sealed[at] === '0' ? '1' : '0'
      expect(open(sealed.slice(0, at) + changed + sealed.slice(at + 1))).toBeNull()
    }
  })
  test('every truncation', () => {
    for (let length = 0; length < sealed.length; length++) expect(open(sealed.slice(0, length))).toBeNull()
  })
  test.each([
    ['the IV of another', replaced(2, flip(parts[2] ?? ''))],
    ['the ciphertext of another', replaced(3, cipher.seal('login', 'other', NOW).split('.')[3] ?? '')],
    ['the MAC of another', replaced(4, cipher.seal('login', 'other', NOW).split('.')[4] ?? '')],
    ['no MAC', parts.slice(0, 4).join('.')],
    ['something added', `${sealed}.x`],
    ['an old version', replaced(0, 'v0')],
    ['a time that is none', replaced(1, '!')],
    ['plain JSON', '{"login_id":"a"}'],
    ['nothing', ''],
    ['dots', '....'],
  ])('%s', (_, text) => expect(open(text)).toBeNull())

  test('another name', () => expect(open(sealed, 'welcome')).toBeNull())
  test('another key', () => expect(createCipher('another key for tests').open('login', sealed, NOW)).toBeNull())
  test('older than 12 hours', () => {
    expect(open(sealed, 'login', NOW + 12 * HOUR)).not.toBeNull()
    expect(open(sealed, 'login', NOW + 12 * HOUR + 1)).toBeNull()
  })
  test('from the future', () => {
    expect(open(sealed, 'login', NOW - 60_000)).not.toBeNull()
    expect(open(sealed, 'login', NOW - 60_001)).toBeNull()
  })
  test('a date that was put forward', () => expect(open(replaced(1, (NOW + HOUR).toString(36)))).toBeNull())
  test('no text ever throws', () => fc.assert(fc.property(fc.string(), (text) => open(text) === null)))
})
