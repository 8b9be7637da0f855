// What members call the platform: in messages, on the backend's own pages, at a passkey, and as the service of their account.
import * as z from 'zod/mini'
import { LOCALES, NAME_IN, type Locale } from '../../contract/locale.ts'
import { say } from '../../server/texts.ts'
import { isLine, NAME_WANTED } from './line.ts'

export type PlatformNames = Readonly<Record<Locale, string>>

/** A name begins each text message. Members and operators pay for its length. */
const LONGEST = 20
export const platformName = z
  .string()
  .check(z.maxLength(LONGEST, `${LONGEST} characters at most`), z.refine(isLine, NAME_WANTED))

export type GivenNames = { ko?: string | undefined; en?: string | undefined; cn?: string | undefined }

/** The names in the languages of the app. Without any, those of the demonstration. */
export function platformNames({ ko, en, cn }: GivenNames): PlatformNames {
  const given = { ko: ko ?? en ?? cn, en: en ?? ko ?? cn, cn: cn ?? en ?? ko }
  const names = LOCALES.map((locale) => [locale, given[NAME_IN[locale]] ?? say(locale, 'code.platform')])
  return Object.fromEntries(names) as PlatformNames
}
