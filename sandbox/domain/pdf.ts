// Security D7: a PDF that does something by itself, or carries another file, is refused. No library rebuilds a PDF without its risks,
// so this looks for the names that ISO 32000 gives to such content, in compressed object streams as well.
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
/** Inflated, all streams together. A letter of 10 MB that unfolds into more was made to keep a server busy. */
const MOST_INFLATED = 64 * 1024 * 1024
/** How far before a stream its dictionary may begin. */
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
      // Objects under another filter, or under none that can be undone here, are not looked through.
      if (dictionary.includes('/ObjStm')) return true
      continue
    }
    inflated += plain.length
    if (inflated >= MOST_INFLATED) return true
    if (dictionary.includes('/ObjStm') && (dictionary.includes('/Predictor') || isActive(plain))) return true
  }
}

/**
 * A PDF as it is kept: up to its end, which is within its last kilobyte.
 * @returns null for a file without an end, and for one with active content
 */
export async function readPdf(bytes: Buffer): Promise<Uint8Array | null> {
  const end = bytes.lastIndexOf('%%EOF')
  if (end <= 0 || end < bytes.length - 1024) return null
  const kept = bytes.subarray(0, end + 5)
  return isActive(kept) || (await hasActiveStream(kept)) ? null : kept
}
