import { expect, test } from 'vitest'
import { cleanNickname, nicknameProblem } from '../../../src/rules/fields/nickname.ts'

test.each<[string, string, string | null]>([
  ['nothing', '', 'join.nicknameEmpty'],
  ['blanks only', '  　', 'join.nicknameEmpty'],
  ['one character', '별', 'join.nicknameLength'],
  ['two', '별이', null],
  ['twenty', 'a'.repeat(20), null],
  ['twenty-one', 'a'.repeat(21), 'join.nicknameLength'],
  ['words with a blank', '새 별', null],
  ['dots, hyphens and underscores inside', 'a.b-c_d', null],
  ['not at the beginning', '.ab', 'join.nicknameLetters'],
  ['no emoji', '별🌟이', 'join.nicknameLetters'],
  ['no mark of direction', 'ab\u202ec', 'join.nicknameLetters'],
  ['decomposed Hangul counts as it is read', '별이'.normalize('NFD'), null],
  ['ten thousand characters', 'a'.repeat(10_000), 'join.nicknameLength'],
])('%s', (_, typed, problem) => expect(nicknameProblem(typed)).toBe(problem))

test.each([
  ['their own, which breaks our rules', '.별🌟', '.별🌟', null],
  ['written a little otherwise', ' .별🌟 ', '.별🌟', null],
  ['another one', '.별🌟', '별이', 'join.nicknameLetters'],
  ['who has none must choose one', '', '', 'join.nicknameEmpty'],
])('a nickname that the member has already: %s', (_, typed, own, problem) =>
  expect(nicknameProblem(typed, own)).toBe(problem),
)

test('is checked and sent composed, with single spaces', () => {
  expect(cleanNickname(`  ${'새별'.normalize('NFD')}   하나 `)).toBe('새별 하나')
})
