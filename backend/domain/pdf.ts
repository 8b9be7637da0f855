// Security D7: a PDF with active content or embedded files is refused. No library rewrites a PDF without its risks, so this searches for
// the names that ISO 32000 gives to such content, also in compressed object streams.
import { inflate } from 'node:zlib'

/**
 * Scripts, started programs, embedded files, forms that send themselves, and media with scripts of their own.
 * NOTE: `/JS` is not in the list. An action with a script must say `/S /JavaScript` as well, and three bytes occur by chance in the
 * pixels of a scan.
 */
const FORBIDDEN = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'SubmitForm',
  'ImportData',
  'XFA',
  'Rendition',
  // Object streams of an encrypted file cannot be read.
  'Encrypt',
]
const named = (names: readonly string[]) => new RegExp(`/(?:${names.join('|')})(?![A-Za-z0-9_.-])`)
const FORBIDDEN_NAME = named(FORBIDDEN)
/** Without the names that also occur by chance in the pixels of a scan. */
const FORBIDDEN_LONG_NAME = named(FORBIDDEN.filter((name) => name.length > 5))

const MOST_STREAMS = 10_000
/** The limit for all streams together, uncompressed. A 10 MB letter that expands to more is an attack on the server. */
const MOST_INFLATED = 64 * 1024 * 1024
/** The end of a line between a stream's data and `endstream`. */
const MOST_LINE_END = 2

/** Text in which names have no `#xx` escapes: `/J#53` is `/JS`. */
const withoutEscapes = (text: string): string =>
  text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const textOf = (bytes: Buffer): string => withoutEscapes(bytes.toString('latin1'))

/** Whether these bytes begin like zlib data (RFC 1950). */
const isZlib = (bytes: Buffer): boolean =>
  bytes.length > 2 && (bytes[0] ?? 0) % 16 === 8 && bytes.readUInt16BE(0) % 31 === 0

/** @returns the data and the number of compressed bytes; null if it is no zlib data; `tooLarge` past the limit */
const unzip = (body: Buffer, most: number) =>
  new Promise<{ plain: Buffer; used: number } | 'tooLarge' | null>((resolve) => {
    if (!isZlib(body)) return resolve(null)
    // NOTE: the types of Node leave out `info`, which adds the engine and with it the number of bytes that were read.
    const options = { maxOutputLength: most, finishFlush: 2, info: true }
    inflate(body, options, (error: NodeJS.ErrnoException | null, result: unknown) => {
      if (error) return resolve(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : null)
      const { buffer, engine } = result as { buffer: Buffer; engine: { bytesWritten: number } }
      return resolve({ plain: buffer, used: engine.bytesWritten })
    })
  })

/** The next keyword `stream` from here, which stands alone; -1 if there is none. */
function nextStream(bytes: Buffer, from: number): number {
  const isInWord = (at: number) => /\w/.test(String.fromCharCode(bytes[at] ?? 0))
  let at = bytes.indexOf('stream', from)
  while (at >= 0 && (isInWord(at - 1) || isInWord(at + 'stream'.length))) at = bytes.indexOf('stream', at + 1)
  return at
}

const objectStreamsIn = (text: string): number => text.split('/ObjStm').length - 1

/**
 * An object stream begins with numbers. Some viewers read one that does not name its type.
 * NOTE: the first byte decides, because viewers skip blanks and comments. Most pictures begin with another byte.
 */
const mayHoldObjects = (plain: Buffer): boolean => /^[\0\t\n\f\r %+\-\d]/.test(plain.toString('latin1', 0, 1))

/**
 * Whether an object stream has active content or cannot be read.
 * NOTE: a file can hide a dictionary from this search, for example behind a string `(stream)`. So every name `/ObjStm` must belong to
 * a stream that was read to its last byte.
 */
async function hasActiveStream(bytes: Buffer, text: string): Promise<boolean> {
  let inflated = 0
  let read = 0
  let at = 0
  for (let count = 0; ; count += 1) {
    const keyword = nextStream(bytes, at)
    if (keyword < 0) return read !== objectStreamsIn(text)
    if (count === MOST_STREAMS) return true
    const dictionary = textOf(bytes.subarray(at, keyword))
    const objectStreams = objectStreamsIn(dictionary)
    let begin = keyword + 'stream'.length
    if (bytes[begin] === 0x0d) begin += 1
    if (bytes[begin] === 0x0a) begin += 1
    const found = bytes.indexOf('endstream', begin)
    const end = found < 0 ? bytes.length : found
    at = found < 0 ? bytes.length : found + 'endstream'.length
    const body = bytes.subarray(begin, end)
    const data = await unzip(body, MOST_INFLATED - inflated)
    if (data === 'tooLarge') return true
    if (data === null) {
      // Objects with another filter, or with one that cannot be decoded here, are not searched.
      if (objectStreams > 0) return true
      continue
    }
    inflated += data.plain.length
    if (inflated >= MOST_INFLATED) return true
    if (objectStreams > 0) {
      const isWhole = body.length - data.used <= MOST_LINE_END
      if (!isWhole || dictionary.includes('/Predictor') || FORBIDDEN_NAME.test(textOf(data.plain))) return true
      read += objectStreams
    } else if (mayHoldObjects(data.plain) && FORBIDDEN_LONG_NAME.test(textOf(data.plain))) return true
  }
}

/**
 * The PDF that is stored: up to its end marker, which must be in the last kilobyte.
 * @returns null if the file has no end marker, or has active content
 */
export async function readPdf(bytes: Buffer): Promise<Uint8Array | null> {
  const end = bytes.lastIndexOf('%%EOF')
  if (end <= 0 || end < bytes.length - 1024) return null
  const kept = bytes.subarray(0, end + 5)
  const text = textOf(kept)
  return FORBIDDEN_NAME.test(text) || (await hasActiveStream(kept, text)) ? null : kept
}
