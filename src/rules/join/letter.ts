// Screens, "Join", enrollment letter: PDF, JPEG or PNG by name and content, 10 MB and 40 megapixels at most. Said before anything is sent.
import { LETTER_FORMATS, LETTER_MOST_BYTES, LETTER_MOST_PIXELS } from '../../../contract/shapes/file.ts'
import type { MessageKey } from '../texts/messages.ts'

type LetterFacts = {
  name: string
  size: number
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

const formatOf = (name: string) => {
  const ending = name.slice(-300).split('.').at(-1)?.toLowerCase() ?? ''
  return LETTER_FORMATS.find(({ endings }) => endings.some((known) => known === ending))
}

/** The media type to send. Browsers take theirs from the system, which may know none or another one. */
export const letterType = (name: string): string => formatOf(name)?.type ?? ''

export function letterProblem({ name, size, head }: LetterFacts): MessageKey | null {
  const format = formatOf(name)
  if (!format) return 'field.letterFormat'
  if (size === 0) return 'field.letterEmpty'
  if (size > LETTER_MOST_BYTES) return 'field.letterSize'
  return hex(head).startsWith(format.magic) ? null : 'field.letterContent'
}

/** A JPEG's segments that hold its size (SOF0 to SOF15, without DHT, JPG and DAC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The pixels of a PNG or a JPEG, from its header; 0 for a PDF and where the header does not say. */
function pixelsOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47) return view.getUint32(16) * view.getUint32(20)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return 0
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2))
    if (isFrame(view.getUint8(at + 1))) return view.getUint16(at + 5) * view.getUint16(at + 7)
  return 0
}

/** The problem of the whole file, once it was read. */
export const letterContentProblem = (bytes: Uint8Array): MessageKey | null =>
  pixelsOf(bytes) > LETTER_MOST_PIXELS ? 'field.letterPixels' : null
