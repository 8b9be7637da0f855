import { describe, expect, test, vi } from 'vitest'
import { canRemember, forgetUsername, rememberUsername, remembered } from '../../../src/effects/session/remembered.ts'
import { holdTime } from '../../support/clock.ts'

const KEY = 'daemun.remembered'
const full = () => {
  throw new DOMException('full', 'QuotaExceededError')
}

test('stores the username with its date before the call returns, and forgets it', () => {
  holdTime(new Date(2026, 2, 2, 9, 5))
  rememberUsername('a@b.kr')
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({ login_id: 'a@b.kr', login_date: '2026-03-02 09:05' })
  expect(remembered()).toEqual({ login_id: 'a@b.kr', login_date: '2026-03-02 09:05' })
  forgetUsername()
  expect(localStorage).toHaveLength(0)
  expect(remembered()).toBeNull()
})

describe('a record that was tampered with counts as absent', () => {
  const good = { login_id: 'a@b.kr', login_date: '2026-03-02 09:05' }
  const shapes: [string, string][] = [
    ['no JSON', '{login_id'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"a@b.kr"'],
    ['a number', '7'],
    ['no login_id', JSON.stringify({ login_date: good.login_date })],
    ['no login_date', JSON.stringify({ login_id: good.login_id })],
    ['a login_id that is an object', JSON.stringify({ ...good, login_id: { a: 1 } })],
    ['an empty login_id', JSON.stringify({ ...good, login_id: '' })],
    ['a login_id of 10 000 characters', JSON.stringify({ ...good, login_id: 'a'.repeat(10_000) })],
    ['a date of another form', JSON.stringify({ ...good, login_date: '2026-03-02T09:05:00Z' })],
    ['a day that does not exist', JSON.stringify({ ...good, login_date: '2026-02-31 09:05' })],
    ['a date of long ago', JSON.stringify({ ...good, login_date: '2025-11-30 09:05' })],
    ['a date to come', JSON.stringify({ ...good, login_date: '2026-03-09 09:05' })],
    ['a key named __proto__', '{"__proto__":{"login_id":7,"login_date":7}}'],
  ]
  test.each(shapes)('%s', (_, record) => {
    holdTime(new Date(2026, 2, 3))
    localStorage.setItem(KEY, record)
    expect(remembered()).toBeNull()
  })

  test('a text of HTML stays a text', () => {
    holdTime(new Date(2026, 2, 3))
    localStorage.setItem(KEY, JSON.stringify({ ...good, login_id: '<img src=x>' }))
    expect(remembered()?.login_id).toBe('<img src=x>')
  })
})

describe('a storage that cannot be used', () => {
  test('cannot remember', () => {
    expect(canRemember()).toBe(true)
    expect(localStorage).toHaveLength(0)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)
    expect(canRemember()).toBe(false)
  })

  test('breaks nothing', () => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(full)
    rememberUsername('a@b.kr')
    forgetUsername()
    expect(remembered()).toBeNull()
  })
})
