import { expect, test } from 'vitest'
import { convertedMember } from '../../../src/rules/join/groupConversion.ts'

const known = { belong_sk: true, login_id: 'a@b.kr', nickname: null, name: null, birthdate: null }
const proved = { login_id: 'a@b.kr', isGroupConversion: true, matcher_type: 'CONVERSION_JOIN', emailVerified: true }

test.each([
  ['an id that nobody has proved', null, { login_id: 'a@b.kr', isGroupConversion: true }],
  ['a member of whom only the id is known', known, { ...proved, fixed: ['login_id'] }],
  [
    'all that can be known: the nickname may be changed, the birthday is the year alone',
    { ...known, nickname: '하늘', name: '김하늘', birthdate: '1990-00-00' },
    { ...proved, fixed: ['login_id', 'name', 'birthdate'], nickName: '하늘', fullName: '김하늘', birthday: '1990' },
  ],
])('%s', (_, identity, patch) => expect(convertedMember('a@b.kr', identity)).toEqual(patch))
