// Security D7, E4, enrollment letters: the content decides the type of a file. Pictures are encoded again, and a PDF becomes a picture of its pages.
import { randomUUID } from 'node:crypto'
import {
  LETTER_FORMATS,
  LETTER_MOST_BYTES,
  LETTER_MOST_PIXELS,
  type LetterRefusal,
} from '../../../contract/shapes/file.ts'
import type { Ctx } from '../../context.ts'
import { drawPdf } from '../../letters/drawPdf.ts'
import { refuse, Refused } from '../refusal.ts'

type Format = (typeof LETTER_FORMATS)[number]

const unsupported = (why: string, code: LetterRefusal | 'UNSUPPORTED_MEDIA_TYPE' = 'UNSUPPORTED_MEDIA_TYPE') =>
  refuse(415, code, undefined, why, { data: { field: 'enrollment_letter' } })

/**
 * Decodes the picture and encodes it again, so that only pixels remain: no metadata, and no bytes after the end.
 * @returns null if the file is not such a picture
 */
async function redraw(bytes: Buffer, format: 'jpeg' | 'png'): Promise<Uint8Array | null> {
  // Loaded with the first letter: the library is native code of several megabytes.
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { limitInputPixels: LETTER_MOST_PIXELS, failOn: 'warning', pages: 1 })
  try {
    // The header alone, which may name any size.
    const { format: found, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (found !== format) return null
    if (width * height > LETTER_MOST_PIXELS) throw unsupported('pixels', 'LETTER_PIXELS')
    const upright = picture.autoOrient()
    return await (format === 'jpeg' ? upright.jpeg({ quality: 90 }) : upright.png()).toBuffer()
  } catch (error) {
    if (error instanceof Refused) throw error
    return null
  }
}

type Clean = { media_type: Format['type']; draw: (bytes: Buffer) => Promise<Uint8Array | null> }
const clean: Record<Format['type'], Clean> = {
  'application/pdf': { media_type: 'image/jpeg', draw: (bytes) => drawPdf(bytes) },
  'image/jpeg': { media_type: 'image/jpeg', draw: (bytes) => redraw(bytes, 'jpeg') },
  'image/png': { media_type: 'image/png', draw: (bytes) => redraw(bytes, 'png') },
}

/** The signature with which virus scanners are tested (EICAR). It is refused without a scanner as well. */
const SCANNER_TEST = Buffer.from(
  'WDVPIVAlQEFQWzRcUFpYNTQoUF4pN0NDKTd9JEVJQ0FSLVNUQU5EQVJELUFOVElWSVJVUy1URVNULUZJTEUh',
  'base64',
)

/**
 * The letter that is stored.
 * @throws Refused 413 above 10 MB; 415 if name, type and content disagree, or if the scanner reports a virus; 415 LETTER_LOCKED,
 *   LETTER_PIXELS or LETTER_BROKEN for a file that cannot be drawn; 503 if the scanner does not answer
 */
export async function readLetter(
  { isInfected }: Pick<Ctx, 'isInfected'>,
  file: File,
): Promise<{ media_type: string; bytes: Uint8Array }> {
  if (file.size > LETTER_MOST_BYTES)
    throw refuse(413, 'PAYLOAD_TOO_LARGE', undefined, undefined, { data: { field: 'enrollment_letter' } })
  const ending = file.name.normalize('NFC').split('.').at(-1)?.toLowerCase() ?? ''
  const bytes = Buffer.from(await file.arrayBuffer())
  const format = LETTER_FORMATS.find(({ magic }) => bytes.subarray(0, magic.length / 2).toString('hex') === magic)
  if (!format || !format.endings.some((known) => known === ending)) throw unsupported('name and content')
  if (file.type !== '' && file.type !== 'application/octet-stream' && file.type !== format.type)
    throw unsupported('type')
  if (bytes.includes(SCANNER_TEST) || (await isInfected(bytes))) throw unsupported('scanner')
  const { media_type, draw } = clean[format.type]
  const kept = await draw(bytes)
  if (!kept || kept.length === 0)
    throw bytes.includes('/Encrypt')
      ? unsupported('needs a password', 'LETTER_LOCKED')
      : unsupported('broken, or not allowed', 'LETTER_BROKEN')
  return { media_type, bytes: kept }
}

/** Stores the letter under a random name, in place of the member's earlier one. No route serves it. */
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
