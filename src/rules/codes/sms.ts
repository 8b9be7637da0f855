// Spec §4, SMS verification, as a pure reducer. Events carry the time; the hook has the clock and makes the calls.
import * as detail from '../../../contract/detailCodes.ts'
import type { MessageKey } from '../texts/messages.ts'
import { StoredSms } from './storedSms.ts'
import { isVerifyCode } from '../fields/verifyCode.ts'

/**
 * `until`: epoch milliseconds. `extendable`: the backend says that it extends this code. `unheard`: a code was requested, but the answer was
 * lost. The code may be typed if it has arrived, and the next one is requested as the first. `changed`: what was sent or proved belonged to
 * another target. What is typed is a field of a form (verification/useCode.ts).
 */
export type Sms =
  | { at: 'send'; problem?: MessageKey; changed?: true }
  | { at: 'issued'; until: number; extendable?: boolean }
  | { at: 'unheard' }
  | { at: 'expired' | 'blocked' | 'verified' }

export type SmsEvent =
  | { on: 'issued'; until: number; extendable?: boolean }
  | { on: 'unheard' }
  | { on: 'extended'; until: number; extendable?: boolean }
  | { on: 'tick'; now: number }
  | { on: 'refused'; detail_code: number | null }
  | { on: 'verified' }
  | { on: 'targetChanged' }
  | { on: 'reset' }

/** No code lives longer than a day, in milliseconds. */
const LONGEST = 86_400_000

export const toSend: Sms = { at: 'send' }
export const verifiedSms: Sms = { at: 'verified' }

/**
 * The next state. `issued` answers send and resend. `extended` answers a refresh. The caller drops the answer to a number that has changed.
 */
export function nextSms(sms: Sms, event: SmsEvent): Sms {
  if (event.on === 'reset') return toSend
  if (event.on === 'targetChanged') return sms.at === 'send' ? sms : { at: 'send', changed: true }
  if (sms.at === 'verified') return sms
  if (event.on === 'issued') return { at: 'issued', until: event.until, ...extendableOf(event) }
  if (event.on === 'extended') return extended(sms, event)
  if (event.on === 'unheard') return { at: 'unheard' }
  if (event.on === 'verified') return sms.at === 'send' ? sms : verifiedSms
  if (!takesCode(sms)) return sms
  switch (event.on) {
    case 'tick':
      return sms.at === 'unheard' || event.now < sms.until ? sms : { at: 'expired' }
    case 'refused':
      if (event.detail_code === detail.TOO_MANY_ATTEMPTS) return { at: 'blocked' }
      if (event.detail_code === detail.CODE_EXPIRED)
        return sms.at === 'unheard' ? { at: 'send', problem: 'verification.expired' } : { at: 'expired' }
      return sms
  }
}

/** Extends the same code, even if it expired before the answer arrived. */
function extended(sms: Sms, event: Extract<SmsEvent, { on: 'extended' }>): Sms {
  if (sms.at === 'send') return sms
  return { at: 'issued', until: event.until, ...extendableOf(event) }
}

const extendableOf = (given: object) => 'extendable' in given && given.extendable === true && { extendable: true }

/** Whether the field accepts a code. */
export const takesCode = (sms: Sms): sms is Extract<Sms, { at: 'issued' | 'unheard' }> =>
  sms.at === 'issued' || sms.at === 'unheard'
export const canVerify = (sms: Sms, code: string): boolean => takesCode(sms) && isVerifyCode(code)
/** No code is known to have been sent, so the next request is the first and replaces none. */
export const isFirst = (sms: Sms): boolean => sms.at === 'send' || sms.at === 'unheard'
/** No code was asked for, so what is needed for one is still to be said. */
export const isToSend = (sms: Sms): boolean => sms.at === 'send'
/** The code is dead, and the only way on is another one. */
export const isDead = (sms: Sms): boolean => sms.at === 'expired' || sms.at === 'blocked'
/** Success disables resend. Before the first code there is only the send. */
export const canResend = (sms: Sms): boolean => !isFirst(sms) && sms.at !== 'verified'

/** The text at the code field, or null. `isClosed`: the form says that no other code is sent now. */
export function smsMessage(sms: Sms, isClosed = false): MessageKey | null {
  switch (sms.at) {
    case 'send':
      return sms.problem ?? null
    case 'issued':
    case 'unheard':
      return null
    case 'expired':
      return 'verification.expired'
    case 'blocked':
      return isClosed ? null : 'verification.tooMany'
    case 'verified':
      return 'verification.done'
  }
}

/** The remaining seconds of the code, rounded up; 0 in every other state. */
export function remainingSeconds(sms: Sms, now: number): number {
  const left = sms.at === 'issued' ? Math.ceil((sms.until - now) / 1000) : 0
  return left > 0 ? left : 0
}

/** The mark between two ticks that is announced (60, 30 or 10 seconds), or null. */
export const announceAt = (before: number, after: number): number | null =>
  [10, 30, 60].find((mark) => before > mark && after <= mark && after > 0) ?? null

/** What a reload may find: never a code. A verified phone is not stored, because its proof is not. */
export function storedSms(sms: Sms, sentTo: string): StoredSms | null {
  if (sms.at === 'issued') return { at: 'issued', until: sms.until, sentTo, ...extendableOf(sms) }
  return sms.at === 'blocked' || sms.at === 'unheard' ? { at: sms.at, until: 0, sentTo } : null
}

/**
 * The state after a reload. It starts over for anything that `storedSms` did not write, for another target, and for a deadline more than a
 * day away.
 */
export function restoreSms(stored: unknown, target: string, now: number): Sms {
  const parsed = StoredSms.safeParse(stored)
  if (!parsed.success || parsed.data.sentTo !== target) return toSend
  const { at, until } = parsed.data
  if (at === 'blocked' || at === 'unheard') return { at }
  if (until > now + LONGEST) return toSend
  return until > now ? { at, until, ...extendableOf(parsed.data) } : { at: 'expired' }
}
