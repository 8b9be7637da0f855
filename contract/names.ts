// Spec §5, the letters of a nickname and a full name, and when two of them are the same. The app and the backend share these rules.
// They are a profile of Unicode's identifiers (UAX #31): letters, marks and digits, with the separators of its table 3a between them.

// NOTE: invisible fillers such as U+3164 are letters for Unicode. `Default_Ignorable_Code_Point` excludes them.

/** Letters and digits, with spaces, dots, hyphens, underscores and the Tibetan tsheg between them. */
const NICKNAME =
  /^(?![\p{M} ._\-\u0f0b])(?:(?!\p{Default_Ignorable_Code_Point}|\p{Pc}|[\u00b7\u30fb\uff65])[\p{ID_Continue}\p{No}]|[ ._\-\u0f0b])+$/u
/** Also the apostrophes, hyphens and dots inside the words of Latin, Catalan, Armenian, Hebrew, Tibetan and Japanese names. */
const FULL_NAME =
  /^['‘’]?(?!\p{Default_Ignorable_Code_Point})\p{ID_Start}(?:(?!\p{Default_Ignorable_Code_Point}|\p{Pc}|[\u00b7\u30fb\uff65])[\p{ID_Continue}\p{No}]|[ ,()'‘’.\u00b7\u30fb\uff65‧•\-‐‑\u058a\u05f3\u05f4\u0f0b\u30a0])*$/u
export const NICKNAME_LENGTH = { least: 2, most: 20 }
const NAME_LENGTH = { least: 1, most: 50 }

const LATIN = /\p{Script=Latin}/u
const LOOK_ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u
/**
 * Marks that climb over their neighbours (UTS #39, 5.4): three of any script's, more than four of one script, or the same one twice. Burmese and
 * Tibetan need four.
 */
const STACKED = /(?:(?=\p{M})\p{Script=Inherited}){3}|\p{Mn}{5}|(\p{Mn})\1/u

/** Rejects look-alike scripts beside Latin letters, and stacked combining marks. */
const isReadable = (text: string): boolean => !(LATIN.test(text) && LOOK_ALIKE.test(text)) && !STACKED.test(text)

/**
 * U+200C and U+200D between two letters of a script whose spelling needs them, and U+200D after a sign that silences a vowel, which in old
 * Malayalam spelling ends a word.
 */
const JOINER =
  /([\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Mymr}\p{sc=Khmr}\p{sc=Tibt}])[\u200c\u200d](?=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Mymr}\p{sc=Khmr}\p{sc=Tibt}])|([\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])\u200d/gu

/** The text without the joiners that its script needs. Any other invisible character stays, and no rule accepts it. */
const withoutJoiners = (text: string): string => text.replace(JOINER, '$1$2')

/** Normalises to NFC, one space between words and none around them. */
export const normalizeText = (typed: string): string => typed.normalize('NFC').replace(/\s+/gu, ' ').trim()

/**
 * Two nicknames with the same key are the same to a reader: upper and lower case, compatibility forms, İ with and without its own letter, both
 * small sigmas, and invisible joiners. JavaScript and SQL fold letters differently, so nothing else compares nicknames.
 */
export const nicknameKey = (nickname: string): string =>
  normalizeText(nickname.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')

/** Two full names with the same key are one name: whatever their case, width, spaces, hyphens and apostrophes. */
export const nameKey = (name: string): string => nicknameKey(name).replace(/[^\p{L}\p{M}\p{N}]/gu, '')

const hasLength = (text: string, { least, most }: typeof NAME_LENGTH): boolean => {
  const { length } = Array.from(text)
  return length >= least && length <= most
}

/**
 * Whether a nickname consists of letters and digits, with spaces, dots, hyphens and underscores between them. Does not check the length.
 */
export const hasNicknameLetters = (nickname: string): boolean =>
  NICKNAME.test(withoutJoiners(nickname)) && isReadable(nickname)
export const isNickname = (nickname: string): boolean =>
  hasLength(nickname, NICKNAME_LENGTH) && hasNicknameLetters(nickname)

/** Whether a full name can be shown as it is: no control characters, direction marks, invisible letters or symbols, at most 50 characters. */
export const isFullName = (name: string): boolean =>
  hasLength(name, NAME_LENGTH) && FULL_NAME.test(withoutJoiners(name)) && isReadable(name)
