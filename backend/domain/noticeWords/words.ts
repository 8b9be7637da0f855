// The texts of the security notices, in the languages of the members.
import type { Locale } from '../../../src/wire/locale.ts'
import type { Words } from '../noticeKinds.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { zh } from './zh.ts'

export const WORDS: Record<Locale, Words> = { ko, en, zh, ja }

/** The text with its places filled. */
export const filled = (text: string, places: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place)
