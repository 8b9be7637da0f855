// Security D7, E4: the drawing of a PDF. PDFium reads it.
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import sharp from 'sharp'

/** An enrollment letter has one page or two. */
const MOST_PAGES = 10
/** Four megapixels a page: A4 at 150 dpi has 2.2. All pages together stay below what a JPEG can hold. */
const MOST_PIXELS = 4_000_000
const MOST_SIDE = 5_000
const DPI = 150
const POINTS_PER_INCH = 72

function sizeOf({ originalWidth: width, originalHeight: height }: { originalWidth: number; originalHeight: number }) {
  const scale = Math.min(
    DPI / POINTS_PER_INCH,
    Math.sqrt(MOST_PIXELS / (width * height)),
    MOST_SIDE / Math.max(width, height),
  )
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

/** The functions of PDFium that the library's types leave out. */
type Pdfium = {
  wasmExports: { malloc: (bytes: number) => number; free: (at: number) => void }
  HEAPU8: Uint8Array
  _FPDFPage_CountObjects: (page: number) => number
  _FPDFPage_GetObject: (page: number, at: number) => number
  _FPDFFormObj_CountObjects: (form: number) => number
  _FPDFFormObj_GetObject: (form: number, at: number) => number
  _FPDFPageObj_GetType: (object: number) => number
  _FPDFText_LoadPage: (page: number) => number
  _FPDFText_ClosePage: (text: number) => void
  _FPDFTextObj_GetFont: (object: number) => number
  _FPDFFont_GetIsEmbedded: (font: number) => number
  _FPDFTextObj_GetText: (object: number, text: number, buffer: number, bytes: number) => number
}
const TEXT = 1
const FORM = 5
const MOST_DEPTH = 10

/** A text that PDFium's own fonts cannot draw: with letters that are not Latin, or that nobody can read. */
const UNDRAWN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]|^$/u

/** Whether a text needs a font that is not in the file: its letters would be missing from the drawing. */
function lacksFont(page: PDFiumPage): boolean {
  const { module, pageIdx } = page as unknown as { module: Pdfium; pageIdx: number }
  const text = module._FPDFText_LoadPage(pageIdx)
  const textOf = (object: number): string => {
    const bytes = module._FPDFTextObj_GetText(object, text, 0, 0)
    const at = module.wasmExports.malloc(bytes)
    module._FPDFTextObj_GetText(object, text, at, bytes)
    const read = new TextDecoder('utf-16le').decode(module.HEAPU8.slice(at, at + bytes))
    module.wasmExports.free(at)
    return read.replace(/\p{C}/gu, '')
  }
  const lacks = (object: number, depth: number): boolean => {
    const type = module._FPDFPageObj_GetType(object)
    if (type === TEXT) {
      const isEmbedded = module._FPDFFont_GetIsEmbedded(module._FPDFTextObj_GetFont(object)) === 1
      return !isEmbedded && UNDRAWN.test(textOf(object))
    }
    if (type !== FORM) return false
    if (depth > MOST_DEPTH) return true
    const parts = Array.from({ length: Math.max(0, module._FPDFFormObj_CountObjects(object)) }, (_, at) => at)
    return parts.some((at) => lacks(module._FPDFFormObj_GetObject(object, at), depth + 1))
  }
  const objects = Array.from({ length: module._FPDFPage_CountObjects(pageIdx) }, (_, at) => at)
  const found = objects.some((at) => lacks(module._FPDFPage_GetObject(pageIdx, at), 0))
  module._FPDFText_ClosePage(text)
  return found
}

/** One page as a PNG. @returns null for a page that cannot be drawn as it is */
async function pictureOf(page: PDFiumPage): Promise<Buffer | null> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (!(originalWidth > 0 && originalHeight > 0) || lacksFont(page)) return null
  const { width, height, data } = await page.render({
    ...sizeOf({ originalWidth, originalHeight }),
    scale: 1,
    render: 'bitmap',
  })
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer()
}

async function draw(bytes: Uint8Array): Promise<Uint8Array | null> {
  const document = await (await PDFiumLibrary.init()).loadDocument(bytes)
  const count = document.getPageCount()
  if (count < 1 || count > MOST_PAGES) return null
  const pages: Buffer[] = []
  for (let at = 0; at < count; at += 1) {
    const picture = await pictureOf(document.getPage(at))
    if (!picture) return null
    pages.push(picture)
  }
  const letter =
    pages.length === 1 ? sharp(pages[0]) : sharp(pages, { join: { across: 1, background: '#ffffff', halign: 'left' } })
  const drawn = await letter.jpeg({ quality: 90 }).toBuffer()
  const { channels } = await sharp(drawn).stats()
  const isBlank = channels.every(({ min, max }) => min === max)
  return isBlank ? null : drawn
}

/** Draws the pages of a PDF below each other. @returns a JPEG; null for a file that is no PDF, has too many pages, or shows nothing */
export const drawPages = (bytes: Uint8Array): Promise<Uint8Array | null> => draw(bytes).catch(() => null)
