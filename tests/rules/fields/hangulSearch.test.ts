// Screens, "Join", long lists: what finds a name.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFound, nameSearched } from '../../../src/rules/fields/hangulSearch.ts'

test.each([
  ['nothing typed', '', '서울대학교', true],
  ['the beginning', '서울', '서울대학교', true],
  ['the middle', '대학', '서울대학교', true],
  ['initial consonants', 'ㅅㅇㄷ', '서울대학교', true],
  ['initials of the middle', 'ㄷㅎㄱ', '서울대학교', true],
  ['syllables and initials', '서ㅇㄷ', '서울대학교', true],
  ['a syllable in composition', '서우', '서울대학교', true],
  ['a final consonant on its way to the next syllable', '성', '서울대학교', true],
  ['a double initial', 'ㄲㅅ', '꿈세상', true],
  ['blanks do not count', '서울 대학교', '서울대학교', true],
  ['decomposed syllables', '서울'.normalize('NFD'), '서울대학교', true],
  ['capital letters', 'SEOUL', 'Seoul National University', true],
  ['another name', '부산', '서울대학교', false],
  ['initials in another order', 'ㅇㅅ', '서울대학교', false],
  ['a final consonant that differs', '설', '서울대학교', false],
  ['more than the name', '서울대학교대', '서울대학교', false],
])('%s: %s in %s', (_, typed, name, found) => expect(isFound(typed, name)).toBe(found))

test('every part of a name finds it', () =>
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 30 }), fc.nat(29), fc.nat(29), (name, from, length) => {
      expect(isFound(name.slice(from, from + length), name)).toBe(true)
    }),
  ))

test.each([
  ['a name', ' 우리회사 ', '우리회사'],
  ['syllables and initials', '우리ㅎㅅ', '우리ㅎㅅ'],
  ['initial consonants only', 'ㅇㄹㅎㅅ', ''],
  ['initial consonants with blanks', ' ㅇㄹ ㅎㅅ ', ''],
  ['nothing', '', ''],
])('%s that no list has: “%s” gives “%s”', (_, typed, name) => expect(nameSearched(typed)).toBe(name))
