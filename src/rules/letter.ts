// Screens, "Join", enrollment letter: PDF, JPEG or PNG by name, type and content, 10 MB at most. Said before anything is sent.
import { LETTER_FORMATS, LETTER_MOST_BYTES } from '../wire/file'
import type { MessageKey } from './messages'

type LetterFacts = {
  name: string
  size: number
  /** The media type that the browser reports; empty if it does not know. */
  type: string
  /** The first bytes. */
  head: Uint8Array
}

/** The number of first bytes that `letterProblem` reads. */
export const LETTER_HEAD_BYTES = 8

/** The `accept` of the file input. */
export const LETTER_ACCEPT = LETTER_FORMATS.flatMap(({ type, endings }) => [
  type,
  ...endings.map((ending) => `.${ending}`),
]).join(',')

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export function letterProblem({ name, size, type, head }: LetterFacts): MessageKey | null {
  const ending = name.slice(-300).split('.').at(-1)?.toLowerCase() ?? ''
  const format = LETTER_FORMATS.find(({ endings }) => endings.some((known) => known === ending))
  if (!format || (type !== '' && type !== format.type)) return 'field.letterFormat'
  if (size === 0) return 'field.letterEmpty'
  if (size > LETTER_MOST_BYTES) return 'field.letterSize'
  return hex(head).startsWith(format.magic) ? null : 'field.letterContent'
}
