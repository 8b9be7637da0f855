import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as rules from '../../../src/rules/codes/sms.ts'
import type { Sms, SmsEvent } from '../../../src/rules/codes/sms.ts'
import { formatRemaining, waitText } from '../../../src/rules/codes/wait.ts'

const { nextSms, toSend } = rules
const sentTo = '010-****-1234'
const issued: Sms = { at: 'issued', until: 180_000 }
const expired: Sms = { at: 'expired' }
const blocked: Sms = { at: 'blocked' }
const verified: Sms = { at: 'verified' }
const unheard: Sms = { at: 'unheard' }
const changed: Sms = { at: 'send', changed: true }
const again: SmsEvent = { on: 'issued', until: 400_000 }
const fresh: Sms = { at: 'issued', until: 400_000 }

describe('SMS verification', () => {
  test.each<[string, Sms, SmsEvent, Sms]>([
    ['after a send the countdown starts from expires_in', toSend, { on: 'issued', until: 180_000 }, issued],
    ['a resend starts afresh', issued, again, fresh],
    ['a resend after expiry starts afresh', expired, again, fresh],
    ['a resend after too many attempts starts afresh', blocked, again, fresh],
    ['a send that nobody heard of: a code may be typed', toSend, { on: 'unheard' }, unheard],
    ['a resend that nobody heard of: no time is known', issued, { on: 'unheard' }, unheard],
    ['so it is after expiry', expired, { on: 'unheard' }, unheard],
    ['it has no time that runs out', unheard, { on: 'tick', now: 999_999 }, unheard],
    [
      'there, 4051 says that none is there',
      unheard,
      { on: 'refused', detail_code: 4051 },
      { at: 'send', problem: 'verification.expired' },
    ],
    ['there, a send that is answered starts afresh', unheard, again, fresh],
    ['before its time the code stays', issued, { on: 'tick', now: 179_999 }, issued],
    ['expiry closes the code', issued, { on: 'tick', now: 180_000 }, expired],
    ['4051: expired', issued, { on: 'refused', detail_code: 4051 }, expired],
    ['4546: the input is disabled, the timer stopped', issued, { on: 'refused', detail_code: 4546 }, blocked],
    ['4518: the same code can be corrected', issued, { on: 'refused', detail_code: 4518 }, issued],
    ['any other refusal leaves the code', issued, { on: 'refused', detail_code: null }, issued],
    ['success', issued, { on: 'verified' }, verified],
    ['success that was under way when the time ran out: the server wins', expired, { on: 'verified' }, verified],
    ['success disables resend', verified, again, verified],
    ['a late tick changes nothing after success', verified, { on: 'tick', now: 999_999 }, verified],
    ['a late refusal changes nothing after expiry', expired, { on: 'refused', detail_code: 4518 }, expired],
    ['success does nothing before a send', toSend, { on: 'verified' }, toSend],
    ['changing the phone resets to send', issued, { on: 'targetChanged' }, changed],
    ['changing the phone resets a success too', verified, { on: 'targetChanged' }, changed],
    ['before a send there is nothing that a change could reset', toSend, { on: 'targetChanged' }, toSend],
    ['another change says no more', changed, { on: 'targetChanged' }, changed],
    ['a token that has ended, or a proof that is not taken: send', verified, { on: 'reset' }, toSend],
  ])('%s', (_, sms, event, next) => expect(nextSms(sms, event)).toEqual(next))
})

describe('what the form shows', () => {
  test.each<[string, Sms, ReturnType<typeof rules.smsMessage>]>([
    ['nothing before a send', toSend, null],
    ['nothing while a code can be typed', issued, null],
    ['an expired message', expired, 'verification.expired'],
    ['too many attempts', blocked, 'verification.tooMany'],
    ['a success message', verified, 'verification.done'],
  ])('%s', (_, sms, text) => expect(rules.smsMessage(sms)).toBe(text))

  test.each<[string, Sms, string, boolean, boolean]>([
    ['send: neither verify nor resend', toSend, '', false, false],
    ['issued without a code: resend', issued, '', false, true],
    ['issued with five digits: resend', issued, '12345', false, true],
    ['issued with six digits: both', issued, '123456', true, true],
    ['expired: resend', expired, '', false, true],
    ['blocked: resend', blocked, '', false, true],
    ['unheard: no resend', unheard, '', false, false],
    ['unheard with six digits: verify', unheard, '123456', true, false],
    ['verified: neither', verified, '', false, false],
  ])('%s', (_, sms, code, verify, resend) => {
    expect(rules.canVerify(sms, code)).toBe(verify)
    expect(rules.canResend(sms)).toBe(resend)
  })
})

