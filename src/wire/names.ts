// Spec §5, the letters of a nickname and a full name. The app and the backend share this rule.
const NICKNAME = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u
const FULL_NAME = /^[\p{L}\p{M}][\p{L}\p{M}\p{N} .,'’·()-]*$/u
export const NICKNAME_LENGTH = { least: 2, most: 20 }
const NAME_LENGTH = { least: 1, most: 50 }

const LATIN = /\p{Script=Latin}/u
const LOOK_ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u

/** Rejects look-alike scripts beside Latin letters, and stacked combining marks. */
const isReadable = (text: string): boolean => !(LATIN.test(text) && LOOK_ALIKE.test(text)) && !/\p{M}{3}/u.test(text)

/** Normalises to NFC, one space between words and none around them. */
export const normalizeText = (typed: string): string => typed.normalize('NFC').replace(/\s+/gu, ' ').trim()

/**
 * Two nicknames with the same key are the same to a reader: upper and lower case, compatibility forms, İ with and without its own letter, and
 * both small sigmas. JavaScript and SQL fold letters differently, so nothing else compares nicknames.
 */
export const nicknameKey = (nickname: string): string =>
  normalizeText(nickname.normalize('NFKC')).toUpperCase().toLowerCase().normalize('NFC')

const hasLength = (text: string, { least, most }: typeof NAME_LENGTH): boolean => {
  const { length } = Array.from(text)
  return length >= least && length <= most
}

/**
 * Whether a nickname consists of letters and digits, with spaces, dots, hyphens and underscores between them. Does not check the length.
 */
export const hasNicknameLetters = (nickname: string): boolean => NICKNAME.test(nickname) && isReadable(nickname)
export const isNickname = (nickname: string): boolean =>
  hasLength(nickname, NICKNAME_LENGTH) && hasNicknameLetters(nickname)

/** Whether a full name can be shown as it is: no control characters, direction marks or symbols, at most 50 characters. */
export const isFullName = (name: string): boolean =>
  hasLength(name, NAME_LENGTH) && FULL_NAME.test(name) && isReadable(name)
