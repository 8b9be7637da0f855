// Security, names: what a nickname may be, for the app and the backend alike. The letters of all names: tests/contract/names.test.ts.
import { describe, expect, test } from 'vitest'
import { readNickname } from '../../../backend/domain/join/nicknames.ts'
import { nicknameProblem } from '../../../src/rules/fields/nickname.ts'

const HOSTILE = [
  '\u202eevil',
  'a\u0007bell',
  'a\u0000b',
  'a\u200bb',
  'zal\u0316\u0317\u0318go',
  'pаypal',
  '<b>x</b>',
  'a'.repeat(900),
]

describe('nicknames', () => {
  test.each([
    'admin',
    'Admin',
    'ADMIN',
    'ad.min',
    'admin01',
    'a d m i n',
    'ａｄｍｉｎ',
    'аdmin',
    'adrnin',
    '0fficial',
    '관리자',
    '관 리 자',
    '관리자1',
    '운영자',
    '管理员',
    '管理者',
    'support',
    'Daemun',
    '대문',
  ])('%s passes for the operator and is refused', (nickname) => expect(readNickname(nickname)).toBeNull())

  test.each(['하늘', '별 하나', 'sky_walker', 'José', 'Николай', 'さくら', '明日', 'administer', '관리자의딸'])(
    '%s is taken',
    (nickname) => {
      expect(readNickname(nickname)).toBe(nickname)
      expect(nicknameProblem(nickname)).toBeNull()
    },
  )

  test.each(HOSTILE)('%j is refused by the backend and by the app', (nickname) => {
    expect(readNickname(nickname)).toBeNull()
    expect(nicknameProblem(nickname)).not.toBeNull()
  })
})
