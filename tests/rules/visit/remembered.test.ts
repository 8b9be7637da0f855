import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRemembered, stampOf } from '../../../src/rules/visit/remembered.ts'

const now = new Date(2026, 10, 21, 12, 0)
const record = (login_date: unknown, login_id: unknown = 'a@b.kr') => JSON.stringify({ login_id, login_date })
const kept = (login_date: string) => ({ login_id: 'a@b.kr', login_date })

test.each([
  ['the record is read', record('2026-11-20 09:30'), kept('2026-11-20 09:30')],
  [
    'what else stands in it is left out',
    '{"login_id":"a@b.kr","login_date":"2026-11-20 09:30","x":1}',
    kept('2026-11-20 09:30'),
  ],
  ['90 days are kept', record('2026-08-23 12:00'), kept('2026-08-23 12:00')],
  ['a minute more is not', record('2026-08-23 11:59'), null],
  ['a few hours ahead are a journey', record('2026-11-22 01:00'), kept('2026-11-22 01:00')],
  ['a whole day ahead, too', record('2026-11-22 12:00'), kept('2026-11-22 12:00')],
  ['next week is not', record('2026-11-28 12:00'), null],
  ['nothing stored', null, null],
  ['no JSON', '{', null],
  ['a list', '[]', null],
  ['null', 'null', null],
  ['a number', '7', null],
  ['no login_id', '{"login_date":"2026-11-20 09:30"}', null],
  ['no login_date', '{"login_id":"a@b.kr"}', null],
  ['an empty login_id', record('2026-11-20 09:30', ''), null],
  ['a login_id that is no text', record('2026-11-20 09:30', { a: 1 }), null],
  [
    'a login_id of 256 characters',
    record('2026-11-20 09:30', 'a'.repeat(256)),
    { login_id: 'a'.repeat(256), login_date: '2026-11-20 09:30' },
  ],
  ['a login_id that is too long', record('2026-11-20 09:30', 'a'.repeat(257)), null],
  ['a date in another form', record('2026-11-20T09:30'), null],
  ['a day that does not exist', record('2026-09-31 09:30'), null],
  ['a month that does not exist', record('2025-22-05 09:30'), null],
  ['an hour that does not exist', record('2026-11-10 30:00'), null],
  ['more in front of the date', record('12026-11-20 09:30'), null],
  ['more behind the date', record('2026-11-20 09:30:00'), null],
  ['a date that is no text', record(1), null],
  ['a record that is too long', record('2026-11-20 09:30').padEnd(2001), null],
  ['one of 2000 characters', record('2026-11-20 09:30').padEnd(2000), kept('2026-11-20 09:30')],
])('%s', (_, raw, expected) => expect(readRemembered(raw, now)).toEqual(expected))

test('the stamp of a date is in local time', () => expect(stampOf(now)).toBe('2026-11-21 12:00'))

test('never throws', () =>
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (raw) => void readRemembered(raw, now))))
