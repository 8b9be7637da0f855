// Security D7: a PDF with active content or embedded files is refused. No library rewrites a PDF without its risks, so this searches for
// the names that ISO 32000 gives to such content, also in compressed object streams.
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const unzip = promisify(inflate)

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
const FORBIDDEN_NAME = new RegExp(`/(?:${FORBIDDEN.join('|')})(?![A-Za-z0-9_.-])`)

const MOST_STREAMS = 10_000
/** The limit for all streams together, uncompressed. A 10 MB letter that expands to more is an attack on the server. */
const MOST_INFLATED = 64 * 1024 * 1024
/** The maximum distance between the start of a dictionary and its stream, in bytes. */
const MOST_DICTIONARY = 4096

/** Text in which names have no `#xx` escapes: `/J#53` is `/JS`. */
const withoutEscapes = (text: string): string =>
  text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const isActive = (bytes: Buffer): boolean => FORBIDDEN_NAME.test(withoutEscapes(bytes.toString('latin1')))

/** Whether these bytes begin like zlib data (RFC 1950). */
const isZlib = (bytes: Buffer): boolean =>
  bytes.length > 2 && (bytes[0] ?? 0) % 16 === 8 && bytes.readUInt16BE(0) % 31 === 0

async function hasActiveStream(bytes: Buffer): Promise<boolean> {
  let inflated = 0
  let at = 0
  for (let count = 0; ; count += 1) {
    const keyword = bytes.indexOf('stream', at)
    if (keyword < 0) return false
    if (count === MOST_STREAMS) return true
    let begin = keyword + 'stream'.length
    if (bytes[begin] === 0x0d) begin += 1
    if (bytes[begin] === 0x0a) begin += 1
    const found = bytes.indexOf('endstream', begin)
    const end = found < 0 ? bytes.length : found
    at = found < 0 ? bytes.length : found + 'endstream'.length
    const body = bytes.subarray(begin, end)
    const before = bytes.toString('latin1', Math.max(0, keyword - MOST_DICTIONARY), keyword)
    const dictionary = withoutEscapes(before.slice(before.lastIndexOf(' obj') + 1))
    const plain = isZlib(body)
      ? await unzip(body, { maxOutputLength: MOST_INFLATED - inflated, finishFlush: 2 }).catch(() => null)
      : null
    if (plain === null) {
      // Objects with another filter, or with one that cannot be decoded here, are not searched.
      if (dictionary.includes('/ObjStm')) return true
      continue
    }
    inflated += plain.length
    if (inflated >= MOST_INFLATED) return true
    if (dictionary.includes('/ObjStm') && (dictionary.includes('/Predictor') || isActive(plain))) return true
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
  return isActive(kept) || (await hasActiveStream(kept)) ? null : kept
}
