// What members read in an e-mail or an SMS, by language. The sentences are in `locales/`; here is what a message is made of.
import { HTML_LANG, type Locale } from '../../../contract/locale.ts'
import { say, type TextKey } from '../../../server/texts.ts'
import type { Purpose } from '../../db/schema.ts'
import { howOf, type Kind } from './noticeKinds.ts'
import { CODE_LIFE, type CodeKind } from '../codes/otp.ts'

export type Mail = { subject: string; text: string }

/** What a code of this purpose gives away, which a member learns who is asked to read the code to a caller. */
const ALLOWS: Partial<Record<Purpose, TextKey>> = {
  SEARCH_IDS: 'code.allows.SEARCH_IDS',
  ACCOUNT: 'code.allows.ACCOUNT',
}

const isChineseOrJapanese = (locale: Locale): boolean => locale === 'zh' || locale === 'ja'

/** What stands between two sentences. */
const spaceOf = (locale: Locale): string => (isChineseOrJapanese(locale) ? '' : ' ')

/** What stands between a title, which has no full stop, and the sentence after it. */
const stopOf = (locale: Locale): string => (isChineseOrJapanese(locale) ? '。' : '. ')

const minutesOf = (kind: CodeKind): number => CODE_LIFE[kind].seconds / 60

/**
 * The SMS. Its last line lets a browser fill the code in for this app's host and no other (WebOTP).
 * @param from the name of the service of the visit, or of the platform where there is none
 */
export function codeSms(from: string, code: string, purpose: Purpose, locale: Locale, appUrl: string): string {
  const allows = ALLOWS[purpose]
  const said = [
    say(locale, 'code.sms', { from, code, minutes: minutesOf('sms') }),
    ...(allows ? [say(locale, allows)] : []),
    say(locale, 'code.secret'),
  ]
  return `${said.join(spaceOf(locale))}\n\n@${new URL(appUrl).hostname} #${code}`
}

/** @param from as for `codeSms` */
export const codeEmail = (from: string, code: string, locale: Locale): Mail => ({
  subject: say(locale, 'code.subject', { from }),
  text: say(locale, 'code.email', { code, minutes: minutesOf('email') }),
})

/** A day for a mail, as in Korea, where the platform is. English is British, and the other languages have no British form. */
export const dayText = (at: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(`${HTML_LANG[locale]}-GB`, { dateStyle: 'long', timeZone: 'Asia/Seoul' }).format(at)

type Places = {
  /** The name of the platform. */
  from: string
  /** The member's account. */
  account: string
  /** The last day of a member who leaves. */
  day?: string
  /** The services of the member, in the account. */
  page: string
  /** How to reach support: an address or a number. Empty: messages name none. */
  contact: string
  /** The name of the service that the notice is about. */
  service?: string
  /** The link of a member who did not cause it. */
  link?: string
  /** The link that undoes what the notice tells of. */
  undo?: string
}

/** What a member does who did not cause a message without a link. */
const supportText = (locale: Locale, contact: string): string =>
  contact === '' ? say(locale, 'notice.support') : say(locale, 'notice.supportAt', { contact })

export function noticeEmail(kind: Kind, locale: Locale, { link, undo, ...places }: Places): Mail {
  const support = howOf(kind).sms && supportText(locale, places.contact)
  const notMe = link === undefined ? support : `${say(locale, 'notice.notYou')}\n\n${link}`
  const end = undo === undefined ? notMe : `${say(locale, 'notice.undo')}\n\n${undo}`
  const said = say(locale, `notice.${kind}.text`, places)
  const leadsOn = howOf(kind).closed || said.includes(places.account)
  const text = [said, !leadsOn && say(locale, 'notice.account', places), end].filter(Boolean).join('\n')
  return { subject: say(locale, `notice.${kind}.title`, { from: places.from }), text }
}

/** The SMS of a notice, with the link that undoes what it tells of, or with how to reach support. */
export const noticeSms = (
  kind: Kind,
  locale: Locale,
  { from, contact, undo }: Pick<Places, 'from' | 'contact' | 'undo'>,
): string => {
  const then = undo === undefined ? supportText(locale, contact) : say(locale, 'notice.undoSms', { url: undo })
  return `${say(locale, `notice.${kind}.title`, { from })}${stopOf(locale)}${then}`
}

/** A reset that waits for a day. @param from the name of the service where it was asked for, or of the platform. @param url cancels it */
export const delayEmail = (from: string, locale: Locale, url: string): Mail => ({
  subject: delayTitle(from, locale),
  text: say(locale, 'delayedReset.mail', { url }),
})

export const delaySms = (from: string, locale: Locale, url: string): string =>
  `${delayTitle(from, locale)}${stopOf(locale)}${say(locale, 'delayedReset.sms', { url })}`

const delayTitle = (from: string, locale: Locale): string => say(locale, 'delayedReset.title', { from })

/** The account of a member who has left is erased. @param from the name of the platform */
export const leftEmail = (from: string, locale: Locale): Mail => ({
  subject: say(locale, 'left.title', { from }),
  text: say(locale, 'left.text'),
})

export type Decision = 'approved' | 'unapproved'

/** What became of a join that waited for an operator. @param from the name of the platform */
export const decisionEmail = (from: string, decision: Decision, locale: Locale): Mail => ({
  subject: say(locale, `${decision}.title`, { from }),
  text: say(locale, `${decision}.text`),
})