describe('the countdown', () => {
  test.each([
    ['starts at the whole time', issued, 0, 180],
    ['a begun second counts', issued, 179_001, 1],
    ['ends at nought', issued, 180_000, 0],
    ['is never negative', issued, 999_999, 0],
    ['is nought when the clock is none', issued, NaN, 0],
    ['is nought without a code under way', expired, 0, 0],
  ])('%s', (_, sms, now, seconds) => expect(rules.remainingSeconds(sms, now)).toBe(seconds))

  test.each([
    [180, '03:00'],
    [59, '00:59'],
    [6000, '100:00'],
    [86_401, '1440:00'],
    [0, '00:00'],
    [-5, '00:00'],
    [NaN, '00:00'],
    [Infinity, '00:00'],
  ])('%d seconds are %s', (seconds, text) => expect(formatRemaining(seconds)).toBe(text))

  test.each([
    [0, ''],
    [60, ' (60)'],
    [61, ' (01:01)'],
  ])('a button that waits %d seconds says “%s”', (seconds, text) => expect(waitText(seconds)).toBe(text))

  test('always shows mm:ss', () =>
    fc.assert(fc.property(fc.double(), (seconds) => /^\d{2,}:[0-5]\d$/.test(formatRemaining(seconds)))))

  test.each([
    ['at 60 s', 61, 60, 60],
    ['at 30 s', 31, 30, 30],
    ['at 10 s', 11, 10, 10],
    ['once, after a sleep past two marks', 70, 9, 10],
    ['not between', 59, 58, null],
    ['not at the end', 11, 0, null],
    ['not when the time was renewed', 5, 180, null],
  ])('is announced %s', (_, before, after, mark) => expect(rules.announceAt(before, after)).toBe(mark))
})

describe('over a reload', () => {
  const stored = { at: 'issued', until: 180_000, sentTo }
  test.each([
    ['a code under way is kept', issued, stored],
    ['too many attempts are kept', blocked, { at: 'blocked', until: 0, sentTo }],
    ['that nobody heard is kept', unheard, { at: 'unheard', until: 0, sentTo }],
    ['a success is not: its proof is not kept', verified, null],
    ['nothing is kept before a send', toSend, null],
    ['nothing is kept after expiry', expired, null],
  ])('%s', (_, sms, kept) => expect(rules.storedSms(sms, sentTo)).toEqual(kept))

  test.each([
    ['the countdown goes on', stored, 60_000, issued],
    ['a time that has passed is expired', stored, 180_000, expired],
    ['a time over a day away is no server’s', { ...stored, until: 90_000_000 }, 0, toSend],
    ['a time that is none starts over', { ...stored, until: NaN }, 0, toSend],
    ['too many attempts stay so', { at: 'blocked', until: 0, sentTo }, 60_000, blocked],
    ['that nobody heard stays so', { at: 'unheard', until: 0, sentTo }, 60_000, unheard],
    ['what was sent to another target is none of this one’s', { ...stored, sentTo: '010-****-9999' }, 60_000, toSend],
    ['nothing stored: send', null, 0, toSend],
    ['a record of another shape: send', { at: 'verified', until: 180_000, sentTo }, 0, toSend],
  ])('%s', (_, kept, now, sms) => expect(rules.restoreSms(kept, sentTo, now)).toEqual(sms))
})

describe('extending a code', () => {
  const issued = rules.nextSms(rules.toSend, { on: 'issued', until: 1000 })

  test('gives it more time, and reopens a code that had just expired', () => {
    expect(rules.nextSms(issued, { on: 'extended', until: 9000 })).toEqual({ ...issued, until: 9000 })
    const closed = rules.nextSms(issued, { on: 'tick', now: 1000 })
    expect(rules.nextSms(closed, { on: 'extended', until: 9000 })).toEqual({ ...issued, until: 9000 })
    expect(rules.nextSms(rules.toSend, { on: 'extended', until: 9000 })).toBe(rules.toSend)
  })
})
