// The texts of the security notices, in the languages of the members.
import type { Locale } from '../../../src/wire/locale'
import type { Words } from '../noticeKinds'
import { en } from './en'
import { ja } from './ja'
import { ko } from './ko'
import { zh } from './zh'

export const WORDS: Record<Locale, Words> = { ko, en, zh, ja }

/** The text with its places filled. */
export const filled = (text: string, places: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place)
