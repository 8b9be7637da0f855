// What a notice says to a member who did not cause it.
import { describe, expect, test } from 'vitest'
import { noticeEmail, noticeSms } from '../../../backend/domain/notices/messageTexts.ts'
import { howOf, KINDS, type Kind } from '../../../backend/domain/notices/noticeKinds.ts'
import { LOCALES } from '../../../contract/locale.ts'
import { say } from '../../../server/texts.ts'

const contact = 'help@step.test'
const byPhone = (Object.keys(KINDS) as Kind[]).filter((kind) => howOf(kind).sms)
const withoutLink = byPhone.filter((kind) => !howOf(kind).link)
const from = 'Daemun'
const places = { from, account: 'https://id.test/account', page: 'https://id.test/account/services' }
const undo = 'https://id.test/change-undo/secret'

describe.each(LOCALES)('a notice in %s', (locale) => {
  test.each(byPhone)('%s ends its SMS with the contact, on one line', (kind) => {
    const text = noticeSms(kind, locale, { from, contact })
    expect(text.endsWith(contact)).toBe(true)
    expect(text).not.toMatch(/[{}\n]/)
    // Chinese and Japanese sentences end with a full stop of their own.
    expect(text).not.toMatch(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][.:]/u)
    // Two parts of an SMS with letters beyond GSM 03.38: 67 characters each.
    expect(text.length).toBeLessThanOrEqual(134)
  })

  test.each(withoutLink)('%s ends its e-mail with the contact', (kind) => {
    expect(noticeEmail(kind, locale, { ...places, contact }).text.endsWith(contact)).toBe(true)
  })

  test('names no contact where none is set, or where a link undoes the change', () => {
    const support = say(locale, 'notice.support')
    expect(noticeSms('protected', locale, { from, contact: '' }).endsWith(support)).toBe(true)
    expect(noticeEmail('protected', locale, { ...places, contact: '' }).text.endsWith(support)).toBe(true)
    expect(noticeSms('phone', locale, { from, contact, undo })).not.toContain(contact)
    expect(noticeEmail('phone', locale, { ...places, contact, undo }).text).not.toContain(contact)
  })
})
