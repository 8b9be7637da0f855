// Security D7, enrollment letters: what a file is, is told by its bytes. What is kept is rebuilt from the parts that are needed.
import { randomUUID } from 'node:crypto'
import { LETTER_FORMATS, LETTER_MOST_BYTES } from '../../src/wire/file'
import type { Ctx } from '../context'
import { refuse } from './refusal'

type Format = (typeof LETTER_FORMATS)[number]

const unsupported = (why: string) =>
  refuse(415, 'UNSUPPORTED_MEDIA_TYPE', undefined, why, { data: { field: 'enrollment_letter' } })
const NOTHING = new Uint8Array()

/** Where a PDF ends: within its last kilobyte. What comes after it is not kept. */
function cleanPdf(bytes: Buffer): Uint8Array | null {
  const end = bytes.lastIndexOf('%%EOF')
  return end > 0 && end >= bytes.length - 1024 ? bytes.subarray(0, end + 5) : null
}

/** A kilobyte each in the largest letter: what has more of them was made to keep a server busy. */
const MOST_PARTS = 10_000

const JPEG_KEPT = new Set([0xe0, 0xee])
const START_OF_SCAN = 0xda

/** The segments of a JPEG without comments and without what a camera or a program wrote about itself, up to the end of the image. */
function cleanJpeg(bytes: Buffer): Uint8Array | null {
  const kept = [bytes.subarray(0, 2)]
  let at = 2
  for (let part = 0; part < MOST_PARTS && at + 4 <= bytes.length && bytes[at] === 0xff; part += 1) {
    const marker = bytes[at + 1] ?? 0
    const length = bytes.readUInt16BE(at + 2)
    if (marker === START_OF_SCAN) {
      const end = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]))
      return end > at ? Buffer.concat([...kept, bytes.subarray(at, end + 2)]) : null
    }
    const isTalk = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && !JPEG_KEPT.has(marker))
    if (length < 2 || at + 2 + length > bytes.length) return null
    if (!isTalk) kept.push(bytes.subarray(at, at + 2 + length))
    at += 2 + length
  }
  return null
}

const PNG_KEPT = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'bKGD',
  'pHYs',
  'sBIT',
])

/** The chunks of a PNG that make up the picture. */
function cleanPng(bytes: Buffer): Uint8Array | null {
  const kept = [bytes.subarray(0, 8)]
  let at = 8
  for (let part = 0; part < MOST_PARTS && at + 12 <= bytes.length; part += 1) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (at === 8 && type !== 'IHDR') return null
    if (PNG_KEPT.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(kept)
    at = end
  }
  return null
}

const clean: Record<Format['type'], (bytes: Buffer) => Uint8Array | null> = {
  'application/pdf': cleanPdf,
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
}

/** Stands where a virus scanner goes; knows the one signature that scanners are tried with. */
const SCANNER_TEST = Buffer.from(
  'WDVPIVAlQEFQWzRcUFpYNTQoUF4pN0NDKTd9JEVJQ0FSLVNUQU5EQVJELUFOVElWSVJVUy1URVNULUZJTEUh',
  'base64',
)

/**
 * The letter as it is kept.
 * @throws Refused 413 above 10 MB; 415 when name, type and content do not tell one story, or the scanner objects
 */
export async function readLetter(file: File): Promise<{ media_type: string; bytes: Uint8Array }> {
  if (file.size > LETTER_MOST_BYTES)
    throw refuse(413, 'PAYLOAD_TOO_LARGE', undefined, undefined, { data: { field: 'enrollment_letter' } })
  const ending = file.name.normalize('NFC').split('.').at(-1)?.toLowerCase() ?? ''
  const bytes = Buffer.from(await file.arrayBuffer())
  const format = LETTER_FORMATS.find(({ magic }) => bytes.subarray(0, magic.length / 2).toString('hex') === magic)
  if (!format || !format.endings.some((known) => known === ending)) throw unsupported('name and content')
  if (file.type !== '' && file.type !== 'application/octet-stream' && file.type !== format.type)
    throw unsupported('type')
  if (bytes.includes(SCANNER_TEST)) throw unsupported('scanner')
  const kept = clean[format.type](bytes) ?? NOTHING
  if (kept.length === 0) throw unsupported('broken')
  return { media_type: format.type, bytes: kept }
}

/** One letter a member, the last one; under a name that nobody chose. Nothing serves it. */
export async function keepLetter(
  ctx: Ctx,
  member_id: string,
  { media_type, bytes }: { media_type: string; bytes: Uint8Array },
): Promise<void> {
  const row = { file_name: randomUUID(), media_type, bytes, at: ctx.now() }
  await ctx.db
    .insertInto('letters')
    .values({ member_id, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute()
}
