// Spec §7, file API: the multipart call that carries a student's enrollment letter.

/** The names of the two parts. */
export const LETTER_PARTS = { payload: 'payload', letter: 'enrollment_letter' } as const

export const LETTER_MOST_BYTES = 10 * 1024 * 1024

/** 40 megapixels, because a small file must not expand to gigabytes. An A3 page at 300 dpi has 17. */
export const LETTER_MOST_PIXELS = 40_000_000

/** The codes of a refused letter (415) that say why. */
export const LETTER_REFUSALS = ['LETTER_LOCKED', 'LETTER_PIXELS', 'LETTER_BROKEN'] as const
export type LetterRefusal = (typeof LETTER_REFUSALS)[number]

/** Accepted letters: media type, file extensions, and the first bytes (hexadecimal). */
export const LETTER_FORMATS = [
  { type: 'application/pdf', endings: ['pdf'], magic: '255044462d' },
  { type: 'image/jpeg', endings: ['jpg', 'jpeg'], magic: 'ffd8ff' },
  { type: 'image/png', endings: ['png'], magic: '89504e470d0a1a0a' },
] as const
